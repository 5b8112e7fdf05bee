// The print view: pictures of the start and of every step, first of the game, then of the plan.

function printAll() {
  const moves = [...game.moves, ...(isBeakers() && answer.plan ? answer.plan : [])];
  const all = [...states];
  for (const move of moves.slice(game.moves.length)) all.push(afterMove(all[all.length - 1], move));
  byId("printed").replaceChildren(...all.map((state, number) => {
    stage.show(state, isBeakers() && number ? moves[number - 1] : []);
    const pictures = [...byId("board").children].filter(({tagName}) => tagName !== "TEMPLATE").map((child) => child.cloneNode(true));
    const caption = make("figcaption", {textContent: number ? `${number}. ${moveInWords(moves[number - 1])}` : "Start"});
    return make("figure", {}, make("div", {className: "picture"}, ...pictures), caption);
  }));
  stage.show(position());
  print();
}
