// Elements, each made in one expression: make("button", {onclick: act, ariaLabel: "red"}, swatch(0), "1 → 2")

export const byId = (id) => document.getElementById(id);

export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

export function draw(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// The style of the classes c0, c1, ..., one for each colour.
export const colorStyle = (colors) =>
  colors
    .map(({hue, ink}, number) => `.c${number} .paint{fill:${hue}}.c${number} text{fill:${ink};stroke:${hue}}`)
    .join("\n");

// Copies text that is also selected, where the browser lets a page do so; whether it did.
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

export function say(text, bad = false) {
  byId("now").textContent = text;
  byId("now").classList.toggle("bad", bad);
}
