// Puzzle files of water sort as the program writes them, read without it: exactly these, and nothing else of YAML.
//
// A mapping of the known keys, each on a line of its own. A value is a word, a quoted text, or a list or a mapping in
// brackets, which may go on over lines. Beakers are lists in brackets, or blocks ("- - red") where units are hidden.
// Lines of comment are left out. All other forms are refused, such as anchors, tabs, a comment after a value, several
// documents: they need the board's program.

const FIELDS = new Set("puzzle name capacity beakers unseen covered looks known source rating".split(" "));
const KEY_LINE = /^([a-z]+):(?: (.*))?$/;
const PLAIN_TEXT = /^[A-Za-z0-9](?:[^\s:]|:(?=\S)| (?=[^\s#]))*$/; // what YAML reads as this text, on its own line
// Blanks, then a sign, a text in double quotes, one in single quotes, or a bare word.
const TOKEN = /\s*(?:([[\]{},]|:(?= ))|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\n]|'')*)'|([^\s[\]{},:"'#&*!|>%@`]+))/y;
// A bare word must begin with a letter or a digit, or be a lone ? (a hidden unit), or signs outside
// ASCII, such as emoji. A ? elsewhere is refused: the program may read it as a key of YAML.
const WORD = /^(?:[A-Za-z0-9][^?]*|\?|[\u0080-\u{10ffff}]+)$/u;
// Control characters but line ends; signs that YAML takes for line ends, drops or refuses; and U+E000, which stands for a
// bare ? while the program reads (BARE_SIGN in yaml_files.py).
const UNUSUAL = /(?!\n)\p{Cc}|[\u2028\u2029\ue000\ufeff\ufffe\uffff]|\p{Surrogate}/u;
const MOST_CHARACTERS = 1 << 17;

// {puzzle: "watersort", capacity: "4", beakers: [["red", "blue"], []], ...}, all scalars as text. Throws a SyntaxError.
export function readPuzzleFile(text) {
  if (text.length > MOST_CHARACTERS || UNUSUAL.test(text)) throw refusal();
  const fields = {};
  for (const [key, lines] of fieldsIn(text)) {
    if (key in fields || !FIELDS.has(key)) throw refusal();
    fields[key] = fieldValue(lines);
  }
  return fields;
}

// It needs no reason: whatever is wrong, the page says what it expects (readHere in without_server.js).
export const refusal = () => new SyntaxError();

// Each key with the lines of its value, the first without the key.
function fieldsIn(text) {
  const fields = [];
  const lines = text.replace(/\n+$/, "").split("\n");
  for (const line of lines.filter((each) => !each.startsWith("#"))) {
    const found = line.match(KEY_LINE);
    if (found) fields.push([found[1], [found[2] ?? ""]]);
    else if (fields.length) fields.at(-1)[1].push(line);
    else throw refusal();
  }
  return fields;
}

function fieldValue(lines) {
  const [first, ...rest] = lines;
  if (/^[[{"']/.test(first)) return inBrackets(lines.join("\n"));
  if (first === "" && rest.length) return itemsOf(rest).map(itemValue);
  if (rest.length || !PLAIN_TEXT.test(first)) throw refusal();
  return first;
}

// The items of a list with a dash before each, as lines without the dash; of an item's further lines, without the two
// blanks that stand below the dash.
function itemsOf(lines) {
  const items = [];
  for (const line of lines) {
    if (line.startsWith("- ")) items.push([line.slice(2)]);
    else if (items.length && line.startsWith("  ")) items.at(-1).push(line.slice(2));
    else throw refusal();
  }
  return items;
}

// A beaker: a list in brackets, or of items with a dash each, which are units.
function itemValue(lines) {
  if (lines[0].startsWith("[")) return inBrackets(lines.join("\n"));
  if (!lines[0].startsWith("- ")) throw refusal();
  return itemsOf(lines).map((item) => inBrackets(item.join("\n")));
}

// The value of a text that may have brackets. Throws a SyntaxError if anything is left over.
function inBrackets(text) {
  const tokens = tokensOf(text);
  const value = nextValue(tokens);
  if (tokens.length) throw refusal();
  return value;
}

// [{sign: "["}, {word: "red"}, {sign: ","}, ...]
function tokensOf(text) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  while (/\S/.test(text.slice(TOKEN.lastIndex))) {
    const found = TOKEN.exec(text);
    if (!found) throw refusal();
    const [, sign, double, single, bare] = found;
    if (bare !== undefined && !WORD.test(bare)) throw refusal();
    if (sign !== undefined) tokens.push({sign});
    else tokens.push({word: bare ?? single?.replaceAll("''", "'") ?? unescaped(double)});
  }
  return tokens;
}

// The text between double quotes. Escapes are those of JSON, and the program reads them alike (it joins surrogate pairs,
// which YAML does not know). U+2028 and U+2029 end no line if they are escaped, as toYaml writes them. The other unusual
// signs are refused here, too; the program reads most of them.
function unescaped(quoted) {
  const text = JSON.parse(`"${quoted}"`);
  if (UNUSUAL.test(text.replace(/[\u2028\u2029]/g, ""))) throw refusal();
  return text;
}

function nextValue(tokens) {
  const {sign, word} = tokens.shift() ?? {};
  if (word !== undefined) return word;
  if (sign === "[") return listed(tokens, "]", nextValue);
  if (sign === "{") return mapping(listed(tokens, "}", nextPair));
  throw refusal();
}

// The values up to a closing bracket, with a comma between two.
function listed(tokens, end, next) {
  const values = [];
  while (tokens[0]?.sign !== end) {
    if (values.length && tokens.shift()?.sign !== ",") throw refusal();
    values.push(next(tokens));
  }
  tokens.shift();
  return values;
}

function nextPair(tokens) {
  const key = tokens.shift()?.word;
  if (key === undefined || tokens.shift()?.sign !== ":") throw refusal();
  return [key, nextValue(tokens)];
}

function mapping(pairs) {
  const found = new Map(pairs);
  if (found.size < pairs.length) throw refusal();
  return Object.fromEntries(found);
}
