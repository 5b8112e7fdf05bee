// Blocks on a board. A state is a list of [x, y, degrees], one for each block.

function blocksStage(data, board) {
  const blocks = [...board.querySelectorAll(".block")];
  const ways = blocks.map((block) => block.querySelector(".way"));

  function show(state, touched = []) {
    state.forEach(([x, y, degrees], number) => {
      blocks[number].style.transform = `translate(${x}px,${y}px)`;
      ways[number].style.transform = `rotate(${degrees}deg)`;
      blocks[number].classList.toggle("hit", number === touched[0]);
    });
  }
  async function step(before, state, touched, pace) {
    const time = 380 / pace;
    board.style.setProperty("--pace", time + "ms");
    show(state, touched);
    await new Promise((done) => setTimeout(done, time));
  }
  return {show, step};
}
