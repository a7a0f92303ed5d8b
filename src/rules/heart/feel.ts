import { DAY, HOUR, type Instant } from '../base/clock.ts';
import { feedingStatusOf, windowsSinceFed } from '../care/feeding.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import { nextGrowth } from '../lives/growth.ts';
import type { Species } from '../species/species.ts';
import type { Action, LetterOccasion, Stage } from '../vocabulary.ts';
import {
  ambitionAfterCare,
  ambitionAfterReturn,
  ambitionFaded,
  noAmbition,
  openAmbition,
} from './ambition.ts';
import {
  careAfter,
  type CareDigest,
  type FeltCare,
  type Heart,
  type Letter,
  type LetterAmbition,
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
  keepsakeOfAmbition,
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
  { creature, species }: Feeling,
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
  const kept = keep(heart, [...wished, ...earned], now, happened);
  return { heart: pursue(kept, { creature, species, record }, felt, now, happened), happened };
}

/** The act as a step of the open ambition; the last step leaves a keepsake and a letter. */
function pursue(
  heart: Heart,
  { creature, species, record }: Pursuit,
  felt: FeltCare,
  now: Instant,
  happened: HeartEvent[],
): Heart {
  if (!heart.ambition?.open) return heart;
  const { finished, ...ambition } = ambitionAfterCare(heart.ambition, creature, felt, now);
  if (!finished) return { ...heart, ambition };
  const kept = keep({ ...heart, ambition }, [keepsakeOfAmbition(finished)], now, happened);
  const lastFedAt = felt.action === 'feed' ? now : creature.life.lastFedAt;
  const cared = { ...creature, record, life: { ...creature.life, lastCareAt: now, lastFedAt } };
  return writeLetter(kept, { creature: cared, species }, 'ambition', now, happened);
}

interface Feeling {
  readonly creature: HatchedCreature;
  readonly species: Species;
}

interface Pursuit extends Feeling {
  readonly record: HatchedCreature['record'];
}

export function heartAfterReturn(dead: HatchedCreature, species: Species, now: Instant): HeartStretch {
  const { heart: ended, happened: earlier } = heartAt(dead, species, now);
  const happened = [...earlier];
  const woken: Heart = {
    ...ended,
    wish: nextWish(dead.seed, ended.wish, now),
    ambition: ended.ambition && ambitionAfterReturn(ended.ambition, dead.seed, now),
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
  | { readonly kind: 'ambition'; readonly at: Instant }
  | { readonly kind: 'wish'; readonly at: Instant };

/** The earliest; ties in the order growth, day, week, ambition, wish. */
function nextTurn(heart: Heart, creature: HatchedCreature, species: Species): Turn {
  const { wish, ambition } = heart;
  let first: Turn = { kind: 'wish', at: wish.open?.until ?? wish.from };
  const tries = ambition?.open?.until ?? ambition?.from ?? Infinity;
  if (tries <= first.at) first = { kind: 'ambition', at: tries };
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
    case 'ambition':
      return { ...heart, ambition: nextAmbition(heart, creature, species) };
    case 'wish':
      return heart.wish.open
        ? letGo(heart, creature.seed)
        : { ...heart, wish: openWish(creature, species, heart) };
    default:
      return turn satisfies never;
  }
}

function nextAmbition(heart: Heart, creature: HatchedCreature, species: Species): Heart['ambition'] {
  const { ambition } = heart;
  if (!ambition) return undefined;
  return ambition.open ? ambitionFaded(ambition, creature.seed) : openAmbition(creature, species, heart);
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
  const { heart, record, life } = creature;
  if (heart?.acts !== record.careActions) return beginHeart(creature);
  return heart.ambition ? heart : { ...heart, ambition: noAmbition(creature, life.lastCareAt) };
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
    ambition: before?.ambition ?? noAmbition(creature, since),
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
    ambition: ambitionToTell(heart, occasion),
  };
  happened.push({ kind: 'letter', letter });
  return { ...heart, letters: letter.number, lately: newPage(at) };
}

function ambitionToTell({ ambition, lately }: Heart, occasion: LetterOccasion): LetterAmbition | undefined {
  if (!ambition) return undefined;
  const { open, done, faded, endedAt = -Infinity } = ambition;
  const finished = occasion === 'ambition' ? done.at(-1) : undefined;
  if (finished) return { kind: finished, is: 'done' };
  // One that was done ended with a letter, at which this page began.
  const left = endedAt > lately.from ? faded.at(-1) : undefined;
  if (left) return { kind: left, is: 'faded' };
  return open && { kind: open.kind, is: 'open' };
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
