// Beakers: buttons that hold clones of one drawn beaker. A state is as in rules.js.

import {byId, draw, make} from "./elements.js";
import {contentsOf, coverOf, isSolved, topRun} from "./rules.js";
import {runsOf} from "./winnable.js";
import {texts} from "../words/words.js";

const WIDE = 44;
const TALL = 220; // pixels of a beaker; TALL at most: units are drawn lower to fit

// Pixels on the screen
const NARROWEST = 44; // beaker that a finger hits
const WIDEST = 84;
const SMALLEST_GAP = 4;
const LARGEST_GAP = 22;
const AROUND_ROW = 50; // what a row takes besides its beakers: their numbers, badges, the gap to the next row
const DOCK_WITH_HINT = 200; // with three of its steps; other heights stand in board.css
const LEAST_FOR_ROWS = 260;
const SHARE_OF_WINDOW = 0.62; // for all rows, where there is no dock

// An empty beaker: its places for units from the bottom up, each painted by its class, with letters unless it is too low.
function emptyBeaker(places) {
  const unit = Math.max(3, Math.min(26, TALL / places));
  const height = places * unit + 22;
  const bottom = height - 4;
  const paint = (x, y, width, tall, rx = 0) => draw("rect", {class: "paint", x, y, width, height: tall, rx});
  const letters = (y) => draw("text", {x: WIDE / 2, y});
  const units = Array.from({length: places}, (_, place) => {
    const top = bottom - (place + 1) * unit;
    return draw("g", {class: "unit"}, paint(3, top, 38, unit + 0.4), ...(unit < 14 ? [] : [letters(top + unit / 2)]));
  });
  const pleats = [7, 13, 19, 25, 31, 37].map((x) => `M${x} 6V${height - 4}`).join("");
  const outline = `M1 3Q3 3 3 6V${bottom - 12}a12 12 0 0 0 12 12H29a12 12 0 0 0 12 -12V6Q41 3 43 3`;
  return draw(
    "svg",
    {viewBox: `0 0 ${WIDE} ${height}`, "aria-hidden": true},
    draw("g", {class: "stream"}, paint(20, -6, 4, height - 6)),
    draw("g", {"clip-path": "url(#inside)"}, ...units),
    draw("path", {class: "shine", d: `M9 14V${bottom - 10}`}),
    draw("path", {class: "line", d: outline}),
    draw(
      "g",
      {class: "curtain"},
      paint(1, 6, 42, height - 10, 2),
      draw("path", {class: "pleats", d: pleats}),
      letters(height / 2),
    ),
  );
}

// The round inside of a beaker, which cuts off its units; all beakers share it.
function insideOf(beaker) {
  const height = Number(beaker.getAttribute("viewBox").split(" ")[3]);
  const d = `M3 0V${height - 14}a10 10 0 0 0 10 10H31a10 10 0 0 0 10 -10V0z`;
  return draw("svg", {class: "none", "aria-hidden": true}, draw("clipPath", {id: "inside"}, draw("path", {d})));
}

