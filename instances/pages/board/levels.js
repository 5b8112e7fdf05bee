// New levels: from a picture, text, by hand, at random. And what leaves the page: a file, a link.

function chooseLevel() {
  byId("wrong").textContent = "";
  byId("fresh").showModal();
}

// Opens a level that was asked for in the dialog; what is wrong is said there.
async function fresh(wish, words) {
  byId("wrong").textContent = words;
  try {
    await load(wish);
    byId("fresh").close();
    byId("wrong").textContent = "";
  } catch (error) {
    byId("wrong").textContent = error.message;
    if (!byId("fresh").open) chooseLevel(), (byId("wrong").textContent = error.message);
  }
}

const openText = (text) => fresh({text}, "Opening …");

async function openFile(file) {
  if (!file) return;
  if (!file.type.startsWith("image/")) return openText(await file.text());
  byId("wrong").textContent = "Reading the picture …";
  if (!byId("fresh").open) byId("fresh").showModal();
  try {
    const level = await received("/picture", file), {capacity, state, unsure, notes} = level;
    const doubts = unsure.flatMap(([beaker, unit]) => (beaker === null ? [] : unit === null ? [...Array(capacity).keys()].map((place) => [beaker, place]) : [[beaker, capacity - 1 - unit]]));
    byId("fresh").close();
    byId("wrong").textContent = "";
    beginEntry(level, state, {doubts, notes, picture: URL.createObjectURL(file)});
  } catch (error) {
    byId("wrong").textContent = error.message;
  }
}

const LABELS = {colors: "Colours", empties: "Empty beakers", capacity: "Units in each", size: "Size"};
const OPTIONS = {watersort: {colors: 9, empties: 2, capacity: 4}, squares: {}, futoshiki: {size: 5}, pipes: {size: 6}};

function showOptions() {
  byId("options").replaceChildren(...Object.entries(OPTIONS[byId("kind").value]).map(([name, value]) => {
    const label = document.createElement("label"), input = document.createElement("input");
    Object.assign(input, {type: "number", inputMode: "numeric", value, min: 0, name});
    label.append(`${LABELS[name]} `, input);
    return label;
  }));
}

function deal(designed) {
  const options = Object.fromEntries([...byId("options").querySelectorAll("input")].map((input) => [input.name, Number(input.value)]));
  return fresh({puzzle: byId("kind").value, options, designed, seed: Math.floor(Math.random() * 1e9)}, "Dealing …");
}

function download() {
  const text = isBeakers() ? toYaml(data, position()) : data.text, link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], {type: "application/yaml"}));
  link.download = `${data.title.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60) || "level"}.yaml`;
  link.click();
  URL.revokeObjectURL(link.href);
}

// Shows the link to this game, and copies it where the browser lets a page do so.
async function shareGame() {
  const {share} = document.body.dataset, here = /^(localhost|127\.|\[::1\]|$)/.test(location.hostname);
  byId("link").value = (share || location.href.split("#")[0]) + location.hash;
  byId("reach").textContent = share ? "Opens on any device in this network." : here ? "It works on this machine only." : "";
  byId("sharing").showModal();
  byId("link").select();
  const copied = await navigator.clipboard?.writeText(byId("link").value).then(() => true, () => false);
  if (copied ?? document.execCommand("copy")) byId("reach").textContent += " Copied.";
}
