// What hidden units may be: all ways to fill them in, or a sample where there are over 5,000; and what they were.

import {repeatableNumbers, shuffled} from "../random_order.js";

const MOST_WAYS = 5_000;
const SAMPLED_WAYS = 1_000;

export function countsOf(colors) {
  const units = new Map();
  for (const color of colors) units.set(color, (units.get(color) ?? 0) + 1);
  return units;
}

// Every distinct order of sorted units, once.
export function* orders(units) {
  if (!units.length) yield [];
  for (const [place, color] of units.entries()) {
    if (color === units[place - 1]) continue;
    for (const rest of orders(units.toSpliced(place, 1))) yield [color, ...rest];
  }
}

export function* sampledOrders(units) {
  const random = repeatableNumbers();
  for (let way = 0; way < SAMPLED_WAYS; way += 1) yield shuffled(units, random);
}

// The positions of a game with the units filled in that were seen later: until then, a hidden unit lies in its place.
export function inHindsight(positions, hidden) {
  const filled = positions.slice();
  for (let number = positions.length - 2; number >= 0; number -= 1) {
    const later = filled[number + 1];
    filled[number] = positions[number].map((beaker, place) =>
      beaker.map((color, below) => (color === hidden ? later[place][below] : color)),
    );
  }
  return filled;
}

// Whether sorted units have over MOST_WAYS orders, a multinomial coefficient: with each unit more, their number is
// multiplied by the number of units so far, and divided by the number of those of its colour.
export function manyWays(units) {
  let ways = 1;
  let same = 0;
  for (const [place, color] of units.entries()) {
    same = color === units[place - 1] ? same + 1 : 1;
    ways *= (place + 1) / same;
  }
  return ways > MOST_WAYS + 0.5; // a whole number but for rounding
}
