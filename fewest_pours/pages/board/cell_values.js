// Cells and their values: a pipe's value is the sum of 1, 2, 4, 8 for the sides to which it opens; others are digits.

import {cellContent} from "../player/cells.js";
import {data} from "../player/stage.js";
import {texts} from "../words/words.js";

const SIDES = ["top", "right", "bottom", "left"];

export const width = () => Math.sqrt(data.state.length);
export const placeOf = (number) => [Math.floor(number / width()), number % width()]; // row and column, from 0
export const cellInWords = (number) => texts.cell(...placeOf(number).map((at) => at + 1));

export function valueInWords(value) {
  return data.puzzle === "pipes"
    ? texts.sides.filter((_, side) => value & (1 << side)).join(texts.and) || texts.nothing
    : value.toString(16).toUpperCase();
}

// sides: a list of their names
export const pipesOf = (sides) => SIDES.reduce((sum, side, i) => sum + (sides.includes(side) ? 1 << i : 0), 0);

export const valueOfSign = (sign) =>
  data.puzzle === "pipes" ? pipesOf(cellContent(sign).split(" ")) : parseInt(sign, 16);
