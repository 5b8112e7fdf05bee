// The answer for the position: first from the page itself, then streamed by the server; a new position aborts it.

let answer = newAnswer();
let asking = null;

function newAnswer() {
  return {won: null, lower: null, upper: null, plan: null, rated: new Map(), more: [], why: [], sides: {}, ended: new Set(), losing: new Set()};
}

// Discards the answer for the old position while another level loads.
function forget() {
  asking?.abort();
  answer = newAnswer();
  byId("verdict").textContent = "Working …";
  byId("moves").replaceChildren();
}

async function ask() {
  asking?.abort();
  asking = new AbortController();
  const {signal} = asking, mine = newAnswer();
  answer = mine;
  startHints();
  if (isHidden()) {
    showAnswer();
    askWhatAppeared();
    return judge(mine, signal);
  }
  if (isBeakers()) mine.won = solved || winnable(position(), data.capacity);
  else if (solved) mine.won = true;
  showAnswer();
  if (solved) return;
  try {
    const requested = request("/answer", game, signal);
    if (isBeakers()) findLosing(mine, signal);
    const response = await requested;
    let rest = "";
    for await (const chunk of lines(response.body.pipeThrough(new TextDecoderStream()))) {
      rest += chunk;
      const complete = rest.split("\n");
      rest = complete.pop();
      for (const line of complete) take(mine, JSON.parse(line));
      if (!signal.aborted) showAnswer();
    }
  } catch (error) {
    if (!signal.aborted) byId("count").textContent = error.message || "The board no longer answers.";
  }
}

