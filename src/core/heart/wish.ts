import { feedingStatusOf, windowsSinceFed } from '../care/feeding.ts';
import { thingKindsOf, type ThingKind } from '../care/thing-kinds.ts';
import { HOUR, type Instant } from '../engine/clock.ts';
import { dice, pick } from '../engine/dice.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import { averageHours } from '../lives/rhythm.ts';
import type { Species } from '../species/species.ts';
import type { Action, DayPart, Mood } from '../vocabulary.ts';
import type { Heart } from './heart.ts';
import { keepsakeOfWish } from './keepsakes.ts';
import { WISHES, WISH_KINDS, type WishKind, type WishRow } from './wishes-table.ts';

/** A wish, or where the next one will be: what it is for is decided when it opens. */
export interface Wish {
  readonly number: number;
  readonly from: Instant;
  readonly open?: OpenWish | undefined;
}

export interface OpenWish {
  readonly kind: WishKind;
  readonly until: Instant;
}

/** How long a wish is open: long enough for its keeper to come by, whatever their rhythm. */
const OPEN_HOURS = { lowest: 12, highest: 48, rhythms: 3, withHour: 30 } as const;
/** How long it wishes for nothing. */
const PAUSE_HOURS = { shortest: 3, longest: 10 } as const;

/** Where the wish after this one will be. */
export function nextWish(seed: number, { number }: Pick<Wish, 'number'>, ended: Instant): Wish {
  const { shortest, longest } = PAUSE_HOURS;
  const hours = shortest + dice(seed, 'pause', number) * (longest - shortest);
  return { number: number + 1, from: Math.round(ended + hours * HOUR) };
}

/** What a wish that opens now is for. */
export function openWish(creature: HatchedCreature, species: Species, heart: Heart): Wish {
  const { number, from } = heart.wish;
  const isHungry = feedingStatusOf(windowsSinceFed(creature, species, from)) !== 'ok';
  const mood = isHungry ? 'hungry' : heart.mood;
  const within = WISH_KINDS.filter((kind) => isWithinReach(kind, creature, species, heart));
  const wanted = within.filter((kind) => isWanted(WISHES[kind], mood));
  const [first, ...rest] = firstNonEmpty([
    wanted.filter((kind) => isFresh(kind, heart)),
    within.filter((kind) => isFresh(kind, heart)),
    wanted,
    within,
  ]);
  const kind = pick([first, ...rest], dice(creature.seed, 'wish', number));
  const hours = openHours(WISHES[kind], averageHours(creature.life.rhythm));
  return { number, from, open: { kind, until: Math.round(from + hours * HOUR) } };
}

function firstNonEmpty(lists: readonly (readonly WishKind[])[]): readonly [WishKind, ...WishKind[]] {
  const found = lists.find(([first]) => first !== undefined);
  const [first = 'to_be_told', ...rest] = found ?? [];
  return [first, ...rest];
}

function openHours({ part }: WishRow, rhythmHours: number): number {
  const { lowest, highest, rhythms, withHour } = OPEN_HOURS;
  return Math.min(highest, Math.max(part ? withHour : lowest, rhythms * rhythmHours));
}

/** New to it, and not what it has just wished for in vain. */
function isFresh(kind: WishKind, { keepsakes, lately }: Heart): boolean {
  return !keepsakes.includes(keepsakeOfWish(kind)) && lately.letGo.at(-1) !== kind;
}

/** One that is hungry or ill wishes for what would help. */
function isWanted({ action }: WishRow, mood: Mood): boolean {
  if (mood === 'hungry') return action === 'feed';
  if (mood === 'sick' || mood === 'critical')
    return action === 'sleep' || action === 'clean' || action === 'reflect';
  return true;
}

/** Care this often says at what hours its keeper comes. */
const KNOWN_HOURS_FROM = 12;
const USUAL_HOUR_SHARE = 0.1;
const SOON_RHYTHM_HOURS = 8;

/** Not for what it is too young for, what it would not like, or hours at which nobody comes. */
function isWithinReach(
  kind: WishKind,
  { life }: HatchedCreature,
  species: Species,
  { stage, care }: Heart,
): boolean {
  const row: WishRow = WISHES[kind];
  if (row.stages && !row.stages.includes(stage)) return false;
  if (row.thing && !likesThing(species, row.action, row.thing)) return false;
  if (row.item === 'loved' && care.loved.length === 0) return false;
  if (row.after === 'soon' && averageHours(life.rhythm) > SOON_RHYTHM_HOURS) return false;
  return row.part === undefined || isUsualPart(row.part, care.hours);
}

function isUsualPart(part: DayPart, hours: Readonly<Record<DayPart, number>>): boolean {
  const known = hours.night + hours.morning + hours.midday + hours.evening;
  return known < KNOWN_HOURS_FROM || hours[part] >= known * USUAL_HOUR_SHARE;
}

// A species is one object for as long as the house is open, and its tastes never change.
const likedThings = new WeakMap<Species, ReadonlySet<string>>();

function likesThing(species: Species, action: Action | undefined, thing: ThingKind): boolean {
  let known = likedThings.get(species);
  if (!known) likedThings.set(species, (known = new Set(thingsIn(species))));
  return known.has(`${action} ${thing}`);
}

function thingsIn({ tastes }: Species): string[] {
  return Object.entries(tastes).flatMap(([action, items]) =>
    items.flatMap((item) => thingKindsOf(item).map((thing) => `${action} ${thing}`)),
  );
}
