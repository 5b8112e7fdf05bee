// Whether a position can be won, from its depths alone (docs/theory.md, theorem 7); states as in beakers.js.
//
// A beaker of two or more runs *stands*, and a step removes its top run. The *load* of a colour is the number of its
// loose units, less the room for them on standing tops; it needs load / capacity beakers, rounded up. A step is
// possible if there are enough beakers for those that stand before it and for the needs of all colours, where the
// colour that leaves is counted after the step: the inequality (*). A position can be won exactly if each colour fills
// whole beakers and steps lead to a position where no beaker stands.

import {hasCovers} from "./rules.js";

const MANY_LOOKS = 4_000_000; // limit on looks at top runs, in all: a fifth of a second
const MANY_RUNS = 3_000; // limit on the depth of nested calls

// true or false; null if the position is too large to decide here, or has covers.
export function canBeWon(state, capacity, looks = MANY_LOOKS) {
  if (hasCovers(state)) return null;
  const game = new Depths(state, capacity);
  if (game.units.some((units) => units % capacity)) return false;
  return game.left > MANY_RUNS ? null : game.reachesEnd(looks);
}

// For each standing beaker, how many beakers there must be in all for its top run to leave: [{beaker, needed}]
// All that are not free stand or are needed now; to these come those that the colour of the run needs more.
export function beakersNeeded(state, capacity) {
  const game = new Depths(state, capacity);
  return game.stacks.map(({place}, stack) => ({
    beaker: place,
    needed: state.length - game.free + game.moreNeeded(stack),
  }));
}

// The runs of a beaker, top first, each with the number of units below it.
export function runsOf(beaker) {
  const runs = [];
  for (const [below, color] of beaker.entries()) {
    if (runs.length && runs[0].color === color) runs[0].units += 1;
    else runs.unshift({color, units: 1, below});
  }
  return runs;
}

// What a beaker adds to the load of a colour once `gone` of its runs are gone.
export function share(runs, gone, color, capacity) {
  const isCleared = gone >= runs.length - 1; // then its lowest run is loose, too
  const loose = isCleared ? runs : runs.slice(0, gone);
  const load = loose.reduce((sum, run) => (run.color === color ? sum + run.units : sum), 0);
  if (isCleared || runs[gone].color !== color) return load;
  const {below, units} = runs[gone];
  return load - (capacity - below - units); // the room on a standing top
}

class Depths {
  // gone: how many runs have left each standing beaker; floors: lower bounds on the loads from here on.
  // free: number of beakers that neither stand nor are needed; left: number of steps to the end.
  constructor(state, capacity) {
    const colors = state.flat().reduce((most, color) => Math.max(most, color + 1), 0);
    this.capacity = capacity;
    this.units = Array(colors).fill(0);
    for (const color of state.flat()) this.units[color] += 1;
    this.loads = new Int32Array(colors);
    this.floors = new Int32Array(colors);
    this.stacks = [];
    for (const [place, beaker] of state.entries()) this.addBeaker(place, runsOf(beaker));
    this.gone = new Uint16Array(this.stacks.length);
    this.left = this.stacks.reduce((sum, {runs}) => sum + runs.length - 1, 0);
    this.free = state.length - this.stacks.length - this.loads.reduce((sum, load) => sum + this.need(load), 0);
  }

  addBeaker(place, runs) {
    const steps = runs.slice(1).map(() => []); // for each step [colour, change of its load, change of its floor]
    for (const color of new Set(runs.map((run) => run.color))) {
      const loads = runs.map((_, gone) => share(runs, gone, color, this.capacity));
      const floors = loads.map((_, gone) => Math.min(...loads.slice(gone)));
      this.loads[color] += loads[0];
      this.floors[color] += floors[0];
      steps.forEach((step, i) => step.push([color, loads[i + 1] - loads[i], floors[i + 1] - floors[i]]));
    }
    if (runs.length > 1)
      this.stacks.push({place, runs, steps: steps.map((step) => step.filter(([, load, floor]) => load || floor))});
  }

