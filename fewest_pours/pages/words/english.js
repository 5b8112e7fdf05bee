// The words of the pages in English. Another language is three files: one like this, its labels, and its sentences.

import {englishLabels} from "./english_labels.js";
import {beakersOf, capital, joinWords} from "./phrases.js";

export const english = {
  language: "English",
  colors: {},
  nouns: {
    pour: ["pour", "pours"],
    click: ["click", "clicks"],
    turn: ["turn", "turns"],
    unit: ["unit", "units"],
    color: ["colour", "colours"],
    markedUnit: ["marked unit", "marked units"],
    remark: ["remark", "remarks"],
  },
  titles: {}, // of levels that have no name of their own
  number: (count) => count.toLocaleString("en"),
  page: englishLabels,
  keysOfBoard: [
    ["1–9, two digits", "choose a beaker, then its target; fill in a cell (0 clears it)"],
    ["arrows, Enter", "go from beaker to beaker, or to a block or cell; choose"],
    ["u, r", "undo, redo"],
    ["h, b, p", "hint, play a best move, show the plan"],
    ["n, e, s", "new level, edit, save"],
    ["Escape", "put the beaker back; leave plan or entry"],
    ["space, ← →, + −", "in the plan: play or pause, step, speed"],
    ["?", "this list"],
  ],

  // The game.
  working: "Working …",
  solved: "Solved!",
  canBeWon: "Can be won",
  canBeCompleted: "Can be completed",
  cannotBeWon: "Cannot be won",
  cannotBeCompleted: "Cannot be completed",
  anyMore: " any more",
  lostSince: (pour) => `Lost since pour ${pour}`,
  hiddenUnits: (known, all) => `Units are hidden: ${known} of ${all} known`,
  noPourWins: "No pour can win any more.",
  startOverKeeping: "Start over, and keep what was seen",
  backToWinnable: "Back to a position that can be won",
  made: (pours) => `${pours} made`,
  bestIs: (pours) => `${pours} is best`,
  bestInHindsight: (pours) => `in hindsight ${pours} is best`,
  fewestPossible: "the fewest possible",
  oneSolution: "one solution",
  severalSolutions: "several solutions",
  leftAtLeast: (steps) => `at least ${steps} left`,
  leftProven: (steps) => `${steps} left, proven fewest`,
  leftBetween: (lower, steps) => `${lower} to ${steps} left`,
  noPourPossible: "No pour is possible.",
  moreCannot: "it cannot be won either",
  moreUnknown: "not known yet",
  moreAtMost: (pours) => `at most ${pours}`,
  withMore: (one, two) => `With one more empty beaker: ${one}${two ? `; with two: ${two}` : ""}.`,
  wrong: (remark) => `Wrong: ${remark}.`,
  movesDoNotFit: "These moves do not fit the level.",
  seenDoesNotFit: "What was seen does not fit the level.",
  safe: "safe",
  loses: "loses",
  best: "best",
  start: "Start",

  // Beakers, blocks and cells.
  beaker: (number, contents) => `Beaker ${number}: ${contents}`,
  covered: (color) => `covered until ${color} fills a beaker; behind it `,
  empty: "empty",
  full: "; full",
  beakerCovered: (number, color) => `Beaker ${number} is covered until ${color} fills a beaker.`,
  beakerEmpty: (number) => `Beaker ${number} is empty.`,
  beakerFull: (number) => `Beaker ${number} is full.`,
  notOnto: (source, target) => `${source} does not go onto ${target}.`,
  pourWhere: (number) => `Pour beaker ${number} into which?`,
  cell: (row, column) => `row ${row}, column ${column}`,
  sides: ["top", "right", "bottom", "left"],
  and: " and ",
  or: " or ",
  nothing: "nothing",
  clear: "clear",
  shows: (beaker, color) => `beaker ${beaker} shows ${color}`,
  click: (color) => `click ${color}`,
  appeared: (beaker) => `What appeared on beaker ${beaker}?`,

  // Hints and plans.
  lookAtRow: (row) => `Look at row ${row}.`,
  beginPlan: (some, all) => `${some} of ${all} ${some === 1 ? "block begins" : "blocks begin"} a shortest plan.`,
  planKnown: "A plan is known.",
  isSafe: (move) => `${move} is safe: the game can still be won after it.`,
  someShortest: (colors) => `A shortest plan begins with ${colors}.`,
  everyShortest: (colors) => `Every shortest plan begins with ${colors}.`,
  goodPlan: (colors) => `A good plan begins with ${colors}.`,
  pouredFrom: (beaker) => `It is poured from beaker ${beaker}.`,
  forExample: (beaker) => `From beaker ${beaker}, for example.`,
  andThen: (moves) => `And then: ${moves}.`,
  nothingMore: "nothing more is known",
  leadsBack: "Every pour that can win leads back to an earlier position.",
  noPlanYet: "No plan is known yet.",
  noMoveHelps: "No move helps: this level cannot be won.",
  noMoveHelpsHere: "No move helps: go back to a position that can be won.",
  planNeedsAll: "A plan needs to know every unit; the moves show how often each pour can be won.",
  stepOfPlan: (step, number, last, caption) => `${step} ${number} of ${last}: ${caption}`,
  stepNames: {pour: "Pour", click: "Click", turn: "Turn"},
  solvedAtEnd: ". Solved.",
  planOf: (steps) => `A plan of ${steps}`,
  provenFewest: ", proven fewest",
  pause: "Pause",

  // Hidden units.
  hiddenMisfit: "The hidden units cannot make whole beakers of every colour.",
  hiddenCovers: "Hidden units behind covers are judged by --hint only.",
  all: "all",
  safeInAll: (move, ways) => `${move}: safe in all ${ways} ways`,
  wonIn: (move, won, ways) => `${move}: can be won in ${won} of ${ways} ways`,
  sampled: " (sampled)",
  uncovers: "; uncovers one unit",

  // Why a position cannot be won.
  cannotFill: (units, color, capacity) => `${units} of ${color} cannot fill beakers of ${capacity}.`,
  noRunLeaves: (least, there) =>
    `No top run can leave its place: each needs ${least} beakers or more, and there are ${there}.`,
  inTheEnd: (least, there) =>
    `Whichever runs leave first, in the end each top run needs ${least} beakers or more, and there are ${there}.`,
  cannotLeave: (color, beaker, needed, there) =>
    `The ${color} on top of beaker ${beaker} cannot leave now: that needs ${needed} beakers, and there are ${there}.`,
  run: (color, run, beaker) =>
    run === 1
      ? `the ${color} on top of beaker ${beaker}`
      : `the ${color} in run ${run} of beaker ${beaker} from the top`,

  // What the program says is English already, but for runs, which the page names, and units in doubt, which it marks.
  sentences: {
    doubt: ({places, why}) => {
      const beakers = beakersOf(places);
      const where = `${beakers.length === 1 ? "beaker" : "beakers"} ${joinWords(beakers, " and ")}: `;
      return `unsure: ${beakers.length ? where : ""}${why}`;
    },
    cannot_leave: ({gone, there}) => {
      const both = {1: "", 2: "both "}[gone.length] ?? "all ";
      if (!there.length) return capital(`${joinWords(gone, " and ")} can never ${both}leave.`);
      const are = there.length === 1 ? "is" : "are";
      return capital(
        `${joinWords(gone, " and ")} cannot ${both}leave while ${joinWords(there, " and ")} ${are} still there.`,
      );
    },
  },
  nextFact: (number, all) => `Next (${number} of ${all})`,

  // The review.
  perfectGame: (pours) => `${pours}: the fewest possible.`,
  pourCosts: (pour, cost) => `pour ${pour} costs ${cost}`,
  poursCost: (pours, last, cost) => `pours ${pours} and ${last} cost ${cost} each`,
  better: (moves) => `better: ${moves}`,
  solvedUnseen: "the game was solved already",

  // Both solvers.
  axis: {
    pour: "pours, at least and at most",
    click: "clicks, at least and at most",
    turn: "turns, at least and at most",
  },
  outcomes: {
    optimal: "optimal",
    solved: "solved",
    unsolvable: "unsolvable",
    out_of_time: "out of time",
    out_of_memory: "out of memory",
  },
  after: (side, outcome, seconds) => `${side}: ${outcome} after ${seconds} s`,
  atWork: (side) => `${side} is at work`,

  // New levels, and what leaves the page.
  opening: "Opening …",
  reading: "Reading the picture …",
  dealing: "Dealing …",
  onThisMachine: "It works on this machine only.",
  inThisNetwork: "Opens on any device in this network.",
  copied: "Copied.",
  copyFromBelow: "Copy it from below.",
  needsProgram: "This needs the board's program (fewest-pours board).",
  busy: "The board is busy: try again soon.",
  onlyWaterSort: "Only water sort can be played without the board's program.",
  expected:
    "expected a line such as `red green blue red` for each beaker, top first, and `empty` for each empty one; " +
    "the board's program reads more",
  tooLarge: "This level is too large to be played without the board's program.",
  expectedColors: (most, capacity) => `expected 1 to ${most} colours of 2 to ${capacity} units`,
  noSuchLevel: "no such level was found",
  dealt: (colors, empties) => `${colors}, ${empties} empty`,

  replacesSaved: "This replaces the level that is saved under this name.",
  savedAs: (name) => `Saved as “${name}”.`,
  notSaved: "Not saved: the browser has no room left, or forbids it.",
  removeSaved: (name) => `Remove ${name}`,
  putBack: "is removed: put it back",
  firstOnTop: "The first colour is on top",
  firstBelow: "The first colour is at the bottom",
  yUpward: "y grows upward",
  yDownward: "y grows downward",

  // Levels entered by hand.
  byHand: (kinds) => `${kinds} colours by hand`,
  manyColors: (kinds) => `${kinds} colours`,
  hiddenUnit: "hidden unit",
  tapToChange: "Tap a unit to change it.",
  endOfEntry: "Tap a unit to change it",
  allEntered: "All units are entered",
  chooseOpener: "Choose the colour that opens it.",
  whichOpens: (beaker) => `Which colour opens beaker ${beaker}?`,
  unsure: (units) => `Unsure about ${units}: tap to correct, or play.`,
  missing: (units, color) => `${units} ${color} missing`,
  toGo: (units) => `${units} to go`,
  noUnitYet: "No unit yet",
  placeOfUnit: (beaker, unit) => `Beaker ${beaker}, unit ${unit} from the top`,
  leftOfColor: (color, rest) => `${color}, ${rest} left`,
  open: "Open",
  noBeakerEmpty: "No beaker is empty.",

  // The page of a plan.
  thePuzzle: "The puzzle.",
  toGoFromStart: (steps) => `Start; ${steps} to go.`,
  playYourself: "Play yourself: tap a beaker, then another.",
  stillWon: "It can still be won.",
  notDecided: "Whether it can be won is not decided here.",
  lostFromStart: "It cannot be won: lost from the start.",
  lostSinceOrBefore: (pour, isExact) => `Lost since pour ${pour}${isExact ? "" : " or before"}.`,
  noPourLeft: "No pour is left. ",
  soFar: (pours) => `${pours} so far`,
  fewestIs: (pours) => `; the fewest is ${pours}`,
  bestPlanHas: (pours) => `; the best plan has ${pours}`,
  backToPlan: "Back to the plan",
  backToStart: "Back to the start",
};
