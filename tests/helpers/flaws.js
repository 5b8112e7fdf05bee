// What is hard to read or to touch on the page as it is now: text of less contrast than 4.5 to 1, targets that are small or
// overlap, and a page wider than the window.
export function flaws() {
  const found = [];
  const rgb = (text) => (text.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
  const linear = (part) => (part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const behind = (item) => {
    const paint = item.tagName === "text" && item.parentElement.querySelector(":scope > .paint");
    if (paint) return rgb(getComputedStyle(paint).fill);
    const color = rgb(getComputedStyle(item).backgroundColor);
    if (color[3] !== 0) return color;
    return item.parentElement ? behind(item.parentElement) : [255, 255, 255];
  };
  for (const item of document.querySelectorAll("body *")) {
    const text = [...item.childNodes].map((node) => (node.nodeType === 3 ? node.data.trim() : "")).join("");
    if (!text || !item.checkVisibility() || item.closest("[disabled], .used-up, option")) continue;
    const style = getComputedStyle(item);
    const own = light(rgb(item.tagName === "text" ? style.fill : style.color));
    const back = light(behind(item));
    const contrast = (Math.max(own, back) + 0.05) / (Math.min(own, back) + 0.05);
    if (contrast < 4.5) found.push(`faint: ${text} ${contrast.toFixed(1)}`);
  }
  const targets = [...document.querySelectorAll("button, select, summary")].filter((each) => each.checkVisibility());
  const nameOf = (each) => each.id || each.ariaLabel || each.textContent;
  const places = targets.map((each) => [nameOf(each), each.closest("#dock"), each.getBoundingClientRect()]);
  for (const [name, dock, a] of places) {
    if (Math.min(a.width, a.height) < 43.9) found.push(`small: ${name}`);
    for (const [other, same, b] of places) {
      const beside = a.left >= b.right - 1 || b.left >= a.right - 1 || a.top >= b.bottom - 1 || b.top >= a.bottom - 1;
      if (name < other && dock === same && !beside) found.push(`overlap: ${name}, ${other}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push(`wide: ${document.documentElement.scrollWidth}`);
  return found;
}
