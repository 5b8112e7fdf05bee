// What happens on the board. Whoever makes it happen tells it and need not know who acts on it: board.js says that, and
// in which order.

class Happening {
  acts = [];

  calls(...acts) {
    this.acts = acts;
  }

  tell(fact) {
    for (const act of this.acts) act(fact);
  }
}

export const levelLeaves = new Happening(); // the level on the stage makes room for another, or for an entry
export const levelShown = new Happening(); // tells the level that is on the stage now
export const positionReached = new Happening(); // of the game, by a move, an undo, or a new level
export const answerChanged = new Happening(); // more is known of the position, or what is shown of it depends on a tap
