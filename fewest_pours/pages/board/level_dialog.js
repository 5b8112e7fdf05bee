// The dialog from which levels are opened.

import {byId} from "../player/elements.js";

// Shows these words until the level is open; what is wrong is said there.
export async function openByDialog(words, act) {
  if (!byId("fresh").open) byId("fresh").showModal();
  byId("wrong").textContent = words;
  try {
    await act();
    byId("fresh").close();
  } catch (error) {
    byId("wrong").textContent = error.message;
    byId("fresh").scrollTop = 0;
  }
}
