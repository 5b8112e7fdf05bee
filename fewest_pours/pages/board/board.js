// The board: what happens in the game and what follows from it, what buttons do, and the first level.
//
// The modules build on each other in one direction: the game (game.js, playing.js), what is known of its position
// (answer.js, answers.js, hidden.js), what is drawn of that (shown_answer.js), and what is entered (level_entry.js,
// new_level.js). What an upper one does when something happens below, is said here.

import {byId, make} from "../player/elements.js";
import {keep, kept} from "../storage.js";
import {LANGUAGES, fillInWords, language, texts} from "../words/words.js";
import {arriveAt, isAtEntry, readAddress, writeAddress} from "./address.js";
import {ask, forget} from "./answers.js";
import {draft} from "./draft.js";
import {answerChanged, levelLeaves, levelShown, positionReached} from "./events.js";
import {IS_SITE, goToAddress, start} from "./first_level.js";
import {askWhatAppeared} from "./hidden.js";
import {hintMore, playBest, startHints} from "./hints.js";
import {listenToKeys} from "./keys.js";
import {
  askCover,
  cancelEntry,
  changeBeakers,
  editPosition,
  endEntry,
  enterByHand,
  finishEntry,
  leaveEntry,
  returnToEntry,
  showMarked,
  undoEntry,
} from "./level_entry.js";
import {askOrder, showOrders} from "./list_order.js";
import {chooseLevel, deal, downloadLevel, openFile, openText, shareGame, showKinds, showOptions} from "./new_level.js";
import {closePlan, leavePlan, playFromHere, showPlan} from "./plan.js";
import {playOn, redoMove, startOver, undoMove} from "./playing.js";
import {printAll} from "./print.js";
import {forgetReview} from "./review.js";
import {askName, checkName, saveLevel} from "./saved_levels.js";
import {SERVED} from "./server.js";
import {showAnswer} from "./shown_answer.js";
import {nameItems, release, wireStage} from "./taps.js";
import {sayMistake, showLegend, showNotes, showTools} from "./tools.js";
import {nextFact} from "./why.js";

// The order matters to what is said below the beakers: sayMistake takes away what was said before, askWhatAppeared asks.
levelLeaves.calls(leavePlan, forget, forgetReview, startHints, endEntry);
levelShown.calls(showNotesOf, askOrder, showLegend, wireStage);
positionReached.calls(
  nameItems,
  release,
  leavePlan,
  showOrders,
  writeAddress,
  showTools,
  sayMistake,
  startHints,
  ask,
  askWhatAppeared,
);
answerChanged.calls(showAnswer);

function showNotesOf({notes}) {
  showNotes(notes);
}

// By the ids of the buttons
const actions = {
  undo: undoMove,
  redo: redoMove,
  hint: hintMore,
  best: playBest,
  "show-plan": showPlan,
  print: printAll,
  download: downloadLevel,
  "keep-level": askName,
  save: saveLevel,
  share: shareGame,
  edit: editPosition,
  restart: startOver,
  forget: () => playOn([], []),
  new: chooseLevel,
  "close-plan": closePlan,
  "from-here": playFromHere,
  "why-next": nextFact,
  "undo-entry": undoEntry,
  cover: askCover,
  begin: finishEntry,
  cancel: cancelEntry,
  "more-beakers": () => changeBeakers(true),
  "fewer-beakers": () => changeBeakers(false),
  open: () => openText(byId("paste").value),
  deal: () => deal(false),
  designed: () => deal(true),
  help: () => byId("keys").showModal(),
};
for (const [id, act] of Object.entries(actions)) byId(id).addEventListener("click", () => act());

// ------------------------------------------------------------------------------------------------------------ fields

byId("kind").addEventListener("change", showOptions);
byId("costs").checked = kept("costs") !== false;
byId("costs").addEventListener("change", () => {
  keep("costs", byId("costs").checked);
  showAnswer();
});
for (const id of ["picture", "file"]) {
  byId(id).addEventListener("change", () => openFile(byId(id).files[0]).then(() => (byId(id).value = "")));
}
byId("name").addEventListener("input", checkName);
byId("name").addEventListener("keydown", (event) => event.key === "Enter" && saveLevel());
byId("paste").addEventListener(
  "keydown",
  (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && actions.open(),
);
byId("picture-read").addEventListener("load", () => {
  dispatchEvent(new Event("resize"));
  showMarked();
});
for (let kinds = 2; kinds < 25; kinds += 1)
  byId("kinds").append(
    make("button", {textContent: kinds, ariaLabel: texts.manyColors(kinds), onclick: () => enterByHand(kinds)}),
  );

// ------------------------------------------------------------------------------- what comes from outside of the page

addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  file ? openFile(file) : openText(event.dataTransfer.getData("text"));
});
addEventListener("paste", (event) => {
  const [file] = event.clipboardData.files;
  if (file) openFile(file);
  else if (event.target.tagName !== "TEXTAREA" && event.target.tagName !== "INPUT")
    openText(event.clipboardData.getData("text"));
});
addEventListener("popstate", ({state}) => {
  const isBack = arriveAt(state);
  if (isAtEntry() && (draft || returnToEntry())) return;
  const shared = readAddress(); // leaving an entry writes the game that was played before
  if (draft) leaveEntry();
  goToAddress(shared, isBack);
});
listenToKeys();

// ------------------------------------------------------------------------------------------------------------- start

fillInWords();
byId("key-list").replaceChildren(
  ...texts.keysOfBoard.flatMap(([keys, does]) => [make("dt", {textContent: keys}), make("dd", {textContent: does})]),
);
byId("language").replaceChildren(
  ...Object.entries(LANGUAGES).map(([value, words]) =>
    make("option", {value, textContent: words.language, selected: value === language}),
  ),
);
byId("language").addEventListener("change", () => {
  keep("language", byId("language").value);
  location.reload();
});
if (IS_SITE) navigator.serviceWorker?.register("service_worker.js");
if (SERVED) byId("about").remove();
else for (const item of document.querySelectorAll(".served")) item.remove();
showKinds();
showOptions();
start();
