// Which end of a level is the top, where its text does not say it: a tap chooses one of two small pictures.

import {blocksStage} from "../player/blocks.js";
import {byId, draw, make} from "../player/elements.js";
import {contentsOf} from "../player/rules.js";
import {data} from "../player/stage.js";
import {keep, kept} from "../storage.js";
import {texts} from "../words/words.js";
import {game, isBeakers} from "./game.js";
import {levels} from "./levels.js";
import {openLevel} from "./playing.js";

const SHOWN = 7; // beakers in a small picture, which are enough to tell it from the other

let other = null; // the text of the level if its other end is the top; null where nothing is to be asked

// Asks about a level that was opened. The question survives a reload, until it is answered.
export function askOrder(level) {
  const brought = levels.find(({text}) => text === level.text);
  const asked = kept("order");
  other = level.other ?? (asked?.text === level.text ? asked.other : brought?.other) ?? null;
  if (typeof other !== "string" || data.script === "cells") other = null;
  if (other === null) return;
  keep("order", {text: level.text, other});
  const picture = isBeakers() ? smallBeakers : smallBlocks;
  const [here, turned] = isBeakers() ? [texts.firstOnTop, texts.firstBelow] : [texts.yUpward, texts.yDownward];
  byId("orders").replaceChildren(
    make("button", {onclick: settleOrder}, picture(false), here),
    make("button", {onclick: turnOrder}, picture(true), turned),
  );
}

// The question stands before the first move; it comes back with the start.
export function showOrders() {
  const isHidden = other === null || game.moves.length > 0;
  if (isHidden === byId("order").hidden) return;
  byId("order").hidden = isHidden;
  dispatchEvent(new Event("resize")); // there is more room for beakers, or less
}

// The level is right as it is: a reload need not ask again.
function settleOrder() {
  keep("order", {text: game.text, other: null});
  stopAsking();
}

// The turned level has another text, so it is not asked about; the level as it was written is, if it is opened again.
function turnOrder() {
  const text = other;
  stopAsking();
  return openLevel({text}, {canBeUndone: false});
}

function stopAsking() {
  other = null;
  showOrders();
}

function smallBlocks(isTurned) {
  const at = ([x, y, ...way]) => [x, isTurned ? -y : y, ...way];
  const goals = data.goals.map((goal) => goal && at(goal));
  const level = {...data, goals, arrows: data.arrows.map(at), state: data.state.map(at)};
  const box = make("span");
  blocksStage(level, box).show(level.state);
  const drawing = box.firstChild;
  drawing.style.maxWidth = "";
  return drawing;
}

function smallBeakers(isTurned) {
  const contents = data.state.map(contentsOf).filter((beaker) => beaker.length);
  const beakers = contents.slice(0, SHOWN).map((beaker) => (isTurned ? beaker.toReversed() : beaker));
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
