// Shows the answer: whether the position can be won, how many moves are left, and what each move costs.

import {byId, make} from "../player/elements.js";
import {picked} from "../player/pouring.js";
import {hasCovers} from "../player/rules.js";
import {data, stage, swatch} from "../player/stage.js";
import {verdict} from "../player/verdict.js";
import {counted, texts} from "../words/words.js";
import {answer} from "./answer.js";
import {hasEnded, showChart} from "./bounds_chart.js";
import {draft} from "./draft.js";
import {game, hindsight, isBeakers, isHidden, isSighting, position, solved} from "./game.js";
import {judgedInWords, noPourWins, seenInWords} from "./hidden.js";
import {showHints} from "./hints.js";
import {levelSolved} from "./levels.js";
import {moveToMake, ratedMoves} from "./move_costs.js";
import {moveInWords} from "./moves_in_words.js";
import {player} from "./plan.js";
import {play, playOn, startOver} from "./playing.js";
import {bestOfGame, showReview} from "./review.js";
import {alone} from "./server.js";
import {showWhy} from "./why.js";

const CLASS_OF = new Map([
  [null, ""],
  [true, "won"],
  [false, "lost"],
]); // by whether the position can be won

export function showAnswer() {
  if (draft) return;
  const {won} = answer;
  const found = isBeakers() && won === false ? verdict(hindsight, data.capacity) : {};
  byId("verdict").className = CLASS_OF.get(won);
  byId("verdict").textContent = verdictOnGame(won, found.since);
  const hopeless = isHidden() && noPourWins();
  const canBeRescued = found.back >= 0 || hopeless;
  byId("rescue").hidden = !canBeRescued || player !== null;
  byId("rescue").textContent = hopeless ? texts.startOverKeeping : texts.backToWinnable;
  byId("rescue").onclick = hopeless ? startOver : () => playOn(game.moves.slice(0, found.back));
  levelSolved(solved);
  byId("best").disabled = byId("show-plan").disabled = solved;
  showReview();
  byId("count").textContent = hopeless ? texts.noPourWins : countInWords();
  showMoves();
  showMore();
  showChart();
  showWhy(won === false);
  showHints();
}

// since: the pour that lost the game; 0 or undefined if there is none.
function verdictOnGame(won, since) {
  if (isHidden()) return seenInWords();
  if (solved) return texts.solved;
  if (won === null) return isUndecided() ? texts.notDecided : texts.working;
  if (won) return data.step ? texts.canBeWon : texts.canBeCompleted;
  if (since) return texts.lostSince(poursIn(since));
  const cannot = data.step ? texts.cannotBeWon : texts.cannotBeCompleted;
  return game.moves.length && !isBeakers() ? cannot + texts.anyMore : cannot;
}

// Whether nothing is at work on the position: the page alone knows no covers, and its solver has limits.
function isUndecided() {
  if (answer.obstacle) return true;
  return alone && isBeakers() && (hasCovers(position()) || hasEnded(answer.sides.page ?? []));
}

// How many of the first moves are more than sightings.
const poursIn = (number) => game.moves.slice(0, number).filter((move) => !isSighting(move)).length;

// The moves left and made: '36 to 43 pours left, 2 made'; over hidden units the best pour.
function countInWords() {
  if (answer.obstacle) return answer.obstacle;
  const best = isHidden() ? moveToMake() : undefined;
  if (best) return judgedInWords(best);
  const pours = poursIn(game.moves.length);
  const made = pours ? texts.made(pours) : "";
  return [leftInWords(), made, bestOfGame()].filter(Boolean).join(", ");
}

function leftInWords() {
  const {won, lower, upper, unique} = answer;
  const {step} = data; // null for puzzles that are filled in
  if (solved || won === false) return "";
  if (!step && unique === null) return "";
  if (!step) return unique ? texts.oneSolution : texts.severalSolutions;
  if (upper === null) return lower === null ? "" : texts.leftAtLeast(counted(lower, step));
  const most = counted(upper, step);
  return lower === upper ? texts.leftProven(most) : texts.leftBetween(lower ?? 0, most);
}

function showMoves() {
  const rated = ratedMoves();
  const list = byId("moves");
  byId("rated-moves").hidden = !data.step || solved;
  const spoil = byId("costs").checked;
  list.hidden = !spoil;
  list.replaceChildren(
    ...rated.map(({move, words, kind}) => {
      const [source] = move;
      const price = make("span", {className: `cost ${kind}`, textContent: words});
      const what = isBeakers()
        ? [swatch(position()[source].at(-1)), moveInWords(move)]
        : [swatch(source), data.colors[source].name];
      return make("li", {}, make("button", {onclick: () => play(move)}, ...what, price));
    }),
  );
  if (isBeakers() && !rated.length) list.textContent = texts.noPourPossible;
  if (isBeakers() && !player) showBadges(spoil ? rated : []);
}

// Badges below the beakers: what a pour from the picked beaker into each would cost, else each beaker's best pour.
function showBadges(rated) {
  const isEmpty = (number) => !position()[number].length;
  const isTarget = (number, to) => number === to || (isEmpty(number) && isEmpty(to)); // only one empty beaker is rated
  const pourOn = (number) => rated.find(({move: [from, to]}) => from === picked && isTarget(number, to));
  const pourFrom = (number) => rated.find(({move: [from]}) => from === number);
  position().forEach((_, number) => {
    const own = picked === null ? pourFrom(number) : pourOn(number);
    stage.mark(number, own?.words ?? "", own?.kind ?? "");
  });
}

// How many more empty beakers would help.
function showMore() {
  const [, one, two] = answer.more; // by the number of beakers
  byId("more").textContent = one ? texts.withMore(moreInWords(one), two && moreInWords(two)) : "";
}

function moreInWords({lost, lower, upper}) {
  if (lost) return texts.moreCannot;
  if (upper === null) return texts.moreUnknown;
  const pours = counted(upper, "pour");
  return lower === upper ? pours : texts.moreAtMost(pours);
}
