// Both sides live: the bounds of search and of constraint programming over time, and which finished first.

import {byId, draw, make} from "../player/elements.js";
import {data} from "../player/stage.js";
import {texts} from "../words/words.js";
import {answer} from "./answer.js";
import {isHidden, solved} from "./game.js";
import {alone} from "./server.js";

const CLASSES = {search: "search", "CP-SAT": "cp"};
const AXES = {left: 30, right: 332, top: 8, bottom: 128}; // in the drawing of 340 x 150 units
const HIGHEST = 12; // the end of the axis of values
const SHORTEST = 0.1; // seconds that the axis of time has at least

export const hasEnded = (events) => events.some(({kind}) => kind === "ended");

export function showChart() {
  const sides = Object.entries(answer.sides);
  byId("sides").hidden = isHidden() || solved || alone || answer.obstacle !== "";
  byId("chart").style.display = data.script === "cells" || answer.won === false ? "none" : "";
  byId("sides-words").replaceChildren(...whoWasFirst(sides));
  byId("chart").replaceChildren(...drawingOf(sides));
}

// The axes, and the bounds of each side; sides: [by, its events], ...
function drawingOf(sides) {
  const events = sides.flatMap(([, its]) => its);
  const values = events.flatMap(({lower, upper}) => [lower, upper]).filter((value) => value !== null);
  const end = Math.max(SHORTEST, ...events.map(({seconds}) => seconds));
  if (!values.length) return axes(end);
  const least = Math.min(...values);
  const most = Math.max(...values);
  const perSecond = (AXES.right - AXES.left) / end;
  const perValue = (AXES.bottom - HIGHEST) / (most - least + 2); // one value is free below, and one above
  const x = (seconds) => AXES.left + perSecond * seconds;
  const y = (value) => AXES.bottom - perValue * (value - least + 1);
  const labels = [...new Set([least, most])].map((value) => label(25, y(value) + 3, value, "end"));
  return [...axes(end), ...labels, ...sides.flatMap(([by, its]) => linesOf(by, its, x, y, end))];
}

function axes(end) {
  return [
    draw("path", {class: "axis", d: `M${AXES.left} ${AXES.top}V${AXES.bottom}H${AXES.right}`}),
    label(AXES.right, 144, `${end < 1 ? end.toFixed(2) : end.toFixed(1)} s`, "end"),
    label(AXES.left, 144, "0", "start"),
    label(34, 14, texts.axis[data.step] ?? "", "start"),
  ];
}

const label = (x, y, words, anchor) => draw("text", {x, y, "text-anchor": anchor}, words);

// Both bounds of a side in steps, up to now while it is at work; and a dot where it ended.
function linesOf(by, events, x, y, end) {
  const lines = [];
  for (const bound of ["lower", "upper"]) {
    const known = events.filter((event) => Number.isInteger(event[bound]));
    if (!known.length) continue;
    const [first, ...later] = known;
    const start = `M${x(first.seconds)} ${y(first[bound])}`;
    const steps = later.map((event) => `H${x(event.seconds)}V${y(event[bound])}`);
    const rest = hasEnded(events) ? "" : `H${x(end)}`;
    lines.push(draw("path", {class: CLASSES[by], d: start + steps.join("") + rest}));
  }
  const stop = events.find(({kind}) => kind === "ended");
  if (stop && stop.lower !== null) {
    lines.push(draw("circle", {class: CLASSES[by], cx: x(stop.seconds), cy: y(stop.lower), r: 3}));
  }
  return lines;
}

// 'search: optimal after 0.02 s; CP-SAT is at work', each side in its colour.
function whoWasFirst(sides) {
  const ends = sides
    .flatMap(([by, events]) => events.filter(({kind}) => kind === "ended").map((event) => ({...event, by})))
    .sort((one, other) => one.seconds - other.seconds);
  const atWork = Object.keys(CLASSES).filter((by) => !hasEnded(answer.sides[by] ?? []));
  const spans = [
    ...ends.map((event) => spanOf(event.by, endInWords(event))),
    ...atWork.map((by) => spanOf(by, texts.atWork(by))),
  ];
  return spans.flatMap((span, number) => (number ? ["; ", span] : [span]));
}

const spanOf = (by, words) => make("span", {textContent: words, className: CLASSES[by]});

const endInWords = ({by, outcome, seconds}) => texts.after(by, texts.outcomes[outcome] ?? outcome, seconds.toFixed(2));
