// What each move costs beyond the best, as far as it is known while bounds arrive.

import {data, hiddenColor} from "../player/stage.js";
import {texts} from "../words/words.js";
import {answer} from "./answer.js";
import {bestMove, inOrder, judgedOverWays, rankByProgress} from "./best_moves.js";
import {isBeakers, isHidden, position, solved, states} from "./game.js";
import {legalPours} from "./legal_pours.js";
import {safePour} from "./safe_pours.js";
import {alone} from "./server.js";

// Moves that change more than the order of the beakers, best first, each as in best_moves.js, with its cost in words and
// their kind: best, one, two (costs so much), safe, wait (not known yet), lost.
export const ratedMoves = () => inOrder(judgedMoves());

// The move that hints and *Best* name; undefined if none is known.
export function moveToMake() {
  if (answer.won === false || solved) return undefined;
  if (isHidden()) return bestMove(judgedMoves());
  const isProven = answer.plan !== null && answer.plan.length === answer.lower;
  const best = bestMove(judgedMoves(), answer.plan, isProven);
  return best ?? (isBeakers() ? safePour(position(), states, data.capacity) : undefined);
}

function judgedMoves() {
  if (solved) return [];
  if (isHidden()) return judgedNow().map((judged) => ({...judged, ...shareOf(judged.move)}));
  const moves = isBeakers()
    ? legalPours(position(), data.capacity)
    : [...answer.rated.keys()].map((key) => key.split(",").map(Number));
  return moves.map((move) => {
    const cost = costOfMove(move);
    const isBest = cost.kind === "best";
    return {move, ...cost, isBest, mayBeChosen: () => isBest}; // where none is known, moveToMake asks for a safe pour
  });
}

// Where units are hidden: the pours, judged over the ways to fill these in that were examined so far.
function judgedNow() {
  const won = answer.judged?.won ?? new Map();
  return judgedOverWays(position(), data.capacity, states, won, hiddenColor());
}

// What stands for a cost that is not known yet; nothing if none is being found out.
const awaited = () => (answer.obstacle ? "" : "…");

// In which share of the ways a pour wins: 'all', '37 %', never rounded to 0 or 100.
function shareOf(move) {
  const {won, ways} = answer.judged ?? {};
  if (!ways) return {words: awaited(), kind: "wait"};
  const share = (won.get(move.join()) ?? 0) / ways;
  if (share === 1) return {words: texts.all, kind: "best"};
  if (share === 0) return {words: "0 %", kind: "lost"};
  const percent = Math.max(1, Math.floor(1000 * share)) / 10;
  const isNearEnd = share <= 0.1 || share >= 0.99; // of 0 to 100: a digit more
  return {words: `${percent.toFixed(isNearEnd ? 1 : 0)} %`, kind: "one"};
}

const STANDING = {known: 0, safe: 1, open: 2, lost: 3}; // the first number of a rank

// {words, kind, rank}. While a cost is unknown, words are as in `awaited`, or 'safe' where the page is alone and knows
// that the position can still be won after it.
function costOfMove(move) {
  const key = move.join();
  const rated = answer.rated.get(key);
  if (rated?.lost || answer.losing.has(key)) return {words: texts.loses, kind: "lost", rank: [STANDING.lost]};
  const known = knownCost(rated);
  if (known) return known;
  if (alone && answer.checked.has(key)) {
    return {words: texts.safe, kind: "safe", rank: [STANDING.safe, rankByProgress(position(), move, data.capacity)]};
  }
  return {words: awaited(), kind: "wait", rank: [STANDING.open]};
}

// The cost of a move by what was found of the position after it; null if that, or the fewest moves, is not known.
function knownCost(rated) {
  const {lower, upper} = answer;
  if (!rated || lower === null || lower !== upper || rated.lower === null) return null;
  const least = rated.lower + 1 - upper;
  const isExact = rated.lower === rated.upper;
  if (least <= 0) return isExact ? {words: texts.best, kind: "best", rank: [STANDING.known, 0]} : null;
  const words = `${isExact ? "" : "≥"}+${least}`;
  return {words, kind: least === 1 ? "one" : "two", rank: [STANDING.known, least]};
}
