import type { NextStep } from '../../contract/server/fields.ts';
import { isTooShy, type TendedCreature } from '../../core/care/needs.ts';
import { isItsMoment } from '../../core/heart/grant-wish.ts';
import { WISHES, type WishRow } from '../../core/heart/wishes-table.ts';
import { approvedItem } from '../../core/species/approved-items.ts';
import type { StatChanges } from '../../core/stats.ts';
import type { Action, ItemAction } from '../../core/vocabulary.ts';
import { toldCareStep } from '../server/next-steps.ts';
import { openWishOf } from './told-wish.ts';
import { wishItem } from './wish-hints.ts';
import { exampleNotes, OWN_WORDS_ARE_BETTER } from './wish-notes.ts';
import { wishStepWords, type ToldWish } from './wishes.ts';

/** A creature that may wish for something, with what its keeper brought lately, where that is at hand. */
export interface GiftFacts extends TendedCreature {
  readonly recent?: readonly { readonly item?: string | null | undefined }[] | undefined;
}

/** The care that would grant its wish at this moment, done as its hint says. */
export function wishGrant(tended: GiftFacts): WishGrant | undefined {
  const told = toldWish(tended);
  return told && grantOf(told, tended);
}

function grantOf(told: ToldWish, tended: GiftFacts): WishGrant | undefined {
  const { action: wanted, words }: WishRow = WISHES[told.wish];
  for (const action of wanted ? [wanted] : ANYTHING) {
    const offer = isUpTo(action, tended) ? offerOf(action, told, tended) : undefined;
    if (offer && grants(offer, told, tended)) return { action, item: offer.item, notes: words };
  }
  return undefined;
}

/** Its wish as a call, while that would grant it. Meals have their time: one that is wished for is part of the meal it needs. */
export function wishStep(tended: GiftFacts): NextStep | undefined {
  const told = toldWish(tended);
  const grant = told && grantOf(told, tended);
  if (!grant || grant.action === 'feed') return undefined;
  const notes = exampleNotes(grant.notes, { seed: told.seed, field: 'wish-notes', count: told.number });
  const why = wishStepWords(told);
  const description = notes === undefined ? why : [why, OWN_WORDS_ARE_BETTER].join(' ');
  const step = toldCareStep(tended.creature, grant.action, description, grant.item);
  return notes === undefined ? step : { ...step, body: { ...step.body, notes } };
}

/** What it would rather have this done with, because it wishes for it. */
export function wishedItem(tended: GiftFacts, action: ItemAction): string | undefined {
  const { kind } = tended.heart?.wish.open ?? {};
  const told = kind && (WISHES[kind] as WishRow).action === action ? toldWish(tended) : undefined;
  const offer = told && offerOf(action, told, tended);
  return offer && grants(offer, told, tended) ? offer.item : undefined;
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

function offerOf(action: Action, told: ToldWish, tended: GiftFacts): WishOffer {
  return { action, item: action === 'reflect' ? undefined : itemFor(action, told, tended) };
}

/** Something that fits the wish; of what would be new to it, one that it is not known to have had. */
function itemFor(action: ItemAction, told: ToldWish, tended: GiftFacts): string | undefined {
  const { item: wanted }: WishRow = WISHES[told.wish];
  if (wanted !== 'new') return wishItem(told);
  const had = knownGifts(tended);
  const untried = told.species.tastes[action].filter((like) => !had.includes(like));
  return untried[tended.creature.record.careActions % untried.length];
}

/** What it has had for certain: what it remembers loving, in all and since its last letter, and what was brought lately. */
function knownGifts({ heart, recent = [] }: GiftFacts): readonly string[] {
  const brought = recent.flatMap(({ item }) => (item ? (approvedItem(item) ?? []) : []));
  return [...(heart?.care.loved ?? []), ...(heart?.lately.loved ?? []), ...brought];
}

/** Would it grant the wish now? What an offer is made of fits the wish; its moment may not have come, and there may be nothing to offer. */
function grants(
  { action, item }: WishOffer,
  { wish }: ToldWish,
  { creature, observed }: TendedCreature,
): boolean {
  const row: WishRow = WISHES[wish];
  const needsItem = row.thing !== undefined || row.item !== undefined;
  return (item !== undefined || !needsItem) && isItsMoment(row, creature, action, observed.at);
}

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
