// A level entered by hand, read from a picture, or edited: places are filled in beaker by beaker, top first.

import {byId, make, say} from "../player/elements.js";
import {toYaml} from "../player/level_file.js";
import {contentsOf, coverOf} from "../player/rules.js";
import {data, hiddenColor, stage, swatch} from "../player/stage.js";
import {drop, keep, kept} from "../storage.js";
import {counted, texts} from "../words/words.js";
import {addEntry, removeEntry} from "./address.js";
import {blank, blankLevel} from "./blank_level.js";
import {
  addBeaker,
  change,
  draft,
  freePlace,
  leftOf,
  missing,
  onlyColorLeft,
  put,
  removeBeaker,
  setDraft,
} from "./draft.js";
import {levelLeaves} from "./events.js";
import {position} from "./game.js";
import {mount, openLevel, returnToGame} from "./playing.js";
import {showNotes} from "./tools.js";

export function enterByHand(kinds) {
  const number = (id, most) => Math.max(0, Math.min(most, Math.floor(Number(byId(id).value)) || 0));
  const capacity = Math.max(2, number("capacity", blank.capacity));
  const beakers = Array.from({length: kinds + number("empties", 9)}, () => []);
  byId("fresh").close();
  beginEntry(blankLevel(capacity, texts.byHand(kinds)), beakers, {kinds});
}

export const editPosition = () => beginEntry(data, position());

// state: what is entered already, as in a game.
export function beginEntry(level, state, {kinds = 0, doubts = [], notes = [], picture = ""} = {}) {
  levelLeaves.tell();
  const topFirst = (beaker) => [...Array(level.capacity - beaker.length).fill(null), ...beaker.toReversed()];
  const cells = state.map((beaker) => topFirst(contentsOf(beaker)));
  setDraft({
    cells,
    covers: state.map(coverOf),
    at: doubts[0] ?? null,
    doubts: new Set(doubts.map(String)),
    kinds,
    past: [],
    covering: false,
    level,
  });
  if (kinds) draft.at = freePlace([0, 0]);
  byId("picture-read").src = picture;
  byId("seen").hidden = !picture;
  showNotes(notes);
  document.body.classList.add("entering");
  addEntry();
  remount();
}

// Puts the draft on the stage, which takes from the state only how many beakers there are: showDraft fills them.
function remount() {
  mount({...draft.level, places: draft.level.capacity, state: draft.cells});
  stage.onTap(tapPlace);
  byId("palette").replaceChildren(
    ...paletteOrder().map((color) => {
      const title = color === hiddenColor() ? texts.hiddenUnit : data.colors[color].name;
      return make(
        "button",
        {title, value: color, onclick: () => fill(color)},
        swatch(color),
        make("span", {className: "left"}),
      );
    }),
  );
  showDraft();
}

const OFFERED = 24; // colours, unless the level uses more

// The colours by number, by which those of the level come first (colorsOf in without_server.js); hidden units last.
function paletteOrder() {
  const hidden = hiddenColor();
  const all = [...data.colors.keys()].filter((color) => color !== hidden);
  const used = draft.level.state.flatMap(contentsOf);
  const offered = all.slice(0, Math.max(OFFERED, ...used.map((color) => color + 1)));
  return [...offered, hidden];
}

export function endEntry() {
  if (!draft) return;
  drop("draft");
  drop("entering", true);
  drop("left", true);
  URL.revokeObjectURL(byId("picture-read").src);
  byId("seen").hidden = true;
  document.body.classList.remove("entering");
  scrollTo(0, 0);
  setDraft(null);
}

export function cancelEntry() {
  returnToGame();
  removeEntry();
}

// Back came to the game that was played before; Forward returns to the entry.
export function leaveEntry() {
  const left = enteredSoFar();
  returnToGame(); // ends the entry, and so drops what was kept of one that was left before
  keep("left", left, true);
}

export function undoEntry() {
  if (!draft.past.length) return;
  const beakers = draft.cells.length;
  Object.assign(draft, draft.past.pop(), {covering: false});
  if (draft.cells.length === beakers) showDraft();
  else remount();
}

function fill(color) {
  if (!draft.at) return say(texts.tapToChange);
  if (draft.covering) return cover(color);
  change(() => {
    put(color);
    const last = onlyColorLeft();
    while (last !== null && draft.at) put(last);
  });
  showDraft();
}

// Covers the marked beaker until this colour fills another; null: uncovers it.
export function cover(color) {
  if (color === hiddenColor()) return say(texts.chooseOpener, true);
  change(() => (draft.covers[draft.at[0]] = color));
  showDraft();
}

// Asks for the colour of a cover; a second tap takes the cover off.
export function askCover() {
  if (draft.covers[draft.at[0]] !== null) return cover(null);
  draft.covering = !draft.covering;
  showDraft();
}

// Goes on with the entry that a reload or a closed tab broke off; whether there was one. isVisit: no game in the page's
// address was opened.
export function resumeEntry(isVisit) {
  const wasInThisTab = kept("entering", true) === true;
  if (!isVisit && !wasInThisTab) return false; // the draft may be that of another tab
  const found = kept("draft");
  drop("draft");
  return goOnWith(found);
}

