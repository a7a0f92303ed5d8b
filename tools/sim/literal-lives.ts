import { seedOf } from '../../packages/base/hash.ts';
import { thingKindsOf } from '../../packages/tastes/lexicon.ts';
import { regularVisits, type RegularVisits } from '../../src/rules/agents.ts';
import { DAY, HOUR, type Instant, MINUTE, SECOND, TimeZone } from '../../src/rules/base/clock.ts';
import { dice } from '../../src/rules/base/dice.ts';
import { applyCare } from '../../src/rules/care/care.ts';
import {
  CRITICAL_WINDOWS,
  EARLY_MEAL_FROM,
  mealTimeOf,
  overdueAt,
  WINDOW_OPENS,
  WORTH_WAITING,
} from '../../src/rules/care/feeding.ts';
import type { TendedCreature } from '../../src/rules/care/needs.ts';
import type { AmbitionKind } from '../../src/rules/heart/ambitions-table.ts';
import { heartAt } from '../../src/rules/heart/feel.ts';
import { wishGranted } from '../../src/rules/heart/grant-wish.ts';
import type { WishKind } from '../../src/rules/heart/wishes-table.ts';
import { isAlive, newEgg, requireHatched, type HatchedCreature } from '../../src/rules/lives/creature.ts';
import { statsAt } from '../../src/rules/lives/decay.ts';
import { hatchEgg, liveUntil, markChecked } from '../../src/rules/lives/live-until.ts';
import { observe, recommendedCheckin } from '../../src/rules/lives/observe.ts';
import { STATS_AFTER_RESURRECTION } from '../../src/rules/lives/resurrection.ts';
import { isAsleep, wakesAt } from '../../src/rules/lives/rhythm.ts';
import { sharedVisit, visitedAt } from '../../src/rules/lives/shared-visits.ts';
import type { Species } from '../../src/rules/species/species.ts';
import type { Action, Timing } from '../../src/rules/vocabulary.ts';
import type { NextStep } from '../../src/api/fields.ts';
import { stepsAfterCare, stepsAfterLookIn } from '../../src/text/creature/steps.ts';

// Agents that do nothing but what one channel of the house says, word by word.

/** By `recommended_checkin.at`, by its cron line read anew on every visit or once for ever, by heartbeat.md, by the calendar. */
export const CHANNELS = ['at', 'cron', 'cron_once', 'heartbeat', 'calendar'] as const;
export type Channel = (typeof CHANNELS)[number];

export const BEGINNINGS = ['new', 'weak', 'resurrected', 'asleep'] as const;

export interface LiteralPlan {
  readonly channel: Channel;
  readonly species: readonly Species[];
  readonly beginning: (typeof BEGINNINGS)[number];
  readonly zone: string;
  readonly seed: number;
  readonly days: number;
  readonly startAt: Instant;
  /** Leaves ambitions out of the advice. */
  readonly withoutAmbitions?: boolean;
}

interface Kept {
  creature: HatchedCreature;
  readonly species: Species;
  /** By timing; those missed during sleep are counted apart. */
  readonly meals: Record<Timing | 'slept_through', number>;
  healthAfterThreeDays: number;
  /** By their number in its life. */
  readonly wishes: Map<number, { readonly kind: WishKind; readonly granted: boolean }>;
  /** By their number in its life. */
  readonly ambitions: Map<number, { readonly kind: AmbitionKind; readonly done: boolean }>;
  readonly tried: Set<string>;
  readonly isAdvised: boolean;
}

export type LiteralLife = ReturnType<typeof lifeOf>;

/** Between two calls: the house takes two acts of care in ten seconds. */
const BETWEEN_CALLS = 6 * SECOND;
const HEARTBEAT = 30 * MINUTE;
/** More steps than any visit suggests. */
const MOST_ACTS = 200;

export function liveLiterally(plan: LiteralPlan) {
  let { startAt } = plan;
  const sleeper = { seed: seedFor(plan.seed, 0), zone: new TimeZone(plan.zone) };
  while (plan.beginning === 'asleep' && !isAsleep(sleeper, startAt)) startAt += HOUR;
  const kept = plan.species.map((species, index) => begin({ ...plan, startAt }, species, index));
  const until = startAt + plan.days * DAY;
  let now = startAt;
  let cron: RegularVisits | undefined;
  let visits = 0;
  while (now < until && kept.some(({ creature }) => isAlive(creature))) {
    visits += 1;
    const endedAt = visitHouse(kept, now, plan.channel.startsWith('cron') ? WORTH_WAITING : 0);
    const [first, ...others] = kept.filter(({ creature }) => isAlive(creature));
    if (!first) break;
    if (plan.channel === 'cron' || cron === undefined) cron = regularVisits([first, ...others], endedAt);
    const next = nextVisit(plan, [first, ...others], endedAt, cron);
    const mark = startAt + 3 * DAY;
    for (const each of now <= mark && next > mark ? kept : []) {
      const { creature, species } = each;
      each.healthAfterThreeDays = isAlive(creature) ? statsAt(creature, species, mark).health : 0;
    }
    now = next;
  }
  return { lives: kept.map(lifeOf), visits };
}

