import { HOUR, type Instant } from '../base/clock.ts';
import { dice, pick } from '../base/dice.ts';
import { CRITICAL_WINDOWS, windowsSinceFed } from '../care/feeding.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import { averageHours } from '../lives/rhythm.ts';
import { ALL_TASTES } from '../species/catalog.ts';
import type { Species, Tastes } from '../species/species.ts';
import type { Action, DayPart, Mood } from '../vocabulary.ts';
import type { Heart } from './heart.ts';
import { wishesBehind } from './keepsakes.ts';
import { isLikedThing, LEANINGS, WISH_KINDS, WISHES, type WishKind, type WishRow } from './wishes-table.ts';

/** Acts of care from which the keeper's hours are known. */
const KNOWN_HOURS_FROM = 12;
const USUAL_HOUR_SHARE = 0.1;
const SOON_RHYTHM_HOURS = 8;

/** Without wishes it is too young for, would not like or has never had, and without hours at which its keeper does not come. */
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

export function isUsualPart(part: DayPart, hours: Readonly<Record<DayPart, number>>): boolean {
  const known = hours.night + hours.morning + hours.midday + hours.evening;
  return known < KNOWN_HOURS_FROM || hours[part] >= known * USUAL_HOUR_SHARE;
}

const WISHES_BY_TASTES: ReadonlyMap<Tastes, readonly WishKind[]> = new Map(
  ALL_TASTES.map((tastes) => [tastes, suitableWishes(tastes)]),
);

/** All wishes of a species. */
export function wishesOf({ tastes }: Pick<Species, 'tastes'>): readonly WishKind[] {
  return WISHES_BY_TASTES.get(tastes) ?? suitableWishes(tastes);
}

function suitableWishes(tastes: Tastes): readonly WishKind[] {
  return WISH_KINDS.filter((kind) => suits(tastes, WISHES[kind]));
}

function suits(tastes: Tastes, { action, thing }: WishRow): boolean {
  if (thing === undefined) return true;
  if (action === undefined || action === 'reflect') return false;
  return tastes[action].some((taste) => isLikedThing(taste, thing));
}

/** The open wish, or the time of the next one; its kind is decided when it opens. */
export interface Wish {
  readonly number: number;
  readonly from: Instant;
  readonly open?: OpenWish | undefined;
  /** When it last wished for or kept something new. */
  readonly newAt?: Instant | undefined;
  /** Wishes that were not granted, newest last. */
  readonly inVain?: readonly WishKind[] | undefined;
}

export interface OpenWish {
  readonly kind: WishKind;
  readonly until: Instant;
}

/** How long a wish is open, by the keeper's rhythm. */
const OPEN_HOURS = { lowest: 12, highest: 48, rhythms: 3, withHour: 30 } as const;

/** Up to this number, new wishes come first. */
const FIRST_WISHES = 6;
/** Between two wishes. */
const PAUSE_HOURS = { shortest: 4, longest: 12 } as const;

export function nextWish(
  seed: number,
  { number, newAt, inVain }: Pick<Wish, 'number' | 'newAt' | 'inVain'>,
  ended: Instant,
): Wish {
  const { shortest, longest } = PAUSE_HOURS;
  const hours = shortest + dice(seed, 'pause', number) * (longest - shortest);
  return { number: number + 1, from: Math.round(ended + hours * HOUR), newAt, inVain };
}

const MOST_IN_VAIN = 30;

export function wishAfterNone(seed: number, wish: Wish, { kind, until }: OpenWish): Wish {
  const inVain = [...(wish.inVain ?? []), kind].slice(-MOST_IN_VAIN);
  return nextWish(seed, { ...wish, inVain }, until);
}