// Whether there was an entry to return to.
export const returnToEntry = () => goOnWith(kept("left", true));

// Whether there is something to go on with.
function goOnWith(found) {
  if (found === null) return false;
  try {
    const {level, cells, covers, at, kinds, doubts} = found;
    const empty = cells.map(() => []);
    beginEntry(level, empty, {kinds});
    Object.assign(draft, {cells, covers, at, doubts: new Set(doubts)});
    remount();
    return true;
  } catch {
    returnToGame(); // what was kept is damaged
    return false;
  }
}

function enteredSoFar() {
  const {level, cells, covers, at, kinds, doubts} = draft;
  return {level, cells, covers, at, kinds, doubts: [...doubts]};
}

function showDraft() {
  keep("draft", enteredSoFar());
  keep("entering", true, true);
  showPlaces();
  showPalette();
  const {covers, at, past, kinds, covering} = draft;
  byId("verdict").className = "";
  byId("verdict").textContent = at ? texts.placeOfUnit(at[0] + 1, at[1] + 1) : endOfEntry(kinds);
  byId("count").textContent = missing();
  byId("undo-entry").disabled = !past.length;
  byId("cover").disabled = !at;
  byId("cover").ariaPressed = covering;
  byId("cover").textContent = at && covers[at[0]] !== null ? texts.open : texts.page.cover;
  byId("begin").classList.toggle("main", !missing());
  say(questionOf(draft));
  showMarked();
}

// Shows what is entered, and marks the next place and those in doubt.
function showPlaces() {
  const {cells, at, doubts} = draft;
  const capacity = cells[0].length;
  stage.show(entered((beaker) => beaker.map((color) => color ?? undefined)));
  for (const [number, button] of stage.buttons.entries()) {
    const units = [...button.querySelectorAll(".unit")];
    cells[number].forEach((_, place) => {
      units[capacity - 1 - place].classList.toggle("next", String(at) === `${number},${place}`);
      units[capacity - 1 - place].classList.toggle("doubt", doubts.has(`${number},${place}`));
    });
    button.classList.toggle("picked-place", at?.[0] === number);
  }
}

// Shows how many units of each colour are left to enter; of a colour that is not entered yet, a whole beaker, unless the
// level has all its colours already. While a cover is chosen, only colours of the level can open it.
function showPalette() {
  const {cells, at, kinds, covering} = draft;
  const left = leftOf();
  const hasAllColors = kinds && left.size >= kinds;
  const ofNewColor = hasAllColors ? 0 : cells[0].length;
  byId("palette").hidden = !at && !kinds;
  for (const button of byId("palette").children) {
    const color = Number(button.value);
    const rest = left.get(color) ?? ofNewColor;
    const isCounted = color !== hiddenColor() && !covering;
    button.classList.toggle("used-up", covering ? !left.has(color) : isCounted && !rest);
    button.querySelector(".left").textContent = isCounted ? rest : "";
    button.ariaLabel = isCounted ? texts.leftOfColor(button.title, rest) : button.title;
  }
}

// Brings the beaker with the marked place into view.
export function showMarked() {
  if (draft?.at) stage.buttons[draft.at[0]].scrollIntoView({block: "nearest"});
}

const endOfEntry = (kinds) => (kinds ? texts.allEntered : texts.endOfEntry);

function questionOf({covering, at, doubts}) {
  if (covering) return texts.whichOpens(at[0] + 1);
  return doubts.size ? texts.unsure(counted(doubts.size, "markedUnit")) : "";
}

// A tap on a unit, or on a free place, chooses it; by key, the first free place of the beaker, else its top.
function tapPlace(number, event) {
  const isByKey = event.detail === 0; // it counts the taps, of which a key makes none
  const place = isByKey ? draft.cells[number].indexOf(null) : placeAt(number, event.clientY);
  draft.at = [number, Math.max(0, place)];
  draft.covering = false;
  showDraft();
}

// The place of a beaker at this height of the screen, or the nearest one.
function placeAt(number, y) {
  const topFirst = [...stage.buttons[number].querySelectorAll(".unit")].toReversed();
  const place = topFirst.findIndex((unit) => y <= unit.getBoundingClientRect().bottom);
  return place < 0 ? topFirst.length - 1 : place;
}

export function changeBeakers(add) {
  const {kinds} = draft;
  const last = draft.cells.findLastIndex((beaker) => beaker.every((color) => color === null));
  if (!add && (last < 0 || draft.cells.length < 2)) return say(texts.noBeakerEmpty, true);
  change(() => {
    if (add) addBeaker();
    else removeBeaker(last);
    if (kinds) draft.at = freePlace([0, 0]);
  });
  remount();
}

// The beakers as in a game; places: those of a beaker, top first, as they are to appear.
function entered(places) {
  return draft.cells.map((beaker, number) => [
    ...places(beaker).toReversed(),
    ...(draft.covers[number] === null ? [] : [-1 - draft.covers[number]]),
  ]);
}

export async function finishEntry() {
  if (missing()) return say(`${missing()}.`, true);
  const state = entered((beaker) => beaker.filter((color) => color !== null));
  if (await openLevel({text: toYaml(data, state)})) removeEntry();
}