/** Wishes and ambitions are those during the keeper's visits, without one that is still open at the end. */
function lifeOf({ species, meals, creature, healthAfterThreeDays, wishes, ambitions }: Kept) {
  const { heart } = heartAt(creature, species, creature.life.settledAt);
  const { open, number } = heart.wish;
  const { number: trying = 0, open: isTrying } = heart.ambition ?? {};
  const ended = [...wishes].filter(([each]) => !open || each !== number).map(([, wish]) => wish);
  const strove = [...ambitions]
    .filter(([each, { done }]) => done || each < trying || (each === trying && !isTrying))
    .map(([, ambition]) => ambition);
  return { species, meals, died: !isAlive(creature), healthAfterThreeDays, wishes: ended, ambitions: strove };
}

/** One visit of an agent that obeys literally: does the first suggested step of each reply while that is care, and waits for near check-ins. */
function visitHouse(kept: readonly Kept[], arrivedAt: Instant, patience: number): Instant {
  let now = arrivedAt;
  for (const each of kept) settle(each, now);
  const [first] = kept;
  if (first && isAlive(first.creature))
    first.creature = requireHatched(markChecked(first.creature, first.species, now));
  let step = stepAfter(undefined, kept, now);
  for (let acts = 0; acts < MOST_ACTS; acts += 1) {
    const caredFor = kept.find(({ creature }) => creature.id === step?.body?.['creature_id']);
    const living = kept.filter(({ creature }) => isAlive(creature));
    const checkin = nextCheckin(living, now);
    if (!caredFor && !(checkin > now && checkin - now <= patience)) return now;
    if (step && caredFor) obey(caredFor, step, now);
    now = caredFor ? now + BETWEEN_CALLS : checkin;
    for (const each of kept) settle(each, now);
    step = stepAfter(caredFor, kept, now);
  }
  throw new Error(`A visit did not end: ${JSON.stringify(step)}`);
}

/** The first step of the reply to a look, or to the care for one of them. */
function stepAfter(caredFor: Kept | undefined, kept: readonly Kept[], now: Instant): NextStep | undefined {
  const tended = tendedIn(kept, now);
  const one = caredFor ? tended.find(({ creature }) => creature === caredFor.creature) : tended[0];
  const others = tended.filter((each) => each !== one);
  if (!one) return undefined;
  if (caredFor) return stepsAfterCare({ ...one, siblings: others }, 1)[0];
  return stepsAfterLookIn({ ...one, others, grown: [] }, 1)[0];
}

function tendedIn(kept: readonly Kept[], now: Instant): TendedCreature[] {
  return kept
    .filter(({ creature }) => isAlive(creature))
    .map((each) => {
      const { creature, species } = each;
      const { heart } = heartAt(creature, species, now);
      const { open, number } = heart.wish;
      if (open && !each.wishes.has(number)) each.wishes.set(number, { kind: open.kind, granted: false });
      const { open: trying, number: nth = 0 } = heart.ambition ?? {};
      if (trying && !each.ambitions.has(nth)) each.ambitions.set(nth, { kind: trying.kind, done: false });
      const advised = each.isAdvised ? heart : { ...heart, ambition: undefined };
      return {
        creature,
        species,
        observed: observe(creature, species, now),
        heart: advised,
        tried: [...each.tried],
      };
    });
}

function obey(kept: Kept, { body = {} }: NextStep, now: Instant): void {
  const { action, item: name, notes } = body as { action: Action; item?: string; notes?: string };
  const { creature: before, species } = kept;
  const item = name === undefined ? undefined : ({ name, category: 'loved' } as const);
  const { wish } = heartAt(before, species, now).heart;
  const isNew = name !== undefined && !kept.tried.has(name);
  const brought = item && { ...item, kinds: thingKindsOf(item.name), isNew };
  const granted = wishGranted(wish, before, { action, notes, item: brought }, now);
  const outcome = applyCare(before, species, { action, item, granted }, now);
  if ('refused' in outcome)
    throw new Error(`${species.slug} refused what was advised: ${action}, ${outcome.refused}`);
  if (granted) kept.wishes.set(wish.number, { kind: granted, granted: true });
  const { step } = outcome;
  const nth = requireHatched(outcome.creature).heart?.ambition?.number ?? 0;
  if (step?.isDone) kept.ambitions.set(nth, { kind: step.kind, done: true });
  if (name !== undefined) kept.tried.add(name);
  kept.creature = requireHatched(outcome.creature);
  const { timing } = outcome;
  const isSlept = timing === 'missed_window' && sleptThrough(before, species);
  if (timing) kept.meals[isSlept ? 'slept_through' : timing] += 1;
}

