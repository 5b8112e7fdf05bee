// The print view: pictures of the start and of every step, first of the game, then of the plan.

import {byId, make} from "../player/elements.js";
import {stage} from "../player/stage.js";
import {texts} from "../words/words.js";
import {answer} from "./answer.js";
import {game, isBeakers, position, positionsFrom, states} from "./game.js";
import {moveInWords} from "./moves_in_words.js";

export function printAll() {
  const plan = (isBeakers() && answer.plan) || [];
  const moves = [...game.moves, ...plan];
  const all = [...states.slice(0, -1), ...positionsFrom(position(), plan)];
  byId("printed").replaceChildren(
    ...all.map((state, number) => {
      stage.show(state, isBeakers() && number ? moves[number - 1] : []);
      const pictures = [...byId("board").children].map((child) => child.cloneNode(true));
      const caption = make("figcaption", {
        textContent: number ? `${number}. ${moveInWords(moves[number - 1])}` : texts.start,
      });
      return make("figure", {}, make("div", {className: "picture"}, ...pictures), caption);
    }),
  );
  stage.show(position());
  print();
}
