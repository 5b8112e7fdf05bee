// What is known of the position, while it is being found out.

import {answerChanged} from "./events.js";

const BETWEEN_PAUSES = 40; // milliseconds that a long loop may keep the page waiting

// won      whether the position can be won; null while that is not known
// lower, upper, plan   of the fewest moves left
// unique   of a puzzle that is filled in: whether it has one solution; null while that is not known
// checked, losing      of the pours, as "0,1", after which the game can be won, and cannot
// rated    move, as "0,1" -> what the program found of the position after it
// judged   where units are hidden, of the ways to fill them in (hidden.js); undefined until the first is examined:
//          - ways       how many were examined and count
//          - undecided  how many do not count, as it is not known whether some pour wins
//          - sampled    whether the ways that count are not all that there are
//          - won        pour, as "0,1" -> in how many of the ways that count it wins
//          - done       whether no more ways will be examined
// more     with one and two more empty beakers: {lower, upper, lost}
// why      the program's facts, as why.js says
// sides    'search' -> its events so far
// obstacle why no more is found out, in words
export let answer = newAnswer();

function newAnswer() {
  return {
    won: null,
    checked: new Set(),
    lower: null,
    upper: null,
    plan: null,
    unique: null,
    rated: new Map(),
    more: [],
    why: [],
    sides: {},
    losing: new Set(),
    obstacle: "",
  };
}

export function startAnswer() {
  answer = newAnswer();
  return answer;
}

// For long loops: a function that shows the answer now and then and keeps the page responsive. It returns whether to
// stop.
export function pauses(signal) {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < BETWEEN_PAUSES) return false;
    answerChanged.tell();
    await new Promise((done) => setTimeout(done));
    last = performance.now();
    return signal.aborted;
  };
}
