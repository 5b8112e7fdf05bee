// Was das Programm sagt, auf Deutsch.

import {germanColors} from "./german_labels.js";
import {capital, joinWords, unitsByBeaker} from "./phrases.js";

const endsInGerman = {top: "oben", bottom: "unten"};
const colorInGerman = (color) => (Object.hasOwn(germanColors, color) ? germanColors[color] : color);

export const germanSentences = {
  no_fact_breaks_first: () => "Keine dieser Tatsachen kann als erste verletzt werden.",
  none_of_many_breaks_first: ({facts}) =>
    `Keine von ${facts} Tatsachen, deren eine das Ziel ausschließt, kann als erste verletzt werden. Die kürzesten:`,
  solved_breaks_a_fact: () => "Am Ziel aber haben alle Schichten ihren Platz verlassen, was eine davon verletzt.",
  cannot_leave: ({gone, there}) => {
    const both = {1: "", 2: "beide "}[gone.length] ?? "alle ";
    const leaves = `${joinWords(gone, " und ")} ${gone.length === 1 ? "kann" : "können"}`;
    if (!there.length) return capital(`${leaves} nie ${both}weg.`);
    return capital(`${leaves} nicht ${both}weg, solange noch da ist: ${joinWords(there, " und ")}.`);
  },
  row_has: ({number, value, most}) => `Zeile ${number} hat ${value}, erwartet 1 bis ${most}`,
  column_has: ({number, value, most}) => `Spalte ${number} hat ${value}, erwartet 1 bis ${most}`,
  row_has_twice: ({number, value}) => `Zeile ${number} hat ${value} zweimal`,
  column_has_twice: ({number, value}) => `Spalte ${number} hat ${value} zweimal`,
  is_not_less: ({small, row, column, large}) =>
    `die ${small} in Zeile ${row}, Spalte ${column} ist nicht kleiner als die ${large} daneben`,
  other_tiles: () => "dies sind nicht die Kacheln des Rätsels",
  pipe_leaves: ({row, column}) => `ein Rohr verlässt das Quadrat in Zeile ${row}, Spalte ${column}`,
  does_not_meet: ({cell: [row, column], other: [r, c]}) =>
    `Zeile ${row}, Spalte ${column} passt nicht zu Zeile ${r}, Spalte ${c}`,

  doubt: ({places, why}) => `unsicher: ${placesInGerman(places)}${why}`,
  stack_without_beaker: () =>
    "ein Stapel von Einheiten ohne Glas: Ist es anders hoch? Sonst das Bild auf das Level zuschneiden",
  no_room_for_a_move: () => "kein Platz für einen Zug: Zeigt das Bild das ganze Level?",
  few_beakers: () => "weniger als vier Gläser: Zeigt das Bild das ganze Level?",
  empty_or_one_more_color: () => "leere Plätze, oder Einheiten einer weiteren Farbe",
  uppermost_is_hidden: () => "seine oberste Einheit ist verdeckt",
  gap_between_units: () => "eine Lücke zwischen Einheiten",
  unit_or_empty: () => "eine Einheit, oder leer",
  color_or_hidden: () => "eine Farbe, oder verdeckt",
  units_of_two_colors: () => "Einheiten zweier Farben",
  one_color_or_two: () => "eine Farbe füllt zwei Gläser, oder dies sind zwei Farben",
  colors_nearly_alike: () => "zwei Farben sind fast gleich: Sind es zwei?",
  counts_do_not_fit: () => "die Anzahlen der Farben gehen nicht auf: Ist ein Glas abgeschnitten oder anders hoch?",
  colors_hard_to_tell: () => "Farben sind schwer zu unterscheiden",
  too_few_units_meet: () =>
    "zu wenige Einheiten grenzen aneinander, um sie zu messen: Ein Bild vom Anfang des Levels zeigt mehr",
  height_of_units: () => "wie hoch eine Einheit ist",
  larger_units_fit: () => "wie hoch eine Einheit ist, denn auch größere würden passen",
  units_in_a_beaker: ({capacity}) => `${capacity} Einheiten in einem Glas`,
  units_or_more: ({capacity}) => `${capacity} Einheiten in einem Glas, oder mehr`,
  units_or_units: ({fewer, more}) => `${fewer} oder ${more} Einheiten in einem Glas`,
  units_above_full: () => "Einheiten über einem vollen Glas: Sind die Gläser verschieden hoch?",
  beaker_or_none: () => "ein Glas, oder keines",
  color_of_cover: () => "die Farbe seiner Abdeckung",
  beaker_may_stand: ({where}) => `vielleicht steht ${where} noch ein Glas: das Bild auf das Level zuschneiden`,
  bought_first: ({where}) => `ausgelassen: was man erst kaufen muss, ${where}`,
  left_end_of_row: ({row}) => `am linken Ende von Reihe ${row}`,
  right_end_of_row: ({row}) => `am rechten Ende von Reihe ${row}`,
  within_row: ({row}) => `in Reihe ${row}`,

  reading: ({beakers, capacity, order}) =>
    `${beakers} ${beakers === 1 ? "Glas" : "Gläser"} zu je ${capacity} Einheiten, jeweils ${endsInGerman[order]} zuerst`,
  read_as: ({reading}) => `gelesen als ${reading}`,
  says_order: ({text, order}) => `\`${text}\` sagt, dass ${endsInGerman[order]} zuerst kommt`,
  label_left_out: ({text}) => `\`${text}\` ist ausgelassen, als Name seiner Zeile`,
  title_left_out: ({text}) => `\`${text}\` ist ausgelassen, als Titel`,
  indexes_left_out: ({text}) => `\`${text}\` ist ausgelassen, als Zeile von Nummern`,
  counts_left_out: ({text}) => `\`${text}\` ist ausgelassen, als Zahl der Gläser, Einheiten oder Farben`,
  key_left_out: ({key}) => `'${key}' ist ausgelassen: Es ändert nichts am Level`,
  one_per_character: ({text, units}) => `\`${text}\` ist als ${units} Einheiten gelesen, eine je Zeichen`,
  read_as_one: ({text, color}) => `\`${text}\` ist als eine Farbe gelesen, ${colorInGerman(color)}`,
  empty_lines_between: ({lines}) =>
    `${lines} leere ${lines === 1 ? "Zeile" : "Zeilen"} ausgelassen; \`empty\` steht für ein leeres Glas`,
  empty_lines: ({lines, are_beakers}) =>
    `${lines} leere ${lines === 1 ? "Zeile" : "Zeilen"} am Ende ` +
    (are_beakers ? "als leere Gläser gelesen" : "ausgelassen; `empty` steht für ein leeres Glas"),
  hidden_units_are: ({units, color}) =>
    `${units} verdeckte ${units === 1 ? "Einheit ist" : "Einheiten sind"} ${colorInGerman(color)}: Mehr lassen die Anzahlen nicht zu`,
  same_color: ({rare, few, common, many}) => `${few}-mal \`${rare}\`, ${many}-mal \`${common}\`: dieselbe Farbe?`,
  units_missing: ({missing}) =>
    `es fehlen: ${missing.map(([color, units]) => `${units} ${colorInGerman(color)}`).join(", ")}; verschrieben, oder ein Glas vergessen?`,

  in_line: ({line, column, wrong}) => `Zeile ${line}, Spalte ${column}: ${wrong}`,
  no_level_in_picture: () => "keine Gläser mit farbigen Einheiten zu sehen; erwartet: ein Bild eines ganzen Levels",
  lifted_beaker: () => "ein Glas ist angehoben oder steht tiefer; erwartet: ein Bild eines ganzen Levels",
  unequal_heights: () => "die Gläser sind verschieden hoch; erwartet: ein Bild eines ganzen Levels",
  damaged_picture: () => "ein beschädigtes oder sehr großes Bild; erwartet: ein Bild eines ganzen Levels",
  empty_text: () => "nichts eingefügt; erwartet: eine Rätseldatei oder Listen als JSON oder Text",
  one_unit_in_each: () =>
    "eine Einheit in jedem Glas; erwartet: Leerzeichen oder Kommas zwischen den Einheiten, oder JSON",
  read_wrongly: ({reading, wrong}) => `vielleicht falsch gelesen, als ${reading}: ${wrong}`,
  all_full: ({reading}) => `jedes Glas ist voll, gelesen als ${reading}; erwartet: \`empty\` für jedes leere`,
};

function placesInGerman(places) {
  const parts = unitsByBeaker(places).map(([beaker, units]) =>
    units.length ? `Glas ${beaker}, Einheit ${joinWords(units, " und ")} von unten` : `Glas ${beaker}`,
  );
  return parts.length ? `${parts.join("; ")}: ` : "";
}
