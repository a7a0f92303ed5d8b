import { thingKindsOf } from '../care/thing-kinds.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import { averageHours } from '../lives/rhythm.ts';
import type { Species, Tastes } from '../species/species.ts';
import type { DayPart } from '../vocabulary.ts';
import type { Heart } from './heart.ts';
import { WISHES, WISH_KINDS, type WishKind, type WishRow } from './wishes-table.ts';

/** Care this often says at what hours its keeper comes. */
const KNOWN_HOURS_FROM = 12;
const USUAL_HOUR_SHARE = 0.1;
const SOON_RHYTHM_HOURS = 8;

/** What it may wish for: not what it is too young for, what it would not like or has never had, or hours at which nobody comes. */
export function wishesWithinReach(
  { life }: HatchedCreature,
  species: Species,
  { stage, care }: Heart,
): readonly WishKind[] {
  const comesOften = averageHours(life.rhythm) <= SOON_RHYTHM_HOURS;
  return wishesOf(species).filter((kind) => {
    const row: WishRow = WISHES[kind];
    if (row.stages && !row.stages.includes(stage)) return false;
    if (row.item === 'loved' && !hasLoved(species, row, care.loved)) return false;
    if (row.after === 'soon' && !comesOften) return false;
    return row.part === undefined || isUsualPart(row.part, care.hours);
  });
}

function hasLoved({ tastes }: Species, { action }: WishRow, loved: readonly string[]): boolean {
  if (action === undefined || action === 'reflect') return false;
  return tastes[action].some((taste) => loved.includes(taste));
}

function isUsualPart(part: DayPart, hours: Readonly<Record<DayPart, number>>): boolean {
  const known = hours.night + hours.morning + hours.midday + hours.evening;
  return known < KNOWN_HOURS_FROM || hours[part] >= known * USUAL_HOUR_SHARE;
}

// The tastes of a species are one object for as long as the house is open, and never change.
const knownWishes = new WeakMap<Tastes, readonly WishKind[]>();

/** Everything that one of a species may ever wish for. */
export function wishesOf({ tastes }: Pick<Species, 'tastes'>): readonly WishKind[] {
  let known = knownWishes.get(tastes);
  if (!known) knownWishes.set(tastes, (known = WISH_KINDS.filter((kind) => suits(tastes, WISHES[kind]))));
  return known;
}

function suits(tastes: Tastes, { action, thing }: WishRow): boolean {
  if (thing === undefined) return true;
  if (action === undefined || action === 'reflect') return false;
  return tastes[action].some((taste) => thingKindsOf(taste).includes(thing));
}
