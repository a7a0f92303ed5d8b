import itemLines from '#content/voice/care/item-lines.json' with { type: 'json' };
import careLines from '#content/voice/care/care-lines.json' with { type: 'json' };

import type { CareEffect, AskedCare } from '../../core/care/care.ts';
import type { ItemReason } from '../../core/care/items/judge-item.ts';
import { hiddenStats } from '../../core/lives/visible-stats.ts';
import type { Species } from '../../core/species/species.ts';
import type { ItemAction, ItemCategory, Action, Effectiveness, Timing } from '../../core/vocabulary.ts';
import { bodyOf, type BodyOwner } from '../../core/species/bodies.ts';
import { lineSubject } from '../engine/fitting-lines.ts';
import { nounsOf } from '../engine/nouns.ts';
import {
  fillSentence,
  fillTemplate,
  pickLine,
  type Halves,
  type LinePick,
  type Lines,
} from '../engine/pick-line.ts';
import { wishGrantedWords } from '../heart/wishes.ts';

export const {
  itemLines: ITEM_LINES,
  itemSeconds: ITEM_SECONDS,
  itemReasons: ITEM_REASONS,
} = itemLines as {
  /** What an item is to it, and never what it did: the same words stand beside care that was wasted. */
  readonly itemLines: Record<ItemCategory, Record<ItemAction, Lines>>;
  /** What may follow, whatever it was used for. */
  readonly itemSeconds: Record<ItemCategory, Lines>;
  /** Why it is so, where the house knows: by the kind of thing it is, and by what it is like. */
  readonly itemReasons: Record<ItemCategory | 'akin', Lines>;
};

const CARE_LINES = careLines as {
  /**
   * What an act of care comes to, in two halves, of which every first goes with every second. Reflecting reaches those
   * who sleep, so its lines never say that it is awake.
   */
  readonly openings: Record<Action, Record<Effectiveness, Halves>>;
  /** A meal on time that found it nearly full, and so added little. */
  readonly nearlyFull: Halves;
  /** What care that was effective comes to with a thing it dislikes: it does its work, and delights nobody. */
  readonly reluctant: Partial<Record<Action, Halves>>;
  /** What a harmful item does, whatever else the numbers say. */
  readonly harmed: Record<ItemAction, Halves>;
  /** When the care itself ended its life. */
  readonly killed: Lines;
  /** Of one that hides its stats: what can be seen, which is little. */
  readonly unreadable: Record<Action, Halves>;
  /** What it made of the item. A favourite is praised where it did something, and otherwise kept for another time. */
  readonly categoryTails: Record<ItemCategory | 'spared' | 'savoured', Halves>;
  /** What it made of the hour of its meal. */
  readonly timingTails: Record<Timing, Halves>;
  /** A lesson to one that is weak, or does not trust yet. */
  readonly caution: Halves;
};

export const {
  openings: OPENINGS,
  reluctant: RELUCTANT,
  harmed: HARMED,
  killed: KILLED,
  unreadable: UNREADABLE,
  categoryTails: CATEGORY_TAILS,
  timingTails: TIMING_TAILS,
  caution: CAUTION,
} = CARE_LINES;
const { nearlyFull: NEARLY_FULL } = CARE_LINES;

/** An act of care that was not refused. */
export interface CareGiven {
  readonly care: CareEffect;
  readonly wish: AskedCare;
  readonly species: Species;
}

/** How the care went: what it did, what it thought of the item, and of the hour; and its joy, if it had wished for it. */
export function careMessage(done: CareGiven): string {
  const words = nounsOf(done.species, done.care.creature.name);
  if (done.care.killed) return fillTemplate(pickLine(KILLED, linePickFor(done, 'care')), words);
  const told = partsOf(done).map(([field, halves]) => fillSentence(halves, linePickFor(done, field), words));
  return [...told, ...joyOf(done)].join(' ');
}

function joyOf({ care, wish, species }: CareGiven): readonly string[] {
  if (wish.granted === undefined) return [];
  const { name, seed, heart } = care.creature;
  const subject = lineSubject(species, care.creature);
  const { family, slug } = species;
  const granted = heart?.granted ?? 1;
  return [wishGrantedWords({ name, seed, family, slug, action: wish.action, granted, subject })];
}

/** What it thinks of an item, and why; the item's name is untrusted text and is not quoted. */
export function itemMessage(
  category: ItemCategory,
  action: ItemAction,
  of: Omit<LinePick, 'field'> & BodyOwner & { readonly name: string },
  reason?: ItemReason,
): string {
  const first = ITEM_LINES[category][action];
  const { seed, count, subject = { body: bodyOf(of) } } = of;
  const turn = { seed, field: 'item', count, subject };
  const words = nounsOf(of, of.name);
  if (reason === undefined) return fillSentence({ first, second: ITEM_SECONDS[category] }, turn, words);
  const { kind = '', like = '' } = reason;
  const second = ITEM_REASONS[kind && like ? 'akin' : category];
  return fillSentence({ first, second }, turn, { ...words, kind, like }, ': ');
}

/** Every act of care counts one, whatever it is, so that no two near each other are told in the same words. */
export function linePickFor({ care, species }: Pick<CareGiven, 'care' | 'species'>, field: string): LinePick {
  const { seed, record } = care.creature;
  return { seed, field, count: record.careActions, subject: lineSubject(species, care.creature) };
}

export function hidesSomething({ care }: Pick<CareGiven, 'care'>): boolean {
  return hiddenStats(care.shown.after).length > 0;
}

type Part = readonly [field: string, halves: Halves];

function partsOf(done: CareGiven): readonly Part[] {
  const { care, wish } = done;
  const { action, item } = wish;
  const regard: Part[] = item ? [['regard', CATEGORY_TAILS[regardFor(item.category, care)]]] : [];
  if (hidesSomething(done)) return [['care', UNREADABLE[action]], ...regard];
  if (item?.category === 'harmful' && action !== 'reflect') return [['care', HARMED[action]], ...regard];
  const timing: Part[] = care.timing ? [['timing', TIMING_TAILS[care.timing]]] : [];
  const caution: Part[] = action === 'discipline' && isFragile(care) ? [['caution', CAUTION]] : [];
  return [['care', openingFor(done)], ...regard, ...timing, ...caution];
}

/** Nothing it dislikes is told with delight. */
function openingFor({ care, wish: { action, item } }: CareGiven): Halves {
  const { effectiveness } = care;
  if (action === 'feed' && isLightMeal(care)) return NEARLY_FULL;
  const reluctant = effectiveness === 'effective' && item?.category === 'disliked';
  return (reluctant && RELUCTANT[action]) || OPENINGS[action][effectiveness];
}

/** On time, and nearly full: the best that advice can lead to, and no failure. */
function isLightMeal({ effectiveness, timing }: CareEffect): boolean {
  return effectiveness === 'reduced' && timing === 'on_time';
}

/** No praise for a favourite that did little. */
function regardFor(category: ItemCategory, care: CareEffect): keyof typeof CATEGORY_TAILS {
  if (category !== 'loved' || care.effectiveness === 'effective') return category;
  return isLightMeal(care) ? 'savoured' : 'spared';
}

const FRAGILE_HEALTH = 40;
const FRAGILE_TRUST = 30;
const STRESSED_HAPPINESS = 30;

function isFragile({ shown }: CareEffect): boolean {
  const { health = 100, trust = 100, happiness = 100 } = shown.before;
  return health < FRAGILE_HEALTH || trust < FRAGILE_TRUST || happiness < STRESSED_HAPPINESS;
}
