// Blocks on a board. A state is a list of [x, y, way], one for each block, y upward: [2, -1, "up"].

import {draw} from "./elements.js";

const CELL = 48;
const EDGE = 4; // pixels
const TURN = {up: 0, right: 90, down: 180, left: 270}; // degrees

export function blocksStage(data, board) {
  const at = (x, y) => `translate(${CELL * x} ${-CELL * y})`;
  const code = (number) => draw("text", {}, data.colors[number].code);
  const goals = data.goals.flatMap((goal, number) =>
    goal
      ? [
          draw(
            "g",
            {class: `goal c${number}`, transform: at(...goal)},
            draw("circle", {class: "paint", r: 15}),
            code(number),
          ),
        ]
      : [],
  );
  const arrows = data.arrows.map(([x, y, way]) =>
    draw("path", {class: "arrow", transform: `${at(x, y)} rotate(${TURN[way]})`, d: "M-7 -16L0 -23L7 -16z"}),
  );
  const ways = data.state.map(() => draw("g", {class: "way"}, draw("path", {d: "M-6 -11L0 -18L6 -11z"})));
  const blocks = ways.map((way, number) =>
    draw(
      "g",
      {class: `block c${number}`},
      draw("rect", {class: "paint", x: -20, y: -20, width: 40, height: 40, rx: 7}),
      way,
      code(number),
    ),
  );
  const grid = draw("path", {class: "grid"});
  const drawing = draw("svg", {class: "board", role: "img"}, grid, ...goals, ...arrows, ...blocks);
  const seen = [
    ...data.goals.filter(Boolean),
    ...data.arrows,
    ...data.state,
    ...(data.frames ?? []).flatMap(({state}) => state),
  ];
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  board.append(drawing);
  hold(seen.length ? seen : [[0, 0]]);

  // Makes the board large enough for these cells; it never shrinks.
  function hold(cells) {
    for (const [x, y] of cells) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      low = Math.min(low, y);
      high = Math.max(high, y);
    }
    const columns = right - left + 1;
    const rows = high - low + 1;
    const wide = CELL * columns;
    const tall = CELL * rows;
    const x = CELL * (left - 0.5);
    const y = -CELL * (high + 0.5);
    const across = Array.from({length: rows + 1}, (_, row) => `M${x} ${y + CELL * row}h${wide}`);
    const down = Array.from({length: columns + 1}, (_, column) => `M${x + CELL * column} ${y}v${tall}`);
    grid.setAttribute("d", [...across, ...down].join(""));
    drawing.setAttribute("viewBox", `${x - EDGE} ${y - EDGE} ${wide + 2 * EDGE} ${tall + 2 * EDGE}`);
    drawing.style.maxWidth = `${2 * (wide + 2 * EDGE)}px`;
  }
  function show(state, touched = []) {
    hold(state);
    state.forEach(([x, y, way], number) => {
      blocks[number].style.transform = `translate(${CELL * x}px,${-CELL * y}px)`;
      ways[number].style.transform = `rotate(${TURN[way]}deg)`;
      blocks[number].classList.toggle("clicked", number === touched[0]);
    });
  }
  async function step(_before, state, touched, pace) {
    const time = 380 / pace;
    board.style.setProperty("--pace", `${time}ms`);
    show(state, touched);
    await new Promise((done) => setTimeout(done, time));
  }
  const solved = (state) =>
    data.goals.every((goal, number) => !goal || (goal[0] === state[number][0] && goal[1] === state[number][1]));
  return {show, step, solved, stop: () => board.replaceChildren()};
}
