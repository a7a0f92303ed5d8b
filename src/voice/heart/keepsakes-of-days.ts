import type { KeepsakeKind } from '../../core/heart/keepsakes-table.ts';
import type { KeepsakeLine, WishKeepsake } from './keepsakes-of-wishes.ts';

/** What is left of everything else that a life brings. */
export const KEEPSAKES_OF_DAYS: Readonly<Record<Exclude<KeepsakeKind, WishKeepsake>, KeepsakeLine>> = {
  // Firsts.
  first_crumb: {
    name: 'a first crumb',
    story: 'It fell from the first meal {name} was ever given, and was saved.',
  },
  first_string: {
    name: 'a first string',
    story: 'At its other end was the first somebody who played with {name}.',
  },
  first_drop: {
    name: 'a first drop',
    story: 'The first water that {name} was washed with, or one drop of it, in a glass.',
  },
  first_plaster: {
    name: 'a first plaster',
    story: 'It was stuck on when {name} was given medicine for the first time.',
  },
  first_rule: {
    name: 'a first rule',
    story: 'A small one, written down on the day {name} had its first lesson.',
  },
  first_pillow: {
    name: 'a first pillow',
    story: 'No larger than a biscuit: {name} was put to bed on it for the first time.',
  },
  first_word: {
    name: 'a first word',
    story: 'From the first time that somebody sat down with {name} and stayed.',
  },
  heart_of_paper: {
    name: 'a heart of paper',
    story: 'Cut out on the day {name} found the first thing it loved.',
  },
  seven_beads: {
    name: 'a string of seven beads',
    story: 'One for each kind of care there is, and {name} has known them all.',
  },
  // Growing up.
  piece_of_shell: {
    name: 'a piece of shell',
    story: '{name} lived inside this once, and it was roomy then.',
  },
  pencil_mark: {
    name: 'a pencil mark',
    story:
      'So tall was {name} when it stopped being a baby; the piece of the door frame was cut out and kept.',
  },
  outgrown_basket: {
    name: 'an outgrown basket',
    story: '{name} slept in it, and then half out of it, and then beside it.',
  },
  house_key: {
    name: 'a key to the house',
    story: '{name} has grown up, and may come and go as it likes; it mostly stays.',
  },
  // Meals on time.
  knot_of_ten: {
    name: 'a knot of ten',
    story: 'A cord with ten knots, for ten meals of {name} in a row that came on time.',
  },
  braid_of_twenty_five: {
    name: 'a braid of twenty-five',
    story: 'Twenty-five meals came when they should, and {name} worked in a strand for each.',
  },
  clock_hand: {
    name: 'the hand of a clock',
    story: 'After fifty meals on time {name} had no more use for the rest of it.',
  },
  little_sundial: {
    name: 'a little sundial',
    story: 'A hundred meals on time, says {name}, and the sun may set itself by you.',
  },
  // What it came through.
  thin_thread: {
    name: 'a thin thread',
    story: 'For a while it was all that {name} held on by, and it did not break.',
  },
  folded_bandage: {
    name: 'a folded bandage',
    story: 'It is not needed any more: somebody came for {name} when it mattered.',
  },
  window_lamp: {
    name: 'a lamp for the window',
    story: '{name} kept it lit while a meal was long overdue, until somebody came with one.',
  },
  // Days.
  week_stone: {
    name: 'a stone of seven days',
    story: 'It has seven rings, and {name} was there for each of them.',
  },
  moon_coin: {
    name: 'a moon coin',
    story: 'The moon has gone all the way round since {name} came, and left this.',
  },
  hundred_rings: {
    name: 'a slice of a hundred rings',
    story: 'A hundred days of {name}, counted from the middle outwards.',
  },
  year_crown: {
    name: 'a crown of a year',
    story: 'Every season is in it once, and {name} wears all four.',
  },
  // How much was done for it.
  worn_step: {
    name: 'a worn step',
    story: 'Care has come over it to {name} a hundred times, and it shows.',
  },
  polished_handle: {
    name: 'a polished door handle',
    story: 'Five hundred times somebody did something for {name}, and the brass remembers.',
  },
  bunch_of_ten: {
    name: 'a bunch of ten',
    story: 'Ten wishes of {name} came true, and it tied them together with string.',
  },
  full_jar: {
    name: 'a full jar',
    story: 'Twenty-five wishes granted: {name} can hardly get the lid on.',
  },
  // From the dead.
  warm_ember: {
    name: 'a warm ember',
    story: '{name} was gone and came back, and this had not gone out.',
  },
};
