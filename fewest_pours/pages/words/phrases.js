// How words are put together in any language.

export const capital = (words) => words[0].toUpperCase() + words.slice(1);

// joinWords(["one", "two", "three"], " and "): 'one, two and three'
export const joinWords = (words, and) =>
  words.length > 1 ? words.slice(0, -1).join(", ") + and + words.at(-1) : (words[0] ?? "");

// The places of a doubt: [[beaker, units from below], ...], all from 1; no units for a whole beaker.
// places: [[beaker, unit, or null for the whole beaker], ...], from 0
export function unitsByBeaker(places) {
  const units = new Map(places.map(([beaker]) => [beaker + 1, []]));
  for (const [beaker, unit] of places) if (unit !== null) units.get(beaker + 1).push(unit + 1);
  return [...units];
}
