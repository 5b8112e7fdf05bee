// Random orders.

// A function that gives whole numbers below its argument, the same ones in every run.
export function repeatableNumbers() {
  let seed = 1;
  return (below) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

// random: gives a whole number below its argument.
export function shuffled(items, random) {
  const order = items.slice();
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = random(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}
