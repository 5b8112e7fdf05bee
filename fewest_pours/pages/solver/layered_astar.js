// The fewest pours of a position of water sort, proven: A* by layers.
//
// f is the bound h plus the pours so far. A pour is *free* if f stays, *costly* if it grows by 1, *dear* if it grows by
// 2 (color_groups.js). So neither a heap nor the number of pours is needed. A layer is all states of one f, expanded
// from one stack:
//
//   stack    states of this layer to expand; their free successors join it
//   swept    those expanded; when the stack is empty, f grows by 1, and their costly successors are the next stack
//   rising   of those swept in the layer before, the ones whose costly successors are still to join the stack
//   waiting  [state, the one before it] that enter with the next layer: after a dear pour of the layer before, or with
//            the promise in place of a forced pour
//
// A state is first met in the layer of its least f, hence by a shortest path; h is 0 in solved states only. If nothing
// enters a layer and nothing waits for the next, no plan exists. The order in a layer is last in, first out, so the last
// layer is searched depth first. The free successors of a state all have the same h. A fixed order would make the same
// wrong choice among them in state after state, and each takes long to undo. So they go onto the stack in random order.
//
// A state is a text with a character for h, one for the number of empty beakers, and one for the number of each
// colour's group: the names of beakers do not matter, and no two states share a text.

import {afterPour, poured} from "../player/rules.js";
import {canBeWon} from "../player/winnable.js";
import {repeatableNumbers, shuffled} from "../random_order.js";
import {ColorGroups, colorOf, letterOf} from "./color_groups.js";

const MOST_STATES = 2_000_000; // in memory, those that wait too: about 300 MB with 40 colours
const MOST_GROUPS = 60_000; // their numbers are characters, of which there are 65,536
const H = 0; // the places of characters in the text of a state
const EMPTIES = 1;
const FIRST_GROUP = 2;
const [FREE, COSTLY, DEAR] = [0, 1, 2];

export const OPTIMAL = "optimal";
export const UNSOLVABLE = "unsolvable";
export const LIMIT = "limit";

export class LayeredAstar {
  // state: a list of beakers without covers, each its colours as numbers, bottom first. Every colour fills whole
  // beakers of this capacity.
  constructor(state, capacity) {
    this.capacity = capacity;
    this.start = state;
    this.groups = []; // of all colours, each at its number
    const beakers = state.map(textOf);
    const colors = Math.max(-1, ...state.flat()) + 1;
    const groups = Array.from({length: colors}, (_, color) =>
      new ColorGroups(letterOf(color), beakers, capacity, this.groups).start(beakers),
    );
    this.f = groups.reduce((sum, {bound}) => sum + bound, 0); // no plan has fewer pours
    const empties = beakers.filter((beaker) => !beaker).length;
    const first = String.fromCharCode(this.f, empties, ...groups.map(({number}) => number));
    this.stack = [first];
    this.origin = new Map([[first, null]]); // of each state met: the state before it
    this.swept = [];
    this.rising = []; // the first one last
    this.waiting = [];
    this.expansions = 0;
    this.random = repeatableNumbers();
  }

  get isFull() {
    return this.origin.size + this.waiting.length > MOST_STATES || this.groups.length > MOST_GROUPS;
  }

  // Whether this layer or the next one has states to expand.
  get hasMore() {
    const ofThis = this.rising.length + this.stack.length;
    const ofNext = this.swept.length + this.waiting.length;
    return ofThis + ofNext > 0;
  }

  // {outcome, lower, plan}; LIMIT once memory is full or `stops()`, which is asked before each state: run again.
  run(stops) {
    const isLost = this.expansions === 0 && canBeWon(this.start, this.capacity) === false;
    while (!isLost && this.hasMore) {
      if (this.isFull || stops()) return {outcome: LIMIT, lower: this.f, plan: null};
      if (this.rising.length) this.riseFrom(this.rising.pop());
      else if (!this.stack.length) this.beginLayer();
      else {
        const state = this.stack.pop();
        if (state.charCodeAt(H) === 0) return {outcome: OPTIMAL, lower: this.f, plan: this.planTo(state)};
        this.expand(state);
      }
    }
    return {outcome: UNSOLVABLE, lower: null, plan: null};
  }

