// The fewest pours of a position of water sort, proven: A* by layers.
//
// h is the lower bound of bound.js, f is h plus the pours so far. A pour is *free* if f stays, *costly* if it grows by
// 1, *dear* if it grows by 2. So neither a heap nor the number of pours is needed. A layer is all states of one f,
// expanded from one stack:
//
//   stack    states of this layer to expand; their free successors join it
//   swept    those expanded; when the stack is empty, f grows by 1, and their costly successors are the next stack
//   waiting  [state, the one before it] that enter with the next layer, after a dear pour of the layer before
//
// A state is first met in the layer of its least f, hence by a shortest path; h is 0 in solved states only. If nothing
// enters a layer, no plan exists. The order in a layer is last in, first out, so the last layer is searched depth
// first. A wrong turn could take long to undo: so successors go onto the stack in random order, and after every DIVE
// expansions the search goes on from any state of the stack.
//
// A state is a text with a character for each beaker, the number of its contents, in ascending order: the names of
// beakers do not matter, and no two states share a text. States that can be proven lost are left out.

import {canBeWon} from "../player/winnable.js";
import {Bound} from "./bound.js";
import {Contents, MOST_CONTENTS} from "./contents.js";

const LOOKS = 20_000; // limit on deciding whether a state can be won; undecided states are kept
const DIVE = 100; // a plan of 20 colours has about 65 pours
const MOST_STATES = 1_500_000; // in memory: about 300 MB

export const OPTIMAL = "optimal";
export const UNSOLVABLE = "unsolvable";
export const LIMIT = "limit";

export class LayeredAstar {
  // state: a list of beakers without covers, each its colours as numbers, bottom first. Every colour fills whole
  // beakers of this capacity.
  constructor(state, capacity) {
    this.capacity = capacity;
    this.start = state;
    this.contents = new Contents(capacity);
    this.bound = new Bound(fillsOf(state, capacity), capacity);
    const first = this.contents.textOf(state);
    this.f = this.bound.of(this.contents.beakersOf(first)); // no plan has fewer pours
    this.origin = new Map([[first, null]]); // of each state met: the state before it
    this.stack = [first];
    this.swept = [];
    this.waiting = [];
    this.known = new Map(); // depths -> whether they can be won
    this.expansions = 0;
    this.random = randomNumbers();
  }

  get isFull() {
    return this.origin.size > MOST_STATES || this.contents.size > MOST_CONTENTS;
  }

  // {outcome, lower, plan}; LIMIT once memory is full or `stops()`, which is asked before each expansion: run again.
  run(stops) {
    for (;;) {
      while (this.stack.length) {
        if (this.isFull || stops()) return {outcome: LIMIT, lower: this.f, plan: null};
        if (this.expansions % DIVE === 0) this.diveElsewhere();
        const state = this.stack.pop();
        const beakers = this.contents.beakersOf(state);
        if (this.bound.of(beakers) === 0) return {outcome: OPTIMAL, lower: this.f, plan: this.planTo(state)};
        if (this.canBeWon(beakers)) this.expand(state, beakers);
      }
      if (!this.swept.length && !this.waiting.length) return {outcome: UNSOLVABLE, lower: null, plan: null};
      this.rise();
    }
  }

  expand(state, beakers) {
    this.expansions += 1;
    this.swept.push(state);
    const free = this.successors(beakers).filter(({growth}) => growth === 0);
    shuffle(free, this.random);
    for (const {next} of free) this.meet(next, state);
  }

  // Begins the next layer.
  rise() {
    this.f += 1;
    const {swept, waiting} = this;
    this.swept = [];
    this.waiting = [];
    for (const [next, state] of waiting) this.meet(next, state);
    for (const state of swept) {
      for (const {next, growth} of this.successors(this.contents.beakersOf(state))) {
        if (growth === 1) this.meet(next, state);
        if (growth === 2) this.waiting.push([next, state]);
      }
    }
  }

  // Puts any state of the stack on top.
  diveElsewhere() {
    const last = this.stack.length - 1;
    const other = Math.floor(this.random() * this.stack.length);
    [this.stack[last], this.stack[other]] = [this.stack[other], this.stack[last]];
  }

  meet(state, before) {
    if (this.origin.has(state)) return;
    this.origin.set(state, before);
    this.stack.push(state);
  }

  // The states after one pour, and by how much f grows with it. Equal beakers pour and are poured onto once.
  successors(beakers) {
    const bottoms = this.bound.bottomsOf(beakers);
    const found = [];
    for (const [from, source] of beakers.entries()) {
      if (!source.units.length || beakers[from - 1] === source) continue;
      for (const [to, target] of beakers.entries()) {
        const isRepeated = beakers[to - 1] === target && to - 1 !== from;
        if (from === to || isRepeated || !this.isPour(source, target)) continue;
        const after = this.contents.afterPour(source, target);
        const growth = this.bound.growth(beakers, bottoms, from, to, after);
        found.push({next: textAfter(beakers, from, to, after), growth});
      }
    }
    return found;
  }

  // A beaker of one colour into an empty one would only change their names.
  isPour(source, target) {
    if (!target.units.length) return source.runs > 1;
    return target.top === source.top && target.units.length < this.capacity;
  }

  // Whether a state can be won, as far as its depths tell; they are those of many states.
  canBeWon(beakers) {
    const depths = String.fromCharCode(...beakers.map(({stump}) => stump).sort((a, b) => a - b));
    if (!this.known.has(depths)) {
      const units = beakers.map((beaker) => beaker.units);
      this.known.set(depths, canBeWon(units, this.capacity, LOOKS) !== false);
    }
    return this.known.get(depths);
  }

  // The pours from the start to a state, [from, to], with the beakers as they stand in the game.
  planTo(state) {
    const texts = [];
    for (let text = state; text !== null; text = this.origin.get(text)) texts.unshift(text);
    let position = this.start;
    return texts.slice(1).map((text) => {
      const {move, after} = this.contents.pourTo(position, text);
      position = after;
      return move;
    });
  }
}

function textAfter(beakers, from, to, after) {
  const numbers = beakers.map(({number}) => number);
  numbers[from] = after[0].number;
  numbers[to] = after[1].number;
  return String.fromCharCode(...numbers.sort((a, b) => a - b));
}

// How many beakers each colour fills.
function fillsOf(state, capacity) {
  const units = [];
  for (const color of state.flat()) units[color] = (units[color] ?? 0) + 1;
  return Array.from(units, (count = 0) => count / capacity);
}

// The same numbers from 0 to 1 in every run.
function randomNumbers() {
  let seed = 1;
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
}

function shuffle(items, random) {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other], items[last]];
  }
}
