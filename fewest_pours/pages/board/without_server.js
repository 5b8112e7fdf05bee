// What the page does itself where no server answers: it reads levels of water sort and deals them.

const blank = JSON.parse(byId("blank").textContent); // the palette, and an empty beaker of the largest capacity
const PLAIN = /^([a-z][a-z-]*|[1-9]\d?)$/i, SIGNS = /^([a-wyz]{2,}|[🔴🟠🟡🟢🔵🟣🟤⚫🟥🟧🟨🟩🟦🟪🟫]{2,})$/iu;
// Words that the program may read as something else than a colour, as fewest_pours/puzzles/watersort/typed_levels does.
const DOUBTFUL = /^(x|empty|empties|none|null|nil|free|blank|leere?|vides?|vacios?|vuot[oi]|vazio|leeg|tom|pusty|unknown|hidden|very|light|pale|pastel|bright|soft|baby|dark|deep|medium|dull|muted)$/i;
const EXPECTED = "expected a line such as `red green blue red` for each beaker, top first, and `empty` for each empty one; the board's program reads more";

// A level from the project's own files, or a plain list that can be read in one way only. Throws an Error.
function readHere(text) {
  if (!/^beakers:/m.test(text)) return listHere(text);
  const field = (name) => text.match(new RegExp(`^${name}:\\s*(.+)$`, "m"))?.[1];
  if (/^puzzle:(?!\s*watersort)/m.test(text)) throw new Error("Only water sort can be played without the board's program.");
  const lines = text.match(/^beakers:(.*\n?(?:[ \-].*\n?)*)/m)[1].match(/\[(?:[^[\]"']|"(?:[^"\\]|\\.)*"|'[^']*')*\]/g) ?? [];
  const rows = lines.map(wordsIn), capacity = Number(field("capacity"));
  if (!(capacity > 1) || rows.some((row) => row.length > capacity)) throw new Error(EXPECTED);
  const covers = [...(field("covered") || "").matchAll(/(\d+): *("(?:[^"\\]|\\.)*"|[^\s,}]+)/g)].map(([, beaker, word]) => [beaker - 1, unquoted(word)]);
  return levelHere(field("name") ? unquoted(field("name")) : "pasted", capacity, rows, covers);
}

const unquoted = (word) => (word[0] === '"' ? JSON.parse(word) : word.replace(/^'|'$/g, ""));

// The words in a list of a puzzle file: '[red, "light blue"]' -> ['red', 'light blue']
const wordsIn = (list) => (list.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^\s,[\]"']+/g) ?? []).map(unquoted);

// A line for each beaker, or a list of lists in JSON, with an empty beaker, every colour spelt in one way and filling whole beakers.
function listHere(text) {
  if (/^puzzle:/m.test(text)) throw new Error("Only water sort can be played without the board's program.");
  let rows = text.trimStart().startsWith("[") ? JSON.parse(text) : rowsIn(text);
  if (rows.every((row) => row.length < 2) && rows.every(([word]) => !word || SIGNS.test(word))) rows = rows.map(([word]) => [...(word ?? "")]);
  else if (!rows.flat().every((word) => PLAIN.test(word) && !DOUBTFUL.test(word))) throw new Error(EXPECTED);
  rows = rows.map((row) => row.map(String));
  const capacity = Math.max(0, ...rows.map((row) => row.length)), units = rows.flat(), colors = [...new Set(units)];
  const whole = colors.every((color) => units.filter((unit) => unit === color).length % capacity === 0);
  const spelt = new Set(colors.map((color) => color.toLowerCase().replaceAll("-", "").replace("gray", "grey")));
  const numbers = units.filter((unit) => /^\d/.test(unit)).length;
  if (capacity < 2 || !whole || spelt.size < colors.length || ![0, units.length].includes(numbers) || rows.every((row) => row.length)) throw new Error(EXPECTED);
  return levelHere("pasted", capacity, rows);
}

// The words of each line, all separated by blanks or all by commas; lines may be numbered.
function rowsIn(text) {
  const lines = text.trimEnd().split(/\r?\n/).map((line) => line.trim()), mark = text.includes(",") ? "," : /\s+/;
  const numbered = lines.every((line, place) => line.match(/^(?:tube )?(\d+)[.:)] /i)?.[1] === String(place + 1));
  return lines.flatMap((line) => {
    const row = numbered ? line.replace(/^\D*\d+. /, "") : line, empties = row.match(/^(?:(\d) )?(?:\(?empty\)?|leer|vide|vacío|空|-)(?: tubes?)?$/i);
    if (!row) throw new Error(EXPECTED);
    return empties ? Array(Number(empties[1] ?? 1)).fill([]) : [/^[., ]+$/.test(row) ? [] : row.split(mark).map((word) => word.trim())];
  });
}

// rows: the words of each beaker, top first. Words that the palette lacks get colours that no other word has.
function levelHere(title, capacity, rows, covers = []) {
  const colors = blank.colors.map((color) => ({...color})), words = [...new Set(rows.flat())].filter((word) => !colors.some((color) => color.word === word));
  const free = [...colors.keys()].filter((color) => colors[color].word !== "?" && !rows.some((row) => row.includes(colors[color].word)));
  if (capacity > blank.capacity || words.length > free.length || rows.length > 200) throw new Error("This level is too large to be played without the board's program.");
  for (const [number, word] of words.entries()) Object.assign(colors[free[number]], {word, name: word, code: [...word].slice(0, 2).join("")});
  const state = rows.map((row) => row.map((word) => colors.findIndex((color) => color.word === word)).reverse());
  for (const [beaker, word] of covers) state[beaker]?.push(-1 - colors.findIndex((color) => color.word === word));
  const level = {...blankLevel(capacity, title), colors, state};
  return {...level, text: toYaml(level, state)};
}

// A random level of water sort; a designed one can be won.
function dealtHere({puzzle, options: {colors, empties, capacity}, designed}) {
  if (puzzle !== "watersort") throw new Error("Other puzzles need the board's program.");
  if (!(colors > 0 && colors < blank.colors.length && empties >= 0 && empties < 100 && capacity > 1 && capacity <= blank.capacity)) throw new Error(`expected 1 to ${blank.colors.length - 1} colours of 2 to ${blank.capacity} units`);
  for (let tries = 0; tries < 1_000; tries += 1) {
    const sorted = Array.from({length: colors * capacity}, (_, unit) => blank.colors[Math.floor(unit / capacity)].word);
    const units = shuffled(sorted, (below) => Math.floor(Math.random() * below));
    const rows = Array.from({length: colors + empties}, (_, beaker) => units.slice(beaker * capacity, (beaker + 1) * capacity));
    const level = levelHere(`${colors} colours, ${empties} empty`, capacity, rows);
    if (!designed || canBeWon(level.state, capacity)) return level;
  }
  throw new Error("no such level was found");
}
