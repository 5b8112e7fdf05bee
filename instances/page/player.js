// The player: goes through the frames of a plan; water sort can be played from any of them.

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
for (const frame of data.frames) frame.caption = frame.caption.replace("->", "→");
const stage = makeStage(data, byId("board"));
const last = data.frames.length - 1;
let at = 0; // the frame that is shown
let running = 0; // counts up with every command, so that what a former one began ends; 0: nothing plays
let command = 0;
let own = null; // a game of one's own: the positions since the frame `at`, and the beaker that is picked

function say(text, bad = false) {
  byId("now").textContent = text;
  byId("now").classList.toggle("bad", bad);
}

function inWords(number) {
  const {caption, note} = data.frames[number];
  if (data.unit === "solution") return number ? caption[0].toUpperCase() + caption.slice(1) + "." : last ? "The puzzle." : "";
  if (!number) return last ? `Start; ${last} ${data.unit}${last === 1 ? "" : "s"} to go.` : data.capacity === undefined ? "" : "Play yourself: tap a beaker, then another.";
  return `${data.unit[0].toUpperCase()}${data.unit.slice(1)} ${number} of ${last}: ${caption.replace(/ {2,}/, ", ")}${note ? " – " + note : ""}${number === last && data.ends ? ". Solved." : ""}`;
}

