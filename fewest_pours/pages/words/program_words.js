// Gives the languages their words for what the program says, which a page without it never shows.

import {german} from "./german.js";
import {germanSentences} from "./german_sentences.js";

Object.assign(german.sentences, germanSentences);
