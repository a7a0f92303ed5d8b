import { DAY, HOUR, type Instant } from '../engine/clock.ts';
import { isAlive, type HatchedCreature } from '../lives/creature.ts';
import { nextGrowth } from '../lives/growth.ts';
import { SAME_VISIT } from '../lives/rhythm.ts';
import { approvedItem } from '../species/approved-items.ts';
import type { Species } from '../species/species.ts';
import type { Action, ItemCategory, LetterOccasion, Mood, Stage, Timing } from '../vocabulary.ts';
import { dayPartAt } from './day-part.ts';
import { newPage, NO_CARE, type CareDigest, type Heart, type RecentDigest } from './heart.ts';
import {
  keepsakeOfStage,
  keepsakeOfWish,
  keepsakesEarned,
  KEEPSAKES_OF_DAYS,
  KEEPSAKE_OF_RETURN,
  type KeepsakeFacts,
} from './keepsakes.ts';
import type { KeepsakeKind } from './keepsakes-table.ts';
import type { Letter } from './letter.ts';
import { mannerOf } from './manner.ts';
import { nextWish, openWish } from './wish.ts';
import type { WishKind } from './wishes-table.ts';

/** Something that came of what a creature carries with it. */
export type HeartEvent =
  | { readonly kind: 'kept'; readonly keepsake: KeepsakeKind; readonly at: Instant }
  | { readonly kind: 'letter'; readonly letter: Letter };

/** A heart at a moment, and what came of it on the way. */
export interface HeartStretch {
  readonly heart: Heart;
  readonly happened: readonly HeartEvent[];
}

/** What a creature carries with it as it was last written; one that has none, or was kept without, begins where it was last cared for. */
export function heartOf(creature: HatchedCreature): Heart {
  const { heart, record } = creature;
  return heart?.acts === record.careActions ? heart : beginHeart(creature);
}

function beginHeart({ heart: before, life, record, stage, seed }: HatchedCreature): Heart {
  const since = life.lastCareAt;
  const isNewborn = since === life.hatchedAt;
  return {
    since,
    acts: record.careActions,
    stage: isNewborn ? 'egg' : stage,
    wish: nextWish(seed, { number: before?.wish.number ?? 0 }, since),
    granted: before?.granted ?? 0,
    mood: 'content',
    keepsakes: before?.keepsakes ?? [],
    care: before?.care ?? careFrom(record.recentActions),
    lately: newPage(since),
    letters: before?.letters ?? 0,
    week: Math.floor((since - life.ageFrom) / WEEK),
    manner: before?.manner,
  };
}

function careFrom(actions: readonly Action[]): CareDigest {
  return actions.reduce((care, action) => ({ ...care, actions: oneMore(care.actions, action) }), NO_CARE);
}

const WEEK = 7 * DAY;

/** What a creature carries with it at a moment, or when it ended. Looking changes nothing. */
export function heartAt(creature: HatchedCreature, species: Species, now: Instant): HeartStretch {
  const happened: HeartEvent[] = [];
  const end = Math.min(now, creature.died?.at ?? now, creature.releasedAt ?? now);
  let heart = heartOf(creature);
  for (
    let turn = nextTurn(heart, creature, species);
    turn.at <= end;
    turn = nextTurn(heart, creature, species)
  )
    heart = turn.take(happened);
  if (creature.died && creature.died.at <= now)
    heart = writeLetter(heart, creature, 'death', creature.died.at, happened);
  return { heart, happened };
}

/** Something that comes about by itself, and the heart after it. */
interface Turn {
  readonly at: Instant;
  readonly take: (happened: HeartEvent[]) => Heart;
}

/** What comes first; of what comes at once, in this order. */
function nextTurn(heart: Heart, creature: HatchedCreature, species: Species): Turn {
  const { ageFrom } = creature.life;
  const { wish } = heart;
  const weekEnds = ageFrom + (heart.week + 1) * WEEK;
  const turns: Turn[] = [
    {
      at: weekEnds,
      take: (happened) => ({
        ...writeLetter(heart, creature, 'week', weekEnds, happened),
        week: heart.week + 1,
      }),
    },
    wish.open
      ? { at: wish.open.until, take: () => withoutWish(heart, creature.seed) }
      : { at: wish.from, take: () => ({ ...heart, wish: openWish(creature, species, heart) }) },
  ];
  const day = KEEPSAKES_OF_DAYS.find(
    ({ kind, days }) => !heart.keepsakes.includes(kind) && ageFrom + days * DAY >= heart.since,
  );
  if (day) {
    const at = ageFrom + day.days * DAY;
    turns.unshift({ at, take: (happened) => keep(heart, [day.kind], at, happened) });
  }
  const growth = growthAfter(heart.stage, creature, species);
  if (growth) turns.unshift({ at: growth.at, take: (happened) => growUp(heart, creature, growth, happened) });
  return turns.reduce((first, turn) => (turn.at < first.at ? turn : first));
}

interface GrowthTurn {
  readonly to: Stage;
  readonly at: Instant;
}

/** When it became what it is, one stage after the other: by the rules it grew by. */
function growthAfter(stage: Stage, creature: HatchedCreature, species: Species): GrowthTurn | undefined {
  if (stage === creature.stage) return undefined;
  if (stage === 'egg') return { to: 'baby', at: creature.life.hatchedAt };
  return nextGrowth({ ...creature, stage }, species);
}

function growUp(
  before: Heart,
  creature: HatchedCreature,
  { to, at }: GrowthTurn,
  happened: HeartEvent[],
): Heart {
  const manner = to === 'adult' ? (before.manner ?? mannerOf(creature, before, at)) : before.manner;
  const kept = keepsakeOfStage(to);
  const heart = keep({ ...before, stage: to, manner }, kept ? [kept] : [], at, happened);
  return to === 'baby' || to === 'egg' ? heart : writeLetter(heart, creature, to, at, happened);
}

