// Was das Programm sagt, auf Deutsch.

import {germanColors} from "./german_labels.js";
import {beakersOf, capital, joinWords} from "./phrases.js";

const endsInGerman = {top: "oben", bottom: "unten"};
const colorInGerman = (color) => (Object.hasOwn(germanColors, color) ? germanColors[color] : color);
const missingInGerman = (missing) => missing.map(([color, units]) => `${units} ${colorInGerman(color)}`).join(", ");

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
  uppermost_is_hidden: () => "seine oberste Einheit ist verdeckt",
  unit_or_empty: () => "eine Einheit, oder leer",
  color_or_hidden: () => "eine Farbe, oder verdeckt",
  units_of_two_colors: () => "Einheiten zweier Farben",
  one_color_or_two: () => "eine Farbe füllt mehr Gläser als die meisten, oder dies sind zwei Farben",
  colors_nearly_alike: () => "zwei Farben sind fast gleich: Sind es zwei?",
  counts_do_not_fit: () => "die Anzahlen der Farben gehen nicht auf: Ist ein Glas abgeschnitten oder anders hoch?",
  colors_hard_to_tell: () => "Farben sind schwer zu unterscheiden",
  too_few_units: () => "zu wenige Einheiten zum Vergleichen: Ein Bild vom Anfang des Levels zeigt mehr",
  height_of_units: () => "wie hoch eine Einheit ist",
  larger_units_fit: () => "wie hoch eine Einheit ist, denn auch größere würden passen",
  units_in_a_beaker: ({capacity}) => `${capacity} Einheiten in einem Glas`,
  units_or_units: ({fewer, more}) => `${fewer} oder ${more} Einheiten in einem Glas`,
  units_above_full: () => "Einheiten über einem vollen Glas: Sind die Gläser verschieden hoch?",
  beaker_or_none: () => "ein Glas, oder keines",
  color_of_cover: () => "die Farbe seiner Abdeckung",
  beaker_may_stand: ({where}) => `vielleicht steht ${where} noch ein Glas: das Bild auf das Level zuschneiden`,
  bought_first: ({where}) => `ausgelassen: was man erst kaufen muss, ${where}`,
  outside_of_window: () => "ausgelassen: was außerhalb eines Fensters ist",
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
  units_missing: ({missing}) => `es fehlen: ${missingInGerman(missing)}; verschrieben, oder ein Glas vergessen?`,

  in_line: ({line, column, wrong}) => `Zeile ${line}, Spalte ${column}: ${wrong}`,
  no_level_in_picture: () => "keine Gläser mit farbigen Einheiten zu sehen; erwartet: ein Bild eines ganzen Levels",
  may_be_unequal: () => "sind die Gläser verschieden hoch?",
  damaged_picture: () => "ein beschädigtes oder sehr großes Bild; erwartet: ein Bild eines ganzen Levels",
  empty_text: () => "nichts eingefügt; erwartet: eine Rätseldatei oder Listen als JSON oder Text",
  one_unit_in_each: () =>
    "eine Einheit in jedem Glas; erwartet: Leerzeichen oder Kommas zwischen den Einheiten, oder JSON",
  read_wrongly: ({reading, wrong}) => `vielleicht falsch gelesen, als ${reading}: ${wrong}`,
  all_full: ({reading}) => `jedes Glas ist voll, gelesen als ${reading}; erwartet: \`empty\` für jedes leere`,

  no_puzzle_reads_it: () => "ein Text, der kein Level ist; erwartet: eine Rätseldatei oder Listen als JSON oder Text",
  damaged_list: () => "ein beschädigtes Bild oder eine beschädigte Liste; erwartet: Listen als JSON oder Text",
  no_mapping: () => "keine Rätseldatei; erwartet: Zeilen wie `puzzle: watersort`",
  pack_of_levels: () => "mehrere Levels; erwartet: eines davon",
  unknown_puzzle: ({puzzle, names}) => `puzzle ist ${puzzle}; erwartet: ${joinWords(names, " oder ")}`,
  tab_for_spaces: () => "ein Tabulator; erwartet: Leerzeichen",
  bracket_not_closed: ({line}) => `eine Klammer, die vor Zeile ${line} nicht geschlossen wird; erwartet: ihr Ende`,
  broken_yaml: () => "kein YAML; erwartet: eine Rätseldatei",
  key_twice: ({key}) => `'${key}' steht zweimal da; erwartet: einmal`,
  key_missing: ({key}) => `'${key}' fehlt`,
  unknown_key: ({key, near}) => `'${key}' ist unbekannt${near && `; gemeint ist wohl '${near}'`}`,
  value_of_wrong_kind: ({name}) => `${name ? `bei '${name}'` : "hier"} steht nicht, was hierher gehört`,
  text_too_long: ({most}) => `eine Liste von mehr als ${most} KiB; erwartet: weniger Einheiten und Gläser`,
  too_many_units: ({most}) => `mehr als ${most} Einheiten und Gläser; erwartet: weniger`,
  control_character: ({sign}) => `das Steuerzeichen ${sign}; erwartet: Text`,
  looks_like_markup: ({element}) =>
    `XML oder HTML, das mit <${element}> beginnt; erwartet: die Listen allein, wie [["red", "blue"], ["blue", "red"], []]`,
  looks_like_futoshiki: () => "ein Quadrat von Ziffern, wohl Futoshiki; erwartet: `.` für ein leeres Feld",
  looks_like_flow: () =>
    "ein Gitter, in dem jedes Zeichen zweimal steht, wohl Flow oder Numberlink: Das ist hier unbekannt",
  looks_like_squares: () =>
    "ein Gitter von Pfeilen und Buchstaben, wohl Game About Squares; erwartet: seine YAML-Datei",
  two_readings: ({one, other}) =>
    `zwei Lesarten: ${one}; oder ${other}. Eindeutig sind eine Zeile je Glas mit \`.\` für leer, oder JSON`,
  color_or_empty: ({sign, reading}) =>
    `\`${sign}\` ist eine Farbe oder ein leerer Platz, gelesen als ${reading}; erwartet: \`.\` für leer`,
  empty_cell_below: ({beaker}) => `Glas ${beaker} hat einen leeren Platz unter einer Farbe; erwartet: alle leeren oben`,
  two_orders: ({one, other}) => `\`${one}\` und \`${other}\` widersprechen sich; erwartet: eine Reihenfolge`,
  several_levels: ({levels}) => `${levels} Levels mit leeren Zeilen dazwischen; erwartet: eines`,
  solved_already: ({reading}) =>
    `schon gelöst, gelesen als ${reading}; erwartet: keine Leerzeichen am Anfang der Zeilen und keine leeren Felder`,
  numbers_count_other_things: ({reading}) =>
    `vielleicht falsch gelesen, als ${reading}: Die Zahlen darüber zählen etwas anderes`,
  statement_of_a_program: ({text}) => `\`${text}\` sieht nach einem Programm aus; erwartet: die Listen allein`,
  count_or_line: ({text}) => `\`${text}\` ist eine Anzahl oder eine Zeile; erwartet: jede Einheit einzeln`,
  no_list_of_lists: () => 'keine Liste von Listen; erwartet: Gläser wie [["red", "blue"], []]',
  no_color_in_beaker: () => "eine Liste oder ein Objekt in einem Glas; erwartet: Farben, und ein einziges Level",
  second_list: ({one, other}) => `'${one}' und '${other}' sind Listen von Listen; erwartet: ein einziges Level`,
  key_not_understood: ({key}) => `'${key}' ist unbekannt; erwartet: nur die Gläser und wie viel sie fassen`,
  balls: () => "sieht wie Kugeln aus; erwartet: gleiche Kugeln oben ziehen zugleich",
  amount_or_position: ({key}) => `'${key}' ist unklar; erwartet: 'amount' oder 'position'`,
  only_a_color: ({key}) => `'${key}' ist unbekannt; erwartet: nur eine Farbe`,
  changes_the_level: ({key}) =>
    `'${key}' ändert das Level: Schlösser, Abdeckungen, andere Regeln und weitere Gläser sind hier nicht möglich`,
  no_capacity: ({value}) => `ein Glas fasst ${value}; erwartet: eine ganze Zahl über 0`,
  unequal_capacities: () => "die Gläser fassen verschieden viel; erwartet: überall gleich viel",
  other_number_listed: ({key, number, listed}) =>
    `'${key}' ist ${number}, es sind aber ${listed}; erwartet: dieselbe Zahl`,
  over_capacity: ({beaker, units, most}) => `Glas ${beaker} hat ${units} Einheiten; erwartet: höchstens ${most}`,
  hidden_fit_no_colors: ({units, missing}) =>
    `verdeckt: ${units}; es fehlen: ${missingInGerman(missing) || "keine"}. ` +
    "Erwartet: so viele wie fehlen, dazu volle Gläser unbekannter Farben",
  cover_of_no_color: ({color}) =>
    `eine Abdeckung wartet auf ${colorInGerman(color)}, aber keine Einheit hat diese Farbe`,
  covers_stay: () => "Abdeckungen, die aufeinander warten; erwartet: solche, die aufgehen können",
  picture_too_large: () =>
    "ein Bild, das zu groß ist oder nicht gelesen werden kann; erwartet: ein Bild eines ganzen Levels",
  picture_of_wrong_size: ({wide, high}) =>
    `${wide} x ${high} Pixel, zu klein oder zu lang; erwartet: ein Bild eines ganzen Levels`,
};

function placesInGerman(places) {
  const beakers = beakersOf(places);
  if (!beakers.length) return "";
  return `${beakers.length === 1 ? "Glas" : "Gläser"} ${joinWords(beakers, " und ")}: `;
}
