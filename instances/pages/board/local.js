// What the page does itself where no server answers: it reads levels of water sort and deals them.

const blank = JSON.parse(byId("blank").textContent); // the palette, and an empty beaker for each capacity
const NOTHING = /^(empty|none|null|nil|[.\-_~])$/i;

// A level from the project's own files, lists as JSON, or a line for each beaker, top first. Throws an Error.
function readHere(text) {
  const own = /^beakers:/m.test(text), field = (name) => text.match(new RegExp(`^${name}:\\s*(.+)$`, "m"))?.[1];
  if (/^puzzle:(?!\s*watersort)/m.test(text)) throw new Error("Only water sort can be played without the board's program.");
  const listed = own ? text.match(/^beakers:(.*\n?(?:[ \-].*\n?)*)/m)[1] : text.trimStart().startsWith("[") ? text : "";
  const lines = listed ? (listed.match(/\[(?:[^[\]"']|"(?:[^"\\]|\\.)*"|'[^']*')*\]/g) ?? []) : text.split("\n");
  let rows = lines.filter((line) => line.trim() && !/^\s*#(\s|$)/.test(line)).map(wordsIn);
  if (rows.every((row) => row.length < 2) && rows.some(([word]) => word?.length > 1)) rows = rows.map(([word]) => [...(word ?? "")].filter((unit) => !NOTHING.test(unit)));
  const capacity = Number(own && field("capacity")) || Math.max(0, ...rows.map((row) => row.length));
  if (capacity < 2 || rows.some((row) => row.length > capacity)) throw new Error("expected a line such as `red green blue red` for each beaker, top first, or `empty`");
  const covers = [...(own && field("covered") || "").matchAll(/(\d+): *("(?:[^"\\]|\\.)*"|[^\s,}]+)/g)].map(([, beaker, word]) => [beaker - 1, unquoted(word)]);
  return levelHere(own && field("name") ? unquoted(field("name")) : "pasted", capacity, rows, covers);
}

const unquoted = (word) => (word[0] === '"' ? JSON.parse(word) : word.replace(/^'|'$/g, ""));

// The words in a line, '2: red, "light blue" .' -> ['red', 'light blue']
function wordsIn(line) {
  const words = line.replace(/^\s*(?:\d+\s*[:.)]|-(?=\s))\s*/, "").match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^\s,;|[\]"']+/g) ?? [];
  return words.map(unquoted).filter((word) => !NOTHING.test(word));
}

// rows: the words of each beaker, top first. Words that the palette lacks get colours that no other word has.
function levelHere(title, capacity, rows, covers = []) {
  const colors = blank.colors.map((color) => ({...color})), words = [...new Set(rows.flat())].filter((word) => !colors.some((color) => color.word === word));
  const free = [...colors.keys()].filter((color) => colors[color].word !== "?" && !rows.some((row) => row.includes(colors[color].word)));
  if (capacity >= blank.stages.length || words.length > free.length || rows.length > 200) throw new Error("This level is too large to be played without the board's program.");
  for (const [number, word] of words.entries()) Object.assign(colors[free[number]], {word, name: word, code: [...word].slice(0, 2).join("")});
  const state = rows.map((row) => row.map((word) => colors.findIndex((color) => color.word === word)).reverse());
  for (const [beaker, word] of covers) state[beaker]?.push(-1 - colors.findIndex((color) => color.word === word));
  const level = {...blankLevel(capacity, title), colors, state};
  return {...level, text: toYaml(level, state)};
}

// A random level of water sort; a designed one can be won.
function dealtHere({puzzle, options: {colors, empties, capacity}, designed}) {
  if (puzzle !== "watersort") throw new Error("Other puzzles need the board's program.");
  if (!(colors > 0 && colors < blank.colors.length && empties >= 0 && empties < 100 && capacity > 1 && capacity < blank.stages.length)) throw new Error(`expected 1 to ${blank.colors.length - 1} colours of 2 to ${blank.stages.length - 1} units`);
  for (let tries = 0; tries < 1_000; tries += 1) {
    const sorted = Array.from({length: colors * capacity}, (_, unit) => blank.colors[Math.floor(unit / capacity)].word);
    const units = shuffled(sorted, (below) => Math.floor(Math.random() * below));
    const rows = Array.from({length: colors + empties}, (_, beaker) => units.slice(beaker * capacity, (beaker + 1) * capacity));
    const level = levelHere(`${colors} colours, ${empties} empty`, capacity, rows);
    if (!designed || canBeWon(level.state, capacity)) return level;
  }
  throw new Error("no such level was found");
}
