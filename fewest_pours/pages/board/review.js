// The review of a solved game: what each pour cost beyond the fewest, from the page's own solver in a worker.

import {byId, make} from "../player/elements.js";
import {hasCovers} from "../player/rules.js";
import {data, swatch} from "../player/stage.js";
import {counted, texts} from "../words/words.js";
import {answerChanged} from "./events.js";
import {game, isBeakers, solved, states} from "./game.js";
import {moveInWords} from "./moves_in_words.js";
import {playOn} from "./playing.js";
import {runSolver} from "./run_solver.js";

const CONTINUED = 4; // pours of the best continuation that stand below a costly pour

let stop = () => {};
let reviewed = {text: null, moves: ""}; // the game that the list is about, its moves as text
let left = []; // of each of its positions {fewest, plan}; undefined while it is not known

// Shows the review of the game if it is solved; called with every answer.
export function showReview() {
  const isGame = solved && isBeakers() && !hasCovers(states[0]);
  const isSameLevel = reviewed.text === game.text;
  byId("review").hidden = !isSameLevel;
  const played = JSON.stringify(game.moves);
  if (!isGame || (isSameLevel && reviewed.moves === played)) return;
  stop();
  reviewed = {text: game.text, moves: played};
  left = [];
  const moves = game.moves.filter((move) => typeof move[1] === "number");
  const positions = states.filter((_, number) => number === 0 || typeof game.moves[number - 1][1] === "number");
  byId("review").hidden = false;
  showCosts(positions, moves);
  stop = runSolver({review: positions, capacity: data.capacity}, ({number, fewest, plan}) => {
    left[number] = {fewest, plan};
    showCosts(positions, moves);
    if (number === 0) answerChanged.tell();
  });
}

// The fewest pours of the solved game; undefined while they are not known.
export const fewestOfGame = () => (solved && reviewed.text === game.text ? left[0]?.fewest : undefined);

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
      const cost = costs[number];
      const mark = make("span", {className: `cost ${cost ? "two" : "best"}`, textContent: costInWords(cost)});
      const words = make("span", {textContent: `${number + 1}. ${moveInWords(move)}`});
      const before = () => playOn(game.moves.slice(0, number));
      const button = make("button", {onclick: before}, swatch(positions[number][move[0]].at(-1)), words, mark);
      return make("li", {}, button, ...(cost ? [better(number)] : []));
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

function costInWords(cost) {
  if (cost === undefined) return "…";
  return cost ? `+${cost}` : texts.best;
}

// How the best plan goes on from the position before a pour.
function better(number) {
  const plan = left[number].plan ?? [];
  const moves = plan.slice(0, CONTINUED).map(moveInWords);
  if (plan.length > CONTINUED) moves.push("…");
  return make("p", {className: "quiet", textContent: texts.better(moves.join(", "))});
}
