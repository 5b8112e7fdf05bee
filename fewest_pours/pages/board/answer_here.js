// The answer for a position of water sort where no server answers: from the page's own solver.

import {runSolver} from "./run_solver.js";

// The events of the solver, some at a time, as the server would send them; ends when `signal` aborts.
export async function* askSolver(state, capacity, moves, signal) {
  const events = [];
  let arrived = () => {};
  const stop = runSolver({state, capacity, moves}, (event) => {
    events.push(event);
    arrived();
  });
  signal.addEventListener("abort", () => {
    stop();
    arrived();
  });
  while (!signal.aborted) {
    if (events.length) yield events.splice(0);
    else await new Promise((done) => (arrived = done));
  }
}
