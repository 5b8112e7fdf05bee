// Levels of water sort as people type them and as the program writes them, read without it.
//
// Whatever is read here, the program reads as the same level; what may mean something else to it is refused. A level:
//
//   title     its name, or ""
//   capacity  units in a beaker
//   rows      the words of each beaker, top first: [["red", "?"], []]
//   unseen    the colours whose units are all hidden
//   covers    [beaker from 0, the colour that opens it], ...
//   other     the rows if the lists begin at the bottom, where that is another level; null where the order is written
//   looks     {"red": "#d62728"}, hues that differ from those that words suggest

import {countsOf} from "./hidden_orders.js";
import {readPuzzleFile, refusal} from "./puzzle_files.js";

const HIDDEN = "?";
const OURS = /^(puzzle|beakers):/m;
const NO_COLOR = /^\s*(?:|_|empty)\s*$/i;
const HUE = /^#[0-9a-f]{6}$/;
const WHOLE = /^[1-9]\d{0,8}$/;
const SHARE = /^(?:0(?:\.\d+)?|1(?:\.0+)?|[1-9](?:\.\d+)?e-\d+)$/; // a number from 0 to 1: 0.25, 1.0, 5e-05

// isColor: whether a word surely names a colour. Throws a SyntaxError.
export function readTyped(text, isColor) {
  return OURS.test(text) ? levelOf(readPuzzleFile(text)) : levelOfList(text, isColor);
}

// --------------------------------------------------------------------------------------------------------- puzzle files

function levelOf(fields) {
  const {name = "", source = "", capacity, beakers, unseen = [], covered = {}, looks = {}} = fields;
  if (fields.puzzle !== "watersort") throw refusal();
  if (typeof name !== "string" || typeof source !== "string") throw refusal();
  if (!isText(capacity, WHOLE) || !Array.isArray(unseen)) throw refusal();
  if (!Array.isArray(beakers) || !beakers.every(Array.isArray)) throw refusal();
  if (!isMapping(covered) || !isMapping(looks)) throw refusal();
  if (!Object.values(looks).every((hue) => isText(hue, HUE))) throw refusal();
  expectKnown(fields.known);
  expectRating(fields.rating);
  const covers = Object.entries(covered).map(([beaker, word]) => coverOn(beaker, colorWord(word), beakers.length));
  return withWhatIsKnown({
    title: name,
    capacity: Number(capacity),
    rows: beakers.map((beaker) => beaker.map(unitWord)),
    unseen: unseen.map(colorWord),
    covers,
    other: null,
    looks,
  });
}

const isText = (value, pattern) => typeof value === "string" && pattern.test(value);
const isMapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function coverOn(beaker, word, beakers) {
  if (!WHOLE.test(beaker) || Number(beaker) > beakers) throw refusal();
  return [Number(beaker) - 1, word];
}

// A unit that players do not see yet, {color: red, hidden: true}, is played as one that they see.
function unitWord(unit) {
  if (!isMapping(unit)) return colorWord(unit);
  if (Object.keys(unit).sort().join() !== "color,hidden" || unit.hidden !== "true") throw refusal();
  return colorWord(unit.color);
}

// `light blue` is the colour light-blue.
function colorWord(word) {
  const isWord = typeof word === "string" && !NO_COLOR.test(word);
  if (!isWord || word.includes("\n")) throw refusal(); // puzzle_files.js lets no other control character through
  return word.trim().split(/\s+/).join("-");
}

function expectKnown(known) {
  if (known === undefined) return;
  const [[key, value] = [], ...others] = isMapping(known) ? Object.entries(known) : [];
  const isAnswer = (key === "pours" && isText(value, /^\d{1,9}$/)) || (key === "solvable" && value === "false");
  if (!isAnswer || others.length) throw refusal();
}

function expectRating(rating) {
  if (rating === undefined) return;
  if (!isMapping(rating)) throw refusal();
  const {plans = "1", ...shares} = rating;
  if (Object.keys(shares).sort().join() !== "narrowest,stuck,traps") throw refusal();
  if (!isText(plans, WHOLE) || !Object.values(shares).every((share) => isText(share, SHARE))) throw refusal();
}

