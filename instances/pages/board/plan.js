// The plan, in the player: it starts where the game is, and the game goes on from any of its frames.

let player = null;

async function showPlan() {
  const plan = answer.plan ?? (await safePlan());
  if (!plan?.length) return solved || say(noMove());
  const states = [position()], moves = [...game.moves, ...plan];
  if (isBeakers()) for (const move of plan) states.push(afterMove(states[states.length - 1], move));
  else states.push(...(await received("/play", {text: game.text, moves})).states.slice(game.moves.length + 1));
  const color = (move, number) => (isBeakers() ? states[number][move[0]].at(-1) : move[0]);
  const frames = plan.map((move, number) => ({state: states[number + 1], touched: move, caption: moveInWords(move), color: color(move, number)}));
  startHints();
  byId("playing").hidden = true;
  byId("watching").hidden = byId("plan-ways").hidden = false;
  player = new Player(stage, [{state: states[0], touched: []}, ...frames], showFrame);
  player.play();
}

function showFrame() {
  const {at, last, frames} = player, proven = answer.plan && answer.lower === last;
  const words = at ? `${capital(STEPS[data.puzzle])} ${at} of ${last}: ${frames[at].caption}${at === last ? ". Solved." : ""}` : `A plan of ${counted(last, STEPS[data.puzzle])}${proven ? ", proven fewest" : ""}`;
  say(words);
  player.controls(words);
  if (isBeakers()) frames[at].state.forEach((_, beaker) => stage.mark(beaker));
}

function leavePlan() {
  if (!player) return;
  player.stop();
  player = null;
  byId("watching").hidden = byId("plan-ways").hidden = true;
  byId("playing").hidden = false;
  byId("steps").replaceChildren();
  if (position()) stage.show(position());
}

function closePlan() {
  leavePlan();
  say("");
  showAnswer();
}

// Goes on with the game from the frame that is shown.
function playFromHere() {
  const moves = player.frames.slice(1, player.at + 1).map(({touched}) => touched);
  remember();
  return replay([...game.moves, ...moves]);
}
