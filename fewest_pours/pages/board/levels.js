// The levels that the page brings along: a pack, or those of a site. Which are solved is kept in the browser.

import {byId, make} from "../player/elements.js";
import {keep, kept} from "../storage.js";
import {counted, texts} from "../words/words.js";
import {game} from "./game.js";
import {openByDialog} from "./level_dialog.js";
import {loadLevel, openLevel} from "./playing.js";

// [{name, text, pours, other}], as brought_levels.py says
export const levels = JSON.parse(byId("levels").textContent);

const solvedTexts = () => new Set(Array.isArray(kept("solved")) ? kept("solved") : []);

// A level that was turned (list_order.js) keeps its place.
const placeOfLevel = () => levels.findIndex(({text, other}) => game.text === text || game.text === other);

// Marks the level that is played as solved, and offers the next one that is not.
export function levelSolved(isSolved) {
  const place = placeOfLevel();
  const next = isSolved && place >= 0 ? nextAfter(place) : undefined;
  if (isSolved && place >= 0) keep("solved", [...solvedTexts().add(levels[place].text)]);
  byId("next-level").hidden = next === undefined;
  if (next) byId("next-level").onclick = () => openLevel({text: next.text});
}

function nextAfter(place) {
  const solved = solvedTexts();
  return [...levels.slice(place + 1), ...levels.slice(0, place)].find(({text}) => !solved.has(text));
}

// The list in the dialog, each level with its fewest pours, and a mark if it is solved.
export function showLevels() {
  const solved = solvedTexts();
  byId("by-level").hidden = !levels.length;
  byId("level-list").replaceChildren(
    ...levels.map(({name, text, pours}) => {
      const words = make("span", {className: "quiet", textContent: pours === null ? "" : counted(pours, "pour")});
      const mark = make("span", {className: "solved-mark", textContent: solved.has(text) ? "✓" : ""});
      const choose = () => openByDialog(texts.opening, () => loadLevel({text}));
      return make("li", {}, make("button", {onclick: choose}, make("span", {textContent: name}), words, mark));
    }),
  );
}