  need(load) {
    return load > 0 ? Math.ceil(load / this.capacity) : 0;
  }

  // How many more beakers the colour of a top run needs once that run has left: its units are loose then, and the room
  // above it is lost, together all from its lower edge to the rim. (The run below it has another colour.)
  moreNeeded(stack) {
    const {color, below} = this.stacks[stack].runs[this.gone[stack]];
    const loadAfter = this.loads[color] + (this.capacity - below);
    return this.need(loadAfter) - this.need(this.loads[color]);
  }

  // Whether the colour c of the top run needs all the m beakers that it fills from here on, whatever happens: its load
  // stays above (m - 1) * capacity. Then its top runs may leave first (lemma 8).
  //
  // Proof: c needs m beakers before and after the run leaves. So this step takes no further beaker and is possible now:
  // in every position reached, those that stand and those that are needed are at most all (free >= 0). Take a way to
  // the end, and let the run go now instead of later. Until it goes in the old way, c needs m beakers in both, and in
  // the new one the run below, of a colour d, shows already. If its beaker still stands, the load of d is no higher; if
  // not, d needs at most one beaker more, and one fewer stands. So each step in between remains possible, too.
  settled(stack) {
    const {color} = this.stacks[stack].runs[this.gone[stack]];
    return this.floors[color] > this.units[color] - this.capacity;
  }

  // way: 1 makes the next step of a beaker, -1 takes its last one back.
  move(stack, way) {
    const {steps} = this.stacks[stack];
    const number = way > 0 ? this.gone[stack] : this.gone[stack] - 1;
    for (const [color, load, floor] of steps[number]) {
      this.free += this.need(this.loads[color]);
      this.loads[color] += way * load;
      this.floors[color] += way * floor;
      this.free -= this.need(this.loads[color]);
    }
    if (number === steps.length - 1) this.free += way; // after its last step the beaker does not stand
    this.gone[stack] += way;
    this.left -= way;
  }

  // The steps worth trying, best first: those that need no further beaker, then the others; of each kind, those of the
  // beakers that are cleared soonest.
  possible() {
    const cheap = [];
    const others = [];
    for (let stack = 0; stack < this.stacks.length; stack += 1) {
      if (!this.stands(stack)) continue;
      if (this.settled(stack)) return [stack]; // possible, as it needs no further beaker
      const more = this.moreNeeded(stack);
      if (more === 0) cheap.push(stack);
      else if (more <= this.free) others.push(stack);
    }
    const sooner = (one, other) => this.stepsLeft(one) - this.stepsLeft(other);
    return cheap.sort(sooner).concat(others.sort(sooner));
  }

  stands(stack) {
    return this.stepsLeft(stack) > 0;
  }

  stepsLeft(stack) {
    return this.stacks[stack].steps.length - this.gone[stack];
  }

  // Depth-first search that visits equal depths once. The key of depths is a number with a digit for each beaker, how many
  // of its runs are gone; weights: what a digit is worth. It is a BigInt if a double is not exact.
  reachesEnd(looks) {
    let keys = 1n; // how many there are
    const worth = this.stacks.map(({runs}) => {
      const weight = keys;
      keys *= BigInt(runs.length);
      return weight;
    });
    const exact = keys <= Number.MAX_SAFE_INTEGER;
    const weights = exact ? worth.map(Number) : worth;
    const cost = this.stacks.length * (exact ? 1 : keys.toString(16).length / 4); // long numbers are slow
    const seen = new Set();
    const reaches = (key) => {
      if (!this.left) return true;
      looks -= cost;
      if (looks < 0) return null;
      seen.add(key);
      for (const stack of this.possible()) {
        if (seen.has(key + weights[stack])) continue;
        this.move(stack, 1);
        const reached = reaches(key + weights[stack]);
        this.move(stack, -1);
        if (reached !== false) return reached;
      }
      return false;
    };
    return reaches(exact ? 0 : 0n);
  }
}
