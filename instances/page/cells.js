// Cells to fill in: with letters (futoshiki), or pipes. A state lists the text of each cell: a letter, or its sides.

function cellsStage(data, board) {
  const cells = [...board.querySelectorAll(".cell:not(.left-over)")];
  const rest = board.querySelector(".rest");

  function show(state) {
    state.forEach((text, number) => {
      const letters = cells[number].querySelector("text");
      const kind = cells[number].classList.contains("given") ? "given" : "found";
      if (letters) letters.textContent = text;
      else cells[number].setAttribute("class", `cell ${kind} ${text}`);
    });
    if (rest) rest.style.display = state.includes("") ? "" : "none";
  }
  async function step(before, state, touched, pace) {
    show(state);
    await new Promise((done) => setTimeout(done, 600 / pace));
  }
  return {show, step};
}
