// The fewest pours of a position of water sort, proven: A* by layers, with the bottoms bound (docs/theory.md, lemma 2).
//
// The bound h is the number of runs that have to go, plus the bottoms that colours lack; f is h plus the pours so far.
// A pour is *free* if f stays: a run joins its colour above another one, or goes into an empty beaker while its colour
// lacks bottoms. Any other pour is *costly*: f grows by 1. So neither a heap nor the number of pours is needed. A layer
// is all states of one f, expanded from one stack:
//
//   stack   states of this layer to expand; their free successors join it
//   swept   those expanded; when the stack is empty, f grows by 1, and their costly successors are the next stack
//
// A state is first met in the layer of its least f, hence by a shortest path; h is 0 in solved states only. If nothing
// enters a layer, there is no plan. The order in a layer is last in, first out, so the last layer is searched depth
// first; successors go onto the stack in random order, as a fixed one could take long to undo a wrong turn.
//
// A state is a text with a character for each beaker, its number among all contents met, in ascending order: so the
// names of beakers do not matter, and no two states share a text. States whose depths cannot be won are left out.

import {canBeWon} from "../player/winnable.js";

const LOOKS = 20_000; // of each decision whether a state can be won; undecided states are kept
const PAUSE = 256; // expansions between two questions whether to stop

// The beakers of all states, numbered as they are met, with what a search asks about each.
class Contents {
  constructor() {
    this.number = new Map();
    this.beakers = [];
  }

  // units: colours, bottom first.
  of(units) {
    const key = units.join();
    if (!this.number.has(key)) {
      this.number.set(key, this.beakers.length);
      this.beakers.push(describe(units));
    }
    return this.number.get(key);
  }
}

function describe(units) {
  const runs = units.filter((color, place) => color !== units[place - 1]).length;
  const top = units.at(-1);
  let run = 0;
  while (run < units.length && units[units.length - 1 - run] === top) run += 1;
  return {units, runs, top, run};
}