// The level with hidden units filled in if the counts leave one way, and without covers that are open already.
function withWhatIsKnown(level) {
  const {capacity, unseen} = level;
  if (level.rows.some((row) => row.length > capacity)) throw refusal();
  const [hidden, missing] = hiddenAndMissing(level);
  const known = [...missing.values()].reduce((sum, units) => sum + units, 0);
  const rest = hidden - known; // hidden units of colours that nobody has named
  const fits = rest >= 0 && rest % capacity === 0 && !unseen.includes(HIDDEN);
  const isHidden = hidden > 0 || unseen.length > 0;
  if (isHidden && !fits) throw refusal();
  const [[color] = []] = missing;
  const isOneWay = hidden > 0 && missing.size === 1 && rest === 0;
  const filled = isOneWay ? filledWith(level, color) : level;
  const full = filled.rows.filter((row) => row.length === capacity && row.every((word) => word === row[0]));
  const closed = filled.covers.filter(([, word]) => !full.some(([first]) => first === word));
  expectCoversOpen({...filled, covers: closed});
  return {...filled, covers: closed};
}

function filledWith(level, color) {
  const rows = level.rows.map((row) => row.map((word) => (word === HIDDEN ? color : word)));
  return {...level, rows, unseen: []};
}

// How many units are hidden; how many of each visible or named colour are missing to fill whole beakers.
function hiddenAndMissing({capacity, rows, unseen, covers}) {
  const seen = countsOf(rows.flat());
  const hidden = seen.get(HIDDEN) ?? 0;
  seen.delete(HIDDEN);
  const named = countsOf(unseen);
  for (const [, color] of covers) if (!named.has(color)) named.set(color, 1);
  const missing = new Map();
  for (const color of new Set([...seen.keys(), ...named.keys()])) {
    const count = seen.get(color) ?? 0;
    const fills = Math.max(Math.ceil(count / capacity), named.get(color) ?? 0);
    if (fills * capacity > count) missing.set(color, fills * capacity - count);
  }
  return [hidden, missing];
}

// Throws for covers that wait for colours which no unit has, or in a circle, each for units behind the next one.
// Covers that stay closed without a circle are no mistake: some colour has too few units, and the level has no plan.
function expectCoversOpen({capacity, rows, unseen, covers}) {
  const units = rows.flat();
  const isKnown = (color) => units.includes(color) || unseen.includes(color) || units.includes(HIDDEN);
  if (!covers.every(([, color]) => isKnown(color))) throw refusal(); // a cover that waits for no colour
  const closed = coversThatStay(covers, rows, capacity);
  if (hasCircle(closed, rows)) throw refusal();
}

// Units of a beaker that may have the colour: a hidden unit may have any.
const unitsOf = (row, color) => row.filter((unit) => unit === color || unit === HIDDEN).length;

// The covers that stay closed if each opens as soon as enough units of its colour lie in open beakers.
function coversThatStay(covers, rows, capacity) {
  const places = new Set(covers.map(([place]) => place));
  const open = rows.filter((_, place) => !places.has(place));
  const opens = (color) => open.reduce((sum, row) => sum + unitsOf(row, color), 0) >= capacity;
  const still = covers.filter(([, color]) => !opens(color));
  return still.length === covers.length ? covers : coversThatStay(still, rows, capacity);
}

// Whether covers wait in a circle. One that none of them waits for is on no circle, and is left out; then perhaps others
// are. If any remain, each is waited for by one of them: going back from any of them never ends, so there is a circle.
function hasCircle(closed, rows) {
  const isAwaited = ([place]) => closed.some(([, color]) => unitsOf(rows[place], color) > 0);
  const awaited = closed.filter(isAwaited);
  return awaited.length === closed.length ? closed.length > 0 : hasCircle(awaited, rows);
}

// --------------------------------------------------------------------------------------------------------------- lists

