// The solver of the page as a program, for comparisons: node docs/examples/page_solver.mjs FILE.json [SECONDS]
//
// It prints its answer as JSON in the last line. It shares no code with the search and the models in Python.

import {readFileSync} from "node:fs";
import {LayeredAstar, LIMIT, OPTIMAL} from "../../fewest_pours/pages/solver/layered_astar.js";
import {afterPour, isSolved, poured} from "../../fewest_pours/pages/player/rules.js";
import {argv} from "node:process";

const deal = JSON.parse(readFileSync(argv[2], "utf8"));
const end = performance.now() + 1_000 * Number(argv[3] ?? Number.POSITIVE_INFINITY);
const words = [...new Set(deal.beakers.flat())];
const start = deal.beakers.map((beaker) => beaker.map((word) => words.indexOf(word)).reverse()); // bottom first
const isWhole = words.every((_, color) => start.flat().filter((unit) => unit === color).length % deal.capacity === 0);

if (deal.covered || words.includes("?")) {
  console.log(JSON.stringify({outcome: "unsupported"}));
} else if (!isWhole) {
  console.log(JSON.stringify({outcome: "unsolvable"}));
} else {
  const {outcome, lower, plan} = new LayeredAstar(start, deal.capacity).run(() => performance.now() > end);
  const answer = {outcome: outcome === LIMIT ? "out_of_time" : outcome};
  if (outcome === LIMIT) answer.lower_bound = lower;
  if (outcome === OPTIMAL) answer.plan = inWords(plan);
  console.log(JSON.stringify(answer));
}

// The pours as answers write them; each is replayed.
function inWords(plan) {
  let state = start;
  const pours = plan.map(([from, to]) => {
    const units = poured(state[from], state[to], deal.capacity);
    const pour = {from: from + 1, to: to + 1, color: words[state[from].at(-1)], units};
    state = afterPour(state, from, to, deal.capacity);
    return pour;
  });
  if (!isSolved(state, deal.capacity)) throw new Error("the plan does not end solved");
  return pours;
}
