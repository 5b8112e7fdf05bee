// Why a position cannot be won: facts as sentences, one at a time, with the units they are about marked on the beakers.

import {byId, make} from "../player/elements.js";
import {hasCovers} from "../player/rules.js";
import {data, stage} from "../player/stage.js";
import {beakersNeeded, runsOf} from "../player/winnable.js";
import {answer} from "./answers.js";
import {counted, isBeakers, position} from "./game.js";
import {countsOf} from "./orders.js";

export let whyAt = -1; // the number of the fact that is marked
let whyShown = "";

export function showWhy(lost) {
  const counted = isBeakers() && !hasCovers(position()) ? reasons : () => answer.why;
  const [first, ...facts] = lost ? counted() : [];
  byId("why").hidden = first === undefined;
  byId("why-first").textContent = first ?? "";
  const key = [first, ...facts].join("\n");
  if (key === whyShown) return;
  [whyAt, whyShown] = [-1, key];
  byId("why-next").hidden = !facts.length;
  byId("why-steps").replaceChildren(
    ...facts.map((fact, number) => make("li", {}, make("button", {textContent: fact, onclick: () => pointAt(number)}))),
  );
  point([]);
}

// Reasons by counting come first, then the server's facts.
function reasons() {
  const there = position().length;
  const odd = [...countsOf(position().flat())].find(([, count]) => count % data.capacity);
  if (odd)
    return [`${counted(odd[1], "unit")} of ${data.colors[odd[0]].name} cannot fill beakers of ${data.capacity}.`];
  const needs = beakersNeeded(position(), data.capacity);
  const least = Math.min(...needs.map(({needed}) => needed));
  const top = (beaker) => data.colors[position()[beaker][position()[beaker].length - 1]].name;
  const words = needs
    .filter(({needed}) => needed > there)
    .map(
      ({beaker, needed}) =>
        `The ${top(beaker)} on top of beaker ${beaker + 1} cannot leave now: that needs ${needed} beakers, and there are ${there}.`,
    );
  if (least > there)
    return [`No top run can leave its place: each needs ${least} beakers or more, and there are ${there}.`, ...words];
  const facts = answer.why.map((fact) => fact.replace(/^(\d+\.|-) /, ""));
  const end = `Whichever runs leave first, in the end each top run needs ${there + 1} beakers or more, and there are ${there}.`;
  return facts.length ? [...facts, ...words, end] : [end, ...words];
}

export function pointAt(number) {
  const buttons = [...byId("why-steps").querySelectorAll("button")];
  whyAt = number % buttons.length;
  buttons.forEach((button, each) => button.toggleAttribute("aria-current", each === whyAt));
  point(
    [...buttons[whyAt].textContent.matchAll(/(?:on top|in run (\d+) from the top) of beaker (\d+)/g)].map(
      ([, run, beaker]) => ({beaker: Number(beaker) - 1, run: Number(run ?? 1) - 1}),
    ),
  );
}

function point(places) {
  for (const marked of byId("board").querySelectorAll(".pointed")) marked.classList.remove("pointed");
  for (const {beaker, run} of places) {
    const found = runsOf(position()[beaker] ?? [])[run];
    const button = stage.buttons[beaker];
    if (!found) continue;
    button.classList.add("pointed");
    [...button.querySelectorAll(".unit")]
      .slice(found.below, found.below + found.units)
      .forEach((unit) => unit.classList.add("pointed"));
  }
}
