// The review of a solved game: what each pour cost beyond the fewest, from the page's own solver in a worker. Where units
// were hidden, it is what each cost in hindsight.

import {byId, make, say} from "../player/elements.js";
import {hasCovers} from "../player/rules.js";
import {data, hiddenColor, swatch} from "../player/stage.js";
import {capital} from "../words/phrases.js";
import {counted, texts} from "../words/words.js";
import {answerChanged} from "./events.js";
import {game, hindsight, isBeakers, isSighting, solved, states} from "./game.js";
import {moveInWords} from "./moves_in_words.js";
import {playOn} from "./playing.js";
import {runSolver} from "./run_solver.js";

const CONTINUED = 4; // pours of the best continuation that stand below a costly pour

let stop = () => {};
const NONE = {text: null, moves: []};
let reviewed = NONE; // the game that the list is about
let pours = []; // of this game: {move, place among its moves, position before it}
let left = []; // of each position, before a pour and at the end, {fewest, plan}; null in it where time ran out
let wereHidden = false; // some units, at the start of the game

// The level leaves. Within a level the review stays: its list leads back to positions of the game that was solved.
export function forgetReview() {
  stop();
  reviewed = NONE;
}

// Shows the review of the game if it is solved; called with every answer.
export function showReview() {
  const isGame = solved && isBeakers() && !hasCovers(states[0]);
  const isSameLevel = reviewed.text === game.text;
  byId("review").hidden = !isSameLevel;
  const isReviewed = isSameLevel && String(reviewed.moves) === String(game.moves);
  if (!isGame || isReviewed) return;
  startReview();
}

function startReview() {
  stop();
  reviewed = {text: game.text, moves: game.moves};
  pours = game.moves.flatMap((move, place) => (isSighting(move) ? [] : [{move, place, position: hindsight[place]}]));
  left = [];
  wereHidden = states[0].flat().includes(hiddenColor());
  byId("review").hidden = false;
  showCosts();
  const positions = [...pours.map(({position}) => position), states.at(-1)];
  stop = runSolver({review: positions, capacity: data.capacity}, ({number, fewest, plan}) => {
    left[number] = {fewest, plan};
    showCosts();
    if (number === 0) answerChanged.tell();
  });
}

// How many pours the solved game could have had: '39 is best'; "" while that is not known.
export function bestOfGame() {
  const fewest = solved && reviewed.text === game.text ? left[0]?.fewest : undefined;
  if (!Number.isInteger(fewest)) return "";
  if (fewest === pours.length) return texts.fewestPossible;
  return wereHidden ? texts.bestInHindsight(fewest) : texts.bestIs(fewest);
}

// What a pour cost: 0 for a best one; undefined while it is not known, null if time ran out.
function costOf(number) {
  const before = left[number]?.fewest;
  const after = left[number + 1]?.fewest;
  if (before === undefined || after === undefined) return undefined;
  return before === null || after === null ? null : after + 1 - before;
}

function showCosts() {
  const costs = pours.map((_, number) => costOf(number));
  byId("review-words").textContent = gameInWords(costsInWords(costs));
  byId("review-steps").replaceChildren(...costs.map((cost, number) => itemOf(number, cost)));
}

// '41 pours, 39 is best: pours 7 and 23 cost 1 each.'
function gameInWords(dear) {
  const made = counted(pours.length, "pour");
  if (left[0]?.fewest === pours.length) return texts.perfectGame(made);
  const words = [made, bestOfGame()].filter(Boolean).join(", ");
  return `${words}${dear && `: ${dear}`}.`;
}

// The item of a pour in the list, with the best continuation below a costly one.
function itemOf(number, cost) {
  const {move, position} = pours[number];
  const mark = make("span", {className: `cost ${kindOfCost(cost)}`, textContent: costInWords(cost)});
  const words = make("span", {textContent: `${number + 1}. ${moveInWords(move)}`});
  const onclick = () => goBefore(number, cost);
  const button = make("button", {onclick}, swatch(position[move[0]].at(-1)), words, mark);
  if (!cost) return make("li", {}, button);
  return make("li", {}, button, make("p", {className: "quiet", textContent: better(number)}));
}

// Goes to the position before a pour and, after a costly one, says beside its beakers how to go on better.
async function goBefore(number, cost) {
  await playOn(reviewed.moves.slice(0, pours[number].place));
  scrollTo(0, 0);
  if (cost) say(capital(better(number)));
}

// 'pours 7 and 23 cost 1 each, pour 9 costs 2'
function costsInWords(costs) {
  const dear = [...new Set(costs.filter(Boolean))].sort((one, other) => one - other);
  const parts = dear.map((cost) => {
    const numbers = costs.flatMap((each, number) => (each === cost ? [number + 1] : []));
    const last = numbers.pop();
    return numbers.length ? texts.poursCost(numbers.join(", "), last, cost) : texts.pourCosts(last, cost);
  });
  return parts.join(", ");
}

// As the kinds of moves in move_costs.js; a pour of unknown cost is not marked as a best one.
function kindOfCost(cost) {
  if (cost === 0) return "best";
  return cost ? "two" : "wait";
}

function costInWords(cost) {
  if (cost === undefined) return "…";
  if (cost === null) return "?";
  return cost ? `+${cost}` : texts.best;
}

// How the best plan goes on from the position before a pour: 'better: 2 → 5, 3 → 1'
function better(number) {
  const plan = left[number].plan ?? [];
  if (!plan.length) return texts.solvedUnseen;
  const moves = plan.slice(0, CONTINUED).map(moveInWords);
  if (plan.length > CONTINUED) moves.push("…");
  return texts.better(moves.join(", "));
}
