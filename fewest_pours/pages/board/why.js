// Why a position cannot be won: one proof, its facts one at a time, with the units they are about marked on the beakers.
//
// A fact: {words, places: [{beaker, run from the top}]}.

import {byId, make, say} from "../player/elements.js";
import {hasCovers} from "../player/rules.js";
import {data, stage} from "../player/stage.js";
import {beakersNeeded, runsOf} from "../player/winnable.js";
import {counted, sentence, texts} from "../words/words.js";
import {answer} from "./answer.js";
import {isBeakers, position} from "./game.js";
import {countsOf} from "./hidden_orders.js";

let facts = [];
let whyAt = -1; // the number of the fact that is marked
let whyShown = "";

export function showWhy(lost) {
  const proof = isBeakers() && !hasCovers(position()) ? proofHere : factsOfProgram;
  const [first, ...others] = lost ? proof() : [];
  byId("why").hidden = first === undefined;
  byId("why-first").textContent = first?.words ?? "";
  byId("why-next").hidden = !others.length;
  const key = [first, ...others].map((fact) => fact?.words).join("\n");
  if (key === whyShown) return;
  facts = others;
  whyAt = -1;
  whyShown = key;
  byId("why-next").textContent = texts.page.why;
  byId("why-steps").replaceChildren(
    ...facts.map(({words}, number) =>
      make("li", {}, make("button", {textContent: words, onclick: () => pointAt(number)})),
    ),
  );
  point([]);
}

// The first that there is: a proof by counting; that no top run can leave; the program's; what each top run needs.
function proofHere() {
  const there = position().length;
  const counts = [...countsOf(position().flat())];
  const odd = counts.find(([, count]) => count % data.capacity);
  if (odd) {
    const [color, count] = odd;
    const words = texts.cannotFill(counted(count, "unit"), data.colors[color].name, data.capacity);
    return [{words, places: []}];
  }
  const needs = beakersNeeded(position(), data.capacity);
  const least = Math.min(...needs.map(({needed}) => needed));
  const stuck = needs.filter(({needed}) => needed > there).map((need) => cannotLeave(need, there));
  if (least > there) return [{words: texts.noRunLeaves(least, there), places: []}, ...stuck];
  if (answer.why.length) return factsOfProgram();
  return [{words: texts.inTheEnd(there + 1, there), places: []}, ...stuck];
}

// The facts that the program sends, with runs as beaker and number from the top, both from 1.
function factsOfProgram() {
  const placeOf = ([beaker, run]) => ({beaker: beaker - 1, run: run - 1});
  return answer.why.map(({gone = [], there = [], ...fact}) => {
    const leaving = gone.map(placeOf);
    const waiting = there.map(placeOf);
    const words = sentence({...fact, gone: leaving.map(runInWords), there: waiting.map(runInWords)});
    return {words, places: [...leaving, ...waiting]};
  });
}

function runInWords({beaker, run}) {
  const color = runsOf(position()[beaker])[run]?.color;
  return texts.run(data.colors[color]?.name, run + 1, beaker + 1);
}

function cannotLeave({beaker, needed}, there) {
  const color = data.colors[position()[beaker].at(-1)].name;
  const words = texts.cannotLeave(color, beaker + 1, needed, there);
  return {words, places: [{beaker, run: 0}]};
}

export const nextFact = () => pointAt(whyAt + 1);

// Marks the units of a fact, and says it beside the beakers, which come into view.
function pointAt(number) {
  whyAt = number % facts.length;
  const buttons = [...byId("why-steps").querySelectorAll("button")];
  buttons.forEach((button, each) => button.toggleAttribute("aria-current", each === whyAt));
  const {words, places} = facts[whyAt];
  byId("why-next").textContent = texts.nextFact(whyAt + 1, facts.length);
  point(places);
  say(words);
  if (places.length) stage.buttons[places[0].beaker].scrollIntoView({block: "nearest"});
}

function point(places) {
  for (const marked of byId("board").querySelectorAll(".pointed")) marked.classList.remove("pointed");
  for (const {beaker, run} of places) {
    const found = runsOf(position()[beaker] ?? [])[run];
    const button = stage.buttons[beaker];
    if (!found) continue;
    button.classList.add("pointed");
    const units = [...button.querySelectorAll(".unit")].slice(found.below, found.below + found.units);
    for (const unit of units) unit.classList.add("pointed");
  }
}