async function* lines(stream) {
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

function take(answer, event) {
  const {kind, by} = event, side = by && (answer.sides[by] ??= []);
  if (kind === "bounds" || kind === "ended") {
    side.push(event);
    const {lower, upper} = event;
    if (lower !== null && (answer.lower === null || lower > answer.lower)) answer.lower = lower;
    if (upper !== null && (answer.upper === null || upper < answer.upper)) answer.upper = upper;
  }
  if (event.plan && (answer.plan === null || event.plan.length < answer.plan.length)) answer.plan = event.plan;
  if (kind === "ended") {
    if (event.outcome === "unsolvable") answer.won = false;
    if (event.unique !== null) answer.unique = event.unique;
    answer.ended.add(by);
  }
  if (answer.plan !== null) answer.won = true;
  if (kind === "rated") for (const move of event.moves) answer.rated.set(move.join(), event);
  if (kind === "more") answer.more[event.beakers] = event;
  if (kind === "why") answer.why = event.sentences;
}

// What a move costs beyond the best: {words, kind, rank}; words are '…' while it is unknown.
function cost(move) {
  if (isHidden()) return hiddenCost(move);
  const rated = answer.rated.get(move.join());
  if (rated?.lost || answer.losing.has(move.join())) return {words: "loses", kind: "lost", rank: 99};
  if (!rated || answer.lower === null || answer.lower !== answer.upper || rated.lower === null) return {words: "…", kind: "wait", rank: 50};
  const least = rated.lower + 1 - answer.upper, known = rated.lower === rated.upper;
  if (known && least <= 0) return {words: "best", kind: "best", rank: 0};
  if (!known && least <= 0) return {words: "…", kind: "wait", rank: 50};
  return {words: `${known ? "" : "≥"}+${least}`, kind: least === 1 ? "one" : "two", rank: least};
}

// Finds the pours that lose the game; pauses often, to keep the page responsive.
async function findLosing(answer, signal) {
  const state = position();
  let paused = performance.now();
  for (const [from, to] of legalPours(state, data.capacity)) {
    if (canBeWon(afterPour(state, from, to, data.capacity), data.capacity) === false) answer.losing.add(`${from},${to}`);
    if (performance.now() - paused < 50) continue;
    showAnswer();
    await new Promise((done) => setTimeout(done));
    if (signal.aborted) return;
    paused = performance.now();
  }
  showAnswer();
}

// Moves that change more than the order of the beakers, each with its cost, best first.
function ratedMoves() {
  if (solved) return [];
  const moves = isBeakers() ? legalPours(position(), data.capacity) : [...answer.rated.keys()].map((key) => key.split(",").map(Number));
  return moves.map((move) => ({move, ...cost(move)})).sort((a, b) => a.rank - b.rank);
}

// Empty beakers are interchangeable: only the first is a target.
function legalPours(state, capacity) {
  const empty = state.findIndex((beaker) => !beaker.length), found = [];
  for (const [from, source] of state.entries()) {
    if (!shows(source)) continue;
    for (const [to, target] of state.entries()) {
      const useless = !target.length && (to !== empty || topRun(source) === source.length);
      if (from !== to && !useless && poured(source, target, capacity)) found.push([from, to]);
    }
  }
  return found;
}

function showAnswer() {
  const {won, lower, upper} = answer, steps = data.capacity === null ? (data.puzzle === "squares" ? "click" : "") : "pour";
  const verdictLine = byId("verdict"), found = isBeakers() && won === false ? verdict(states, data.capacity) : {};
  verdictLine.className = won ? "won" : won === false ? "lost" : "";
  verdictLine.textContent = isHidden() ? "Units are hidden" : solved ? "Solved!" : won ? (steps ? "Can be won" : "Can be completed") : won === false ? (found.since > 0 ? `Lost since pour ${found.since}` : game.moves.length && !isBeakers() ? "Cannot be solved any more" : "Cannot be won") : "Working …";
  byId("rescue").hidden = !(found.back >= 0);
  byId("rescue").onclick = () => backTo(found.back);
  byId("hint").disabled = byId("best").disabled = solved;
  const [best] = isHidden() && answer.judged?.ways ? ratedMoves() : [];
  byId("count").textContent = best ? judgedInWords(best.move) : countInWords(steps, won, lower, upper);
  showMoves(steps);
  showMore();
  showChart();
  showWhy(won === false);
  showHints();
}

function countInWords(steps, won, lower, upper) {
  const made = game.moves.length ? `${game.moves.length} made` : "";
  if (!steps) return [made, answer.unique === true ? "one solution" : answer.unique === false ? "several solutions" : ""].filter(Boolean).join(", ");
  if (solved || won === false) return made;
  const many = (number) => `${number} ${steps}${number === 1 ? "" : "s"} left`;
  const left = upper === null ? (lower === null ? "" : `at least ${many(lower)}`) : lower === upper ? `${many(upper)}, proven fewest` : `${lower ?? 0} to ${many(upper)}`;
  return [left, made].filter(Boolean).join(", ");
}

function showMoves(steps) {
  const rated = ratedMoves(), list = byId("moves");
  byId("rated-moves").hidden = !steps || solved;
  const spoil = byId("costs").checked;
  list.hidden = !spoil;
  list.replaceChildren(...rated.map(({move, words, kind}) => {
    const item = document.createElement("li"), button = document.createElement("button"), price = document.createElement("span");
    price.className = `cost ${kind}`;
    price.textContent = words;
    const [source, target] = move;
    if (isBeakers()) button.append(swatch(position()[source][position()[source].length - 1]), `${source + 1} → ${target + 1}`, price);
    else button.append(swatch(source), data.colors[source].name, price);
    button.addEventListener("click", () => play(move));
    item.append(button);
    return item;
  }));
  if (isBeakers()) showBadges(spoil ? rated : []);
}

// Badges below the beakers: what a pour from the picked beaker into each would cost, else each beaker's best pour.
function showBadges(rated) {
  position().forEach((_, number) => {
    const own = rated.find(({move}) => (picked === null ? move[0] === number : move[0] === picked && (move[1] === number || (!position()[number].length && !position()[move[1]].length))));
    stage.mark(number, own?.words ?? "", own?.kind ?? "");
  });
}

// How many more empty beakers would help.
function showMore() {
  const words = answer.more.flatMap(({beakers, lost, lower, upper}) => {
    const name = beakers === 1 ? "one more empty beaker" : `${beakers} more empty beakers`;
    if (lost) return [`with ${name} it cannot be won either`];
    if (upper === null) return [];
    return [`with ${name} ${lower === upper ? "" : "at most "}${upper} pours`];
  });
  byId("more").textContent = words.length ? words.join("; ").replace(/^w/, "W") + "." : "";
}
