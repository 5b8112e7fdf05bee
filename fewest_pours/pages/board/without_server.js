// What the page does itself where no server answers: it reads levels of water sort and deals them.

import {toYaml} from "../player/level_file.js";
import {canBeWon} from "../player/winnable.js";
import {shuffled} from "../random_order.js";
import {texts} from "../words/words.js";
import {blank, blankLevel} from "./blank_level.js";
import {looksOf, namesColor} from "./colors.js";
import {readTyped} from "./typed_levels.js";

const MOST_BEAKERS = 200; // of a level that the page draws by itself
const MOST_COLORS = 60; // likewise

// Throws an Error that says what is wrong.
export function readHere(text) {
  let level = null;
  try {
    level = readTyped(text, (word) => namesColor(word, blank.palette));
  } catch {
    throw new Error(/^puzzle: (?!watersort)/m.test(text) ? texts.onlyWaterSort : texts.expected);
  }
  const drawn = {...levelHere(level), other: level.other && levelHere({...level, rows: level.other}).text};
  return /^puzzle:/m.test(text) ? {...drawn, text} : drawn; // a puzzle file stays as it is
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
  const fits = colors > 0 && colors <= most && capacity > 1 && capacity <= blank.capacity;
  if (!fits || !(empties >= 0 && empties < 100) || ![colors, empties, capacity].every(Number.isInteger)) {
    throw new Error(texts.expectedColors(most, blank.capacity));
  }
  for (let tries = 0; tries < 1_000; tries += 1) {
    const sorted = Array.from({length: colors * capacity}, (_, unit) => blank.colors[Math.floor(unit / capacity)].word);
    const units = shuffled(sorted, (below) => Math.floor(Math.random() * below));
    const rows = Array.from({length: colors + empties}, (_, beaker) =>
      units.slice(beaker * capacity, (beaker + 1) * capacity),
    );
    const title = texts.dealt(colors, empties);
    const level = levelHere({title, capacity, rows, unseen: [], covers: [], looks: {}});
    if (!designed || canBeWon(level.state, capacity)) return level;
  }
  throw new Error(texts.noSuchLevel);
}
