// What a tap does: it pours between beakers, clicks a block, or fills in a cell.

import {cellContent} from "../player/cells.js";
import {byId, draw, make} from "../player/elements.js";
import {letGo, pickUp, picked, pickOrPour} from "../player/pouring.js";
import {data, hiddenColor, stage, tappable} from "../player/stage.js";
import {texts} from "../words/words.js";
import {cellInWords, pipesOf, placeOf, valueInWords, width} from "./cell_values.js";
import {hideChoices, offerChoices} from "./choices.js";
import {answerChanged} from "./events.js";
import {isBeakers, position} from "./game.js";
import {askWhatAppeared} from "./hidden.js";
import {leavePlan} from "./plan.js";
import {play} from "./playing.js";

const allCells = () => [...byId("board").querySelectorAll(".cell:not(.left-over)")];

export function wireStage() {
  if (isBeakers()) return stage.onTap(tapBeaker);
  const cells = allCells();
  tappable().forEach((item, number) => {
    const act = data.script === "blocks" ? () => play([number]) : () => pickCell(cells.indexOf(item), item);
    Object.assign(item, {
      tabIndex: 0,
      role: "button",
      onclick: act,
      onkeydown: (event) => event.key === "Enter" && act(),
    });
  });
}

// Names blocks and cells for screen readers; a cell's name includes its value.
export function nameItems() {
  if (data.script === "blocks") tappable().forEach((block, number) => (block.ariaLabel = data.colors[number].name));
  if (data.script === "cells")
    allCells().forEach(
      (cell, number) => (cell.ariaLabel = `${cellInWords(number)}: ${cellContent(position()[number]) || texts.empty}`),
    );
}

export function tapBeaker(number) {
  leavePlan();
  const state = position();
  const top = state[number].at(-1);
  if (picked === null && top !== undefined && top === hiddenColor()) return askWhatAppeared();
  pickOrPour(number, state, (from, to) => play([from, to]));
  answerChanged.tell(); // badges depend on the beaker that is picked
}

export function release() {
  letGo();
  hideChoices();
}

// ------------------------------------------------------------------------------------------------------------- cells

function pickCell(number, item) {
  for (const cell of byId("board").querySelectorAll(".cell.picked")) cell.classList.remove("picked");
  item.classList.add("picked");
  pickUp(number);
  offerValues();
}

// Offers what the picked cell may hold, and last to clear it.
function offerValues() {
  const tiles = tilesLeft();
  const digits = Array.from({length: width()}, (_, place) => place + 1);
  const values = data.puzzle === "pipes" ? [...tiles.keys()] : digits;
  const choices = values.map((value) => choice(value, valueInWords(value), tiles.get(value)));
  offerChoices([...choices, choice(0, texts.clear)]);
}

// value -> its tile on the board, of the pipes that are still to be laid
function tilesLeft() {
  const tiles = [...byId("board").querySelectorAll(".left-over")];
  const shown = tiles.filter(({style}) => !style.display);
  return new Map(shown.map((tile) => [pipesOf([...tile.classList]), tile]));
}

const choice = (value, words, tile) =>
  make("button", {ariaLabel: words, onclick: () => enter(value)}, tile ? tileDrawing(tile) : words);

function tileDrawing(tile) {
  const copy = tile.cloneNode(true);
  copy.removeAttribute("transform");
  return draw("svg", {viewBox: "-24 -24 48 48"}, copy);
}

function enter(value) {
  if (picked === null) return;
  allCells()[picked].focus();
  play([...placeOf(picked), value]);
}
