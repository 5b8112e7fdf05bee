// The editor: tap beakers to add units. Also levels that are pasted, dropped or dealt.

let editing = false, color = "red"; // the colour to add, as its word; null: remove the top unit

function showTools() {
  byId("edit").hidden = !isBeakers();
  byId("editing").hidden = !editing || !isBeakers();
  byId("edit").setAttribute("aria-pressed", String(editing));
  byId("best").hidden = byId("hint").hidden = editing;
  byId("rescue").hidden = true;
  letGo();
  byId("pricing").hidden = data.script === "cells";
  if (!isBeakers()) return;
  byId("capacity").value = data.capacity;
  byId("palette").replaceChildren(...[...data.colors.map(({word}) => word), null].map((choice, number) => {
    const button = document.createElement("button");
    button.setAttribute("role", "radio");
    button.setAttribute("aria-checked", String(choice === color));
    button.setAttribute("aria-label", choice === null ? "remove" : data.colors[number].name);
    button.title = button.getAttribute("aria-label");
    button.append(choice === null ? "remove" : swatch(number));
    button.addEventListener("click", () => {
      color = choice;
      showTools();
    });
    return button;
  }));
}

function toggleEditing() {
  if (!isBeakers()) return;
  editing = !editing;
  showTools();
  say(editing ? "Choose a colour, then tap beakers: a unit goes on top of each." : "");
  if (game.draft && !editing) return open({text: game.text});
  if (isHidden()) askWhatAppeared();
}

// Opens the current position, changed by an edit, as the start of a new level. The editor places hidden units one at a
// time; until their number fits the colours, the server would refuse the level, so it stays a draft of the page.
function edit(change, capacity = data.capacity) {
  const state = position().map((beaker) => [...beaker]);
  change(state);
  const text = toYaml({...data, capacity}, state), hidden = state.flat().includes(hiddenColor());
  return editing && hidden && capacity === data.capacity ? openDraft({...data, text, state, notes: []}) : open({text});
}

function editBeaker(number) {
  const beaker = position()[number];
  if (coverOf(beaker) !== null) return refuse(number, whyNot(position(), number, number, data));
  if (color === null ? !beaker.length : beaker.length >= data.capacity) return refuse(number, `Beaker ${number + 1} is ${beaker.length ? "full" : "empty"}.`);
  return edit((state) => (color === null ? state[number].pop() : state[number].push(data.colors.findIndex(({word}) => word === color))));
}

function changeCapacity() {
  const capacity = Math.max(1, Math.min(40, Number(byId("capacity").value) || data.capacity));
  return edit((state) => state.forEach((beaker) => beaker.splice(capacity, contentsOf(beaker).length - capacity)), capacity);
}

const LABELS = {colors: "Colours", empties: "Empty beakers", capacity: "Units in each", size: "Size"};
const OPTIONS = {watersort: {colors: 9, empties: 2, capacity: 4}, squares: {}, futoshiki: {size: 5}, pipes: {size: 6}};

function showOptions() {
  byId("options").replaceChildren(...Object.entries(OPTIONS[byId("kind").value]).map(([name, value]) => {
    const label = document.createElement("label"), input = document.createElement("input");
    Object.assign(input, {type: "number", value, min: 0, name});
    label.append(`${LABELS[name]} `, input);
    return label;
  }));
}

function deal(designed) {
  const options = Object.fromEntries([...byId("options").querySelectorAll("input")].map((input) => [input.name, Number(input.value)]));
  say("Dealing …");
  return open({puzzle: byId("kind").value, options, designed, seed: Math.floor(Math.random() * 1e9)});
}

function openPasted(text) {
  return open({text});
}

function download() {
  const text = isBeakers() ? toYaml(data, position()) : data.text, link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], {type: "application/yaml"}));
  link.download = `${data.title.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60) || "level"}.yaml`;
  link.click();
  URL.revokeObjectURL(link.href);
}
