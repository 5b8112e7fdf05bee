// Hints that reveal more step by step: what all best moves have in common, the beaker, the pour, the next three.

import {byId, make, say} from "../player/elements.js";
import {data, stage} from "../player/stage.js";
import {capital} from "../words/phrases.js";
import {texts} from "../words/words.js";
import {answer} from "./answer.js";
import {draft} from "./draft.js";
import {isBeakers, isHidden, position, solved} from "./game.js";
import {judgedInWords} from "./hidden.js";
import {moveToMake, ratedMoves} from "./move_costs.js";
import {moveInWords} from "./moves_in_words.js";
import {play} from "./playing.js";

let hinted = 0;

export function startHints() {
  hinted = 0;
  showHints();
}

export function hintMore() {
  if (byId("hint").disabled) return;
  say("");
  hinted += 1;
  showHints();
}

// Each step: its words, and the beakers that it names.
function hintSteps() {
  if (isHidden()) return hiddenSteps();
  const first = moveToMake();
  if (!first) return [[noMove(), []]];
  const best = ratedMoves()
    .filter(({isBest}) => isBest)
    .map(({move}) => move);
  if (isBeakers()) return pourSteps(first, best);
  const begun = best.length ? texts.beginPlan(best.length, data.colors.length) : texts.planKnown;
  return [
    [data.script === "blocks" ? begun : texts.lookAtRow(first[0] + 1), []],
    [`${capital(moveInWords(first))}.`, []],
  ];
}

// first: the pour to make. best: all that are known to begin a shortest plan.
function pourSteps(first, best) {
  if (!best.length && !answer.plan) return [[texts.isSafe(moveInWords(first)), first]];
  const among = best.length ? best : [first];
  const colors = [...new Set(among.map(([from]) => data.colors[position()[from].at(-1)].name))];
  const sources = [...new Set(among.map(([from]) => from))];
  const areAllKnown = !ratedMoves().some(({kind}) => kind === "wait");
  const beginning = areAllKnown ? texts.everyShortest : texts.someShortest;
  const source = sources.length === 1 ? texts.pouredFrom(sources[0] + 1) : texts.forExample(first[0] + 1);
  const later = nextMoves(first).slice(1).map(moveInWords).join(", ");
  return [
    [(best.length ? beginning : texts.goodPlan)(colors.join(texts.or)), []],
    [source, [first[0]]],
    [`${moveInWords(first)}.`, first],
    [texts.andThen(later || texts.nothingMore), first],
  ];
}

// Over hidden units: the best pours, each with the ways in which it can be won.
function hiddenSteps() {
  if (!answer.judged?.ways) return [[texts.working, []]];
  const winning = ratedMoves().filter(({mayBeChosen}) => mayBeChosen());
  if (!winning.length) return [[noMove(), []]];
  return winning.slice(0, 3).map(({move}) => [`${judgedInWords(move)}.`, move]);
}

// The next three moves if the known plan begins with this one, else this one alone.
const nextMoves = (first) =>
  answer.plan && String(answer.plan[0]) === String(first) ? answer.plan.slice(0, 3) : [first];

// Shows the steps revealed so far, and marks the beakers of the last one on the board.
export function showHints() {
  const steps = hinted ? hintSteps() : [];
  const shown = steps.slice(0, hinted);
  byId("hint-steps").replaceChildren(...shown.map(([words]) => make("li", {textContent: words})));
  byId("hint-steps").hidden = !shown.length;
  byId("hint-steps").scrollTop = byId("hint-steps").scrollHeight; // the last one is in view
  const [from, to] = shown.at(-1)?.[1] ?? [];
  if (isBeakers() && !draft) {
    for (const [number, button] of stage.buttons.entries()) {
      button.classList.toggle("hint-from", number === from);
      button.classList.toggle("hint-to", number === to);
    }
  }
  byId("hint-words").textContent = hinted ? texts.page.more : texts.page.hint;
  byId("hint").disabled = solved || (hinted > 0 && hinted >= steps.length);
}

export function playBest() {
  const best = moveToMake();
  if (best) play(best);
  else if (!solved) say(noMove());
}

export function noMove() {
  if (answer.won !== false) return isHidden() && answer.judged ? texts.leadsBack : texts.noPlanYet;
  return byId("rescue").hidden ? texts.noMoveHelps : texts.noMoveHelpsHere;
}
