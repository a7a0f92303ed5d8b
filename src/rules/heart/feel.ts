import { DAY, HOUR, type Instant } from '../base/clock.ts';
import { feedingStatusOf, windowsSinceFed } from '../care/feeding.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import { nextGrowth } from '../lives/growth.ts';
import type { Species } from '../species/species.ts';
import type { Action, LetterOccasion, Stage } from '../vocabulary.ts';
import {
  careAfter,
  type CareDigest,
  type FeltCare,
  type Heart,
  type Letter,
  type LetterWait,
  newPage,
  NO_CARE,
  oneMore,
  outcomesAfter,
  pageAfter,
  WEEK,
} from './heart.ts';
import type { KeepsakeKind } from './keepsakes-table.ts';
import {
  KEEPSAKE_OF_RETURN,
  keepsakeOfStage,
  keepsakeOfWish,
  KEEPSAKES_OF_DAYS,
  keepsakesEarned,
} from './keepsakes.ts';
import { mannerOf } from './manner.ts';
import { nextWish, openWish, wishAfterNone } from './wish.ts';

export type { FeltCare } from './heart.ts';

/** The heart at a moment, or at the end of its life, computed from the stored one. */
export function heartAt(creature: HatchedCreature, species: Species, now: Instant): HeartStretch {
  const happened: HeartEvent[] = [];
  const { died, releasedAt } = creature;
  const end = Math.min(now, died?.at ?? now, releasedAt ?? now);
  let heart = heartOf(creature);
  for (;;) {
    const turn = nextTurn(heart, creature, species);
    if (turn.at > end) break;
    heart = takeTurn(turn, heart, creature, species, happened);
  }
  if (died && died.at <= now) heart = writeLetter(heart, { creature, species }, 'death', died.at, happened);
  return { heart, happened };
}

/** `record` is the one after the act; the stretch ends at the act. */
export function heartAfterCare(
  creature: HatchedCreature,
  { heart: before, happened: earlier }: HeartStretch,
  felt: FeltCare,
  record: HatchedCreature['record'],
  now: Instant,
): HeartStretch {
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
    outcomes: outcomesAfter(before.outcomes, felt),
    lately: pageAfter(before.lately, creature, felt, now),
  };
  const wished = felt.granted ? [keepsakeOfWish(felt.granted)] : [];
  const earned = keepsakesEarned({ care, record, granted, survived: felt.survived }, heart.keepsakes);
  return { heart: keep(heart, [...wished, ...earned], now, happened), happened };
}

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
  return {
    heart: writeLetter(heart, { creature: backAgain(dead, now), species }, 'return', now, happened),
    happened,
  };
}

/** The time it was dead does not count as age, and its streak begins anew. */
function backAgain(dead: HatchedCreature, now: Instant): HatchedCreature {
  const ageFrom = dead.life.ageFrom + now - (dead.died?.at ?? now);
  return { ...dead, life: { ...dead.life, ageFrom }, record: { ...dead.record, streak: 0 } };
}

/** An event that needs no visit. */
type Turn =
  | { readonly kind: 'growth'; readonly at: Instant; readonly to: Stage }
  | { readonly kind: 'day'; readonly at: Instant; readonly keepsake: KeepsakeKind }
  | { readonly kind: 'week'; readonly at: Instant }
  | { readonly kind: 'wish'; readonly at: Instant };

/** The earliest; ties in the order growth, day, week, wish. */
function nextTurn(heart: Heart, creature: HatchedCreature, species: Species): Turn {
  const { wish } = heart;
  let first: Turn = { kind: 'wish', at: wish.open?.until ?? wish.from };
  const weekEnds = creature.life.ageFrom + (heart.week + 1) * WEEK;
  if (weekEnds <= first.at) first = { kind: 'week', at: weekEnds };
  const day = nextDay(heart, creature);
  if (day && day.at <= first.at) first = day;
  const growth = growthAfter(heart.stage, creature, species);
  return growth && growth.at <= first.at ? growth : first;
}

function nextDay({ keepsakes, since }: Heart, { life }: HatchedCreature): Turn | undefined {
  for (const { kind, days } of KEEPSAKES_OF_DAYS) {
    const at = life.ageFrom + days * DAY;
    if (at >= since && !keepsakes.includes(kind)) return { kind: 'day', at, keepsake: kind };
  }
  return undefined;
}

function growthAfter(stage: Stage, creature: HatchedCreature, species: Species): Turn | undefined {
  if (stage === creature.stage) return undefined;
  if (stage === 'egg') return { kind: 'growth', to: 'baby', at: creature.life.hatchedAt };
  const growth = nextGrowth({ ...creature, stage }, species);
  return growth && { kind: 'growth', to: growth.to, at: growth.at };
}

