// New levels: from a picture, text, by hand, at random. And what leaves the page: a file, a link.

import {byId, copyText, make} from "../player/elements.js";
import {toYaml} from "../player/level_file.js";
import {data} from "../player/stage.js";
import {texts} from "../words/words.js";
import {blank} from "./blank_level.js";
import {isBeakers, position} from "./game.js";
import {openByDialog} from "./level_dialog.js";
import {beginEntry} from "./level_entry.js";
import {showLevels} from "./levels.js";
import {loadLevel} from "./playing.js";
import {showSaved} from "./saved_levels.js";
import {received, SERVED} from "./server.js";

export function chooseLevel() {
  byId("wrong").textContent = "";
  showLevels();
  showSaved();
  byId("fresh").showModal();
}

export const openText = (text) => openByDialog(texts.opening, () => loadLevel({text}));

export async function openFile(file) {
  if (!file) return;
  if (!file.type.startsWith("image/")) return openText(await file.text());
  return openByDialog(texts.reading, async () => {
    const level = await received("/picture", file);
    const {capacity, state, unsure, notes} = level;
    const doubts = unsure.filter(([beaker]) => beaker !== null).flatMap((each) => placesOf(each, capacity));
    beginEntry(level, state, {doubts, notes, picture: URL.createObjectURL(file)});
  });
}

// The places, top first, that a doubt is about: of one unit, or of a whole beaker.
function placesOf([beaker, unit], capacity) {
  if (unit !== null) return [[beaker, capacity - 1 - unit]];
  return Array.from({length: capacity}, (_, place) => [beaker, place]);
}

export const PUZZLES = JSON.parse(byId("puzzles").textContent); // by name: {title, options}, those to ask for

// Offers the puzzles; without a server only the one that the page deals itself.
export function showKinds() {
  const kinds = Object.entries(PUZZLES).filter(([name]) => SERVED || name === blank.puzzle);
  byId("kind").replaceChildren(...kinds.map(([value, {title}]) => make("option", {value, textContent: title})));
}

export function showOptions() {
  const field = ([name, value]) =>
    make(
      "label",
      {},
      `${texts.page[name]} `,
      make("input", {type: "number", inputMode: "numeric", value, min: 0, name}),
    );
  byId("options").replaceChildren(...Object.entries(PUZZLES[byId("kind").value].options).map(field));
}

export function deal(designed) {
  const options = Object.fromEntries(
    [...byId("options").querySelectorAll("input")].map((input) => [input.name, Number(input.value)]),
  );
  return openByDialog(texts.dealing, () =>
    loadLevel({puzzle: byId("kind").value, options, designed, seed: Math.floor(Math.random() * 1e9)}),
  );
}

export function downloadLevel() {
  const text = isBeakers() ? toYaml(data, position()) : data.text;
  const name = data.title.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60) || "level";
  const link = make("a", {
    href: URL.createObjectURL(new Blob([text], {type: "application/yaml"})),
    download: `${name}.yaml`,
  });
  link.click();
  URL.revokeObjectURL(link.href);
}

// Shows the link to this game, and copies it where the browser lets a page do so.
export async function shareGame() {
  const {share} = document.body.dataset;
  const here = /^(localhost|127\.|\[::1\]|$)/.test(location.hostname);
  byId("link").value = (share || location.href.split("#")[0]) + location.hash;
  byId("reach").textContent = here ? texts.onThisMachine : "";
  if (share) byId("reach").textContent = texts.inThisNetwork;
  byId("sharing").showModal();
  byId("link").select();
  if (await copyText(byId("link").value)) byId("reach").textContent += ` ${texts.copied}`;
}
