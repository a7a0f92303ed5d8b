import type { ThingKind } from '../../../packages/tastes/lexicon.ts';
import { splitList } from '../species/species.ts';
import type { Action, DayPart, Family, Stage } from '../vocabulary.ts';
import likedThings from './liked-things.json' with { type: 'json' };

/** What grants a wish; every field that is present has to hold. */
export interface WishRow {
  /** Absent: any action. */
  readonly action?: Action;
  /** The kind of the item; wished for only by species whose tastes include one. */
  readonly thing?: ThingKind;
  /** An item it never had, or one it had and loves. */
  readonly item?: 'new' | 'loved';
  /** By its own clock. */
  readonly part?: DayPart;
  /** Notes. */
  readonly words?: 'some' | 'long' | 'none';
  /** The position after previous care. */
  readonly after?: 'soon' | 'again' | 'other' | 'first';
  readonly stages?: readonly Stage[];
}

const GROWING: readonly Stage[] = ['child', 'teen', 'adult'];
const GROWN: readonly Stage[] = ['teen', 'adult'];

export const WISHES = {
  // Food.
  new_taste: { action: 'feed', item: 'new' },
  old_favourite: { action: 'feed', item: 'loved', stages: GROWING },
  breakfast: { action: 'feed', part: 'morning' },
  picnic: { action: 'feed', part: 'midday' },
  supper: { action: 'feed', part: 'evening' },
  fish: { action: 'feed', thing: 'fish' },
  fruit: { action: 'feed', thing: 'fruit' },
  roast: { action: 'feed', thing: 'meat' },
  sweet: { action: 'feed', thing: 'sweet', stages: GROWING },
  greens: { action: 'feed', thing: 'vegetable' },
  drink: { action: 'feed', thing: 'drink' },
  morsel_of_data: { action: 'feed', thing: 'code' },
  sip_of_light: { action: 'feed', thing: 'light' },
  // Play.
  new_game: { action: 'play', item: 'new' },
  same_toy: { action: 'play', item: 'loved' },
  morning_game: { action: 'play', part: 'morning' },
  midday_game: { action: 'play', part: 'midday' },
  dusk_game: { action: 'play', part: 'evening' },
  ball: { action: 'play', thing: 'ball' },
  puzzle: { action: 'play', thing: 'puzzle', stages: GROWING },
  toy: { action: 'play', thing: 'toy' },
  song: { action: 'play', thing: 'music' },
  shiny: { action: 'play', thing: 'shiny' },
  outing: { action: 'play', thing: 'outdoors', stages: GROWING },
  chase_of_light: { action: 'play', thing: 'light' },
  riddle_of_code: { action: 'play', thing: 'code' },
  once_more: { action: 'play', after: 'again' },
  // Cleaning.
  new_scent: { action: 'clean', item: 'new' },
  favourite_cloth: { action: 'clean', item: 'loved', stages: GROWING },
  morning_wash: { action: 'clean', part: 'morning' },
  tidy_noon: { action: 'clean', part: 'midday' },
  evening_wash: { action: 'clean', part: 'evening' },
  brush: { action: 'clean', thing: 'brush' },
  bath: { action: 'clean', thing: 'bath' },
  // Rest.
  new_nest: { action: 'sleep', item: 'new' },
  noon_nap: { action: 'sleep', part: 'midday' },
  quiet_evening: { action: 'sleep', part: 'evening' },
  blanket: { action: 'sleep', thing: 'blanket' },
  lullaby: { action: 'sleep', thing: 'music' },
  night_light: { action: 'sleep', thing: 'light' },
  bedtime_story: { action: 'sleep', words: 'long' },
  // Learning.
  lesson: { action: 'discipline', part: 'midday', stages: GROWN },
  new_trick: { action: 'discipline', item: 'new', stages: GROWN },
  old_trick: { action: 'discipline', item: 'loved', stages: GROWN },
  // Company.
  to_be_told: { action: 'reflect', words: 'some' },
  long_story: { action: 'reflect', words: 'long', stages: GROWING },
  sitting_together: { action: 'reflect', words: 'none' },
  morning_words: { action: 'reflect', part: 'morning', words: 'some' },
  noon_thoughts: { action: 'reflect', part: 'midday', words: 'some' },
  evening_words: { action: 'reflect', part: 'evening', words: 'some' },
  hello_first: { action: 'reflect', after: 'first' },
  soon_again: { after: 'soon' },
  something_else: { after: 'other', stages: GROWING },
} as const satisfies Readonly<Record<string, WishRow>>;

export type WishKind = keyof typeof WISHES;
export const WISH_KINDS = Object.keys(WISHES) as [WishKind, ...WishKind[]];

// The approved items of each kind that a wish is for; thing-kinds.test.ts compares it with the lexicon, which takes long to load.
const LIKED_THINGS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(likedThings).map(([thing, items]) => [thing, new Set(splitList(items))]),
);

/** True for an item of the lists that species like, if it is of this kind. */
export function isLikedThing(item: string, thing: ThingKind): boolean {
  return LIKED_THINGS.get(thing)?.has(item) ?? false;
}

/** What each family wishes for twice as often as for the rest. */
export const LEANINGS: Readonly<Record<Family, readonly Action[]>> = {
  cat: ['play', 'sleep'],
  dog: ['play', 'discipline'],
  exotic: ['feed', 'clean'],
  'ai-native': ['discipline', 'reflect'],
};
