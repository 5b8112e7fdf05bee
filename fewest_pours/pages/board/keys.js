// Keys: those of buttons, digits that choose, and arrows that move the focus.

import {byId} from "../player/elements.js";
import {picked} from "../player/pouring.js";
import {data, tappable} from "../player/stage.js";
import {draft} from "./draft.js";
import {answerChanged} from "./events.js";
import {isBeakers, position} from "./game.js";
import {closePlan, player} from "./plan.js";
import {release, tapBeaker} from "./taps.js";

// Key -> id of the button that it presses
const ON_BOARD = new Map([
  ["u", "undo"],
  ["r", "redo"],
  ["h", "hint"],
  ["b", "best"],
  ["p", "show-plan"],
  ["e", "edit"],
  ["n", "new"],
  ["s", "keep-level"],
  ["?", "help"],
]);
const IN_ENTRY = new Map([
  ["u", "undo-entry"],
  ["Backspace", "undo-entry"],
  ["c", "cover"],
  ["Escape", "cancel"],
]);
const NEXT_DIGIT = 600; // milliseconds within which a second digit is awaited

const WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
let digits = "";
let waiting = 0;

export function listenToKeys() {
  addEventListener("keydown", (event) => {
    if (!isForPage(event) || !act(event)) return;
    event.preventDefault();
  });
}

// Whether no field, dialog or shortcut of the browser takes the key.
function isForPage({ctrlKey, metaKey, altKey, target}) {
  if (ctrlKey || metaKey || altKey) return false;
  return !/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && !document.querySelector("dialog[open]");
}

// Whether the key does something.
function act(event) {
  const {key} = event;
  const pressed = (draft ? IN_ENTRY : ON_BOARD).get(key);
  if (player && key === "Escape") closePlan();
  else if (player && player.key(event)) return true;
  else if (pressed && isOffered(byId(pressed))) byId(pressed).click();
  else if (key === "Escape") putBack();
  else if (/^\d$/.test(key) && !draft) typeDigit(key);
  else if (key in WAYS) walk(WAYS[key]);
  else return false;
  return true;
}

// Whether the page offers the button now: while a plan is watched, not those of the game.
const isOffered = (button) => !button.hidden && !(player && button.closest("#playing"));

function putBack() {
  release();
  answerChanged.tell();
}

// Digits fill in the cell that is picked or has the focus. They choose a beaker: at once if no further digit can
// follow, else after a pause.
function typeDigit(digit) {
  if (data.script === "cells") fillIn(digit);
  if (!isBeakers()) return;
  clearTimeout(waiting);
  digits += digit;
  const choose = () => {
    const number = Number(digits) - 1;
    digits = "";
    if (number >= 0 && number < position().length) tapBeaker(number);
  };
  if (Number(digits) * 10 > position().length) choose();
  else waiting = setTimeout(choose, NEXT_DIGIT);
}

function fillIn(digit) {
  const focused = tappable().find((cell) => cell === document.activeElement);
  if (picked === null) focused?.dispatchEvent(new Event("click"));
  if (picked !== null) [...byId("values").children].at(digit - 1)?.click(); // 0: the last, which clears
}

// Moves the focus to the nearest beaker, block or cell in a direction, or leaves it where nothing lies that way. Beakers
// and cells, other than blocks, lie in rows: there left and right follow the row, and go from its end to the next one.
function walk(way) {
  const items = tappable();
  const here = document.activeElement;
  if (!items.includes(here)) return items[0]?.focus();
  const {height} = here.getBoundingClientRect();
  const step = data.script === "blocks" ? 0 : way[0]; // along the rows, which hold the items in order
  const mostAside = step ? height / 2 : Infinity;
  const [nearest] = items
    .map((item) => ({item, ...distances(here, item, way)}))
    .filter(({ahead, aside}) => ahead > 1 && aside < mostAside)
    .sort((one, other) => farness(one) - farness(other));
  const next = items[items.indexOf(here) + step]; // in the next row; `here` if there is no step
  (nearest?.item ?? next)?.focus();
}

// How far an item lies ahead of another and to its side, on the screen.
function distances(here, item, [dx, dy]) {
  const [x, y] = middleOf(here);
  const [itemX, itemY] = middleOf(item);
  const right = itemX - x;
  const down = itemY - y;
  return {ahead: right * dx + down * dy, aside: Math.abs(right * dy + down * dx)};
}

const farness = ({ahead, aside}) => ahead + 3 * aside; // so that what lies straight ahead is near

function middleOf(item) {
  const {left, right, top, bottom} = item.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
}
