import wishNotes from '#content/voice/heart/wish-notes.json' with { type: 'json' };
import type { NextStep } from '../../api/fields.ts';
import { isTooShy, type TendedCreature } from '../../rules/care/needs.ts';
import { isItsMoment } from '../../rules/heart/grant-wish.ts';
import type { Heart } from '../../rules/heart/heart.ts';
import { WISHES, type WishKind, type WishRow } from '../../rules/heart/wishes-table.ts';
import { type HatchedCreature, isAlive } from '../../rules/lives/creature.ts';
import { SAME_VISIT } from '../../rules/lives/rhythm.ts';
import { approvedItem } from '../../rules/species/catalog.ts';
import type { Species } from '../../rules/species/species.ts';
import type { StatChanges } from '../../rules/stats.ts';
import type { Action, ItemAction } from '../../rules/vocabulary.ts';
import { type Lines, pickLine } from '../pick-line.ts';
import { toldCareStep } from '../server/next-steps.ts';
import { type ToldWish, wishItem, wishStepWords } from './wishes.ts';

/** A creature with what it carries with it. */
export interface WishingCreature {
  readonly creature: HatchedCreature;
  readonly species: Species;
  readonly heart: Heart;
}

/** The wish it has, as its keeper is told of it; the dead wish for nothing. */
export function openWishOf(wishing: WishingCreature): ToldWish | undefined {
  const { open, number } = wishing.heart.wish;
  return open && isAlive(wishing.creature) ? wishOf(wishing, { kind: open.kind, number }) : undefined;
}

/** One of its wishes, by its number in its life. */
export function wishOf(
  { creature, species, heart }: WishingCreature,
  { kind, number }: { readonly kind: WishKind; readonly number: number },
): ToldWish {
  const { name, seed, zone } = creature;
  return { wish: kind, number, name, seed, zone: zone.name, species, loved: heart.care.loved };
}

const OWN_WORDS_ARE_BETTER = 'The notes are only an example: say it in your own words.';

/** Words that any keeper could say and mean, for whoever sends a step as it stands; its own are better. */
export const NOTES = wishNotes as Readonly<Record<'some' | 'long', Lines>>;

/** The care that would grant its wish at this moment, done as its hint says. */
export function wishGrant(tended: TendedCreature): WishGrant | undefined {
  const told = toldWish(tended);
  return told && grantOf(told, tended);
}

function grantOf(told: ToldWish, tended: TendedCreature): WishGrant | undefined {
  const { action: wanted, words }: WishRow = WISHES[told.wish];
  for (const action of wanted ? [wanted] : ANYTHING) {
    const offer = isUpTo(action, tended) ? offerOf(action, told, tended) : undefined;
    if (offer && grants(offer, told, tended)) return { action, item: offer.item, notes: words };
  }
  return undefined;
}

/** Its wish as a call, while that would grant it. Meals have their time: one that is wished for is part of the meal it needs. */
export function wishStep(tended: TendedCreature): NextStep | undefined {
  const told = toldWish(tended);
  const grant = told && (grantOf(told, tended) ?? preparationFor(told, tended));
  if (!grant || grant.action === 'feed' || wasJustTried(grant, told, tended)) return undefined;
  const notes = notesFor(grant.notes, told);
  const why = wishStepWords(told);
  const description = notes === undefined ? why : [why, OWN_WORDS_ARE_BETTER].join(' ');
  return withNotes(toldCareStep(tended.creature, grant.action, description, grant.item), notes);
}

/** The item and words with which this act grants its wish; undefined where it does not. */
export function wishedWith(
  tended: TendedCreature,
  action: Action,
): { readonly item: string | undefined; readonly notes: string | undefined } | undefined {
  const { kind } = tended.heart?.wish.open ?? {};
  const row: WishRow | undefined = kind && WISHES[kind];
  const told = row?.action === action ? toldWish(tended) : undefined;
  const offer = told && offerOf(action, told, tended);
  if (!offer || !grants(offer, told, tended)) return undefined;
  return { item: offer.item, notes: notesFor(row?.words, told) };
}

export function withNotes(step: NextStep, notes: string | undefined): NextStep {
  return notes === undefined ? step : { ...step, body: { ...step.body, notes } };
}

function notesFor(wanted: WishRow['words'], { seed, number }: ToldWish): string | undefined {
  if (wanted === undefined || wanted === 'none') return undefined;
  return pickLine(NOTES[wanted], { seed, field: 'wish-notes', count: number });
}

/** True for a wish that has to be granted before any other care of a visit. */
export function isForArrival({ heart }: TendedCreature): boolean {
  const { kind } = heart?.wish.open ?? {};
  return kind !== undefined && (WISHES[kind] as WishRow).after === 'first';
}

/** To do something twice in a row, it has to be done once. */
function preparationFor(told: ToldWish, tended: TendedCreature): WishGrant | undefined {
  const { action, after, words }: WishRow = WISHES[told.wish];
  if (after !== 'again' || action === undefined || !isUpTo(action, tended)) return undefined;
  return { ...offerOf(action, told, tended), notes: words };
}

/** The same act a moment ago did not grant it, so that repeating it would never end. */
function wasJustTried(
  { action }: WishOffer,
  { wish }: ToldWish,
  { creature, observed }: TendedCreature,
): boolean {
  const { after }: WishRow = WISHES[wish];
  const { life, record } = creature;
  return after !== 'again' && record.lastAction === action && observed.at - life.lastCareAt < SAME_VISIT;
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
function itemFor(action: ItemAction, told: ToldWish, tended: TendedCreature): string | undefined {
  const { item: wanted }: WishRow = WISHES[told.wish];
  if (wanted !== 'new') return wishItem(told);
  const had = knownGifts(tended);
  const untried = told.species.tastes[action].filter((like) => !had.includes(like));
  return untried[tended.creature.record.careActions % untried.length];
}

/** What it has had: what it was tried with, and what it remembers loving, in all and since its last letter. */
function knownGifts({ heart, tried = [] }: TendedCreature): readonly string[] {
  const given = tried.map((item) => approvedItem(item) ?? item);
  return [...(heart?.care.loved ?? []), ...(heart?.lately.loved ?? []), ...given];
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
  return action !== 'discipline' || mayBeTaught(tended.observed.shown);
}

/** A lesson costs happiness and trust: it has to have some to spare, even if it asks for one. */
function mayBeTaught({ health = 0, trust = 0, happiness = 0 }: StatChanges): boolean {
  return health >= 60 && trust >= 40 && happiness >= 50;
}

/** Well enough to be taught something. */
export function takesLessons({ health = 0, trust = 0, happiness = 0 }: StatChanges): boolean {
  return health > 80 && trust > 60 && happiness > 85;
}