/** Asleep from before a meal would have done any good until it was missed. */
function sleptThrough(creature: HatchedCreature, species: Species): boolean {
  const from = mealTimeOf(creature, species, EARLY_MEAL_FROM);
  const missed = mealTimeOf(creature, species, CRITICAL_WINDOWS);
  return isAsleep(creature, from) && wakesAt(creature, from) >= missed - LEEWAY;
}

/** Delay after waking, for keepers that come by the clock. */
const LEEWAY = 20 * MINUTE;

function settle(kept: Kept, now: Instant): void {
  if (isAlive(kept.creature))
    kept.creature = requireHatched(liveUntil(kept.creature, kept.species, now).creature);
}

function nextVisit(plan: LiteralPlan, living: readonly Kept[], now: Instant, cron: RegularVisits): Instant {
  const { channel, seed } = plan;
  if (channel === 'heartbeat') return (Math.floor(now / HEARTBEAT) + 1) * HEARTBEAT;
  if (channel === 'cron' || channel === 'cron_once') return nextFiring(cron, now, seed);
  const at = channel === 'at' ? nextCheckin(living, now) : Math.min(...calendarDates(living, now));
  return Math.max(at, now + MINUTE);
}

/** The moment of `check_back`: `recommended_checkin.at`, or the waking of a creature in danger. */
function nextCheckin(living: readonly Kept[], now: Instant): Instant {
  return sharedVisit(living.map(({ creature, species }) => observe(creature, species, now).checkin));
}

/** Calendar entries, for keepers that come at the start of every event. */
function calendarDates(living: readonly Kept[], now: Instant): Instant[] {
  const checkins = living.map(({ creature, species }) => {
    const { settledAt } = creature.life;
    return recommendedCheckin(creature, species, statsAt(creature, species, settledAt), settledAt);
  });
  const changedAt = Math.max(...living.map(({ creature }) => creature.life.settledAt));
  const visit = sharedVisit(checkins.filter(({ span }) => span.to >= changedAt));
  return living.flatMap(({ creature, species }, nth) => {
    const checkin = checkins[nth] ?? observe(creature, species, now).checkin;
    const visitAt = visitedAt({ ...checkin, at: checkin.returnAt }, visit);
    const opens = Math.ceil(mealTimeOf(creature, species, WINDOW_OPENS) / SECOND) * SECOND;
    const isShared = living.length > 1 && opens <= visitAt && visitAt < overdueAt(creature, species);
    const dates = [visitAt, isShared ? visitAt : opens].filter((at) => at > now);
    return dates.length > 0 ? dates : [observe(creature, species, now).checkin.at];
  });
}

/** A scheduler starts its job within half a minute. */
function nextFiring({ minute, hours }: RegularVisits, now: Instant, seed: number): Instant {
  let at = Math.floor(now / HOUR) * HOUR + minute * MINUTE;
  while (at <= now - (now % MINUTE) || !hours.includes(((at / HOUR) % 24) | 0)) at += HOUR;
  return at + Math.floor(dice(seed, 'pause', at / MINUTE) * 30) * SECOND;
}

function begin(
  { beginning, zone, seed, startAt, withoutAmbitions = false }: LiteralPlan,
  species: Species,
  index: number,
): Kept {
  const egg = { ...NOBODY, id: `c${index}`, species: species.slug, seed: seedFor(seed, index), zone };
  const born = requireHatched(hatchEgg(newEgg(egg, startAt), startAt));
  const weak = { ...born.life.stats, health: 3 + (seed % 48), happiness: 40 };
  const stats = {
    new: born.life.stats,
    asleep: born.life.stats,
    weak,
    resurrected: STATS_AFTER_RESURRECTION,
  };
  const creature = {
    ...born,
    life: { ...born.life, stats: stats[beginning] },
    // A creature that never missed a meal is not weak.
    record: { ...born.record, missedFeedings: beginning === 'new' || beginning === 'asleep' ? 0 : 1 },
  };
  const meals = { early: 0, on_time: 0, late: 0, missed_window: 0, slept_through: 0 };
  return {
    creature,
    species,
    meals,
    healthAfterThreeDays: NaN,
    wishes: new Map(),
    ambitions: new Map(),
    tried: new Set(),
    isAdvised: !withoutAmbitions,
  };
}

const seedFor = (seed: number, index: number) => seedOf(`literal ${seed} ${index}`);
const NOBODY = { keeperId: 'keeper', name: 'Noah', personality: [] };
