// What stands around the level: remarks on its text, the names of its colours, and the buttons that it can use.

import {byId, make, say} from "../player/elements.js";
import {contentsOf} from "../player/rules.js";
import {data, swatch} from "../player/stage.js";
import {counted, sentence, texts} from "../words/words.js";
import {future, game, isBeakers, mistake, past} from "./game.js";

// notes: what the program says of the text or the picture
export function showNotes(notes) {
  const words = [...new Set(notes.map(sentence))];
  byId("notes").hidden = !words.length;
  byId("notes").open = words.length === 1;
  byId("notes").querySelector("summary").textContent = counted(words.length, "remark");
  byId("notes")
    .querySelector("ul")
    .replaceChildren(...words.map((textContent) => make("li", {textContent})));
}

export function showLegend() {
  const used = new Set(data.script === "beakers" ? data.state.flatMap(contentsOf) : []);
  byId("legend-of-colors").hidden = !used.size;
  const items = [...used].map((color) =>
    make("li", {}, swatch(color), make("span", {textContent: data.colors[color].name})),
  );
  byId("legend").replaceChildren(...items);
}

export function showTools() {
  byId("edit").hidden = !isBeakers();
  byId("show-plan").hidden = byId("pricing").hidden = data.script === "cells";
  byId("forget").hidden = !game.seen.length;
  byId("undo").disabled = !past.length;
  byId("redo").disabled = !future.length;
  byId("restart").disabled = !game.moves.length;
}

export const sayMistake = () => say(mistake ? texts.wrong(sentence(mistake)) : "", mistake !== null);
