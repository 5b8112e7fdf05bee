// The logic of the page's scripts against what Python says, in the files of the folder TRUTH (tests/helpers/page_truth.py writes them).

import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {env} from "node:process";
import {test} from "node:test";
import {bestMove, judgedOverWays} from "../../../fewest_pours/pages/board/best_moves.js";
import {looksOf, namesColor} from "../../../fewest_pours/pages/board/colors.js";
import {inHindsight} from "../../../fewest_pours/pages/board/hidden_orders.js";
import {safePlan} from "../../../fewest_pours/pages/board/safe_pours.js";
import {inTurn} from "../../../fewest_pours/pages/board/turns.js";
import {readTyped} from "../../../fewest_pours/pages/board/typed_levels.js";
import {afterPour, isSolved, isStuck, poured} from "../../../fewest_pours/pages/player/rules.js";
import {verdict} from "../../../fewest_pours/pages/player/verdict.js";
import {canBeWon} from "../../../fewest_pours/pages/player/winnable.js";
import {LANGUAGES} from "../../../fewest_pours/pages/words/words.js";
import {LayeredAstar, LIMIT, OPTIMAL, UNSOLVABLE} from "../../../fewest_pours/pages/solver/layered_astar.js";

const truth = (name) => JSON.parse(readFileSync(join(env.TRUTH, `${name}.json`), "utf8"));

function poursOf(state, capacity) {
  const every = state.flatMap((_, from) => [...state.keys()].map((to) => [from, to]));
  const legal = every.filter(([from, to]) => from !== to && poured(state[from], state[to], capacity));
  return legal.map(([from, to]) => [from, to, afterPour(state, from, to, capacity)]);
}

test("rules and verdicts are those of the program", () => {
  const seen = new Set();
  for (const {state, capacity, pours, solved, fewest} of truth("positions")) {
    assert.deepEqual(poursOf(state, capacity), pours);
    assert.equal(isSolved(state, capacity), solved);
    assert.equal(isStuck(state, capacity), pours.length === 0);
    assert.equal(canBeWon(state, capacity), fewest !== null, JSON.stringify(state));
    seen
      .add(`solved ${solved}`)
      .add(`stuck ${pours.length === 0}`)
      .add(`can be won ${fewest !== null}`);
  }
  assert.equal(seen.size, 6);
});

test("a plan of safe pours ends solved, and exists exactly if the position can be won", () => {
  for (const {state, capacity, fewest} of truth("positions")) {
    const plan = safePlan([state], capacity, Infinity);
    assert.equal(plan === null, fewest === null);
    let position = state;
    for (const [from, to] of plan ?? []) {
      assert.ok(poured(position[from], position[to], capacity));
      position = afterPour(position, from, to, capacity);
    }
    assert.equal(isSolved(position, capacity), fewest !== null);
  }
});

// A question whose answer is yes every third time.
function everyThird() {
  let asked = 0;
  return () => {
    asked += 1;
    return asked % 3 === 0;
  };
}

test("the page's solver, stopped again and again, finds the fewest pours, or proves that no plan exists", () => {
  for (const {state, capacity, fewest, whole} of truth("positions")) {
    if (!whole) continue;
    const search = new LayeredAstar(state, capacity);
    const stops = everyThird();
    let found = search.run(stops);
    while (found.outcome === LIMIT) {
      assert.ok(fewest === null || found.lower <= fewest);
      found = search.run(stops);
    }
    const {outcome, plan, lower} = found;
    assert.equal(outcome, fewest === null ? UNSOLVABLE : OPTIMAL, JSON.stringify(state));
    if (plan) assert.deepEqual([plan.length, lower], [fewest, fewest]);
    let position = state;
    for (const [from, to] of plan ?? []) {
      assert.ok(poured(position[from], position[to], capacity));
      position = afterPour(position, from, to, capacity);
    }
    assert.equal(isSolved(position, capacity), fewest !== null);
  }
});

