// What the page does itself where no server answers: it reads levels of water sort and deals them.

import {toYaml} from "../player/level_file.js";
import {canBeWon} from "../player/winnable.js";
import {shuffled} from "../random_order.js";
import {counted, texts} from "../words/words.js";
import {blank, blankLevel} from "./blank_level.js";
import {looksOf, namesColor} from "./colors.js";
import {readTyped} from "./typed_levels.js";

const MOST_BEAKERS = 200; // of a level that the page draws by itself
const MOST_COLORS = 60; // likewise
const MOST_EMPTIES = 99; // of a level that it deals

// Throws an Error that says what is wrong.
export function readHere(text) {
  const level = readOrExplain(text);
  const drawn = levelHere(level);
  const other = level.other && levelHere({...level, rows: level.other}).text;
  const isPuzzleFile = /^puzzle:/m.test(text); // which stays as it is
  return {...drawn, other, text: isPuzzleFile ? text : drawn.text};
}

function readOrExplain(text) {
  try {
    return readTyped(text, (word) => namesColor(word, blank.palette));
  } catch {
    throw new Error(/^puzzle: (?!watersort)/m.test(text) ? texts.onlyWaterSort : texts.expected);
  }
}

// A level as typed_levels.js reads it, as the page draws it. Words that the palette lacks get colours of their own.
function levelHere({title, capacity, rows, unseen, covers, looks}) {
  const words = [...new Set([...rows.flat(), ...unseen, ...covers.map(([, word]) => word)])];
  if (capacity > blank.capacity || words.length > MOST_COLORS || rows.length > MOST_BEAKERS) {
    throw new Error(texts.tooLarge);
  }
  const colors = colorsOf(words, looks);
  const number = new Map(colors.map(({word}, place) => [word, place]));
  const state = rows.map((row) => row.map((word) => number.get(word)).reverse());
  for (const [beaker, word] of covers) state[beaker].push(-1 - number.get(word));
  const level = {...blankLevel(capacity, title || "pasted"), colors, state, unseen, looks};
  return {...level, text: toYaml(level, state)};
}

// The looks of the level's words, then of others that may be entered.
function colorsOf(words, looks) {
  const choosable = looksOf([...blank.palette.dealt, "?"], {}, blank.palette);
  return [...looksOf(words, looks, blank.palette), ...choosable.filter(({word}) => !words.includes(word))];
}

// A random level of water sort; a designed one can be won.
export function dealHere({puzzle, options: {colors, empties, capacity}, designed}) {
  if (puzzle !== "watersort") throw new Error(texts.onlyWaterSort);
  const most = blank.colors.length - 1;
  const isWithin = (number, least, most) => Number.isInteger(number) && number >= least && number <= most;
  const fits = isWithin(colors, 1, most) && isWithin(capacity, 2, blank.capacity) && isWithin(empties, 0, MOST_EMPTIES);
  if (!fits) throw new Error(texts.expectedColors(most, blank.capacity));
  for (let tries = 0; tries < 1_000; tries += 1) {
    const sorted = Array.from({length: colors * capacity}, (_, unit) => blank.colors[Math.floor(unit / capacity)].word);
    const units = shuffled(sorted, (below) => Math.floor(Math.random() * below));
    const rows = Array.from({length: colors + empties}, (_, beaker) =>
      units.slice(beaker * capacity, (beaker + 1) * capacity),
    );
    const title = texts.dealt(counted(colors, "color"), empties);
    const level = levelHere({title, capacity, rows, unseen: [], covers: [], looks: {}});
    if (!designed || canBeWon(level.state, capacity)) return level;
  }
  throw new Error(texts.noSuchLevel);
}
