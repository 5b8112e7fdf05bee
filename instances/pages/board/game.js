// The game: a level and the moves from its start. Every change of either can be undone.

let data = null; // the level as the server draws it
let stage = null;
let game = {text: "", moves: [], draft: null}; // draft: the level, if the server has not checked it
let states = []; // all positions of the game, in the form that the stage shows
let remark = "", solved = false;
const past = [], future = [];

const byId = (id) => document.getElementById(id);
const isBeakers = () => data !== null && data.script === "beakers";
const position = () => states[states.length - 1];

function say(text, bad = false) {
  byId("now").textContent = text;
  byId("now").classList.toggle("bad", bad);
}

// Shows a level and plays these moves; returns whether it could.
// wish: the level's text, or the options of a random one. keep: can be undone.
async function open(wish, moves = [], keep = true) {
  try {
    const text = wish.text ?? (await received("/deal", wish)).text;
    const level = await received("/play", {text, moves});
    if (keep && game.text) past.push(game), (future.length = 0);
    await show(level, moves);
    return true;
  } catch (error) {
    say(error.message, true);
    return false;
  }
}

// Shows a level that the server has not checked; the address keeps the last one that it has.
function openDraft(level) {
  past.push(game);
  future.length = 0;
  return show(level, [], level);
}

async function show(level, moves, draft = null) {
  const focused = tappable().indexOf(document.activeElement);
  if (stage?.stop) stage.stop();
  forget();
  data = level;
  game = {text: level.text, moves: [], draft};
  byId("look").textContent = level.style;
  byId("title").textContent = document.title = level.title;
  byId("notes").textContent = level.notes.map((note) => note.replace(/^.*?note: /, "").replace(/: --hint .*/, "")).join("; ");
  byId("notes").hidden = !level.notes.length;
  document.querySelector("main").className = level.script;
  byId("board").innerHTML = level.stage; // drawn by the server, which escapes what people wrote
  stage = {beakers: beakersStage, blocks: blocksStage, cells: cellsStage}[level.script](level, byId("board"));
  wireStage();
  tappable()[focused]?.focus();
  showTools();
  say("");
  await replay(moves, level);
}

// Computes and shows the positions after these moves: of beakers by the page itself, else by the server.
async function replay(moves, played = null) {
  if (isBeakers()) {
    states = [data.state];
    for (const [from, to] of moves) states.push(afterPour(position(), from, to, data.capacity));
    solved = isSolved(position(), data.capacity);
    remark = "";
  } else {
    ({states, remark, done: solved} = played ?? (await received("/play", {text: game.text, moves})));
  }
  game = {...game, moves};
  stage.show(position(), moves.length && isBeakers() ? moves[moves.length - 1] : []);
  nameItems();
  arrived();
}

async function play(move) {
  const before = position();
  past.push(game);
  future.length = 0;
  try {
    await replay([...game.moves, move]);
  } catch (error) {
    past.pop();
    return say(error.message, true);
  }
  if (isBeakers()) stage.step(before, position(), move, 2);
}

async function travel(from, to) {
  if (!from.length) return;
  to.push(game);
  const next = from.pop();
  if (next.draft) await show(next.draft, next.moves, next.draft);
  else if (next.text !== game.text) await open(next, next.moves, false);
  else await replay(next.moves);
}
const undo = () => travel(past, future);
const redo = () => travel(future, past);

function backTo(number) {
  past.push(game);
  future.length = 0;
  return replay(game.moves.slice(0, number));
}

// Updates everything that depends on the position.
function arrived() {
  letGo();
  if (!game.draft) writeAddress();
  byId("undo").disabled = !past.length;
  byId("redo").disabled = !future.length;
  byId("restart").disabled = !game.moves.length;
  say(remark && `Wrong: ${remark}.`, remark !== "");
  ask();
}
