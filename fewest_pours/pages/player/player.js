// The player: shows frames on the stage, by itself at the chosen speed or step by step, beside a list of them.
// A frame: {state, touched, caption, color, mark, lost}, of which all but the state may be missing.

import {byId, make} from "./elements.js";
import {swatch} from "./stage.js";
import {texts} from "../words/words.js";

export class Player {
  // arrived: called whenever another frame is shown, and when playing begins or ends.
  constructor(stage, frames, arrived) {
    Object.assign(this, {stage, frames, arrived, at: 0});
    this.running = 0; // the command that plays; 0: nothing plays
    this.command = 0; // counts commands: what an earlier command began ends as soon as it sees a later number
    this.last = frames.length - 1;
    this.buttons = this.last ? frames.map((frame, number) => this.listItem(frame, number)) : [];
    byId("steps").replaceChildren(...this.buttons.map((button) => make("li", {}, button)));
    byId("slider").max = this.last;
    byId("slider").oninput = () => this.go(Number(byId("slider").value));
    const actions = {
      first: () => this.go(0),
      back: () => this.go(this.at - 1),
      play: () => this.play(),
      next: () => this.next(),
      last: () => this.go(this.last),
    };
    for (const [id, act] of Object.entries(actions)) byId(id).onclick = act;
  }

  listItem({caption, mark, color, lost}, number) {
    const part = (className, textContent) => make("span", {className, textContent});
    const button = make("button", {onclick: () => this.go(number)}, part("count", number ? `${number}.` : ""));
    if (Number.isInteger(color)) button.append(swatch(color));
    button.append(part("words", number ? caption : texts.start));
    if (mark) button.append(part(lost ? "mark lost" : "mark", mark));
    return button;
  }

  get speed() {
    return Number(byId("speed").value);
  }

  stop() {
    this.running = 0;
    this.command += 1;
  }

  go(number) {
    this.stop();
    this.at = Math.max(0, Math.min(this.last, number));
    this.stage.show(this.frames[this.at].state, this.frames[this.at].touched);
    this.arrived();
  }

  async forward(mine) {
    const {frames, stage} = this;
    this.at += 1;
    this.arrived();
    await stage.step(frames[this.at - 1].state, frames[this.at].state, frames[this.at].touched, this.speed);
    return mine === this.command;
  }

  async next() {
    this.stop();
    if (this.at < this.last) await this.forward(this.command);
    else this.arrived();
  }

  async play() {
    if (this.running) return this.pause();
    if (this.at === this.last) this.go(0);
    this.command += 1;
    const mine = this.command;
    this.running = mine;
    this.arrived();
    while (this.running === mine && this.at < this.last) {
      if (!(await this.forward(mine))) return;
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches; // then there is no animation to wait for
      await new Promise((done) => setTimeout(done, (still ? 800 : 160) / this.speed));
    }
    if (this.running === mine) this.pause();
  }

  pause() {
    this.running = 0;
    this.arrived();
  }

  // Updates slider, buttons and list. words: of the current frame.
  showControls(words) {
    byId("slider").value = this.at;
    byId("slider").setAttribute("aria-valuetext", words);
    byId("play").classList.toggle("running", this.running !== 0);
    byId("play").setAttribute("aria-label", this.running ? texts.pause : texts.page.playPlan);
    byId("first").disabled = byId("back").disabled = this.at === 0;
    byId("next").disabled = byId("last").disabled = this.at === this.last;
    for (const [number, button] of this.buttons.entries()) button.ariaCurrent = number === this.at ? "step" : null;
    const current = this.buttons[this.at];
    const list = byId("steps");
    if (!current) return;
    const top = current.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = top - list.clientHeight / 2;
  }

  // Whether the key was one of the player's.
  key(event) {
    const speeds = byId("speed");
    const {key} = event;
    if (key === " " && event.target.tagName !== "BUTTON") this.play();
    else if (key === "ArrowRight") this.next();
    else if (key === "ArrowLeft" || key === "u") this.go(this.at - 1);
    else if (key === "Home") this.go(0);
    else if (key === "End") this.go(this.last);
    else if (key === "+" || key === "-")
      speeds.selectedIndex = Math.max(0, Math.min(speeds.length - 1, speeds.selectedIndex + (key === "+" ? 1 : -1)));
    else return false;
    return true;
  }
}
