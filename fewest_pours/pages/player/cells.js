// Cells to fill in: with letters (futoshiki), or pipes. A state lists the sign of each cell as in files: "3", "╔", "." or "▒".

import {draw} from "./elements.js";

const MIDDLE = 24; // pixels from the edge of a drawing to the centre of the first cell
const ARMS = {top: "V-20", right: "H20", bottom: "V20", left: "H-20"};
const PIPES = {
  "▒": "",
  "╚": "top right",
  "║": "top bottom",
  "╔": "right bottom",
  "╠": "top right bottom",
  "╝": "top left",
  "═": "right left",
  "╩": "top right left",
  "╗": "bottom left",
  "╣": "top bottom left",
  "╦": "right bottom left",
  "╬": "top right bottom left",
};

// What a cell holds: a letter, or the sides that its pipes open to; "" for a gap.
export const cellContent = (sign) => PIPES[sign] ?? (sign === "." ? "" : sign);

export function cellsStage(data, board) {
  const size = Math.sqrt(data.state.length);
  const isPipes = data.tiles !== undefined;
  const pitch = isPipes ? 40 : 62;
  const side = (size - 1) * pitch + 2 * MIDDLE;
  const at = (x, y) => `translate(${x + MIDDLE} ${y + MIDDLE})`; // measured from the centre of the first cell
  const cell = (kind, content, transform) => {
    const box = draw("rect", {x: -20, y: -20, width: 40, height: 40, rx: isPipes ? 0 : 5});
    const inside = isPipes
      ? Object.entries(ARMS).map(([name, line]) => draw("path", {class: name, d: `M0 0${line}`}))
      : [draw("text", {}, content)];
    return draw("g", {class: `cell ${kind} ${isPipes ? content : ""}`, transform}, box, ...inside);
  };
  const cells = data.state
    .map(cellContent)
    .map((content, number) =>
      cell(content ? "given" : "found", content, at((number % size) * pitch, Math.floor(number / size) * pitch)),
    );
  // Halfway between two cells, open towards the larger one, which comes second.
  const signs = (data.signs ?? []).map(([[row, column], [otherRow, otherColumn]]) => {
    const turn = (Math.atan2(otherRow - row, otherColumn - column) * 180) / Math.PI;
    const halfway = at(((column + otherColumn) * pitch) / 2, ((row + otherRow) * pitch) / 2);
    return draw("path", {class: "sign", transform: `${halfway} rotate(${turn})`, d: "M4 -7L-4 0L4 7"});
  });
  const small = 32;
  const inARow = Math.max(1, Math.floor((size * pitch) / small));
  const rest = (data.tiles ?? []).map(cellContent).map((content, number) => {
    // the tiles that are left to lay, below the square
    const x = number % inARow;
    const y = Math.floor(number / inARow);
    return {
      content,
      tile: cell("left-over", content, `${at(x * small - 4, size * pitch + y * small + 12)} scale(0.45)`),
    };
  });
  const below = rest.length ? 16 + Math.ceil(rest.length / inARow) * small : 0;
  const drawing = draw(
    "svg",
    {class: "board", viewBox: `0 0 ${side} ${side + below}`, role: "img"},
    ...cells,
    ...signs,
    ...rest.map(({tile}) => tile),
  );
  drawing.style.maxWidth = `${2 * side}px`;
  board.append(drawing);

  function show(state) {
    state.map(cellContent).forEach((content, number) => {
      const letters = cells[number].querySelector("text");
      const kind = cells[number].classList.contains("given") ? "given" : "found";
      if (letters) letters.textContent = content;
      else cells[number].setAttribute("class", `cell ${kind} ${content}`);
    });
    showRest(state.map(cellContent).filter((_, number) => !cells[number].classList.contains("given")));
  }
  // Shows the tiles that are not laid yet. Without them the drawing ends with the square.
  function showRest(laid) {
    for (const {content, tile} of rest) {
      const place = laid.indexOf(content);
      tile.style.display = place < 0 ? "" : "none";
      if (place >= 0) laid.splice(place, 1);
    }
    const areAllLaid = rest.every(({tile}) => tile.style.display);
    drawing.setAttribute("viewBox", `0 0 ${side} ${areAllLaid ? side : side + below}`);
  }
  async function step(_before, state, _touched, pace) {
    show(state);
    await new Promise((done) => setTimeout(done, 600 / pace));
  }
  return {show, step, solved: (state) => state.every(cellContent), stop: () => board.replaceChildren()};
}
