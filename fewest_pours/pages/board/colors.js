// How colours look that words name, as fewest_pours/drawing/colors.py says: hue, ink on it, and a short code.
// What both choose them by stands in fewest_pours/drawing/colors.json: `palette.choosing`.

// The looks of words: [{word, name, code, hue, ink}]; given: {word: hue}, hues that are known.
// palette: the data of colors.json, with `emoji`, {sign: the colour that its name says}, and `css`, {word: hue}.
export function looksOf(words, given, palette) {
  const codes = codesOf(words, palette);
  const hues = {...huesOf(words, palette), ...given};
  const look = (word) => ({word, name: said(word, palette), code: codes[word], hue: hues[word]});
  return words.map((word) => ({...look(word), ink: inkOn(hues[word])}));
}

const said = (word, {emoji}) => (Object.hasOwn(emoji, word) ? emoji[word] : word);

// --------------------------------------------------------------------------------------------------------------- codes

// A short code for each word, all different: {red: "re", red2: "re2", c07: "c0", bleu: "be"}. The palette's own words
// choose first, so they have the same code in every level.
function codesOf(words, palette) {
  const {dealt, hues, choosing} = palette;
  const given = Object.create(null);
  const taken = new Set();
  const numbers = counting(); // one for all words: a number is used once
  for (const word of new Set([...dealt, ...Object.keys(hues), ...words.toSorted()])) {
    const spelt = [...said(word, palette)].slice(0, choosing.longest).join("");
    const letters = spelt.replace(/[^A-Za-z0-9]/g, "").toLowerCase() || "x";
    for (const code of candidates(word, letters, given, numbers)) {
      if (taken.has(code)) continue;
      given[word] = code;
      taken.add(code);
      break;
    }
  }
  return given;
}

function* counting() {
  for (let number = 0; ; number += 1) yield number;
}

// "re2" for red2, where red is "re"; then the only letter, or two in order; then the first one with a number.
function* candidates(word, letters, given, numbers) {
  const stem = letters.replace(/[0-9]+$/, "");
  if (word === "?") yield word;
  else if (given[stem] !== undefined) yield given[stem] + letters.slice(stem.length);
  if (letters.length === 1) yield letters;
  for (let first = 0; first < letters.length; first += 1) {
    for (let second = first + 1; second < letters.length; second += 1) yield letters[first] + letters[second];
  }
  for (;;) yield letters[0] + numbers.next().value;
}

// ---------------------------------------------------------------------------------------------------------------- hues

function huesOf(words, palette) {
  const own = new Map(words.map((word) => [word, ownHue(word, palette)]));
  // The palette's own words choose first, then words that name a hue, then all others.
  const turn = (word) => {
    if (Object.hasOwn(palette.hues, word)) return 0;
    return own.get(word) === null ? 2 : 1;
  };
  const order = words.toSorted().sort((one, other) => turn(one) - turn(other));
  const given = Object.create(null);
  const taken = new Map();
  const rest = otherHues(palette.choosing.many);
  for (const word of order) {
    const hue = freeHue(own.get(word), rest, taken, words.length, palette.choosing);
    given[word] = hue;
    taken.set(hue, rgb(hue));
  }
  return given;
}

// The first hue that suits, of the shades of a hue or, if it is null, of the next ones in the rest; if none suits, the
// first of the rest that is not taken. `rest` is shared by all words: hues that were skipped are not looked at again.
function freeHue(own, rest, taken, wordCount, {near, many, shares}) {
  const tries = shares.length; // of the rest; the number has no reason but that colors.py tries as many
  const wanted = own === null ? taking(rest, tries) : shades(own, shares);
  return (wordCount > many ? firstIfFree(wanted, taken) : firstFar(wanted, taken, near)) ?? nextFree(rest, taken);
}

// With many colours only the first hue is looked at, and suits unless it is taken itself; else null.
function firstIfFree(hues, taken) {
  const {value} = hues.next();
  return taken.has(value) ? null : value;
}

// With few colours a hue suits if it is far from all that are taken; null if none is.
function firstFar(hues, taken, near) {
  const others = [...taken.values()];
  for (const hue of hues) {
    if (others.every((other) => distance(rgb(hue), other) >= near)) return hue;
  }
  return null;
}

const distance = (one, other) => Math.hypot(...one.map((part, place) => part - other[place]));

