// The answer for a position of water sort where no server answers: from the page's own solver, in a worker.

import {byId} from "../player/elements.js";

// The events of the solver, one by one, as the server would send them; ends when `signal` aborts.
export async function* answeredHere(state, capacity, moves, signal) {
  const worker = new Worker(solverAddress());
  const events = [];
  let arrived = () => {};
  worker.onmessage = ({data}) => {
    events.push(data);
    arrived();
  };
  signal.addEventListener("abort", () => {
    worker.terminate();
    arrived();
  });
  worker.postMessage({state, capacity, moves});
  while (!signal.aborted) {
    if (events.length) yield events.splice(0);
    else await new Promise((done) => (arrived = done));
  }
}

let address = ""; // of the solver's script, which is in the page

function solverAddress() {
  address ||= URL.createObjectURL(new Blob([byId("solver").textContent], {type: "text/javascript"}));
  return address;
}
