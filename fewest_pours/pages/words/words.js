// The language of the page: the one that was chosen, else the browser's if there is a file for it, else English.

import {kept} from "../storage.js";
import {english} from "./english.js";
import {german} from "./german.js";

export const LANGUAGES = {en: english, de: german};

const wished = [kept("language"), ...(globalThis.navigator?.languages ?? [])].map((tag) => String(tag).slice(0, 2));

export const language = wished.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
export const texts = LANGUAGES[language];

// counted(3, "pour"): '3 pours'
export function counted(number, noun) {
  const [one, many] = texts.nouns[noun];
  return `${number} ${number === 1 ? one : many}`;
}

// What the program says, in words: {words: "row 1 has 2 twice", code: "row_has_twice", number: 1, value: 2}. A value may
// be such a sentence again. What the language has no words for by its code stays in English.
export function sentence({code, words, ...values}) {
  if (!Object.hasOwn(texts.sentences, code)) return words;
  const worded = Object.entries(values).map(([key, value]) => [
    key,
    value?.words === undefined ? value : sentence(value),
  ]);
  return texts.sentences[code](Object.fromEntries(worded));
}

// Fills in the words of a page's elements: data-words="undo" their text, data-label and data-title their attributes.
export function fillInWords() {
  document.documentElement.lang = language;
  const each = (name, put) => {
    for (const item of document.querySelectorAll(`[data-${name}]`)) put(item, texts.page[item.dataset[name]]);
  };
  each("words", (item, words) => (item.textContent = words));
  each("label", (item, words) => item.setAttribute("aria-label", words));
  each("title", (item, words) => (item.title = item.dataset.key ? `${words} (${item.dataset.key})` : words));
}
