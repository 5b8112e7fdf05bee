// Changes of the game, one after another: each goes on from what the one before has left.

let underWay = null; // the change that is being made

// Makes a change, at once if no other is being made; returns what it returns, or throws its Error.
export async function inTurn(act) {
  while (underWay) await underWay.catch(() => {}); // who asked for that one says why it failed
  underWay = act();
  try {
    return await underWay;
  } finally {
    underWay = null;
  }
}