/** Chooses the kind of a wish that opens at `wish.from`. */
export function openWish(creature: HatchedCreature, species: Species, heart: Heart): Wish {
  const { wish, keepsakes } = heart;
  const { from, inVain = [] } = wish;
  const isStarving = windowsSinceFed(creature, species, from) >= CRITICAL_WINDOWS;
  const rhythmHours = averageHours(creature.life.rhythm);
  const known = wishesBehind(keepsakes);
  const isNew = (kind: WishKind) => !known.has(kind) && !inVain.includes(kind);
  const lists = helpful(wishesWithinReach(creature, species, heart), isStarving ? 'hungry' : heart.mood);
  const [first = ANYTIME, ...rest] = liveliest(lists, { heart, rhythmHours, known, isNew });
  const leaning = [first, ...rest].filter((kind) => leansTo(species, WISHES[kind]));
  const kind = pick([first, ...rest, ...leaning], dice(creature.seed, 'wish', wish.number));
  const until = Math.round(from + openHours(WISHES[kind], rhythmHours) * HOUR);
  return { ...wish, open: { kind, until }, newAt: isNew(kind) ? from : wish.newAt };
}

/** A wish every creature may have at any time. */
const ANYTIME: WishKind = 'to_be_told';

const COMFORTS: readonly Action[] = ['sleep', 'clean', 'reflect'];
/** Actions that help when unwell, best first. */
const HELP: Partial<Record<Mood, readonly (readonly Action[])[]>> = {
  hungry: [['feed'], COMFORTS],
  sick: [COMFORTS],
  critical: [COMFORTS],
};

/** Lists to choose from, best first; a hungry or ill creature wishes for what helps. */
function helpful(kinds: readonly WishKind[], mood: Mood): readonly (readonly WishKind[])[] {
  const lists = HELP[mood]?.map((actions) =>
    kinds.filter((kind) => {
      const { action }: WishRow = WISHES[kind];
      return action !== undefined && actions.includes(action);
    }),
  );
  return lists ?? [kinds];
}

/** The number of wishes between two of a kind. */
const RESTING = 3;

/** The longest time without anything new, in hours or in visits. */
const NEWS = { hours: 64, rhythms: 5 } as const;

interface Longing {
  readonly heart: Heart;
  readonly rhythmHours: number;
  /** Granted before. */
  readonly known: ReadonlySet<WishKind>;
  /** Neither granted before nor wished for in vain. */
  readonly isNew: (kind: WishKind) => boolean;
}

/**
 * Prefers new wishes for the first FIRST_WISHES. Later it prefers known ones while their time fits into the limit without
 * a new one (NEWS), so that new ones are not used up. Skips the last RESTING granted and the last RESTING ungranted kinds.
 */
function liveliest(
  lists: readonly (readonly WishKind[])[],
  { heart, rhythmHours, known, isNew }: Longing,
): readonly WishKind[] {
  const { wish, lately } = heart;
  const sinceNews = (wish.from - Math.max(lately.from, wish.newAt ?? 0)) / HOUR;
  const hoursLeft = Math.max(NEWS.hours, NEWS.rhythms * rhythmHours) - sinceNews - PAUSE_HOURS.longest;
  const tired = new Set([...lately.granted.slice(-RESTING), ...lately.letGo.slice(-RESTING)]);
  const isInTime = (kind: WishKind) => known.has(kind) && openHours(WISHES[kind], rhythmHours) <= hoursLeft;
  const rested = lists.map((kinds) => kinds.filter((kind) => !tired.has(kind)));
  const ways = wish.number <= FIRST_WISHES ? [isNew, isInTime] : [isInTime, isNew];
  for (const kinds of rested)
    for (const way of ways) {
      const lively = kinds.filter(way);
      if (lively.length > 0) return lively;
    }
  return [...rested, ...lists].find((kinds) => kinds.length > 0) ?? [];
}

function leansTo({ family }: Species, { action }: WishRow): boolean {
  return action !== undefined && LEANINGS[family].includes(action);
}

function openHours({ part }: WishRow, rhythmHours: number): number {
  const { lowest, highest, rhythms, withHour } = OPEN_HOURS;
  return Math.min(highest, Math.max(part ? withHour : lowest, rhythms * rhythmHours));
}
