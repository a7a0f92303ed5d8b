import type { Action, HatchedStage } from '../vocabulary.ts';
import type { AmbitionKind } from './ambitions-table.ts';
import type { WishKind } from './wishes-table.ts';

/** Where a creature wears it. */
export type WornAt = 'head' | 'neck' | 'side';

/** Exactly one source. */
export interface KeepsakeRow {
  readonly wish?: WishKind;
  readonly first?: Action | 'loved' | 'all_seven';
  readonly stage?: HatchedStage;
  /** Meals on time in a row. */
  readonly streak?: number;
  readonly survived?: 'critical' | 'rescue' | 'long_wait';
  /** Days of its age. */
  readonly days?: number;
  readonly acts?: number;
  readonly granted?: number;
  readonly ambition?: AmbitionKind;
  readonly returned?: true;
  readonly worn?: WornAt;
}

export const KEEPSAKES = {
  // From wishes, in the order of their table.
  tasting_spoon: { wish: 'new_taste' },
  chipped_bowl: { wish: 'old_favourite' },
  egg_cup: { wish: 'breakfast' },
  checked_cloth: { wish: 'picnic', worn: 'neck' },
  candle_stub: { wish: 'supper' },
  silver_scale: { wish: 'fish' },
  fruit_stone: { wish: 'fruit' },
  wishbone: { wish: 'roast' },
  gold_wrapper: { wish: 'sweet' },
  pressed_leaf: { wish: 'greens', worn: 'head' },
  tin_mug: { wish: 'drink' },
  warm_bit: { wish: 'morsel_of_data' },
  jar_of_glow: { wish: 'sip_of_light', worn: 'side' },
  paper_hat: { wish: 'new_game', worn: 'head' },
  worn_toy: { wish: 'same_toy', worn: 'side' },
  dew_marble: { wish: 'morning_game' },
  sun_token: { wish: 'midday_game' },
  firefly_lantern: { wish: 'dusk_game', worn: 'side' },
  small_ball: { wish: 'ball' },
  last_piece: { wish: 'puzzle' },
  knotted_rope: { wish: 'toy' },
  little_bell: { wish: 'song', worn: 'neck' },
  bright_button: { wish: 'shiny', worn: 'neck' },
  acorn: { wish: 'outing' },
  star_on_a_string: { wish: 'chase_of_light', worn: 'neck' },
  folded_riddle: { wish: 'riddle_of_code' },
  second_ticket: { wish: 'once_more' },
  soap_flower: { wish: 'new_scent', worn: 'head' },
  soft_rag: { wish: 'favourite_cloth' },
  morning_ribbon: { wish: 'morning_wash', worn: 'neck' },
  clothes_peg: { wish: 'tidy_noon' },
  comb_tooth: { wish: 'evening_wash' },
  tuft_of_down: { wish: 'brush' },
  blue_bubble: { wish: 'bath' },
  twig_ring: { wish: 'new_nest', worn: 'head' },
  warm_pebble: { wish: 'noon_nap' },
  evening_feather: { wish: 'quiet_evening', worn: 'head' },
  patch_of_wool: { wish: 'blanket', worn: 'neck' },
  music_box: { wish: 'lullaby' },
  moon_lamp: { wish: 'night_light', worn: 'side' },
  bookmark: { wish: 'bedtime_story' },
  chalk_end: { wish: 'lesson' },
  rosette: { wish: 'new_trick', worn: 'neck' },
  old_whistle: { wish: 'old_trick', worn: 'neck' },
  snail_shell: { wish: 'to_be_told' },
  thick_letter: { wish: 'long_story' },
  two_cushions: { wish: 'sitting_together' },
  pressed_daisy: { wish: 'morning_words', worn: 'head' },
  smooth_coin: { wish: 'noon_thoughts' },
  evening_star: { wish: 'evening_words', worn: 'head' },
  door_chime: { wish: 'hello_first' },
  footprint: { wish: 'soon_again' },
  odd_sock: { wish: 'something_else' },
  // Firsts.
  first_crumb: { first: 'feed' },
  first_string: { first: 'play' },
  first_drop: { first: 'clean' },
  first_plaster: { first: 'medicine' },
  first_rule: { first: 'discipline' },
  first_pillow: { first: 'sleep' },
  first_word: { first: 'reflect' },
  heart_of_paper: { first: 'loved' },
  seven_beads: { first: 'all_seven', worn: 'neck' },
  // Growing up.
  piece_of_shell: { stage: 'baby' },
  pencil_mark: { stage: 'child' },
  outgrown_basket: { stage: 'teen' },
  house_key: { stage: 'adult', worn: 'neck' },
  // Meals on time.
  knot_of_ten: { streak: 10 },
  braid_of_twenty_five: { streak: 25 },
  clock_hand: { streak: 50 },
  little_sundial: { streak: 100 },
  // Crises.
  thin_thread: { survived: 'critical' },
  folded_bandage: { survived: 'rescue', worn: 'side' },
  window_lamp: { survived: 'long_wait' },
  // Days.
  week_stone: { days: 7 },
  moon_coin: { days: 30 },
  hundred_rings: { days: 100 },
  year_crown: { days: 365, worn: 'head' },
  // Acts of care.
  worn_step: { acts: 100 },
  polished_handle: { acts: 500 },
  bunch_of_ten: { granted: 10 },
  full_jar: { granted: 25 },
  // Resurrection.
  warm_ember: { returned: true, worn: 'side' },
  // From ambitions, in the order of their table.
  paper_hoop: { ambition: 'trick' },
  cookbook: { ambition: 'many_dishes' },
  brass_compass: { ambition: 'journey', worn: 'neck' },
  flower_pot: { ambition: 'garden' },
  song_sheet: { ambition: 'song' },
  night_cap: { ambition: 'dark', worn: 'head' },
  display_case: { ambition: 'collection' },
  tin_rooster: { ambition: 'dawn' },
  hour_glass: { ambition: 'round_of_hours' },
  woven_nest: { ambition: 'nest' },
  patchwork_flag: { ambition: 'every_way', worn: 'side' },
  silver_cup: { ambition: 'champion' },
  hand_mirror: { ambition: 'shine' },
  travel_pillow: { ambition: 'beds' },
  bound_book: { ambition: 'saga' },
  glass_drop: { ambition: 'stillness', worn: 'neck' },
  dance_card: { ambition: 'dance' },
  recipe_card: { ambition: 'one_dish' },
  jester_hat: { ambition: 'merry', worn: 'head' },
  walking_stick: { ambition: 'pilgrimage', worn: 'side' },
  young_tree: { ambition: 'tree' },
  sealed_scroll: { ambition: 'apprentice' },
} as const satisfies Readonly<Record<string, KeepsakeRow>>;

export type KeepsakeKind = keyof typeof KEEPSAKES;
export const KEEPSAKE_KINDS = Object.keys(KEEPSAKES) as [KeepsakeKind, ...KeepsakeKind[]];
