// A lower bound on the pours from a state to the end: the bottoms bound, plus 1 for each colour that blocks itself
// (docs/theory.md, lemmas 2 and 20); beakers as contents.js describes them.

export class Bound {
  // fills: of each colour, how many beakers it fills at the end.
  constructor(fills, capacity) {
    this.fills = fills;
    this.capacity = capacity;
    this.end = fills.reduce((sum, number) => sum + number, 0); // runs at the end
    this.known = new Map(); // the chains of a colour -> whether it blocks itself
  }

  of(beakers) {
    const bottoms = this.bottomsOf(beakers);
    const runs = beakers.reduce((sum, beaker) => sum + beaker.runs, 0);
    let bound = runs - this.end;
    for (const [color, fills] of this.fills.entries()) {
      bound += Math.max(0, fills - bottoms[color]) + this.excess(color, beakers);
    }
    return bound;
  }

  bottomsOf(beakers) {
    const bottoms = new Uint16Array(this.fills.length);
    for (const {units} of beakers) if (units.length) bottoms[units[0]] += 1;
    return bottoms;
  }

  // By how much pours plus bound grow with a pour: 0, 1 or 2. after: both beakers after it.
  growth(beakers, bottoms, from, to, after) {
    const color = beakers[from].top;
    const before = this.excess(color, beakers);
    const later = this.excess(color, beakers, from, to, after);
    return (this.isCounted(beakers[from], beakers[to], bottoms[color]) ? 0 : 1) + later - before;
  }

  // Whether the bottoms bound falls by 1 with a pour; bottoms: the number of those of its colour.
  isCounted(source, target, bottoms) {
    const fills = this.fills[source.top];
    if (source.run > this.capacity - target.units.length) return false; // a part stays behind
    if (!target.units.length) return bottoms < fills; // the colour gets a bottom that it lacks
    return source.runs > 1 || bottoms > fills; // it keeps the bottoms that it needs
  }

  // 1 if a colour blocks itself, else 0; perhaps with two beakers replaced by those after a pour.
  excess(color, beakers, from = -1, to = -1, after = []) {
    if (this.fills[color] !== 1) return 0;
    const chains = [];
    let key = "";
    for (let place = 0; place < beakers.length; place += 1) {
      let beaker = beakers[place];
      if (place === from) [beaker] = after;
      if (place === to) [, beaker] = after;
      const chain = beaker.chains.get(color);
      if (chain === undefined) continue;
      if (beaker.runs === 1) return 0; // a beaker of this colour alone takes all
      chains.push(chain);
      key += `${chain.join()};`;
    }
    let blocks = this.known.get(key);
    if (blocks === undefined) {
      const hasBottom = chains.some(([[below]]) => below === 0);
      blocks = hasBottom && blocksItself(chains, this.capacity) ? 1 : 0;
      this.known.set(key, blocks);
    }
    return blocks;
  }
}

// Whether some run of a colour above a bottom never goes in its pattern: one that shows goes once a bottom shows, or
// if another run that shows, or has shown, in another beaker has room for it. chains: [units below, units] of the runs.
function blocksItself(chains, capacity) {
  const left = chains.map((chain) => chain.slice());
  const room = chains.map(() => -1); // in each beaker, above what has shown last
  for (;;) {
    for (const [place, runs] of left.entries()) {
      if (!runs.length) continue;
      const [below, units] = runs.at(-1);
      if (below === 0) return false; // a bottom shows: everything goes
      room[place] = Math.max(room[place], capacity - below - units);
    }
    const going = left.filter(
      (runs, place) => runs.length && room.some((space, other) => other !== place && runs.at(-1)[1] <= space),
    );
    if (!going.length) return left.some((runs) => runs.length);
    for (const runs of going) runs.pop();
  }
}