function withoutWish(heart: Heart, seed: number): Heart {
  const { wish, lately } = heart;
  if (!wish.open) return heart;
  return {
    ...heart,
    wish: nextWish(seed, wish, wish.open.until),
    lately: { ...lately, letGo: [...lately.letGo, wish.open.kind] },
  };
}

function keep(heart: Heart, kinds: readonly KeepsakeKind[], at: Instant, happened: HeartEvent[]): Heart {
  const fresh = kinds.filter((kind) => !heart.keepsakes.includes(kind));
  if (fresh.length === 0) return heart;
  happened.push(...fresh.map((keepsake) => ({ kind: 'kept', keepsake, at }) as const));
  const { lately } = heart;
  return {
    ...heart,
    keepsakes: [...heart.keepsakes, ...fresh],
    lately: { ...lately, kept: [...lately.kept, ...fresh] },
  };
}

/** Writes down its time since the last letter, and begins a new page. */
function writeLetter(
  heart: Heart,
  { life, record }: HatchedCreature,
  occasion: LetterOccasion,
  at: Instant,
  happened: HeartEvent[],
): Heart {
  const letter: Letter = {
    number: heart.letters + 1,
    occasion,
    at,
    stage: heart.stage,
    ageDays: Math.floor((at - life.ageFrom) / DAY),
    streak: record.streak,
    manner: heart.manner,
    wish: heart.wish.open?.kind,
    page: heart.lately,
  };
  happened.push({ kind: 'letter', letter });
  return { ...heart, letters: letter.number, lately: newPage(at) };
}

/** An act of care, as it is taken to heart. */
export interface FeltCare {
  readonly action: Action;
  readonly item?: { readonly name: string; readonly category: ItemCategory } | undefined;
  readonly timing: Timing | undefined;
  readonly survived: KeepsakeFacts['survived'];
  /** How it feels afterwards, as far as anybody can see. */
  readonly mood: Mood;
  /** The wish it grants. */
  readonly granted?: WishKind | undefined;
}

/** What a creature carries with it after an act of care; its record is the one after it. */
export function heartAfterCare(
  creature: HatchedCreature,
  species: Species,
  felt: FeltCare,
  record: HatchedCreature['record'],
  now: Instant,
): HeartStretch {
  const { heart: before, happened: earlier } = heartAt(creature, species, now);
  const happened = [...earlier];
  const granted = before.granted + (felt.granted ? 1 : 0);
  const care = careAfter(before.care, creature, felt, now);
  const heart: Heart = {
    ...before,
    acts: record.careActions,
    wish: felt.granted ? nextWish(creature.seed, before.wish, now) : before.wish,
    granted,
    grantedAt: felt.granted ? now : before.grantedAt,
    mood: felt.mood,
    care,
    lately: pageAfter(before.lately, creature, felt, now),
  };
  const wished = felt.granted ? [keepsakeOfWish(felt.granted)] : [];
  const facts = { care, record, granted, survived: felt.survived };
  const earned = keepsakesEarned(facts, heart.keepsakes);
  return { heart: keep(heart, [...wished, ...earned], now, happened), happened };
}

/** So many names of things it loved are remembered. */
const MOST_LOVED = 8;

function careAfter<Digest extends CareDigest>(
  care: Digest,
  { life, zone }: HatchedCreature,
  { action, item }: FeltCare,
  now: Instant,
): Digest {
  const name = item?.category === 'loved' ? approvedItem(item.name) : undefined;
  const isNewVisit = now - life.lastCareAt >= SAME_VISIT || care.visits === 0;
  return {
    ...care,
    actions: oneMore(care.actions, action),
    hours: oneMore(care.hours, dayPartAt(zone, now)),
    visits: care.visits + (isNewVisit ? 1 : 0),
    loved:
      name === undefined || care.loved.includes(name) ? care.loved : [...care.loved, name].slice(-MOST_LOVED),
  };
}

function pageAfter(
  page: RecentDigest,
  creature: HatchedCreature,
  felt: FeltCare,
  now: Instant,
): RecentDigest {
  const { timing, granted } = felt;
  const waited = (now - creature.life.lastCareAt) / HOUR;
  return {
    ...careAfter(page, creature, felt, now),
    meals: timing ? oneMore(page.meals, timing) : page.meals,
    longestWaitHours: Math.max(page.longestWaitHours, waited),
    granted: granted ? [...page.granted, granted] : page.granted,
  };
}

function oneMore<Word extends string>(counts: Readonly<Record<Word, number>>, word: Word) {
  return { ...counts, [word]: counts[word] + 1 };
}

/** What a creature carries with it when it is back from the dead. */
export function heartAfterReturn(dead: HatchedCreature, species: Species, now: Instant): HeartStretch {
  const { heart: ended, happened: earlier } = heartAt(dead, species, now);
  const happened = [...earlier];
  const woken: Heart = {
    ...ended,
    wish: nextWish(dead.seed, ended.wish, now),
    mood: 'content',
    lately: newPage(now),
  };
  const heart = keep(woken, [KEEPSAKE_OF_RETURN], now, happened);
  // It is as old as it was: the time it was dead does not count.
  const ageFrom = dead.life.ageFrom + now - (dead.died?.at ?? now);
  const back = { ...dead, life: { ...dead.life, ageFrom } };
  return { heart: writeLetter(heart, back, 'return', now, happened), happened };
}

/** The wish a living creature has at a moment. */
export function wishAt(creature: HatchedCreature, species: Species, now: Instant) {
  if (!isAlive(creature)) return undefined;
  return heartAt(creature, species, now).heart.wish.open;
}
