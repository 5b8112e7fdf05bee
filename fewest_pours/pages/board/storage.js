// What the page keeps between visits: in the browser's storage, which may be full, forbidden or damaged.

const PREFIX = "fewest-pours:";

// Whether it could be kept; if not, the game goes on.
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

// What was kept under a name; null if nothing was.
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

export function drop(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Then there is nothing to drop.
  }
}
