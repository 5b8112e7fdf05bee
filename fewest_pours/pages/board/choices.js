// The row of buttons that offers what a cell may hold, or what a hidden unit may be.

import {byId} from "../player/elements.js";

export function offerChoices(buttons) {
  byId("values").replaceChildren(...buttons);
  byId("values").hidden = false;
}

export function hideChoices() {
  byId("values").hidden = true;
}
