// The board with a server. Only such a board hears what the program says, and so needs words for it.

import "../words/program_words.js";
import "./board.js";
