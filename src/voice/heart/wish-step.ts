import type { NextStep } from '../../contract/server/fields.ts';
import { isTooShy, type TendedCreature } from '../../core/care/needs.ts';
import { LONG_STORY, wishGranted } from '../../core/heart/grant-wish.ts';
import { WISHES, type WishRow } from '../../core/heart/wishes-table.ts';
import type { StatChanges } from '../../core/stats.ts';
import type { Action, ItemAction } from '../../core/vocabulary.ts';
import { careActionStep } from '../server/next-steps.ts';
import { openWishOf } from './told-wish.ts';
import { wishItem } from './wish-hints.ts';
import { wishStepWords, type ToldWish } from './wishes.ts';

/** The care that would grant its wish at this moment, done as its hint says. */
export function wishGrant(tended: TendedCreature): WishGrant | undefined {
  const told = toldWish(tended);
  if (!told) return undefined;
  const { action: wanted, words }: WishRow = WISHES[told.wish];
  const offers = (wanted ? [wanted] : ANYTHING).map((action) => offerOf(action, told, tended));
  const offer = offers.find((each) => isUpTo(each.action, tended) && grants(each, told, tended));
  return offer && { ...offer, notes: words };
}

/** Its wish as a call, while that would grant it. Meals have their time: one that is wished for is part of the meal it needs. */
export function wishStep(tended: TendedCreature): NextStep | undefined {
  const told = toldWish(tended);
  const grant = wishGrant(tended);
  if (!told || !grant || grant.action === 'feed') return undefined;
  return careActionStep(tended.creature, grant.action, wishStepWords(told), grant.item);
}

/** What it would rather have this done with, because it wishes for it. */
export function wishedItem(tended: TendedCreature, action: ItemAction): string | undefined {
  const told = toldWish(tended);
  if (!told || (WISHES[told.wish] as WishRow).action !== action) return undefined;
  const offer = offerOf(action, told, tended);
  return grants(offer, told, tended) ? offer.item : undefined;
}

function toldWish({ creature, species, heart }: TendedCreature): ToldWish | undefined {
  return heart && openWishOf({ creature, species, heart });
}

/** Where anything will do: what costs it nothing. */
const ANYTHING: readonly Action[] = ['reflect', 'play', 'clean', 'sleep'];

/** An act of care that may be what it wishes for. */
interface WishOffer {
  readonly action: Action;
  readonly item: string | undefined;
}

interface WishGrant extends WishOffer {
  /** What has to be said along with it. */
  readonly notes: WishRow['words'];
}

function offerOf(action: Action, told: ToldWish, tended: TendedCreature): WishOffer {
  return { action, item: action === 'reflect' ? undefined : itemFor(action, told, tended) };
}

/** Something that fits the wish; of what would be new to it, one that it is not known to have had. */
function itemFor(action: ItemAction, told: ToldWish, { creature }: TendedCreature): string | undefined {
  const { item: wanted }: WishRow = WISHES[told.wish];
  if (wanted !== 'new') return wishItem(told);
  const untried = told.species.tastes[action].filter((like) => told.loved?.includes(like) !== true);
  return untried[creature.record.careActions % untried.length];
}

/** True when it would grant the wish now, done as its hint says. */
function grants({ action, item }: WishOffer, told: ToldWish, tended: TendedCreature): boolean {
  const { creature, heart, observed } = tended;
  const { item: wanted, words }: WishRow = WISHES[told.wish];
  const act = {
    action,
    notes: words && WORDS_ENOUGH[words],
    item:
      item === undefined ? undefined : ({ name: item, category: 'loved', isNew: wanted === 'new' } as const),
  };
  return heart !== undefined && wishGranted(heart.wish, creature, act, observed.at) !== undefined;
}

const WORDS_ENOUGH: Readonly<Record<NonNullable<WishRow['words']>, string | undefined>> = {
  none: undefined,
  some: '.',
  long: '.'.repeat(LONG_STORY),
};

/** Sleepers and the shy take nothing but company, and lessons are for those who are well. */
function isUpTo(action: Action, tended: TendedCreature): boolean {
  if (action === 'reflect') return true;
  // A meal before its time would do less good than the wish.
  if (action === 'feed' && tended.observed.feeding.opensAt !== undefined) return false;
  if (tended.observed.asleepUntil || isTooShy(tended)) return false;
  return action !== 'discipline' || takesLessons(tended.observed.shown);
}

/** Well enough to be taught something. */
export function takesLessons({ health = 0, trust = 0, happiness = 0 }: StatChanges): boolean {
  return health > 80 && trust > 60 && happiness > 85;
}