function takeTurn(
  turn: Turn,
  heart: Heart,
  creature: HatchedCreature,
  species: Species,
  happened: HeartEvent[],
): Heart {
  const { at } = turn;
  switch (turn.kind) {
    case 'growth':
      return growUp({ ...heart, stage: turn.to }, creature, species, at, happened);
    case 'day':
      return keep(heart, [turn.keepsake], at, happened);
    case 'week':
      return { ...writeLetter(heart, { creature, species }, 'week', at, happened), week: heart.week + 1 };
    case 'wish':
      return heart.wish.open
        ? letGo(heart, creature.seed)
        : { ...heart, wish: openWish(creature, species, heart) };
    default:
      return turn satisfies never;
  }
}

function growUp(
  grown: Heart,
  creature: HatchedCreature,
  species: Species,
  at: Instant,
  happened: HeartEvent[],
): Heart {
  const { stage } = grown;
  const manner = stage === 'adult' ? (grown.manner ?? mannerOf(creature, grown, at)) : grown.manner;
  const kept = keepsakeOfStage(stage);
  const heart = keep({ ...grown, manner }, kept ? [kept] : [], at, happened);
  return stage === 'baby' || stage === 'egg'
    ? heart
    : writeLetter(heart, { creature, species }, stage, at, happened);
}

function letGo(heart: Heart, seed: number): Heart {
  const { wish, lately } = heart;
  if (!wish.open) return heart;
  return {
    ...heart,
    wish: wishAfterNone(seed, wish, wish.open),
    lately: { ...lately, letGo: [...lately.letGo, wish.open.kind] },
  };
}

/** The stored heart. Without one, or if care was recorded without it, a new one begins at the last care. */
export function heartOf(creature: HatchedCreature): Heart {
  const { heart, record } = creature;
  return heart?.acts === record.careActions ? heart : beginHeart(creature);
}

function beginHeart(creature: HatchedCreature): Heart {
  const { heart: before, life, record, stage, seed } = creature;
  const since = life.lastCareAt;
  const isNewborn = since === life.hatchedAt;
  const heart: Heart = {
    since,
    acts: record.careActions,
    stage: isNewborn ? 'egg' : stage,
    wish: nextWish(seed, before?.wish ?? { number: 0 }, since),
    granted: before?.granted ?? 0,
    mood: 'content',
    keepsakes: before?.keepsakes ?? [],
    care: before?.care ?? careFrom(record.recentActions),
    lately: { ...newPage(since), begins: isNewborn ? 'hatching' : 'memory' },
    letters: before?.letters ?? 0,
    week: Math.floor((since - life.ageFrom) / WEEK),
    manner: before?.manner,
    outcomes: before?.outcomes,
  };
  const grewUpWithout = heart.stage === 'adult' && heart.manner === undefined;
  return grewUpWithout ? { ...heart, manner: mannerOf(creature, heart, since) } : heart;
}

function careFrom(actions: readonly Action[]): CareDigest {
  return actions.reduce((care, action) => ({ ...care, actions: oneMore(care.actions, action) }), NO_CARE);
}

function writeLetter(
  heart: Heart,
  { creature, species }: { readonly creature: HatchedCreature; readonly species: Species },
  occasion: LetterOccasion,
  at: Instant,
  happened: HeartEvent[],
): Heart {
  const { life, record, died } = creature;
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
    cause: occasion === 'death' ? died?.cause : undefined,
    waiting: occasion === 'return' ? undefined : waitingAt(creature, species, at),
  };
  happened.push({ kind: 'letter', letter });
  return { ...heart, letters: letter.number, lately: newPage(at) };
}

function waitingAt(creature: HatchedCreature, species: Species, at: Instant): LetterWait {
  const { life, record } = creature;
  return {
    careHours: (at - life.lastCareAt) / HOUR,
    feeding: feedingStatusOf(windowsSinceFed(creature, species, at)),
    everFed: record.feedings > 0,
  };
}

export type HeartEvent =
  | { readonly kind: 'kept'; readonly keepsake: KeepsakeKind; readonly at: Instant }
  | { readonly kind: 'letter'; readonly letter: Letter };

export interface HeartStretch {
  readonly heart: Heart;
  readonly happened: readonly HeartEvent[];
}

/** Adds the keepsakes it does not have yet. */
function keep(heart: Heart, kinds: readonly KeepsakeKind[], at: Instant, happened: HeartEvent[]): Heart {
  const fresh = kinds.filter((kind) => !heart.keepsakes.includes(kind));
  if (fresh.length === 0) return heart;
  for (const keepsake of fresh) happened.push({ kind: 'kept', keepsake, at });
  const { wish, lately } = heart;
  return {
    ...heart,
    wish: { ...wish, newAt: at },
    keepsakes: [...heart.keepsakes, ...fresh],
    lately: { ...lately, kept: [...lately.kept, ...fresh] },
  };
}
