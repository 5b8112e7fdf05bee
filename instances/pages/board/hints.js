// Hints that reveal more step by step: what all best moves have in common, the beaker, the pour, the next three.

let hinted = 0;

function startHints() {
  hinted = 0;
  byId("hints").hidden = true;
}

function hintMore() {
  if (byId("hint").disabled) return;
  hinted += 1;
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
  if (data.script === "cells") return [`Look at row ${first[0] + 1}.`, `${capital(moveInWords(first))}.`];
  if (data.script === "blocks") return [blocksInWords(best.length), `${capital(moveInWords(first))}.`];
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

// number: of the blocks that are known to begin a shortest plan.
function blocksInWords(number) {
  if (!number) return "A plan is known.";
  return `${number} of ${data.colors.length} blocks ${number === 1 ? "begins" : "begin"} a shortest plan.`;
}

const capital = (words) => words[0].toUpperCase() + words.slice(1);

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
  const steps = hinted ? hintSteps() : [];
  byId("hint-steps").replaceChildren(...steps.slice(0, hinted).map((words) => Object.assign(document.createElement("li"), {textContent: words})));
  byId("hint").textContent = hinted ? "More" : "Hint";
  byId("hint").disabled = solved || (hinted > 0 && hinted >= steps.length);
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
