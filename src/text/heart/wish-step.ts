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
import { asLines, pickLine } from '../pick-line.ts';
import { toldCareStep } from '../server/next-steps.ts';
import { type ToldWish, wishItem, wishStepWords } from './wishes.ts';

export interface WishingCreature {
  readonly creature: HatchedCreature;
  readonly species: Species;
  readonly heart: Heart;
}

/** The open wish of a creature; undefined for the dead. */
export function openWishOf(wishing: WishingCreature): ToldWish | undefined {
  const { open, number } = wishing.heart.wish;
  return open && isAlive(wishing.creature) ? wishOf(wishing, { kind: open.kind, number }) : undefined;
}

export function wishOf(
  { creature, species, heart }: WishingCreature,
  { kind, number }: { readonly kind: WishKind; readonly number: number },
): ToldWish {
  const { name, seed, zone } = creature;
  return { wish: kind, number, name, seed, zone: zone.name, species, loved: heart.care.loved };
}

const OWN_WORDS_ARE_BETTER = 'The notes are only an example: say it in your own words.';

/** Example notes, for keepers that send a suggested step unchanged. */
export const NOTES = asLines(wishNotes);

/** The care that would grant a creature's wish now. */
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

/** The next step that grants a creature's wish now. A wished meal is part of the meal it needs, so it has no step of its own. */
export function wishStep(tended: TendedCreature): NextStep | undefined {
  const told = toldWish(tended);
  const grant = told && (grantOf(told, tended) ?? preparationFor(told, tended));
  if (!grant || grant.action === 'feed' || wasJustTried(grant, told, tended)) return undefined;
  const notes = notesFor(grant.notes, told);
  const why = wishStepWords(told);
  const description = notes === undefined ? why : [why, OWN_WORDS_ARE_BETTER].join(' ');
  return withNotes(toldCareStep(tended.creature, grant.action, description, grant.item), notes);
}

/** The item and notes with which this action grants the wish; undefined where it does not. */
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

/** True if the wish must be granted before any other care of the visit. */
export function isForArrival({ heart }: TendedCreature): boolean {
  const { kind } = heart?.wish.open ?? {};
  return kind !== undefined && (WISHES[kind] as WishRow).after === 'first';
}

/** For a wish for the same action twice in a row: the first of the two acts. */
function preparationFor(told: ToldWish, tended: TendedCreature): WishGrant | undefined {
  const { action, after, words }: WishRow = WISHES[told.wish];
  if (after !== 'again' || action === undefined || !isUpTo(action, tended)) return undefined;
  return { ...offerOf(action, told, tended), notes: words };
}

/** True if the same act in this visit did not grant the wish: suggesting it again could loop. */
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

/** Actions for wishes that any action grants: those without a cost to the stats. */
const ANYTHING: readonly Action[] = ['reflect', 'play', 'clean', 'sleep'];

interface WishOffer {
  readonly action: Action;
  readonly item: string | undefined;
}

interface WishGrant extends WishOffer {
  readonly notes: WishRow['words'];
}

function offerOf(action: Action, told: ToldWish, tended: TendedCreature): WishOffer {
  return { action, item: action === 'reflect' ? undefined : itemFor(action, told, tended) };
}

/** An item that fits the wish. For a wish for something new: one that the creature is not known to have had. */
function itemFor(action: ItemAction, told: ToldWish, tended: TendedCreature): string | undefined {
  const { item: wanted }: WishRow = WISHES[told.wish];
  if (wanted !== 'new') return wishItem(told);
  const { heart, tried = [] } = tended;
  const given = tried.map((item) => approvedItem(item) ?? item);
  const had = new Set([...(heart?.care.loved ?? []), ...(heart?.lately.loved ?? []), ...given]);
  const untried = told.species.tastes[action].filter((like) => !had.has(like));
  return untried[tended.creature.record.careActions % untried.length];
}

/** True if an offer that fits the wish grants it now: its item must be known and its moment must have come. */
function grants(
  { action, item }: WishOffer,
  { wish }: ToldWish,
  { creature, observed }: TendedCreature,
): boolean {
  const row: WishRow = WISHES[wish];
  const needsItem = row.thing !== undefined || row.item !== undefined;
  return (item !== undefined || !needsItem) && isItsMoment(row, creature, action, observed.at);
}

/** True if the creature accepts the action now: asleep or shy creatures accept only `reflect`. */
function isUpTo(action: Action, tended: TendedCreature): boolean {
  if (action === 'reflect') return true;
  // An early meal costs more than the wish gives.
  if (action === 'feed' && tended.observed.feeding.opensAt !== undefined) return false;
  if (tended.observed.asleepUntil || isTooShy(tended)) return false;
  // `discipline` costs happiness and trust.
  const { health = 0, trust = 0, happiness = 0 } = tended.observed.shown;
  return action !== 'discipline' || (health >= 60 && trust >= 40 && happiness >= 50);
}

/** True if the creature is well enough for `discipline` that it did not wish for. */
export function takesLessons({ health = 0, trust = 0, happiness = 0 }: StatChanges): boolean {
  return health > 80 && trust > 60 && happiness > 85;
}