  expand(state) {
    this.expansions += 1;
    const groups = this.groupsOf(state);
    const {forced} = groups.find((group) => group.forced) ?? {};
    if (forced) {
      this.waiting.push([afterChange(state, groups, forced.promise), state]);
      this.meet(afterChange(state, groups, forced.pour), state);
    } else {
      this.swept.push(state);
      for (const next of shuffled(this.successors(state, groups, FREE), this.random)) this.meet(next, state);
    }
  }

  beginLayer() {
    this.f += 1;
    this.rising = this.swept.reverse();
    this.swept = [];
    for (const [next, state] of this.waiting.splice(0)) this.meet(next, state);
    this.sortStack();
  }

  riseFrom(state) {
    const groups = this.groupsOf(state);
    for (const next of this.successors(state, groups, COSTLY)) this.meet(next, state);
    for (const next of this.successors(state, groups, DEAR)) this.waiting.push([next, state]);
    if (!this.rising.length) this.sortStack();
  }

  // The least h on top.
  sortStack() {
    this.stack.sort((one, other) => other.charCodeAt(H) - one.charCodeAt(H));
  }

  meet(state, before) {
    if (this.origin.has(state)) return;
    this.origin.set(state, before);
    this.stack.push(state);
  }

  // The states after the pours with this growth of f.
  successors(state, groups, growth) {
    const empties = state.charCodeAt(EMPTIES);
    const found = [];
    for (const group of groups) {
      for (const pour of group.pours) {
        const isPossible = pour.growth === growth && empties + pour.empties >= 0;
        if (isPossible) found.push(afterChange(state, groups, pour));
      }
    }
    return found;
  }

  groupsOf(state) {
    return codesOf(state)
      .slice(FIRST_GROUP)
      .map((number) => this.groups[number]);
  }

  // The pours from the start to a state, [from, to], with the beakers as they stand in the game.
  planTo(last) {
    const path = [];
    for (let state = last; state !== null; state = this.origin.get(state)) path.unshift(this.contentsOf(state));
    let position = this.start;
    const plan = [];
    for (const [step, contents] of path.entries()) {
      if (step === 0 || contents === path[step - 1]) continue; // the start, or a promise
      const {pour, after} = this.pourTo(position, contents);
      plan.push(pour);
      position = after;
    }
    return plan;
  }

  // A pour of a position that leads to these contents: {pour: [from, to], after: the position after it}
  pourTo(position, contents) {
    for (const [from, source] of position.entries()) {
      for (const [to, target] of position.entries()) {
        if (from === to || !poured(source, target, this.capacity)) continue;
        const after = afterPour(position, from, to, this.capacity);
        if (listed(after.map(textOf)) === contents) return {pour: [from, to], after};
      }
    }
    throw new Error("no pour leads from this position to that state");
  }

  contentsOf(state) {
    return listed(this.groupsOf(state).flatMap((group) => group.shown.beakers));
  }
}

const textOf = (units) => units.map(letterOf).join("");
const listed = (beakers) => beakers.filter(Boolean).sort().join();

// The state after a pour or a promise.
function afterChange(state, groups, {before, after, rest, empties}) {
  const codes = codesOf(state);
  codes[H] += after.bound - before.bound;
  codes[EMPTIES] += empties;
  codes[FIRST_GROUP + colorOf(before.family.letter)] = after.number;
  if (rest) {
    // The bound of the colour that the rest shows stays, as all its chains do.
    const color = colorOf(rest.at(-1));
    codes[FIRST_GROUP + color] = groups[color].with(rest).number;
  }
  return String.fromCharCode(...codes);
}

function codesOf(state) {
  const codes = new Array(state.length);
  for (let place = 0; place < codes.length; place += 1) codes[place] = state.charCodeAt(place);
  return codes;
}
