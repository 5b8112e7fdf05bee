// What is entered of a level: which places are free, what is missing, and what is filled in next.

import {data, hiddenColor} from "../player/stage.js";
import {countsOf} from "./hidden_orders.js";
import {counted, texts} from "../words/words.js";

// cells     of each beaker its places, top first, each the number of a colour or null
// covers    of each beaker the colour that opens it, or null
// at        [beaker, place], the next to fill in, or null
// doubts    'beaker,place' that was read with doubt
// kinds     how many beakers' worth of units there are; 0 if that is open
// past      earlier cells, covers, at and doubts
// covering  whether the next colour is one for a cover
// level     its title, capacity and colours
export let draft = null;

export function setDraft(next) {
  draft = next;
}

// Does something to the draft that can be undone. A colour for a cover is no longer awaited.
export function change(act) {
  const {cells, covers, at, doubts} = draft;
  draft.past.push(structuredClone({cells, covers, at, doubts}));
  draft.covering = false;
  act();
}

export function addBeaker() {
  draft.cells.push(Array(draft.cells[0].length).fill(null));
  draft.covers.push(null);
}

export function removeBeaker(gone) {
  draft.cells.splice(gone, 1);
  draft.covers.splice(gone, 1);
  const isLeft = ([beaker]) => beaker !== gone;
  const moved = ([beaker, place]) => [beaker > gone ? beaker - 1 : beaker, place];
  draft.at = draft.at && isLeft(draft.at) ? moved(draft.at) : null;
  draft.doubts = new Set(placesInDoubt().filter(isLeft).map(moved).map(String));
}

// The first free place from here on, in reading order, else the first of all; null if all places or units are used.
export function freePlace([beaker, place]) {
  if (draft.kinds && toGo() <= 0) return null;
  const isFromHere = ([b, p]) => b > beaker || (b === beaker && p >= place);
  const free = freePlaces();
  return free.find(isFromHere) ?? free[0] ?? null;
}

// [beaker, place] of each, in reading order.
function freePlaces() {
  return draft.cells.flatMap((cells, beaker) =>
    cells.flatMap((color, place) => (color === null ? [[beaker, place]] : [])),
  );
}

export function put(color) {
  const [beaker, place] = draft.at;
  draft.cells[beaker][place] = color;
  draft.doubts.delete(String(draft.at));
  if (draft.kinds) draft.at = freePlace(draft.at);
  else draft.at = placesInDoubt()[0] ?? freePlaceBelow(beaker, place);
}

const placesInDoubt = () => [...draft.doubts].map((each) => each.split(",").map(Number));

// The first free place of a beaker from this one down; null if there is none.
function freePlaceBelow(beaker, place) {
  const below = draft.cells[beaker].indexOf(null, place);
  return below < 0 ? null : [beaker, below];
}

// The colour of all units that are left, once there can be only one.
export function onlyColorLeft() {
  const left = leftOf();
  const open = [...left.keys()].filter((color) => left.get(color));
  if (!draft.kinds || draft.cells.flat().includes(hiddenColor())) return null;
  return open.length === 1 && left.get(open[0]) === toGo() ? open[0] : null;
}

// Of each colour that is used, how many units it lacks to fill beakers.
export function leftOf() {
  const capacity = draft.cells[0].length;
  const units = countsOf(unitsEntered());
  units.delete(hiddenColor());
  return new Map([...units].map(([color, count]) => [color, (capacity - (count % capacity)) % capacity]));
}

const unitsEntered = () => draft.cells.flat().filter((color) => color !== null);
const toGo = () => draft.kinds * draft.cells[0].length - unitsEntered().length;

const MOST_NAMED = 3; // colours that lack units, while an entry is under way

// What is still to be entered: '12 units to go', '2 red missing'
export function missing() {
  const units = unitsEntered();
  const hasHidden = units.includes(hiddenColor()); // which may be of any colour
  const lacks = hasHidden ? [] : [...leftOf()].filter(([, left]) => left);
  const words = lacks.map(([color, left]) => texts.missing(left, data.colors[color].name)).join(", ");
  if (toGo() <= 0) return words || (units.length ? "" : texts.noUnitYet);
  const many = texts.toGo(counted(toGo(), "unit"));
  return words && lacks.length <= MOST_NAMED ? `${many}: ${words}` : many;
}
