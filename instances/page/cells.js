// Cells that are filled in: letters (futoshiki), or the sides with a pipe. A state is a list of texts, cell by cell.

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
