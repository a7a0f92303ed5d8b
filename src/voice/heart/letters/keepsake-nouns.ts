import type { KeepsakeKind } from '../../../core/heart/keepsakes-table.ts';
import { keepsakeName } from '../keepsakes.ts';

/** What a keepsake is called in a letter, to stand after "I have". */
export function keepsakeNoun(kind: KeepsakeKind): string {
  return OWN_WORDS[kind] ?? keepsakeName(kind);
}

/** Where its owner has other words for it than the house. */
const OWN_WORDS: Readonly<Partial<Record<KeepsakeKind, string>>> = {
  candle_stub: 'the stub of a candle',
  warm_bit: 'a bit that is still warm',
  dew_marble: 'a marble like a drop of dew',
  sun_token: 'a token with a sun on it',
  last_piece: 'the last piece of a puzzle',
  second_ticket: 'a ticket for a second round',
  soap_flower: 'a flower made of soap',
  two_cushions: 'a pair of cushions',
  first_crumb: 'the crumb of a first meal',
  first_string: 'a string from a first game',
  first_drop: 'a drop from a first wash',
  first_plaster: 'a plaster',
  first_rule: 'a rule, written down',
  first_pillow: 'a pillow the size of a thought',
  first_word: 'a word I was told',
  seven_beads: 'a string of beads, a bead for each kind of care',
  piece_of_shell: 'a piece of my shell',
  pencil_mark: 'a pencil mark at the height of me',
  knot_of_ten: 'a string with a knot for every good dinner',
  braid_of_twenty_five: 'a braid for punctual meals',
  week_stone: 'a stone with a week in it',
  moon_coin: 'a coin with a moon on it',
  hundred_rings: 'a slice of wood full of rings',
  year_crown: 'a crown for a year',
  bunch_of_ten: 'a bunch of granted wishes',
  full_jar: 'a jar full of granted wishes',
};
