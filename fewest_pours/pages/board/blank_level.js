// A level without units, from which the page deals, reads and edits others.

import {byId} from "../player/elements.js";

export const blank = JSON.parse(byId("blank").textContent); // the palette, and an empty beaker of the largest capacity

export const blankLevel = (capacity, title) => ({
  ...blank,
  title,
  capacity,
  places: capacity,
  state: [],
  notes: [],
  unseen: [],
});
