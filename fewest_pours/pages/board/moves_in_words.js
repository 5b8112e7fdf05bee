// Moves in words: '1 → 2', 'click red', 'row 1, column 2: 3'

import {data} from "../player/stage.js";
import {texts} from "../words/words.js";
import {valueInWords} from "./cell_values.js";
import {isSighting} from "./game.js";

export function moveInWords(move) {
  if (isSighting(move)) return texts.shows(move[0] + 1, nameOf(move[1]));
  if (move.length === 2) return `${move[0] + 1} → ${move[1] + 1}`;
  if (move.length === 1) return texts.click(data.colors[move[0]].name);
  return `${texts.cell(move[0] + 1, move[1] + 1)}: ${valueInWords(move[2])}`;
}

const nameOf = (color) => data.colors.find(({word}) => word === color)?.name ?? color;
