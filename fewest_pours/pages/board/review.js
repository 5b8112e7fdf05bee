// The review of a solved game: what each pour cost beyond the fewest, from the page's own solver in a worker.

import {byId, make} from "../player/elements.js";
import {hasCovers} from "../player/rules.js";
import {data, swatch} from "../player/stage.js";
import {game, isBeakers, playOn, solved, states} from "./game.js";
import {moveInWords} from "./hints.js";
import {runSolver} from "./run_solver.js";
import {counted, texts} from "../words/words.js";

let stop = () => {};
let reviewed = "-"; // the game that the list is about, as text
let left = []; // of each of its positions {fewest, plan}; undefined while it is not known

// Shows the review of the game if it is solved; called with every answer.
export function showReview() {
  const isGame = solved && isBeakers() && !hasCovers(states[0]);
  byId("review").hidden = !reviewed.startsWith(JSON.stringify([game.text]).slice(0, -1));
  if (!isGame || JSON.stringify([game.text, game.moves]) === reviewed) return;
  stop();
  reviewed = JSON.stringify([game.text, game.moves]);
  left = [];
  const moves = game.moves.filter((move) => typeof move[1] === "number");
  const positions = states.filter((_, number) => number === 0 || typeof game.moves[number - 1][1] === "number");
  byId("review").hidden = false;
  showCosts(positions, moves);
  stop = runSolver({review: positions, capacity: data.capacity}, ({number, fewest, plan}) => {
    left[number] = {fewest, plan};
    showCosts(positions, moves);
  });
}

// What a pour cost: 0 for a best one; undefined if it is not known.
function costOf(number) {
  const [before, after] = [left[number]?.fewest, left[number + 1]?.fewest];
  return Number.isInteger(before) && Number.isInteger(after) ? after + 1 - before : undefined;
}

function showCosts(positions, moves) {
  const costs = moves.map((_, number) => costOf(number));
  byId("review-words").textContent = texts.reviewed(
    counted(moves.length, "pour"),
    left[0]?.fewest,
    costsInWords(costs),
  );
  byId("review-steps").replaceChildren(
    ...moves.map((move, number) => {
      const mark = make("span", {
        className: `cost ${costs[number] ? "two" : "best"}`,
        textContent: costInWords(number),
      });
      const words = make("span", {textContent: `${number + 1}. ${moveInWords(move)}`});
      const before = () => playOn(game.moves.slice(0, number));
      return make("li", {}, make("button", {onclick: before}, swatch(positions[number][move[0]].at(-1)), words, mark));
    }),
  );
}

// 'pours 7 and 23 cost 1 each, pour 9 costs 2'
function costsInWords(costs) {
  const dear = [...new Set(costs.filter(Boolean))].sort((one, other) => one - other);
  const parts = dear.map((cost) => {
    const pours = costs.flatMap((each, number) => (each === cost ? [number + 1] : []));
    const last = pours.pop();
    return pours.length ? texts.poursCost(pours.join(", "), last, cost) : texts.pourCosts(last, cost);
  });
  return parts.join(", ");
}

// What a pour cost, and how the best plan goes on from the position before it.
function costInWords(number) {
  const cost = costOf(number);
  if (!cost) return cost === 0 ? texts.best : "…";
  const plan = left[number].plan ?? [];
  return `+${cost}${plan.length ? `, ${texts.better(plan.map(moveInWords).join(", "))}` : ""}`;
}
