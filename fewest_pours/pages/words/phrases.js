// How words are put together in any language.

export const capital = (words) => words[0].toUpperCase() + words.slice(1);

// joinWords(["one", "two", "three"], " and "): 'one, two and three'
export const joinWords = (words, and) =>
  words.length > 1 ? words.slice(0, -1).join(", ") + and + words.at(-1) : (words[0] ?? "");

// The beakers that a doubt is about, from 1. places: [[beaker from 0, unit or null], ...]; the units are marked.
export const beakersOf = (places) => [...new Set(places.map(([beaker]) => beaker + 1))];
