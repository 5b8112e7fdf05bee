// New levels: from a picture, text, by hand, at random. And what leaves the page: a file, a link.

function chooseLevel() {
  byId("wrong").textContent = "";
  byId("fresh").showModal();
}

// Opens a level by the dialog; what is wrong is said there.
async function fresh(words, act) {
  if (!byId("fresh").open) byId("fresh").showModal();
  byId("wrong").textContent = words;
  try {
    await act();
    byId("fresh").close();
  } catch (error) {
    byId("wrong").textContent = error.message;
  }
}

const openText = (text) => fresh("Opening …", () => load({text}));

async function openFile(file) {
  if (!file) return;
  if (!file.type.startsWith("image/")) return openText(await file.text());
  return fresh("Reading the picture …", async () => {
    const level = await received("/picture", file), {capacity, state, unsure, notes} = level;
    const doubts = unsure.flatMap(([beaker, unit]) => (beaker === null ? [] : unit === null ? [...Array(capacity).keys()].map((place) => [beaker, place]) : [[beaker, capacity - 1 - unit]]));
    beginEntry(level, state, {doubts, notes, picture: URL.createObjectURL(file)});
  });
}

const LABELS = {colors: "Colours", empties: "Empty beakers", capacity: "Units in each", size: "Size"};
const OPTIONS = {watersort: {colors: 9, empties: 2, capacity: 4}, squares: {}, futoshiki: {size: 5}, pipes: {size: 6}};

function showOptions() {
  const field = ([name, value]) => make("label", {}, `${LABELS[name]} `, make("input", {type: "number", inputMode: "numeric", value, min: 0, name}));
  byId("options").replaceChildren(...Object.entries(OPTIONS[byId("kind").value]).map(field));
}

function deal(designed) {
  const options = Object.fromEntries([...byId("options").querySelectorAll("input")].map((input) => [input.name, Number(input.value)]));
  return fresh("Dealing …", () => load({puzzle: byId("kind").value, options, designed, seed: Math.floor(Math.random() * 1e9)}));
}

function download() {
  const text = isBeakers() ? toYaml(data, position()) : data.text, name = data.title.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60) || "level";
  const link = make("a", {href: URL.createObjectURL(new Blob([text], {type: "application/yaml"})), download: `${name}.yaml`});
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
  if (await copied(byId("link").value)) byId("reach").textContent += " Copied.";
}
