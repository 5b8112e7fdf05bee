// The page's solver in a worker, so that the page never waits. For {state, capacity, moves} it reports what the
// board's program reports (fewest_pours/pages/board/answering.py): bounds, then the end, then what each move leaves.
// For {review, capacity}, the positions of a game, it reports the fewest pours from each.

import {afterPour} from "../player/rules.js";
import {LayeredAstar, LIMIT, UNSOLVABLE} from "./layered_astar.js";

const SECONDS = 60; // limit of the position
const REPORT = 0.25; // seconds between two reports of bounds
const TURNS = [0.1, 1, 10]; // limits for rating: each move gets the first, then those that are still open the next
const BY = "page";

const seconds = () => performance.now() / 1_000;

// Runs a search for some seconds, and reports its bound now and then; what it found at the end.
function searchFor(search, time, report) {
  const end = seconds() + time;
  for (;;) {
    const pause = Math.min(end, seconds() + REPORT);
    const found = search.run(() => seconds() > pause);
    if (found.outcome !== LIMIT || seconds() >= end || search.isFull) return found;
    report(found.lower);
  }
}

function solve(state, capacity) {
  const begun = seconds();
  const report = (lower) => say({kind: "bounds", lower, upper: null, plan: null});
  const say = (event) => postMessage({by: BY, seconds: seconds() - begun, ...event});
  const {outcome, lower, plan} = searchFor(new LayeredAstar(state, capacity), SECONDS, report);
  const upper = plan && plan.length;
  const pours = plan && plan.map(([from, to]) => ({from: from + 1, to: to + 1}));
  say({kind: "ended", outcome, unique: null, lower, upper, plan: pours});
}

// Reports the pours left after each move; positions that are solved quickly come first. Each turn begins the searches
// anew, so that only one is in memory; those before took a tenth of its time.
function rate(state, capacity, moves) {
  let open = moves;
  for (const time of TURNS) {
    const stillOpen = [];
    for (const move of open) {
      const search = new LayeredAstar(afterPour(state, ...move, capacity), capacity);
      const found = searchFor(search, time, () => {});
      reportMove(move, found);
      if (found.outcome === LIMIT && !search.isFull) stillOpen.push(move);
    }
    open = stillOpen;
  }
}

function reportMove(move, {outcome, lower, plan}) {
  const upper = plan && plan.length;
  const counted = move.map((beaker) => beaker + 1); // from 1, as the program does
  postMessage({kind: "rated", moves: [counted], lower, upper, lost: outcome === UNSOLVABLE});
}

// Reports the fewest pours from each position of a game, the last one first, and a plan; null where time runs out.
function reviewGame(positions, capacity) {
  for (const [number, state] of [...positions.entries()].reverse()) {
    const {plan} = searchFor(new LayeredAstar(state, capacity), TURNS.at(-1), () => {});
    postMessage({number, fewest: plan && plan.length, plan});
  }
}

addEventListener("message", ({data: {state, capacity, moves, review}}) => {
  if (review) return reviewGame(review, capacity);
  solve(state, capacity);
  rate(state, capacity, moves);
});
