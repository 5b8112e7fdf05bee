// What a tap does: it pours between beakers, clicks a block, or fills in a cell.

let picked = null; // a beaker, or a cell

// The beakers, the blocks, or the cells to fill in.
const tappable = () => [...byId("board").querySelectorAll(".beaker, .block, .cell.found")];
const allCells = () => [...byId("board").querySelectorAll(".cell:not(.left-over)")];

function wireStage() {
  picked = null;
  if (isBeakers()) return stage.onTap(tapBeaker);
  const cells = allCells();
  tappable().forEach((item, number) => {
    const act = data.script === "blocks" ? () => play([number]) : () => pickCell(cells.indexOf(item), item);
    item.setAttribute("tabindex", "0");
    item.setAttribute("role", "button");
    item.addEventListener("click", act);
    item.addEventListener("keydown", (event) => event.key === "Enter" && act());
  });
}

// Names blocks and cells for screen readers; a cell's name includes its value.
function nameItems() {
  const name = (item, words) => item.setAttribute("aria-label", words);
  if (data.script === "blocks") tappable().forEach((block, number) => name(block, data.colors[number].name));
  if (data.script === "cells") allCells().forEach((cell, number) => name(cell, `${cellInWords(number)}: ${position()[number] || "empty"}`));
}

function letGo() {
  picked = null;
  if (isBeakers()) stage.pick(null);
  byId("values").hidden = true;
}

function tapBeaker(number) {
  leavePlan();
  const state = position();
  if (picked === null) {
    if (!state[number].length) return refuse(number, `Beaker ${number + 1} is empty.`);
    if (coverOf(state[number]) !== null) return refuse(number, whyNot(state, number, number, data));
    if (!shows(state[number])) return askWhatAppeared();
    picked = number;
    stage.pick(number);
    say(`Pour beaker ${number + 1} into which?`);
    return showAnswer();
  }
  const from = picked;
  letGo();
  if (from === number) say("");
  else if (poured(state[from], state[number], data.capacity)) return play([from, number]);
  else refuse(number, whyNot(state, from, number, data));
  showAnswer();
}

function refuse(number, why) {
  stage.shake(number);
  say(why, true);
}

// ------------------------------------------------------------------------------------------------------------- cells

const SIDES = ["top", "right", "bottom", "left"]; // a pipe's value is the sum of 1, 2, 4, 8

function width() {
  return Math.sqrt(data.state.length);
}

function cellInWords(number) {
  return `row ${Math.floor(number / width()) + 1}, column ${(number % width()) + 1}`;
}

function valueInWords(value) {
  return data.puzzle === "pipes" ? SIDES.filter((_, side) => value & (1 << side)).join(" and ") || "nothing" : value.toString(16).toUpperCase();
}

function pipesOf(tile) {
  return SIDES.reduce((sum, side, i) => sum + (tile.classList.contains(side) ? 1 << i : 0), 0);
}

function tileDrawing(tile) {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg"), copy = tile.cloneNode(true);
  drawing.setAttribute("viewBox", "-24 -24 48 48");
  copy.removeAttribute("transform");
  drawing.append(copy);
  return drawing;
}

function pickCell(number, item) {
  byId("board").querySelectorAll(".cell.picked").forEach((each) => each.classList.remove("picked"));
  item.classList.add("picked");
  picked = number;
  const tiles = new Map([...byId("board").querySelectorAll(".left-over")].filter(({style}) => !style.display).map((tile) => [pipesOf(tile), tile]));
  const values = data.puzzle === "pipes" ? [...tiles.keys()] : Array.from({length: width()}, (_, i) => i + 1);
  byId("values").replaceChildren(...[...values, 0].map((value) => {
    const button = document.createElement("button"), tile = tiles.get(value);
    button.append(tile ? tileDrawing(tile) : value ? valueInWords(value) : "clear");
    button.setAttribute("aria-label", value ? valueInWords(value) : "clear");
    button.addEventListener("click", () => enter(value));
    return button;
  }));
  byId("values").hidden = false;
}

function enter(value) {
  if (picked === null) return;
  allCells()[picked].focus();
  play([Math.floor(picked / width()), picked % width(), value]);
}
