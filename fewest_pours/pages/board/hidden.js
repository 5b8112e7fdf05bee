// Hidden units: each pour is judged over all ways to fill them in, or over 1,000 sampled ones if there are over 5,000.

import {make, say} from "../player/elements.js";
import {afterPour, contentsOf, coverOf, hasCovers, poured} from "../player/rules.js";
import {data, hiddenColor, shows, swatch} from "../player/stage.js";
import {canBeWon} from "../player/winnable.js";
import {texts} from "../words/words.js";
import {answer, pauses} from "./answer.js";
import {uncoversUnit} from "./best_moves.js";
import {offerChoices} from "./choices.js";
import {answerChanged} from "./events.js";
import {game, isHidden, isSighting, position} from "./game.js";
import {legalPours} from "./legal_pours.js";
import {moveInWords} from "./moves_in_words.js";
import {countsOf, manyWays, orders, sampledOrders} from "./hidden_orders.js";
import {play} from "./playing.js";

const LOOKS_IN_A_WAY = 200_000; // limit of winnable.js for a pour in one way to fill them in: a hundredth of a second

// The colours of the hidden units, in order, from the counts and the colours named for them. Colours that are neither
// seen nor named get numbers after all others. null if nothing fits.
function colorsOfHidden() {
  const seen = countsOf(position().flatMap(contentsOf));
  const hidden = seen.get(hiddenColor());
  seen.delete(hiddenColor());
  const known = missingOfKnownColors(seen);
  const rest = hidden - known.length; // units of colours that nobody has named
  if (rest < 0 || rest % data.capacity) return null;
  const unknown = Array.from({length: rest}, (_, unit) => data.colors.length + Math.floor(unit / data.capacity));
  return [...known, ...unknown].sort((a, b) => a - b);
}

// The units that colours lack to fill whole beakers, of those that are seen, named, or open a cover.
function missingOfKnownColors(seen) {
  const named = surelyFilled();
  const known = new Set([...seen.keys(), ...named]);
  return [...known].flatMap((color) => {
    const count = seen.get(color) ?? 0;
    const beakers = Math.max(Math.ceil(count / data.capacity), named.filter((each) => each === color).length);
    return Array(beakers * data.capacity - count).fill(color);
  });
}

// Colours that surely fill beakers, once for each: the unseen ones that the level names, and each that opens a cover.
function surelyFilled() {
  const named = data.unseen.map((name) => data.colors.findIndex(({word}) => word === name));
  const openers = position()
    .map(coverOf)
    .filter((color) => color !== null && !named.includes(color));
  return [...named, ...new Set(openers)];
}

export async function judge(mine, signal) {
  const units = colorsOfHidden();
  const moves = legalPours(position(), data.capacity);
  const state = position();
  if (units === null || hasCovers(state)) {
    mine.obstacle = units === null ? texts.hiddenMisfit : texts.hiddenCovers;
    return answerChanged.tell();
  }
  const sampled = manyWays(units);
  mine.judged = {ways: 0, undecided: 0, sampled, won: new Map(moves.map((move) => [move.join(), 0]))};
  const stopped = pauses(signal);
  for (const order of sampled ? sampledOrders(units) : orders(units)) {
    const filled = filledIn(state, order);
    const outcomes = moves.map(([from, to]) => {
      const visible = poured(state[from], state[to], data.capacity);
      return canBeWon(afterPour(filled, from, to, data.capacity, visible), data.capacity, LOOKS_IN_A_WAY);
    });
    count(mine.judged, moves, outcomes);
    if (await stopped()) return;
  }
  mine.judged.done = true;
  answerChanged.tell();
}

// The position with these colours in place of its hidden units.
function filledIn(state, colors) {
  const rest = colors.values();
  return state.map((beaker) => beaker.map((color) => (color === hiddenColor() ? rest.next().value : color)));
}

// Counts a way to fill in the hidden units, unless whether some pour wins is not decided: such a way says nothing.
function count(judged, moves, outcomes) {
  if (outcomes.includes(null)) {
    judged.undecided += 1;
    judged.sampled = true;
    return;
  }
  judged.ways += 1;
  moves.forEach((move, i) => {
    if (outcomes[i]) judged.won.set(move.join(), judged.won.get(move.join()) + 1);
  });
}

export function judgedInWords(move) {
  const {won, ways, sampled} = answer.judged;
  const wins = won.get(move.join()) ?? 0;
  const all = texts.number(ways);
  const isSafe = wins === ways && !sampled;
  const words = isSafe
    ? texts.safeInAll(moveInWords(move), all)
    : texts.wonIn(moveInWords(move), texts.number(wins), all) + (sampled ? texts.sampled : "");
  const uncovers = uncoversUnit(position(), move, data.capacity, hiddenColor());
  return uncovers ? words + texts.uncovers : words;
}

const hasHiddenTop = () => position().some((beaker) => beaker.length > 0 && !shows(beaker));

// Whether no pour wins in any way that was examined. A top that was uncovered but not named may still be poured.
export function noPourWins() {
  if (hasHiddenTop()) return false;
  const {won, ways, done, undecided} = answer.judged ?? {};
  return Boolean(done && ways && !undecided) && [...won.values()].every((count) => !count);
}

// 'Units are hidden: 5 of 18 known'
export function seenInWords() {
  const hidden = data.state.flat().filter((color) => color === hiddenColor()).length;
  return texts.hiddenUnits(game.seen.length + game.moves.filter(isSighting).length, hidden);
}

// Asks what appeared on a beaker whose top is hidden.
export function askWhatAppeared() {
  if (!isHidden()) return;
  const beaker = position().findIndex((each) => each.length && !shows(each));
  const units = beaker < 0 ? null : colorsOfHidden();
  if (units === null) return;
  const unseen = units.some((color) => color >= data.colors.length);
  const used = new Set(position().flat());
  const choices = [...data.colors.keys()].filter(
    (color) => units.includes(color) || (unseen && !used.has(color) && color !== hiddenColor()),
  );
  say(texts.appeared(beaker + 1));
  offerChoices(
    choices.map((color) => {
      const {name, word} = data.colors[color];
      return make("button", {ariaLabel: name, onclick: () => play([beaker, word])}, swatch(color));
    }),
  );
}