function nextFree(rest, taken) {
  for (;;) {
    const {value} = rest.next();
    if (!taken.has(value)) return value;
  }
}

// Some items. A for...of over them may be left early: it would close `items`, which goes on being used.
function* taking(items, many) {
  for (let number = 0; number < many; number += 1) yield items.next().value;
}

function ownHue(text, palette) {
  const word = text.toLowerCase();
  if ([...word].length > palette.choosing.longest) return null;
  return named(word, palette) ?? named(word.replace(/[0-9]+$/, ""), palette) ?? letterHue(word, palette);
}

// Whether a word surely names a colour; white may stand for nothing.
export function namesColor(word, palette) {
  const hue = ownHue(word, palette);
  return hue !== null && hue !== ownHue("white", palette);
}

const letterHue = (word, {letters, hues}) => (Object.hasOwn(letters, word) ? hues[letters[word]] : null);

function named(word, palette) {
  if (/^#[0-9a-f]{6}$/.test(word)) return word;
  if (Object.hasOwn(palette.emoji, word)) return named(palette.emoji[word], palette);
  if (Object.hasOwn(palette.hues, word)) return palette.hues[word];
  const joined = word.replace(/[-_]/g, "");
  if (Object.hasOwn(palette.css, joined)) return palette.css[joined];
  for (const [shade, [other, share]] of Object.entries(palette.shades)) {
    if (joined === shade || !joined.startsWith(shade)) continue;
    const base = named(joined.slice(shade.length), palette);
    if (base) return mixed(base, other, share);
  }
  return null;
}

// The hue, then lighter, darker and greyer ones in turn.
function* shades(hue, shares) {
  yield hue;
  for (const share of shares) for (const other of ["#ffffff", "#000000", "#808080"]) yield mixed(hue, other, share);
}

// As in colors.py
const GOLDEN_TURN = 0.618; // of the colour circle: successive multiples of it lie far apart
const LIGHTNESSES = [0.72, 0.34, 0.53]; // in turn
const SATURATION = 0.5;
const TRIED_PER_WORD = 20;
const GREY = 0x808080;
const BEYOND_WHITE = 1 << 24;

// Hues for words that name none, successive ones far apart; then all from grey up.
function* otherHues(many) {
  for (let number = 0; number < TRIED_PER_WORD * many; number += 1) {
    const lightness = LIGHTNESSES[number % LIGHTNESSES.length];
    yield hexOf(rgbOfHls((GOLDEN_TURN * number) % 1, lightness, SATURATION));
  }
  for (let number = GREY; number < BEYOND_WHITE; number += 1) yield `#${number.toString(16)}`;
}

// Of a hue, a lightness up to 1, and a saturation: red, green and blue up to 255.
function rgbOfHls(hue, light, saturation) {
  const high = light <= 0.5 ? light * (1 + saturation) : light + saturation - light * saturation;
  const low = 2 * light - high;
  const part = (turned) => {
    const turn = ((turned % 1) + 1) % 1;
    if (turn < 1 / 6) return low + (high - low) * turn * 6;
    if (turn < 1 / 2) return high;
    return turn < 2 / 3 ? low + (high - low) * (2 / 3 - turn) * 6 : low;
  };
  return [hue + 1 / 3, hue, hue - 1 / 3].map((turned) => 255 * part(turned));
}

const rgb = (hue) => [1, 3, 5].map((place) => Number.parseInt(hue.slice(place, place + 2), 16));
const hexOf = (parts) => `#${parts.map((part) => rounded(part).toString(16).padStart(2, "0")).join("")}`;

// Halves go to the even neighbour, as in Python.
function rounded(part) {
  const low = Math.floor(part);
  if (part - low === 0.5) return low % 2 ? low + 1 : low;
  return Math.round(part);
}

function mixed(hue, other, share) {
  const target = rgb(other);
  return hexOf(rgb(hue).map((part, place) => part + (target[place] - part) * share));
}

const EQUAL_CONTRAST = 0.179; // the luminance that has as much contrast with white as with black

// Black or white, whichever has more contrast with the hue, by its relative luminance (WCAG 2.2).
function inkOn(hue) {
  const [red, green, blue] = rgb(hue).map((part) => ((part / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance < EQUAL_CONTRAST ? "#ffffff" : "#000000";
}
