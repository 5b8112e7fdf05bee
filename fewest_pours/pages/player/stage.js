// The level on the stage and what draws it: on the board and on the page of a plan alike.

import {beakersStage} from "./beakers.js";
import {blocksStage} from "./blocks.js";
import {cellsStage} from "./cells.js";
import {byId, colorStyle, draw} from "./elements.js";
import {texts} from "../words/words.js";

const STAGES = {beakers: beakersStage, blocks: blocksStage, cells: cellsStage}; // by `script` of the level

// The level as the page draws it (`shown` in plan_page.py; blank_level.js):
//
// title, script, state, colors   of each colour {word, name, code, hue, ink}
// step                           'pour' or 'click'; null for puzzles that are filled in
// capacity, places               of a beaker; drawn are its places, fewer if the level has not enough units to fill them
// unseen, looks                  of beakers, as in puzzle files
// goals, arrows                  of blocks
// signs or tiles                 of cells
// frames, marks, fewest, proven, why   of a plan (`page` in plan_page.py)
// puzzle, text, other, notes     on the board
export let data = null;
export let stage = null; // what beakersStage, blocksStage or cellsStage returns

const colorName = (name) => (Object.hasOwn(texts.colors, name) ? texts.colors[name] : name);

export function putOnStage(level) {
  stage?.stop();
  const colors = level.colors.map((color) => ({...color, name: colorName(color.name)}));
  data = {...level, colors};
  byId("look").textContent = colorStyle(colors);
  stage = STAGES[level.script](data, byId("board"));
}

// The beakers, the blocks, or the cells to fill in.
export const tappable = () => [...byId("board").querySelectorAll(".beaker, .block, .cell.found")];

// The number of the colour that stands for hidden units. Every level of water sort on the board has one, as its palette
// offers it; else this is NaN, which equals nothing: -1 is a curtain.
export function hiddenColor() {
  const number = data?.colors.findIndex(({word}) => word === "?") ?? -1;
  return number < 0 ? Number.NaN : number;
}

// Whether there is a top that is not a hidden unit. It may be a curtain, from which rules.js lets nothing pour.
export const shows = (beaker) => beaker.length > 0 && beaker[beaker.length - 1] !== hiddenColor();

// A sample of a colour as it is drawn.
export function swatch(number) {
  const box = draw("rect", {class: "paint", x: 0.5, y: 0.5, width: 31, height: 20, rx: 5});
  const code = draw("text", {x: 16, y: 11}, data.colors[number].code);
  return draw(
    "svg",
    {class: "chip", viewBox: "0 0 32 21", "aria-hidden": true},
    draw("g", {class: `swatch c${number}`}, box, code),
  );
}
