// Hints that reveal more step by step: what all best moves have in common, the beaker, the pour, the next three.

let hinted = 0;

function startHints() {
  hinted = 0;
  byId("hints").hidden = true;
}

function hintMore() {
  if (solved) return;
  hinted = Math.min(hinted + 1, 4);
  byId("hints").hidden = false;
  showHints();
}

// The first move of a shortest plan; while none is proven shortest, a move rated best, or the first of any plan.
function bestMove() {
  if (answer.won === false) return undefined;
  if (isHidden()) return ratedMoves()[0]?.move;
  const proven = answer.plan !== null && answer.plan.length === answer.lower;
  return (proven ? answer.plan[0] : ratedMoves().find(({kind}) => kind === "best")?.move) ?? answer.plan?.[0];
}

function hintSteps() {
  if (isHidden()) return answer.judged ? ratedMoves().slice(0, 3).map(({move}) => `${judgedInWords(move)}.`) : ["Working …"];
  const best = ratedMoves().filter(({kind}) => kind === "best").map(({move}) => move);
  const first = bestMove();
  if (!first) return [noMove()];
  if (data.puzzle !== "watersort") return [first.length === 3 ? `Look at row ${first[0] + 1}.` : `${best.length || 1} of ${data.colors.length} blocks may be clicked.`, moveInWords(first)];
  const among = best.length ? best : [first];
  const colors = [...new Set(among.map(([from]) => data.colors[position()[from][position()[from].length - 1]].name))];
  const sources = [...new Set(among.map(([from]) => from + 1))];
  const every = !best.length ? "A good plan" : ratedMoves().some(({kind}) => kind === "wait") ? "A shortest plan" : "Every shortest plan";
  return [
    `${every} begins with ${inList(colors, "or")}.`,
    sources.length === 1 ? `It is poured from beaker ${sources[0]}.` : `From beaker ${first[0] + 1}, for example.`,
    moveInWords(first) + ".",
    `And then: ${nextMoves(first).slice(1).map(moveInWords).join(", ") || "nothing more is known"}.`,
  ];
}

// The next three moves if the known plan begins with this one, else this one alone.
function nextMoves(first) {
  return answer.plan && String(answer.plan[0]) === String(first) ? answer.plan.slice(0, 3) : [first];
}

function inList(words, last) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words[words.length - 1]}`;
}

function moveInWords(move) {
  if (move.length === 2) return `${move[0] + 1} → ${move[1] + 1}`;
  if (move.length === 1) return `click ${data.colors[move[0]].name}`;
  return `row ${move[0] + 1}, column ${move[1] + 1}: ${valueInWords(move[2])}`;
}

function showHints() {
  if (!hinted) return;
  const steps = hintSteps();
  byId("hint-steps").replaceChildren(...steps.slice(0, hinted).map((words) => Object.assign(document.createElement("li"), {textContent: words})));
  byId("hint-more").hidden = hinted >= steps.length;
}

function playBest() {
  const best = bestMove();
  if (best) play(best);
  else if (!solved) say(noMove());
}

function noMove() {
  if (answer.won !== false) return "No plan is known yet.";
  return `No move helps: ${byId("rescue").hidden ? "this level cannot be won" : "go back to a position that can be won"}.`;
}
