// Levels as puzzle files.

import {contentsOf, coverOf} from "./rules.js";

// The position as a puzzle file. data: the level's title, capacity, colours, unseen colours and looks.
export function toYaml(data, state) {
  const words = (colors) => colors.map((color) => yamlWord(data.colors[color].word)).join(", ");
  const contents = state.map(contentsOf);
  const isHidden = contents.flat().some((color) => data.colors[color].word === "?");
  const covers = [...state.entries()]
    .filter(([, beaker]) => coverOf(beaker) !== null)
    .map(([number, beaker]) => `${number + 1}: ${words([coverOf(beaker)])}`);
  const looks = Object.entries(data.looks ?? {}).map(([color, hue]) => `${yamlWord(color)}: "${hue}"`);
  const lines = [
    "puzzle: watersort",
    `name: ${quoted(data.title)}`,
    `capacity: ${data.capacity}`,
    "beakers:",
    ...contents.map((beaker) => `- [${words(beaker.toReversed())}]`),
  ];
  if (isHidden && data.unseen.length) lines.push(`unseen: [${data.unseen.map(yamlWord).join(", ")}]`);
  if (covers.length) lines.push(`covered: {${covers.join(", ")}}`);
  if (looks.length) lines.push(`looks: {${looks.join(", ")}}`);
  return `${lines.join("\n")}\n`;
}

const yamlWord = (text) => (/^[A-Za-z][A-Za-z0-9-]*$/.test(text) ? text : quoted(text));
const escaped = (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
// A text in double quotes, in ASCII: YAML takes some other signs for line ends, and refuses some. As in JSON, each half
// of a surrogate pair gets an escape of its own. YAML knows no such pairs; yaml_files.py and puzzle_files.js join them.
const quoted = (text) => JSON.stringify(text).replace(/[\u007f-\uffff]/g, escaped);
