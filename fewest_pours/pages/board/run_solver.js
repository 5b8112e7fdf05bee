// Runs the page's own solver in a worker, so that the page never waits.

import {byId} from "../player/elements.js";

let address = ""; // of the solver's script, which is in the page

// Sends the work to a new worker, and its reports to `report`; returns what ends the worker.
export function runSolver(work, report) {
  address ||= URL.createObjectURL(new Blob([byId("solver").textContent], {type: "text/javascript"}));
  const worker = new Worker(address);
  worker.onmessage = ({data}) => report(data);
  worker.postMessage(work);
  return () => worker.terminate();
}
