// Levels that are saved under a name. They stay in the browser's storage, where other tabs may change them, too.

import {byId, make, say} from "../player/elements.js";
import {keep, kept} from "../storage.js";
import {texts} from "../words/words.js";
import {areLists} from "./address.js";
import {game, seenSoFar} from "./game.js";
import {openByDialog} from "./level_dialog.js";
import {loadLevel} from "./playing.js";

const isSaved = (level) => typeof level?.name === "string" && typeof level.text === "string" && areLists(level.seen);

// [{name, text, seen}], the newest first; seen: as in a game. What is damaged is left out.
function savedLevels() {
  const found = kept("saved");
  return Array.isArray(found) ? found.filter(isSaved) : [];
}

const typedName = () => byId("name").value.trim();

export function askName() {
  const taken = new Set(savedLevels().map(({name}) => name));
  byId("name").value = unusedName(byId("title").textContent.slice(0, byId("name").maxLength - 4), taken);
  checkName();
  byId("saving").showModal();
  byId("name").select();
}

// 'pasted', 'pasted 2', 'pasted 3'
function unusedName(title, taken) {
  let name = title;
  for (let number = 2; taken.has(name); number += 1) name = `${title} ${number}`;
  return name;
}

export function checkName() {
  const isTaken = savedLevels().some(({name}) => name === typedName());
  byId("save").disabled = !typedName();
  byId("saving-words").textContent = isTaken ? texts.replacesSaved : "";
}

export function saveLevel() {
  const name = typedName();
  if (!name) return;
  const others = savedLevels().filter((level) => level.name !== name);
  const level = {name, text: game.text, seen: seenSoFar()};
  if (keep("saved", [level, ...others])) {
    byId("saving").close();
    say(texts.savedAs(name));
  } else byId("saving-words").textContent = texts.notSaved;
}

// The list in the dialog for new levels.
export function showSaved() {
  const saved = savedLevels();
  byId("by-saved").hidden = !saved.length;
  byId("saved-list").replaceChildren(...saved.map(savedItem));
}

function savedItem(level) {
  const opens = () => openByDialog(texts.opening, () => loadLevel({text: level.text}, {seen: level.seen}));
  const drops = () => {
    keep(
      "saved",
      savedLevels().filter(({name}) => name !== level.name),
    );
    item.replaceChildren(back);
  };
  const returns = () => {
    keep("saved", [level, ...savedLevels().filter(({name}) => name !== level.name)]);
    item.replaceChildren(open, remove);
  };
  const open = make("button", {onclick: opens}, make("bdi", {textContent: level.name}));
  const remove = make("button", {onclick: drops, ariaLabel: texts.removeSaved(level.name), textContent: "×"});
  const back = make("button", {onclick: returns}, make("bdi", {textContent: level.name}), texts.putBack);
  const item = make("li", {}, open, remove);
  return item;
}