test("where units are hidden, the best pour is the one that the program's hints name", () => {
  const seen = new Set();
  for (const {state, capacity, hidden, earlier, wins, best} of truth("hidden")) {
    const won = new Map(wins.map(([from, to, many]) => [`${from},${to}`, many]));
    assert.deepEqual(bestMove(judgedOverWays(state, capacity, earlier, won, hidden)) ?? null, best);
    seen.add(best === null).add(earlier.length);
  }
  assert.ok(seen.size > 3);
});

test("the pour that lost a game is found in hindsight where units were hidden", () => {
  const [red, blue, green, tan, hidden] = [0, 1, 2, 3, 4];
  const capacity = 2;
  const start = [[hidden, red], [tan, blue], [hidden, green], [green, blue], []];
  const first = afterPour(start, 0, 4, capacity);
  const second = first.with(0, [red]); // seen
  const third = afterPour(second, 0, 4, capacity);
  const lost = afterPour(third, 2, 0, capacity);
  const last = lost.with(2, [tan]); // seen
  const positions = inHindsight([start, first, second, third, lost, last], hidden);
  assert.deepEqual(positions[0], [[red, red], [tan, blue], [tan, green], [green, blue], []]);
  assert.deepEqual(verdict(positions, capacity), {won: false, since: 4, back: 3});
});

test("changes are made one after another, and in turn after one that fails", async () => {
  const made = [];
  const change = (name, fails) => async () => {
    made.push(`${name} begins`);
    await Promise.resolve();
    if (fails) throw new Error(name);
    made.push(`${name} ends`);
    return name;
  };
  const changes = [inTurn(change("one")), inTurn(change("two", true)), inTurn(change("three"))];
  assert.deepEqual(made, ["one begins"]); // at once
  const found = (await Promise.allSettled(changes)).map(({value, reason}) => value ?? reason.message);
  assert.deepEqual(found, ["one", "two", "three"]);
  assert.deepEqual(made, ["one begins", "one ends", "two begins", "three begins", "three ends"]);
});

test("colours look as the program draws them", () => {
  const palette = truth("palette");
  for (const {words, given, looks} of truth("looks")) {
    const found = looksOf(words, given, palette).map(({code, hue, ink}) => ({code, hue, ink}));
    assert.deepEqual(found, looks, words.join(" "));
  }
});

test("what the page reads by itself is the level that the program reads", () => {
  const palette = truth("palette");
  let read = 0;
  for (const {text, level} of truth("typed")) {
    let found = null;
    try {
      found = readTyped(text, (word) => namesColor(word, palette));
    } catch (error) {
      assert.ok(error instanceof SyntaxError, `${error.stack}\n${text}`);
      continue;
    }
    read += 1;
    assert.ok(level, `the program refuses what the page reads as ${JSON.stringify(found)}:\n${text}`);
    assert.deepEqual(sameWords(found, level), level, text);
  }
  assert.ok(read > 100, `only ${read} texts were read`);
});

// The level without its title; colours of lists as the program spells them: Red is red, red is the same as Red.
function sameWords({title, ...level}, expected) {
  const spelt = new Map(level.rows.flat().map((word, unit) => [word, expected.rows.flat()[unit]]));
  const spelled = (rows) => rows && rows.map((row) => row.map((word) => spelt.get(word)));
  return {...level, rows: spelled(level.rows), other: spelled(level.other)};
}

test("every language has all words, and those with places for figures have the same ones", () => {
  const shape = (words) => {
    if (typeof words === "function") return words.length;
    if (typeof words === "string") return "";
    return Object.fromEntries(
      Object.keys(words)
        .sort()
        .map((key) => [key, shape(words[key])]),
    );
  };
  const shapes = Object.values(LANGUAGES).map(({colors, titles, sentences, ...words}) => shape(words));
  for (const each of shapes) assert.deepEqual(each, shapes[0]);
});
