// The page: a plan in the player; water sort can be played from any of its frames (own.js).

const data = JSON.parse(byId("data").textContent);
data.frames.forEach((frame, number) => Object.assign(frame, data.marks[number], {caption: frame.caption.replace("->", "→")}));
data.frames.unshift({caption: "", state: data.state, touched: []});
const stage = makeStage(data, byId("board"));
const player = new Player(stage, data.frames, arrived);
let own = null; // one's own game: the positions since the player's frame, and the picked beaker

function say(text, bad = false) {
  byId("now").textContent = text;
  byId("now").classList.toggle("bad", bad);
}

function inWords(number) {
  const {caption, mark} = data.frames[number], {last} = player;
  if (data.unit === "solution") return number ? caption[0].toUpperCase() + caption.slice(1) + "." : last ? "The puzzle." : "";
  if (!number) return last ? `Start; ${last} ${data.unit}${last === 1 ? "" : "s"} to go.` : data.capacity === null ? "" : "Play yourself: tap a beaker, then another.";
  return `${data.unit[0].toUpperCase()}${data.unit.slice(1)} ${number} of ${last}: ${caption.replace(/ {2,}/, ", ")}${mark ? " – " + mark : ""}${number === last && data.ends ? ". Solved." : ""}`;
}

// The verdict on a frame; frames of a plan that ends solved need none.
function chance(number) {
  return data.capacity === null || data.ends ? {won: true} : verdict(data.frames.slice(0, number + 1).map(({state}) => state), data.capacity);
}

function controls() {
  const {at, last} = player;
  player.controls(inWords(at), own === null);
  byId("watching").hidden = own !== null || last === 0;
  byId("mine").hidden = own !== null || data.capacity === null;
  byId("undo").hidden = byId("plan").hidden = own === null;
  const found = data.capacity === null ? {} : own === null ? chance(at) : verdict(played(), data.capacity);
  byId("rescue").hidden = !(found.back >= 0);
  byId("plan").textContent = last ? "Back to the plan" : "Back to the start";
  byId("undo").disabled = own === null || own.positions.length < 2;
  byId("copy").hidden = data.capacity === null;
}

function arrived() {
  if (own !== null) leave();
  const {at} = player, found = chance(at);
  say(found.won === true ? inWords(at) : `${inWords(at)}${at ? "." : ""} ${verdictInWords(found)}`, found.won === false);
  controls();
}

fillLegend(byId("legend"));
byId("why").hidden = !data.why.length;
byId("why").replaceChildren(...data.why.map((text, number) => Object.assign(document.createElement(number ? "p" : "summary"), {textContent: text})));
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  if (own === null && player.last && player.key(event)) event.preventDefault();
});
player.go(0);
