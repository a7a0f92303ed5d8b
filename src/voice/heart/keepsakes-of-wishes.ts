import type { KEEPSAKES, KeepsakeKind } from '../../core/heart/keepsakes-table.ts';

/** What a keepsake is called, and its story in one sentence. */
export interface KeepsakeLine {
  readonly name: string;
  readonly story: string;
}

/** The keepsakes that wishes leave. */
export type WishKeepsake = {
  [Kind in KeepsakeKind]: (typeof KEEPSAKES)[Kind] extends { readonly wish: string } ? Kind : never;
}[KeepsakeKind];

/** What is left of wishes that came true. */
export const KEEPSAKES_OF_WISHES: Readonly<Record<WishKeepsake, KeepsakeLine>> = {
  // To eat.
  tasting_spoon: {
    name: 'a tasting spoon',
    story: 'It held a taste that {name} had never met, and was scraped clean twice.',
  },
  chipped_bowl: {
    name: 'a chipped bowl',
    story: 'The old favourite was served in this, and {name} will hear of no other.',
  },
  egg_cup: {
    name: 'an egg cup',
    story: 'It stood on the table on the morning {name} got its breakfast.',
  },
  checked_cloth: {
    name: 'a checked cloth',
    story: 'Spread out once at midday for {name}, and never folded properly since.',
  },
  candle_stub: {
    name: 'a candle stub',
    story: 'What is left of the light that {name} had supper by.',
  },
  silver_scale: {
    name: 'a silver scale',
    story: 'All that remained when {name} had its fish.',
  },
  fruit_stone: {
    name: 'a fruit stone',
    story: '{name} ate the fruit and kept the stone, in case it grows.',
  },
  wishbone: {
    name: 'a wishbone',
    story: 'Nobody had to pull at it: what {name} wished for was already eaten.',
  },
  gold_wrapper: {
    name: 'a gold wrapper',
    story: 'Smoothed flat by {name}, and it still smells of something sweet.',
  },
  pressed_leaf: {
    name: 'a pressed leaf',
    story: 'The one leaf of the greens that {name} found too fine to eat.',
  },
  tin_mug: {
    name: 'a tin mug',
    story: 'It was filled for {name} when it had wished for something to drink.',
  },
  warm_bit: {
    name: 'a warm bit',
    story: 'The last crumb of the data that {name} had longed for, and still a one.',
  },
  jar_of_glow: {
    name: 'a jar of glow',
    story: '{name} drank most of the light and saved a little for dark days.',
  },
  // To play.
  paper_hat: {
    name: 'a paper hat',
    story: 'Whoever learns a new game wears the hat, says {name}, who learned one.',
  },
  worn_toy: {
    name: 'a worn toy',
    story: 'It has lost its colour to the game that {name} asked for again.',
  },
  dew_marble: {
    name: 'a dew marble',
    story: 'It was lying in the grass on the morning {name} was played with.',
  },
  sun_token: {
    name: 'a sun token',
    story: 'Won by {name} at noon, in a game with no losers.',
  },
  firefly_lantern: {
    name: 'a firefly lantern',
    story: 'It was lit for the game that {name} wished for at dusk, and nobody blew it out.',
  },
  small_ball: {
    name: 'a small ball',
    story: 'It rolled away from {name} so well that it had to be kept.',
  },
  last_piece: {
    name: 'the last piece',
    story: '{name} solved the puzzle all but this, and put the end away for later.',
  },
  knotted_rope: {
    name: 'a knotted rope',
    story: 'The knot is from the toy that {name} had wished for, and it has held ever since.',
  },
  little_bell: {
    name: 'a little bell',
    story: 'It kept time when {name} had its music.',
  },
  bright_button: {
    name: 'a bright button',
    story: 'Of all that shone that day, {name} chose this to keep.',
  },
  acorn: {
    name: 'an acorn',
    story: '{name} brought it home from the outing, and lets nobody plant it.',
  },
  star_on_a_string: {
    name: 'a star on a string',
    story: 'The light got away, and {name} tied down what it could.',
  },
  folded_riddle: {
    name: 'a folded riddle',
    story: 'The answer is written inside, and {name} does not need to look.',
  },
  second_ticket: {
    name: 'a second ticket',
    story: 'One round was over, and this let {name} in for the next.',
  },
  // To be clean.
  soap_flower: {
    name: 'a soap flower',
    story: 'It smells of the day {name} was washed with something new.',
  },
  soft_rag: {
    name: 'a soft rag',
    story: 'It has been through many washes, and to {name} it is the only one.',
  },
  morning_ribbon: {
    name: 'a morning ribbon',
    story: 'Tied on fresh after a wash at the start of the day, because {name} had wished for one.',
  },
  clothes_peg: {
    name: 'a clothes peg',
    story: 'From the noon at which everything around {name} was put in order.',
  },
  comb_tooth: {
    name: 'the tooth of a comb',
    story: 'It gave out on the evening {name} had the day washed off.',
  },
  tuft_of_down: {
    name: 'a tuft of down',
    story: 'It stayed behind in the brush when {name} was brushed from end to end.',
  },
  blue_bubble: {
    name: 'a blue bubble',
    story: 'It rose from the bath {name} had wished for, and has not burst yet.',
  },
  // To rest.
  twig_ring: {
    name: 'a ring of twigs',
    story: 'Bent into shape where {name} lay down in a bed it did not know.',
  },
  warm_pebble: {
    name: 'a warm pebble',
    story: 'It lay in the noon sun beside {name}, and neither of them moved.',
  },
  evening_feather: {
    name: 'an evening feather',
    story: 'It came out of the pillow when {name} was put to bed before the night.',
  },
  patch_of_wool: {
    name: 'a patch of wool',
    story: 'From the softest thing that {name} ever asked for.',
  },
  music_box: {
    name: 'a music box',
    story: 'It knows one tune, and {name} has never heard the end of it awake.',
  },
  moon_lamp: {
    name: 'a moon lamp',
    story: '{name} asked for a little less dark, and was given this much.',
  },
  bookmark: {
    name: 'a bookmark',
    story: 'It shows where {name} fell asleep, and where the story goes on.',
  },
  // To learn.
  chalk_end: {
    name: 'an end of chalk',
    story: 'Left over from the lesson that {name} had asked for, at noon, of its own will.',
  },
  rosette: {
    name: 'a rosette',
    story: 'For {name}, who wished to learn something new and then did.',
  },
  old_whistle: {
    name: 'an old whistle',
    story: 'One note of it, and {name} knows what comes next and that it can do it.',
  },
  // To be with somebody.
  snail_shell: {
    name: 'a snail shell',
    story: '{name} holds it close to hear again what it was told.',
  },
  thick_letter: {
    name: 'a thick letter',
    story: 'The whole of a long story is in it, and {name} sat through every word.',
  },
  two_cushions: {
    name: 'two cushions',
    story: 'One was for {name} and one for you, and nothing had to be said.',
  },
  pressed_daisy: {
    name: 'a pressed daisy',
    story: 'Picked on a morning that began with a word to {name}.',
  },
  smooth_coin: {
    name: 'a smooth coin',
    story: '{name} was given a thought at noon, and this is what it paid.',
  },
  evening_star: {
    name: 'an evening star',
    story: 'It came out while somebody was telling {name} about the day.',
  },
  door_chime: {
    name: 'a door chime',
    story: 'It rang, and for once the first thing that came in was a hello to {name}.',
  },
  footprint: {
    name: 'a footprint',
    story: 'Yours, from the time you came back before {name} could miss you.',
  },
  odd_sock: {
    name: 'an odd sock',
    story: '{name} had wished for something else, and this is certainly that.',
  },
};
