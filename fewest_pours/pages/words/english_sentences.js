// What the program says, in English, by its code: facts, mistakes, doubts, remarks and refusals.

import {capital, joinWords, unitsByBeaker} from "./phrases.js";

export const englishSentences = {
  no_fact_breaks_first: () => "None of these facts can be the first to be broken.",
  none_of_many_breaks_first: ({facts}) =>
    `None of ${facts} facts, one of which excludes the goal, can be broken first. The shortest:`,
  solved_breaks_a_fact: () => "But in a solved state all runs have left their places, which breaks one of them.",
  cannot_leave: ({gone, there}) => {
    const both = {1: "", 2: "both "}[gone.length] ?? "all ";
    if (!there.length) return capital(`${joinWords(gone, " and ")} can never ${both}leave.`);
    const are = there.length === 1 ? "is" : "are";
    return capital(
      `${joinWords(gone, " and ")} cannot ${both}leave while ${joinWords(there, " and ")} ${are} still there.`,
    );
  },
  row_has: ({number, value, most}) => `row ${number} has ${value}, expected 1 to ${most}`,
  column_has: ({number, value, most}) => `column ${number} has ${value}, expected 1 to ${most}`,
  row_has_twice: ({number, value}) => `row ${number} has ${value} twice`,
  column_has_twice: ({number, value}) => `column ${number} has ${value} twice`,
  is_not_less: ({small, row, column, large}) =>
    `the ${small} in row ${row}, column ${column} is not less than the ${large} beside it`,
  other_tiles: () => "these are not the tiles of the puzzle",
  pipe_leaves: ({row, column}) => `a pipe leaves the square from row ${row}, column ${column}`,
  does_not_meet: ({cell: [row, column], other: [r, c]}) =>
    `row ${row}, column ${column} does not meet row ${r}, column ${c}`,

  // Doubts about a picture, and what stands in it besides.
  doubt: ({places, why}) => `unsure: ${placesInEnglish(places)}${why}`,
  stack_without_beaker: () =>
    "a stack of units without a beaker: is it of another height? else crop the picture to the level",
  no_room_for_a_move: () => "no room for a move: is the picture the whole level?",
  few_beakers: () => "fewer than four beakers: is the picture the whole level?",
  empty_or_one_more_color: () => "empty places, or units of one more colour",
  uppermost_is_hidden: () => "its uppermost unit is hidden",
  gap_between_units: () => "a gap between units",
  unit_or_empty: () => "a unit, or empty",
  color_or_hidden: () => "a colour, or hidden",
  units_of_two_colors: () => "units of two colours",
  one_color_or_two: () => "one colour fills two beakers, or these are two colours",
  colors_nearly_alike: () => "two colours are nearly alike: are they two?",
  counts_do_not_fit: () => "the counts of the colours do not fit: is a beaker cut off, or of another height?",
  colors_hard_to_tell: () => "colours are hard to tell apart",
  too_few_units_meet: () => "too few units meet to measure them by: a picture of the start of the level shows more",
  height_of_units: () => "how high a unit is",
  larger_units_fit: () => "how high a unit is, as larger ones would fit",
  units_in_a_beaker: ({capacity}) => `${capacity} units in a beaker`,
  units_or_more: ({capacity}) => `${capacity} units in a beaker, or more`,
  units_or_units: ({fewer, more}) => `${fewer} or ${more} units in a beaker`,
  units_above_full: () => "units above a full beaker: are beakers of unequal heights?",
  beaker_or_none: () => "a beaker, or none",
  color_of_cover: () => "the colour of its cover",
  beaker_may_stand: ({where}) => `a beaker may stand ${where}: crop the picture to the level`,
  bought_first: ({where}) => `left out: what must be bought first, ${where}`,
  left_end_of_row: ({row}) => `at the left end of row ${row}`,
  right_end_of_row: ({row}) => `at the right end of row ${row}`,
  within_row: ({row}) => `within row ${row}`,

  // Remarks on a text.
  reading: ({beakers, capacity, order}) => `${beakers} beakers of capacity ${capacity}, the ${order} of each first`,
  read_as: ({reading}) => `read as ${reading}`,
  says_order: ({text, order}) => `\`${text}\` says that the ${order} is first`,
  label_left_out: ({text}) => `\`${text}\` is left out, as a label of its line`,
  title_left_out: ({text}) => `\`${text}\` is left out, as a title`,
  indexes_left_out: ({text}) => `\`${text}\` is left out, as a row of indexes`,
  counts_left_out: ({text}) => `\`${text}\` is left out, as a number of beakers, units or colours`,
  key_left_out: ({key}) => `'${key}' is left out: it changes nothing in the level`,
  one_per_character: ({text, units}) => `\`${text}\` is read as ${units} units, one per character`,
  read_as_one: ({text, color}) => `\`${text}\` is read as one colour, ${color}`,
  empty_lines_between: ({lines}) =>
    `${lines} empty ${lines === 1 ? "line" : "lines"} left out; write \`empty\` for an empty beaker`,
  empty_lines: ({lines, are_beakers}) =>
    `${lines} empty ${lines === 1 ? "line" : "lines"} at the end ` +
    (are_beakers ? "read as empty beakers" : "left out; write `empty` for an empty beaker"),
  hidden_units_are: ({units, color}) =>
    `${units} hidden ${units === 1 ? "unit is" : "units are"} ${color}: the counts leave one way`,
  same_color: ({rare, few, common, many}) =>
    `${few} ${few === 1 ? "unit" : "units"} of \`${rare}\`, ${many} of \`${common}\`: the same colour?`,
  units_missing: ({missing}) =>
    `missing: ${missing.map(([color, units]) => `${units} ${color}`).join(", ")}; is one a slip, or a beaker forgotten?`,

  // Why a picture or a text is refused.
  in_line: ({line, column, wrong}) => `line ${line}, column ${column}: ${wrong}`,
  no_level_in_picture: () => "no beakers with coloured units are seen, expected a picture of a whole level",
  lifted_beaker: () => "a beaker is lifted or stands lower than others, expected a picture of a whole level",
  unequal_heights: () => "the beakers are of unequal heights, expected a picture of a whole level",
  damaged_picture: () => "a damaged or a very large picture, expected a picture of a whole level",
  empty_text: () => "nothing was pasted, expected a puzzle file, or lists as JSON or text",
  one_unit_in_each: () => "one unit in each beaker, expected spaces or commas between units, or JSON",
  read_wrongly: ({reading, wrong}) => `perhaps it was read wrongly, as ${reading}: ${wrong}`,
  all_full: ({reading}) => `every beaker is full, read as ${reading}: expected \`empty\` for each empty one`,
};

// 'beaker 2, units 1 and 3 from below: '; '' for the whole picture
function placesInEnglish(places) {
  const parts = unitsByBeaker(places).map(([beaker, units]) => {
    if (!units.length) return `beaker ${beaker}`;
    return `beaker ${beaker}, ${units.length === 1 ? "unit" : "units"} ${joinWords(units, " and ")} from below`;
  });
  return parts.length ? `${parts.join("; ")}: ` : "";
}
