// Both sides live: the bounds of search and of constraint programming over time, and which finished first.

import {byId, draw, make} from "../player/elements.js";
import {data} from "../player/stage.js";
import {texts} from "../words/words.js";
import {answer} from "./answer.js";
import {isHidden, solved} from "./game.js";
import {alone} from "./server.js";

const CLASSES = {search: "search", "CP-SAT": "cp"};
const AXES = {left: 30, right: 332, top: 8, bottom: 128}; // in the drawing of 340 x 150 units
const HIGHEST = 12; // where the largest value is drawn, a little below the end of its axis

export const hasEnded = (events) => events.some(({kind}) => kind === "ended");

export function showChart() {
  const chart = byId("chart");
  const sides = Object.entries(answer.sides);
  const events = sides.flatMap(([, events]) => events);
  const values = events.flatMap(({lower, upper}) => [lower, upper]).filter((value) => value !== null);
  const label = (x, y, words, anchor) => chart.append(draw("text", {x, y, "text-anchor": anchor}, words));
  byId("sides").hidden = isHidden() || solved || alone;
  chart.style.display = data.script === "cells" || answer.won === false ? "none" : "";
  byId("sides-words").replaceChildren(...whoWasFirst(sides));
  const end = Math.max(0.1, ...events.map(({seconds}) => seconds));
  chart.replaceChildren(draw("path", {class: "axis", d: `M${AXES.left} ${AXES.top}V${AXES.bottom}H${AXES.right}`}));
  label(AXES.right, 144, `${end < 1 ? end.toFixed(2) : end.toFixed(1)} s`, "end");
  label(AXES.left, 144, "0", "start");
  label(34, 14, texts.axis[data.step] ?? "", "start");
  if (!values.length) return;
  const low = Math.min(...values) - 1;
  const high = Math.max(...values) + 1;
  const x = (seconds) => AXES.left + ((AXES.right - AXES.left) * seconds) / end;
  const y = (value) => AXES.bottom - ((AXES.bottom - HIGHEST) * (value - low)) / (high - low);
  for (const value of new Set([Math.min(...values), Math.max(...values)])) label(25, y(value) + 3, value, "end");
  for (const [by, all] of sides) {
    for (const bound of ["lower", "upper"]) {
      let path = "";
      let last = null;
      for (const event of all) {
        if (event[bound] === null || event[bound] === undefined) continue;
        path += last === null ? `M${x(event.seconds)} ${y(event[bound])}` : `H${x(event.seconds)}V${y(event[bound])}`;
        last = event[bound];
      }
      if (last !== null)
        chart.append(draw("path", {class: CLASSES[by], d: path + (hasEnded(all) ? "" : `H${x(end)}`)}));
    }
    const stop = all.find(({kind}) => kind === "ended");
    if (stop && stop.lower !== null)
      chart.append(draw("circle", {class: CLASSES[by], cx: x(stop.seconds), cy: y(stop.lower), r: 3}));
  }
}

function whoWasFirst(sides) {
  const done = sides
    .flatMap(([by, events]) =>
      events.filter(({kind}) => kind === "ended").map(({seconds, outcome}) => ({by, seconds, outcome})),
    )
    .sort((a, b) => a.seconds - b.seconds);
  const words = done.map(({by, seconds, outcome}) => [
    by,
    texts.after(by, texts.outcomes[outcome] ?? outcome, seconds.toFixed(2)),
  ]);
  const waiting = Object.keys(CLASSES)
    .filter((by) => !hasEnded(answer.sides[by] ?? []))
    .map((by) => [by, texts.atWork(by)]);
  return [...words, ...waiting].flatMap(([by, text], number) => {
    const span = make("span", {textContent: text, className: CLASSES[by]});
    return number ? ["; ", span] : [span];
  });
}