function controls() {
  byId("slider").value = at;
  byId("slider").setAttribute("aria-valuetext", inWords(at));
  byId("play").classList.toggle("running", running !== 0);
  byId("play").setAttribute("aria-label", running ? "Pause" : "Play");
  byId("watching").hidden = own !== null || last === 0;
  byId("first").disabled = byId("back").disabled = at === 0;
  byId("next").disabled = byId("last").disabled = at === last;
  byId("mine").hidden = own !== null || data.capacity === undefined;
  byId("undo").hidden = byId("plan").hidden = own === null;
  byId("plan").textContent = last ? "Back to the plan" : "Back to the start";
  byId("undo").disabled = own === null || own.positions.length < 2;
  byId("copy").hidden = data.capacity === undefined;
  for (const [number, button] of buttons.entries()) {
    if (number === at && own === null) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
  const current = buttons[at];
  if (current && own === null) {
    const list = byId("steps"), top = current.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
  }
}

function go(number) {
  running = 0;
  command += 1;
  leave();
  at = Math.max(0, Math.min(last, number));
  stage.show(data.frames[at].state, data.frames[at].touched);
  say(inWords(at));
  controls();
}

async function forward(mine) {
  at += 1;
  say(inWords(at));
  controls();
  await stage.step(data.frames[at - 1].state, data.frames[at].state, data.frames[at].touched, Number(byId("speed").value));
  return mine === command;
}

async function next() {
  running = 0;
  command += 1;
  if (at < last) await forward(command);
}

async function play() {
  if (running) return pause();
  if (at === last) go(0);
  const mine = (running = command += 1);
  controls();
  while (running === mine && at < last) {
    if (!(await forward(mine))) return;
    await new Promise((done) => setTimeout(done, 160 / Number(byId("speed").value)));
  }
  if (running === mine) pause();
}

function pause() {
  running = 0;
  controls();
}

// ------------------------------------------------------------------------------------------------ a game of one's own

function begin() {
  running = 0;
  command += 1;
  own = {positions: [data.frames[at].state], touched: [data.frames[at].touched], picked: null};
  stage.show(own.positions[0], data.frames[at].touched);
  say(last ? `You play from step ${at}. ${count()}` : "You play. Tap a beaker, then another.");
  controls();
}

function leave() {
  if (own === null) return;
  own = null;
  stage.pick(null);
  byId("yaml").hidden = true;
}

function count() {
  const pours = at + own.positions.length - 1;
  const counted = `${pours} pour${pours === 1 ? "" : "s"} so far`;
  return data.fewest === null ? counted + "." : `${counted}; ${data.proven ? "the fewest is" : "the best plan has"} ${data.fewest}.`;
}

function tap(number) {
  if (own === null) begin();
  byId("yaml").hidden = true;
  const state = own.positions[own.positions.length - 1];
  if (own.picked === null) {
    if (!state[number].length) return refuse(number, `Beaker ${number + 1} is empty.`);
    own.picked = number;
    stage.pick(number);
    return say(`Beaker ${number + 1} onto which?`);
  }
  const from = own.picked;
  own.picked = null;
  stage.pick(null);
  if (from === number) return say(count());
  const units = poured(state[from], state[number], data.capacity);
  if (!units) return refuse(number, whyNot(state, from, number, data));
  const color = data.colors[state[from][state[from].length - 1]].name;
  const later = afterPour(state, from, number, data.capacity);
  own.positions.push(later);
  own.touched.push([from, number]);
  reached(`${from + 1} → ${number + 1}, ${units} ${color}. `);
  command += 1;
  stage.step(state, later, [from, number], 1.6 * Number(byId("speed").value));
}

function reached(pour) {
  const state = own.positions[own.positions.length - 1];
  if (isSolved(state, data.capacity)) say(`${pour}Solved! ${count()}`);
  else if (isStuck(state, data.capacity)) say(`${pour}No pour is left: undo. ${count()}`, true);
  else say(pour + count());
  controls();
}

function refuse(number, why) {
  stage.shake(number);
  say(why, true);
}

function undo() {
  if (own === null || own.positions.length < 2) return;
  own.positions.pop();
  own.touched.pop();
  own.picked = null;
  stage.pick(null);
  stage.show(own.positions[own.positions.length - 1], own.touched[own.touched.length - 1]);
  reached("Undone. ");
}

async function copy() {
  const state = own === null ? data.frames[at].state : own.positions[own.positions.length - 1];
  const area = byId("yaml");
  area.value = toYaml(data, state);
  area.hidden = false;
  area.select();
  try {
    await navigator.clipboard.writeText(area.value);
    say("Copied.");
  } catch {
    say(document.execCommand("copy") ? "Copied." : "Copy it from below.");
  }
}

// ------------------------------------------------------------------------------------------------------------- wiring

function swatch(number) {
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg"), group = document.createElementNS(space, "g");
  const box = document.createElementNS(space, "rect"), text = document.createElementNS(space, "text");
  drawing.setAttribute("viewBox", "0 0 32 21");
  drawing.setAttribute("aria-hidden", "true");
  drawing.setAttribute("class", "chip");
  group.setAttribute("class", `swatch c${number}`);
  for (const [name, value] of Object.entries({class: "paint", x: 0.5, y: 0.5, width: 31, height: 20, rx: 5})) box.setAttribute(name, value);
  text.setAttribute("x", 16);
  text.setAttribute("y", 11);
  text.textContent = data.colors[number].code;
  group.append(box, text);
  drawing.append(group);
  return drawing;
}

for (const [number, color] of data.colors.entries()) {
  const item = document.createElement("li"), name = document.createElement("span");
  name.textContent = color.name;
  item.append(swatch(number), name);
  byId("legend").append(item);
}

const buttons = last === 0 ? [] : data.frames.map(({caption, mark, color, lost}, number) => {
  const item = document.createElement("li"), button = document.createElement("button");
  const part = (kind, text) => {
    const span = document.createElement("span");
    span.className = kind;
    span.textContent = text;
    button.append(span);
  };
  part("count", number ? `${number}.` : "");
  if (color !== undefined) button.append(swatch(color));
  part("words", number ? caption : "Start");
  if (mark) part(lost ? "mark lost" : "mark", mark);
  button.addEventListener("click", () => go(number));
  item.append(button);
  byId("steps").append(item);
  return button;
});

byId("slider").max = last;
byId("slider").addEventListener("input", () => go(Number(byId("slider").value)));
byId("first").addEventListener("click", () => go(0));
byId("back").addEventListener("click", () => go(at - 1));
byId("next").addEventListener("click", next);
byId("last").addEventListener("click", () => go(last));
byId("play").addEventListener("click", play);
byId("mine").addEventListener("click", begin);
byId("undo").addEventListener("click", undo);
byId("plan").addEventListener("click", () => go(at));
byId("copy").addEventListener("click", copy);
byId("safe").addEventListener("change", () => document.body.classList.toggle("safe", byId("safe").checked));
byId("safe").checked = data.safe;
document.body.classList.toggle("safe", data.safe);
byId("safety").hidden = data.colors.length === 0;
byId("yaml").hidden = true;
if (stage.onTap) stage.onTap(tap);

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  const key = event.key;
  if (key === "u") return undo();
  if (own !== null || last === 0) return;
  const speeds = byId("speed");
  if (key === " " && event.target.tagName !== "BUTTON") play();
  else if (key === "ArrowRight") next();
  else if (key === "ArrowLeft") go(at - 1);
  else if (key === "Home") go(0);
  else if (key === "End") go(last);
  else if (key === "+" || key === "-") speeds.selectedIndex = Math.max(0, Math.min(speeds.length - 1, speeds.selectedIndex + (key === "+" ? 1 : -1)));
  else return;
  event.preventDefault();
});

go(0);
