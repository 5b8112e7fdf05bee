// What the page keeps between visits: in the browser's storage, which may be full, forbidden or damaged.
//
// here: for this tab alone, which other tabs and later visits do not see.

const PREFIX = "fewest-pours:";

const storage = (here) => (here ? sessionStorage : localStorage);

// Whether it could be kept; if not, the game goes on.
export function keep(name, value, here = false) {
  try {
    storage(here).setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

// What was kept under a name; null if nothing was.
export function kept(name, here = false) {
  try {
    return JSON.parse(storage(here).getItem(PREFIX + name));
  } catch {
    return null;
  }
}

export function drop(name, here = false) {
  try {
    storage(here).removeItem(PREFIX + name);
  } catch {
    // Then there is nothing to drop.
  }
}