export function beakersStage(data, board) {
  const template = emptyBeaker(data.places);
  board.append(insideOf(template));
  const beakers = data.state.map((_, number) => {
    const drawing = template.cloneNode(true);
    const badge = make("span", {className: "badge"});
    const button = make(
      "button",
      {className: "beaker"},
      make("span", {className: "number", textContent: number + 1}),
      drawing,
      badge,
    );
    board.append(button);
    return {
      button,
      drawing,
      badge,
      units: [...drawing.querySelectorAll(".unit")],
      curtain: drawing.querySelector(".curtain"),
      stream: drawing.querySelector(".stream"),
    };
  });
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  function paint(number, beaker) {
    const {button, units, curtain} = beakers[number];
    const contents = contentsOf(beaker);
    const cover = coverOf(beaker);
    curtain.classList.toggle("open", cover === null);
    if (cover !== null) {
      curtain.setAttribute("class", `curtain c${cover}`);
      curtain.querySelector("text").textContent = data.colors[cover].code;
    }
    units.forEach((unit, level) => {
      const color = contents[level];
      unit.setAttribute("class", color === undefined ? "unit" : `unit c${color}`);
      const text = unit.querySelector("text");
      if (text) text.textContent = color === undefined ? "" : data.colors[color].code;
    });
    button.classList.toggle("done", isDone(contents));
    const closed = cover === null ? "" : texts.covered(data.colors[cover].name);
    button.setAttribute("aria-label", texts.beaker(number + 1, closed + inWords(contents)));
  }

  // Whether one colour fills the beaker; neither hidden units nor places that are still to be filled in do.
  function isDone(contents) {
    const word = data.colors[contents[0]]?.word;
    return topRun(contents) === data.capacity && word !== undefined && word !== "?";
  }

  function inWords(places) {
    const contents = places.filter((color) => color !== undefined); // others are still to be filled in
    if (!contents.length) return texts.empty;
    const runs = runsOf(contents).map(({color, units}) => `${units} ${data.colors[color].name}`);
    return runs.join(", ") + (contents.length < data.capacity ? "" : texts.full);
  }

  function show(state, touched = []) {
    for (const animation of board.getAnimations({subtree: true})) animation.cancel();
    state.forEach((contents, number) => paint(number, contents));
    beakers.forEach(({button, stream}, number) => {
      stream.setAttribute("class", "stream");
      button.classList.remove("moving");
      button.classList.toggle("from", number === touched[0]);
      button.classList.toggle("to", number === touched[1]);
    });
  }

  // Animates one pour: the beaker moves over, tilts, pours into the other, and returns.
  async function step(before, state, touched, pace) {
    const [from, to] = touched;
    show(before, touched);
    const source = beakers[from];
    const target = beakers[to];
    const color = before[from][before[from].length - 1];
    const units = before[from].length - state[from].length;
    if (still.matches || units < 1) return show(state, touched);
    const here = source.drawing.getBoundingClientRect();
    const there = target.drawing.getBoundingClientRect();
    const side = here.left <= there.left ? 1 : -1;
    const lip = side > 0 ? here.right : here.left;
    source.button.classList.add("moving");
    source.drawing.style.transformOrigin = side > 0 ? "100% 0" : "0 0";
    const dx = (there.left + there.right) / 2 - side * 2 - lip;
    const dy = there.top - 12 - here.top;
    const over = `translate(${dx}px,${dy}px)`;
    const tilted = `${over} rotate(${side * 62}deg)`;
    const move = (frames, time, easing) =>
      source.drawing.animate(frames, {duration: time / pace, easing, fill: "forwards"}).finished;
    try {
      await move([{transform: "none"}, {transform: over, offset: 0.7}, {transform: tilted}], 420, "ease-in-out");
      target.stream.setAttribute("class", `stream on c${color}`);
      const leaving = source.units.slice(state[from].length, before[from].length).reverse();
      const coming = target.units.slice(before[to].length, state[to].length);
      paint(to, state[to]);
      const duration = (70 + 130 / units) / pace; // of one unit; they flow one after another
      const scale = (unit, turn, heights) => {
        Object.assign(unit.style, {transformBox: "fill-box", transformOrigin: "50% 100%"});
        return unit.animate(
          heights.map((height) => ({transform: `scaleY(${height})`})),
          {duration, delay: turn * duration, fill: "both"},
        ).finished;
      };
      await Promise.all([
        ...leaving.map((unit, turn) => scale(unit, turn, [1, 0])),
        ...coming.map((unit, turn) => scale(unit, turn, [0, 1])),
      ]);
      target.stream.setAttribute("class", "stream");
      paint(from, state[from]);
      await move([{transform: tilted}, {transform: over, offset: 0.3}, {transform: "none"}], 340, "ease-in-out");
    } catch {
      return; // the animation was cancelled: another position is shown
    }
    show(state, touched);
  }

  // Makes beakers as wide as fit into the window above the dock, if there is one, but never too narrow for a finger.
  function fit() {
    const style = getComputedStyle(board);
    const room = board.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const [, , width, height] = template.getAttribute("viewBox").split(" ").map(Number);
    const columnsOf = (wide) => Math.max(1, Math.floor((room + SMALLEST_GAP) / (wide + SMALLEST_GAP)));
    const rowsOf = (wide) => Math.ceil(beakers.length / columnsOf(wide)) || 1;
    const heightOf = (wide) => rowsOf(wide) * ((wide * height) / width + AROUND_ROW);
    const tall = heightForRows();
    let wide = WIDEST;
    while (wide > NARROWEST && heightOf(wide) > tall) wide -= 2;
    const perRow = Math.ceil(beakers.length / rowsOf(wide)) || 1;
    const gap = (room - perRow * wide) / perRow;
    board.style.setProperty("--wide", `${wide}px`);
    board.style.setProperty("--gap", `${Math.max(SMALLEST_GAP, Math.min(LARGEST_GAP, gap))}px`);
    board.style.setProperty("--columns", perRow);
  }

  // The room for all rows. A dock gets room for a hint, so that the beakers keep their size when one opens.
  function heightForRows() {
    const dock = byId("dock");
    if (!dock) return Math.max(LEAST_FOR_ROWS, innerHeight * SHARE_OF_WINDOW);
    const below = document.body.matches(".entering, .watching") ? dock.offsetHeight : DOCK_WITH_HINT;
    return Math.max(LEAST_FOR_ROWS, innerHeight - board.offsetTop - below);
  }
  addEventListener("resize", fit);
  const observer = new ResizeObserver(fit);
  for (const each of [board, byId("dock")]) if (each) observer.observe(each);

  // Cleans up before a page shows another level.
  function stop() {
    removeEventListener("resize", fit);
    observer.disconnect();
    board.replaceChildren();
  }

  function shake(number) {
    if (!still.matches)
      beakers[number].drawing.animate(
        [0, -5, 5, -4, 4, 0].map((x) => ({transform: `translateX(${x}px)`})),
        260,
      );
  }
  function pick(number) {
    beakers.forEach(({button}, other) => {
      button.classList.toggle("picked", other === number);
      button.setAttribute("aria-pressed", String(other === number));
    });
  }
  // Puts words below a beaker; kind: a class for their colour.
  function mark(number, text = "", kind = "") {
    const {badge} = beakers[number];
    badge.textContent = text;
    badge.className = `badge ${kind}`;
  }
  return {
    show,
    step,
    shake,
    pick,
    mark,
    stop,
    solved: (state) => isSolved(state, data.capacity),
    buttons: beakers.map(({button}) => button),
    onTap: (handler) =>
      beakers.forEach(({button}, number) => button.addEventListener("click", (event) => handler(number, event))),
  };
}
