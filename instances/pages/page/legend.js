// The legend: each colour's name, with a sample as it is drawn.

function swatch(number) {
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg"), group = document.createElementNS(space, "g");
  const box = document.createElementNS(space, "rect"), text = document.createElementNS(space, "text");
  drawing.setAttribute("viewBox", "0 0 32 21");
  drawing.setAttribute("aria-hidden", "true");
  drawing.setAttribute("class", "chip");
  group.setAttribute("class", `swatch c${number}`);
  for (const [name, value] of Object.entries({class: "paint", x: 0.5, y: 0.5, width: 31, height: 20, rx: 5})) box.setAttribute(name, value);
  text.setAttribute("x", 16);
  text.setAttribute("y", 11);
  text.textContent = data.colors[number].code;
  group.append(box, text);
  drawing.append(group);
  return drawing;
}

function fillLegend(list) {
  list.replaceChildren();
  for (const [number, color] of data.colors.entries()) {
    const item = document.createElement("li"), name = document.createElement("span");
    name.textContent = color.name;
    item.append(swatch(number), name);
    list.append(item);
  }
}
