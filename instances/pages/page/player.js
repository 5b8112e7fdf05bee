// The player: steps through the frames of a plan; water sort can be played from any of them.

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
data.frames.forEach((frame, number) => Object.assign(frame, data.marks[number], {caption: frame.caption.replace("->", "→")}));
data.frames.unshift({caption: "", state: data.state, touched: []});
const stage = makeStage(data, byId("board"));
const last = data.frames.length - 1;
let at = 0; // the frame that is shown
let running = 0; // the command that plays; 0: nothing plays
let command = 0; // counts commands: what an earlier command began ends as soon as it sees a later number
let own = null; // one's own game: the positions since frame `at`, and the picked beaker

function say(text, bad = false) {
  byId("now").textContent = text;
  byId("now").classList.toggle("bad", bad);
}

function inWords(number) {
  const {caption, mark} = data.frames[number];
  if (data.unit === "solution") return number ? caption[0].toUpperCase() + caption.slice(1) + "." : last ? "The puzzle." : "";
  if (!number) return last ? `Start; ${last} ${data.unit}${last === 1 ? "" : "s"} to go.` : data.capacity === null ? "" : "Play yourself: tap a beaker, then another.";
  return `${data.unit[0].toUpperCase()}${data.unit.slice(1)} ${number} of ${last}: ${caption.replace(/ {2,}/, ", ")}${mark ? " – " + mark : ""}${number === last && data.ends ? ". Solved." : ""}`;
}

// The verdict on a frame; frames of a plan that ends solved need none.
function chance(number) {
  return data.capacity === null || data.ends ? {won: true} : verdict(data.frames.slice(0, number + 1).map(({state}) => state), data.capacity);
}

function controls() {
  byId("slider").value = at;
  byId("slider").setAttribute("aria-valuetext", inWords(at));
  byId("play").classList.toggle("running", running !== 0);
  byId("play").setAttribute("aria-label", running ? "Pause" : "Play");
  byId("watching").hidden = own !== null || last === 0;
  byId("first").disabled = byId("back").disabled = at === 0;
  byId("next").disabled = byId("last").disabled = at === last;
  byId("mine").hidden = own !== null || data.capacity === null;
  byId("undo").hidden = byId("plan").hidden = own === null;
  const found = data.capacity === null ? {} : own === null ? chance(at) : verdict(played(), data.capacity);
  byId("rescue").hidden = !(found.back >= 0);
  byId("plan").textContent = last ? "Back to the plan" : "Back to the start";
  byId("undo").disabled = own === null || own.positions.length < 2;
  byId("copy").hidden = data.capacity === null;
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
  if (own !== null) leave();
  at = Math.max(0, Math.min(last, number));
  stage.show(data.frames[at].state, data.frames[at].touched);
  arrived();
}

function arrived() {
  const found = chance(at);
  say(found.won === true ? inWords(at) : `${inWords(at)}${at ? "." : ""} ${verdictInWords(found)}`, found.won === false);
  controls();
}

async function forward(mine) {
  at += 1;
  arrived();
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

// ------------------------------------------------------------------------------------------------------------- wiring

fillLegend(byId("legend"));
byId("why").hidden = !data.why.length;
byId("why").replaceChildren(...data.why.map((text, number) => Object.assign(document.createElement(number ? "p" : "summary"), {textContent: text})));

const buttons = last === 0 ? [] : data.frames.map(({caption, mark, color, lost}, number) => {
  const item = document.createElement("li"), button = document.createElement("button");
  const part = (kind, text) => {
    const span = document.createElement("span");
    span.className = kind;
    span.textContent = text;
    button.append(span);
  };
  part("count", number ? `${number}.` : "");
  if (Number.isInteger(color)) button.append(swatch(color));
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

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  const key = event.key;
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
