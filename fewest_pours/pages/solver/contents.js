// The contents of beakers that a search meets, numbered, and states as texts: a character for each beaker.

import {afterPour, poured} from "../player/rules.js";

export const MOST_CONTENTS = 60_000; // numbers of contents are characters, of which there are 65,536

export class Contents {
  constructor(capacity) {
    this.capacity = capacity;
    this.numbers = new Map(); // "0,0,1" -> the number of these contents
    this.described = [];
    this.stumps = new Map();
    this.pours = new Map(); // two numbers of contents -> those after a pour of the first onto the second
  }

  get size() {
    return this.described.length;
  }

  // The number of contents; units: colours, bottom first.
  numberOf(units) {
    const key = units.join();
    if (!this.numbers.has(key)) {
      this.numbers.set(key, this.described.length);
      this.described.push(this.describe(units, this.described.length));
    }
    return this.numbers.get(key);
  }

  // {number, units, runs: how many, top: the colour, run: units of the top run, stump: number of what tells its depth,
  // chains: colour -> its runs, the lowest first, as a text}
  describe(units, number) {
    const starts = [...units.keys()].filter((place) => units[place] !== units[place - 1]);
    const start = starts.at(-1) ?? 0;
    const key = starts.length > 1 ? units.slice(0, start + 1).join() : ""; // one unit of the top run of what stands
    if (!this.stumps.has(key)) this.stumps.set(key, this.stumps.size);
    const chains = new Map();
    for (const [run, below] of starts.entries()) {
      const long = (starts[run + 1] ?? units.length) - below;
      chains.set(units[below], [...(chains.get(units[below]) ?? []), [below, long]]);
    }
    const stump = this.stumps.get(key);
    return {number, units, runs: starts.length, top: units.at(-1), run: units.length - start, stump, chains};
  }

  textOf(state) {
    return textOf(state.map((units) => this.numberOf(units)));
  }

  // The beakers of a state, in its order.
  beakersOf(text) {
    const beakers = new Array(text.length);
    for (let place = 0; place < text.length; place += 1) beakers[place] = this.described[text.charCodeAt(place)];
    return beakers;
  }

  // Two beakers after a pour of the first onto the second.
  afterPour(source, target) {
    const key = source.number * 65_536 + target.number;
    let after = this.pours.get(key);
    if (after === undefined) {
      const both = afterPour([source.units, target.units], 0, 1, this.capacity);
      after = both.map((units) => this.described[this.numberOf(units)]);
      this.pours.set(key, after);
    }
    return after;
  }

  // A pour of a position that leads to this state: {move: [from, to], after: the position after it}
  pourTo(position, text) {
    for (const [from, source] of position.entries()) {
      for (const [to, target] of position.entries()) {
        if (from === to || !poured(source, target, this.capacity)) continue;
        const after = afterPour(position, from, to, this.capacity);
        if (this.textOf(after) === text) return {move: [from, to], after};
      }
    }
    throw new Error("no pour leads from this position to that state");
  }
}

const textOf = (numbers) => String.fromCharCode(...numbers.sort((a, b) => a - b));
