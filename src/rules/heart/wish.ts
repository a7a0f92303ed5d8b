import { HOUR, type Instant } from '../base/clock.ts';
import { dice, pick } from '../base/dice.ts';
import { CRITICAL_WINDOWS, windowsSinceFed } from '../care/feeding.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import { averageHours } from '../lives/rhythm.ts';
import type { Species, Tastes } from '../species/species.ts';
import type { Action, DayPart, Mood } from '../vocabulary.ts';
import type { Heart } from './heart.ts';
import { wishesBehind } from './keepsakes.ts';
import { isLikedThing, LEANINGS, WISH_KINDS, WISHES, type WishKind, type WishRow } from './wishes-table.ts';

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

/** Everything that one of a species may ever wish for. */
export function wishesOf({ tastes }: Pick<Species, 'tastes'>): readonly WishKind[] {
  return WISH_KINDS.filter((kind) => suits(tastes, WISHES[kind]));
}

function suits(tastes: Tastes, { action, thing }: WishRow): boolean {
  if (thing === undefined) return true;
  if (action === undefined || action === 'reflect') return false;
  return tastes[action].some((taste) => isLikedThing(taste, thing));
}

/** A wish, or where the next one will be: what it is for is decided when it opens. */
export interface Wish {
  readonly number: number;
  readonly from: Instant;
  readonly open?: OpenWish | undefined;
  /** When it last wished for or kept something it had not before. */
  readonly newAt?: Instant | undefined;
  /** What it wished for in vain, the newest last. */
  readonly inVain?: readonly WishKind[] | undefined;
}

export interface OpenWish {
  readonly kind: WishKind;
  readonly until: Instant;
}

/** How long a wish is open: long enough for its keeper to come by, whatever their rhythm. */
const OPEN_HOURS = { lowest: 12, highest: 48, rhythms: 3, withHour: 30 } as const;

/** With so many wishes behind it, it has seen a bit of the world. */
const FIRST_WISHES = 6;
/** How long it wishes for nothing. */
const PAUSE_HOURS = { shortest: 4, longest: 12 } as const;

/** Where the wish after this one will be. */
export function nextWish(
  seed: number,
  { number, newAt, inVain }: Pick<Wish, 'number' | 'newAt' | 'inVain'>,
  ended: Instant,
): Wish {
  const { shortest, longest } = PAUSE_HOURS;
  const hours = shortest + dice(seed, 'pause', number) * (longest - shortest);
  return { number: number + 1, from: Math.round(ended + hours * HOUR), newAt, inVain };
}

/** So many wishes that came to nothing are remembered. */
const MOST_IN_VAIN = 30;

/** Where the wish after this one will be, if nobody granted it. */
export function wishAfterNone(seed: number, wish: Wish, { kind, until }: OpenWish): Wish {
  const inVain = [...(wish.inVain ?? []), kind].slice(-MOST_IN_VAIN);
  return nextWish(seed, { ...wish, inVain }, until);
}

/** What a wish that opens now is for. */
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

/** What anybody may wish for at any time. */
const ANYTIME: WishKind = 'to_be_told';

const COMFORTS: readonly Action[] = ['sleep', 'clean', 'reflect'];
/** What would help one that is not well, best first. */
const HELP: Partial<Record<Mood, readonly (readonly Action[])[]>> = {
  hungry: [['feed'], COMFORTS],
  sick: [COMFORTS],
  critical: [COMFORTS],
};

/** One that is hungry or ill wishes for what would help: lists to choose from, the best first. */
function helpful(kinds: readonly WishKind[], mood: Mood): readonly (readonly WishKind[])[] {
  const lists = HELP[mood]?.map((actions) =>
    kinds.filter((kind) => {
      const { action }: WishRow = WISHES[kind];
      return action !== undefined && actions.includes(action);
    }),
  );
  return lists ?? [kinds];
}

/** So many wishes have to lie between two of a kind. */
const RESTING = 3;

/** Nothing new for so long is too long: in hours, or in visits of those who come seldom. */
const NEWS = { hours: 64, rhythms: 5 } as const;

/** What a wish is chosen by. */
interface Longing {
  readonly heart: Heart;
  readonly rhythmHours: number;
  /** What was granted before. */
  readonly known: ReadonlySet<WishKind>;
  /** Has it never wished for this, as far as it remembers? */
  readonly isNew: (kind: WishKind) => boolean;
}

/**
 * At first it wishes for what is new to it; later for what it knows, as long as there would still be something new in time, so that
 * the world lasts. It does not come back soon to what it has just had.
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
  const lively = rested.flatMap((kinds) => ways.map((way) => kinds.filter(way)));
  return [...lively, ...rested, ...lists].find((kinds) => kinds.length > 0) ?? [];
}

function leansTo({ family }: Species, { action }: WishRow): boolean {
  return action !== undefined && LEANINGS[family].includes(action);
}

function openHours({ part }: WishRow, rhythmHours: number): number {
  const { lowest, highest, rhythms, withHour } = OPEN_HOURS;
  return Math.min(highest, Math.max(part ? withHour : lowest, rhythms * rhythmHours));
}
