// Elements, each made in one expression: make("button", {onclick: act, ariaLabel: "red"}, swatch(0), "1 → 2")

const byId = (id) => document.getElementById(id);

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

function draw(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// The style of the classes c0, c1, ..., one for each colour.
const colorStyle = (colors) => colors.map(({hue, ink}, number) => `.c${number} .paint{fill:${hue}}.c${number} text{fill:${ink};stroke:${hue}}`).join("\n");

// A sample of a colour as it is drawn.
function swatch(number) {
  const box = draw("rect", {class: "paint", x: 0.5, y: 0.5, width: 31, height: 20, rx: 5});
  const code = draw("text", {x: 16, y: 11}, data.colors[number].code);
  return draw("svg", {class: "chip", viewBox: "0 0 32 21", "aria-hidden": true}, draw("g", {class: `swatch c${number}`}, box, code));
}

// Copies text that is also selected, where the browser lets a page do so; whether it did.
async function copied(text) {
  return (await navigator.clipboard?.writeText(text).then(() => true, () => false)) || document.execCommand("copy");
}

function say(text, bad = false) {
  byId("now").textContent = text;
  byId("now").classList.toggle("bad", bad);
}
