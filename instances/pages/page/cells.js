// Cells to fill in: with letters (futoshiki), or pipes. A state lists the text of each cell: a letter, or its sides.

function cellsStage(data, board) {
  const cells = [...board.querySelectorAll(".cell:not(.left-over)")];
  const rest = [...board.querySelectorAll(".left-over")].map((tile) => ({tile, text: tile.getAttribute("class").replace("cell left-over ", "")}));
  const drawing = board.querySelector("svg"), box = drawing.getAttribute("viewBox"), [, , width] = box.split(" ");

  function show(state) {
    state.forEach((text, number) => {
      const letters = cells[number].querySelector("text");
      const kind = cells[number].classList.contains("given") ? "given" : "found";
      if (letters) letters.textContent = text;
      else cells[number].setAttribute("class", `cell ${kind} ${text}`);
    });
    showRest(state.filter((_, number) => !cells[number].classList.contains("given")));
  }
  // Below the square: the tiles that are not laid yet. Without them the drawing ends with the square.
  function showRest(laid) {
    if (!rest.length) return;
    for (const {tile, text} of rest) {
      const place = laid.indexOf(text);
      tile.style.display = place < 0 ? "" : "none";
      if (place >= 0) laid.splice(place, 1);
    }
    drawing.setAttribute("viewBox", rest.every(({tile}) => tile.style.display) ? `0 0 ${width} ${width}` : box);
  }
  async function step(before, state, touched, pace) {
    show(state);
    await new Promise((done) => setTimeout(done, 600 / pace));
  }
  return {show, step};
}
