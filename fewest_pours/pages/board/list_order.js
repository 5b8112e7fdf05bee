// Which end of the lists is the top, where a pasted level does not say it: a tap chooses one of two small pictures.

import {byId, draw, make} from "../player/elements.js";
import {contentsOf} from "../player/rules.js";
import {data} from "../player/stage.js";
import {drop, keep, kept} from "../storage.js";
import {texts} from "../words/words.js";
import {game, isBeakers} from "./game.js";
import {levels} from "./levels.js";
import {openLevel} from "./playing.js";

const SHOWN = 7; // beakers in a small picture, which are enough to tell it from the other

let other = null; // the text of the level that is read from the other end; null where nothing is to be asked

// Asks about a level that was opened. The question survives a reload, until it is answered.
export function askOrder(level) {
  const brought = levels.find(({text}) => text === level.text);
  const asked = kept("order");
  other = level.other ?? brought?.other ?? (asked?.text === level.text ? asked.other : null);
  if (typeof other !== "string" || !isBeakers()) other = null;
  if (other === null) return;
  keep("order", {text: level.text, other});
  const state = data.state.map(contentsOf);
  const turned = state.map((beaker) => beaker.toReversed());
  byId("orders").replaceChildren(
    make("button", {onclick: settleOrder}, smallPicture(state), texts.firstOnTop),
    make("button", {onclick: turnOrder}, smallPicture(turned), texts.firstBelow),
  );
}

// The question stands before the first move; it comes back with the start.
export function showOrders() {
  const isHidden = other === null || game.moves.length > 0;
  if (isHidden === byId("order").hidden) return;
  byId("order").hidden = isHidden;
  dispatchEvent(new Event("resize")); // there is more room for beakers, or less
}

function settleOrder() {
  drop("order");
  other = null;
  showOrders();
}

function turnOrder() {
  const text = other;
  settleOrder();
  return openLevel({text}, {canBeUndone: false});
}

function smallPicture(state) {
  const beakers = state.filter((beaker) => beaker.length).slice(0, SHOWN);
  const tall = Math.max(...beakers.map((beaker) => beaker.length));
  const unit = (color, x, y) =>
    draw("g", {class: `unit c${color}`}, draw("rect", {class: "paint", x, y, width: 16, height: 10}));
  const columns = beakers.map((beaker, column) => {
    const units = beaker.map((color, place) => unit(color, 22 * column + 4, 10 * (tall - 1 - place) + 4));
    const d = `M${22 * column + 3} 1v${10 * tall + 4}h18v${-10 * tall - 4}`;
    return draw("g", {}, ...units, draw("path", {class: "line", d}));
  });
  const viewBox = `0 0 ${22 * beakers.length + 2} ${10 * tall + 8}`;
  return draw("svg", {viewBox, "aria-hidden": true}, ...columns);
}