const PLAIN = /^(?:[a-z][a-z-]*|[1-9]\d?)$/i;
const SIGNS = /^(?:[a-wyz]{2,}|[🔴🟠🟡🟢🔵🟣🟤⚫🟥🟧🟨🟩🟦🟪🟫]{2,})$/iu;
const LISTS = /^\s*\[(?:\s*\[(?:\s*(?:"[^"\\]*"|\d+)\s*,?)*\s*\]\s*,?)*\s*\]\s*$/;
// Words that the program may read as something else than a colour.
const NOTHING =
  "empty empties none null nil free blank leer leere vide vides vacio vacios vuoto vuoti vazio leeg tom pusty";
const SHADES = "very light pale pastel bright soft baby dark deep medium dull muted";
const DOUBTFUL = new Set(`x unknown hidden ${NOTHING} ${SHADES}`.split(" "));
const EMPTY_LINE = /^(?:(\d) )?(?:\(?empty\)?|leer|vide|vacío|空|-)(?: tubes?)?$/i;

// A line for each beaker, or a list of lists in JSON, with an empty beaker, every colour spelt in one way and filling
// whole beakers.
function levelOfList(text, isColor) {
  const cells = LISTS.test(text) ? JSON.parse(text) : rowsOfLines(text);
  const joined = cells.every((row) => row.length < 2) && cells.every(([word]) => !word || SIGNS.test(word));
  const rows = joined ? cells.map(([word = ""]) => [...word]) : cells.map((row) => row.map(String));
  if (!joined && !rows.flat().every(isPlain)) throw refusal();
  // The program takes a solved list only if its layout leaves nothing out, and blanks in front of lines count as left
  // out (`likeliest` in decision.py, `holes` in line_layouts.py). Refused here are some more: lists whose beakers each
  // have one colour, solved or not.
  const hasOneColorInEach = rows.every((row) => new Set(row).size < 2);
  if (hasOneColorInEach && /^[ \t]/m.test(text)) throw refusal();
  const capacity = Math.max(0, ...rows.map((row) => row.length));
  if (!hasOneReading(rows, capacity, isColor)) throw refusal();
  const turned = rows.map((row) => row.toReversed());
  const other = String(turned) === String(rows) ? null : turned;
  return {title: "", capacity, rows, other, unseen: [], covers: [], looks: {}};
}

function hasOneReading(rows, capacity, isColor) {
  const counts = countsOf(rows.flat());
  const words = [...counts.keys()];
  if (capacity < 2 || rows.every((row) => row.length)) return false;
  if ([...counts.values()].some((count) => count % capacity)) return false;
  const spellings = new Set(words.map((word) => word.toLowerCase().replaceAll("-", "").replace("gray", "grey")));
  if (spellings.size < words.length) return false;
  const numbers = words.filter((word) => /^\d/.test(word)).length;
  if (numbers > 0 && numbers < words.length) return false; // numbers beside names
  return !words.some((word) => !isColor(word) && liesAtOneEnd(word, rows)); // it may stand for air
}

// Whether a word lies only above, or only below, all other units, as empty places do.
function liesAtOneEnd(word, rows) {
  const isOther = (unit) => unit !== word;
  const mixed = rows.filter((row) => row.includes(word) && row.some(isOther));
  const isAbove = (row) => row.lastIndexOf(word) < row.findIndex(isOther);
  const isBelow = (row) => row.indexOf(word) > row.findLastIndex(isOther);
  return mixed.length > 0 && (mixed.every(isAbove) || mixed.every(isBelow));
}

const isPlain = (word) => PLAIN.test(word) && !DOUBTFUL.has(word.toLowerCase());

// The words of each line, all separated by blanks or all by commas; lines may be numbered.
function rowsOfLines(text) {
  const lines = text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.trim());
  const mark = text.includes(",") ? "," : /\s+/;
  const numbered = lines.every((line, place) => line.match(/^(?:tube )?(\d+)[.:)] /i)?.[1] === String(place + 1));
  return lines.flatMap((line) => rowsOfLine(numbered ? line.replace(/^\D*\d+. /, "") : line, mark));
}

// The beaker of a line; several of `2 empty`.
function rowsOfLine(line, mark) {
  if (!line) throw refusal();
  const empties = line.match(EMPTY_LINE);
  if (empties) return Array(Number(empties[1] ?? 1)).fill([]);
  return [/^[., ]+$/.test(line) ? [] : line.split(mark).map((word) => word.trim())];
}
