// The beakers that show one colour, its *group*, and their pours.
//
// A beaker is a text, a letter for each unit, bottom first. The *chain* of a colour in a beaker has dots for other
// colours: ".AA.A" for A in "BAABAB". The chains of a colour decide its bound, which sums up to h over all colours: the
// bottoms bound, plus 1 if it blocks itself (docs/theory.md, lemmas 2 and 20), plus 1 for a promise.
//
// *The home rule* (lemma 18), for a colour that fills one beaker: once some beaker holds nothing else, and all its
// bottoms show, a run of it that shows elsewhere is poured there now. The alternative is that the beakers of this
// colour alone will all be poured out at some time: a *promise* (lemma 19).

import {topRun} from "../player/rules.js";

const FIRST_LETTER = 65; // "A": from here on no letter is a sign that parts texts (. , ;)

export const letterOf = (color) => String.fromCharCode(FIRST_LETTER + color);
export const colorOf = (letter) => letter.charCodeAt(0) - FIRST_LETTER;

// The groups of one colour.
export class ColorGroups {
  // beakers: at the start. all: the groups of all colours, each at its number.
  constructor(letter, beakers, capacity, all) {
    const units = beakers.join("").split(letter).length - 1;
    this.letter = letter;
    this.fills = units / capacity; // beakers at the end
    this.capacity = capacity;
    this.all = all;
    this.known = new Map(); // key -> the group
  }

  // The group in these beakers.
  start(beakers) {
    const shows = (beaker) => beaker.at(-1) === this.letter;
    const buried = beakers.filter((beaker) => !shows(beaker)).map((beaker) => this.chainOf(beaker));
    return this.groupOf({beakers: beakers.filter(shows), buried: buried.filter(Boolean), promise: false});
  }

  // beakers: those that show the colour. buried: its chains in the others. promise: whether there is one.
  groupOf({beakers, buried, promise}) {
    const key = [beakers.toSorted().join(), buried.toSorted().join(), promise].join(";");
    if (!this.known.has(key)) {
      const group = new ColorGroup(this, {beakers, buried, promise}, this.all.length);
      this.known.set(key, group);
      this.all.push(group);
    }
    return this.known.get(key);
  }

  chainOf(beaker) {
    const units = Array.from(beaker, (unit) => (unit === this.letter ? unit : "."));
    return units.join("").replace(/\.+$/, "");
  }
}

class ColorGroup {
  #forced;
  #pours;
  #grown = new Map();

  constructor(family, shown, number) {
    const {beakers, buried, promise} = shown;
    const chains = [...beakers.map((beaker) => family.chainOf(beaker)), ...buried].map(chainRuns);
    this.family = family;
    this.shown = shown;
    this.number = number;
    this.monos = beakers.filter((beaker) => topRun(beaker) === beaker.length);
    this.bottoms = chains.filter(([[below]]) => below === 0).length;
    const missing = Math.max(0, family.fills - this.bottoms);
    // Lemma 20: of colours that fill one beaker and have a bottom but no mono. With a mono, a bottom shows: never blocked.
    const mayBlock = family.fills === 1 && this.bottoms > 0;
    const price = mayBlock && blocksItself(chains, family.capacity) ? 1 : 0;
    this.bound = chains.flat().length - family.fills + missing + price + (promise ? 1 : 0);
  }

  // What the home rule forces: {pour, promise: the change in its place}, or null.
  get forced() {
    if (this.#forced === undefined) {
      const applies = this.family.fills === 1 && !this.shown.promise && this.bottoms === this.monos.length;
      // A mono has room for all of a colour that fills one beaker: these pours are whole, and free. Any of them will do.
      const pour = applies && this.poursOnto(this.monos)[0];
      this.#forced = pour ? {pour, promise: this.changeTo({...this.shown, promise: true})} : null;
    }
    return this.#forced;
  }

  // All pours. Not asked for in a state where one is forced.
  get pours() {
    this.#pours ??= this.poursOnto([...this.shown.beakers, ""]);
    return this.#pours;
  }

  // The group once a beaker that hid the colour shows it.
  with(beaker) {
    if (!this.#grown.has(beaker)) {
      const {beakers, buried, promise} = this.shown;
      const stillBuried = allButOne(buried, this.family.chainOf(beaker));
      this.#grown.set(beaker, this.family.groupOf({beakers: [...beakers, beaker], buried: stillBuried, promise}));
    }
    return this.#grown.get(beaker);
  }

  // Equal beakers pour and are poured onto once.
  poursOnto(targets) {
    const found = [];
    for (const target of new Set(targets)) {
      const others = allButOne(this.shown.beakers, target);
      for (const source of new Set(others)) {
        const pour = this.pour(source, target, allButOne(others, source));
        if (pour) found.push(pour);
      }
    }
    return found;
  }

  // A pour, or null if it is illegal or would only swap a beaker with an empty one. others: neither source nor target.
  pour(source, target, others) {
    const run = topRun(source);
    const units = Math.min(run, this.family.capacity - target.length);
    const rest = source.slice(0, source.length - units);
    if (!units || (!target && !rest)) return null;
    const {buried, promise} = this.shown;
    const beakers = [...others, target + source.slice(rest.length)];
    if (units < run) return this.changeTo({beakers: [...beakers, rest], buried, promise}); // the target is full
    if (rest) {
      const chain = this.family.chainOf(rest);
      const buriedNow = chain ? [...buried, chain] : buried;
      return this.changeTo({beakers, buried: buriedNow, promise}, {rest, empties: target ? 0 : -1});
    }
    // The source was a mono. Only a colour that fills one beaker and has no covered bottom has a promise, and no pour
    // covers one. So its bottoms are its monos, and the promise is kept once the last of these is poured out.
    const isLastMono = this.bottoms === 1;
    return this.changeTo({beakers, buried, promise: promise && !isLastMono}, {empties: 1});
  }

  // before, after   the groups
  // growth          of h plus the pours so far: 0, 1 or 2; not asked for of a promise, which is not a pour
  // rest            the source, if it shows another colour now
  // empties         growth of the number of empty beakers
  changeTo(shown, {rest = "", empties = 0} = {}) {
    const after = this.family.groupOf(shown);
    return {before: this, after, growth: after.bound - this.bound + 1, rest, empties};
  }
}

// Whether some run above a bottom never goes in the pattern of this colour alone (lemma 20); the colour must have a
// bottom. A run that shows goes once a bottom shows, or if another beaker has room for it above a run of the colour
// that shows or has shown there. (Runs of other colours go as soon as they show.)
function blocksItself(chains, capacity) {
  const left = chains.map((runs) => runs.slice());
  const room = chains.map(() => -1); // in each beaker, above the lowest run that has shown, even if it has gone
  for (;;) {
    for (const [place, runs] of left.entries()) {
      if (!runs.length) continue;
      const [below, units] = runs.at(-1);
      if (below === 0) return false; // a bottom shows: everything goes
      room[place] = capacity - below - units; // more than above the runs before
    }
    const going = left.filter(
      (runs, place) => runs.length && room.some((space, other) => other !== place && runs.at(-1)[1] <= space),
    );
    if (!going.length) return true; // no bottom shows, so a run that covers one is left
    for (const runs of going) runs.pop();
  }
}

// The runs of a chain, the lowest first: [units below, units]
function chainRuns(chain) {
  return Array.from(chain.matchAll(/[^.]+/g), ({0: run, index}) => [index, run.length]);
}

function allButOne(items, gone) {
  const place = items.indexOf(gone);
  return items.filter((_, other) => other !== place);
}
