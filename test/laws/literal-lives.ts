import { applyCare } from '../../src/rules/care/care.ts';
import {
  CRITICAL_WINDOWS,
  EARLY_MEAL_FROM,
  mealTimeOf,
  WINDOW_OPENS,
  WORTH_WAITING,
} from '../../src/rules/care/feeding.ts';
import { DAY, HOUR, type Instant, MINUTE, SECOND, TimeZone } from '../../src/rules/base/clock.ts';
import { dice, seedOf } from '../../src/rules/base/dice.ts';
import { heartAt } from '../../src/rules/heart/feel.ts';
import { thingKindsOf } from '../../src/rules/care/lexicon.ts';
import { wishGranted } from '../../src/rules/heart/grant-wish.ts';
import type { WishKind } from '../../src/rules/heart/wishes-table.ts';
import { isAlive, newEgg, requireHatched, type HatchedCreature } from '../../src/rules/lives/creature.ts';
import { statsAt } from '../../src/rules/lives/decay.ts';
import { hatchEgg, liveUntil, markChecked } from '../../src/rules/lives/live-until.ts';
import { observe, recommendedCheckin } from '../../src/rules/lives/observe.ts';
import { regularVisits, type RegularVisits } from '../../src/rules/agents.ts';
import { STATS_AFTER_RESURRECTION } from '../../src/rules/lives/resurrection.ts';
import { isAsleep, wakesAt } from '../../src/rules/lives/rhythm.ts';
import type { Species } from '../../src/rules/species/species.ts';
import type { Stats, Action, Timing } from '../../src/rules/vocabulary.ts';
import type { NextStep } from '../../src/api/fields.ts';
import { stepsAfterCare, stepsAfterLookIn } from '../../src/text/creature/steps.ts';
import type { TendedCreature } from '../../src/rules/care/needs.ts';

// Agents that do nothing but what one channel of the house says, word by word.

/** By `recommended_checkin.at`, by its cron line read anew on every visit or once for ever, by heartbeat.md, by the calendar. */
export const CHANNELS = ['at', 'cron', 'cron_once', 'heartbeat', 'calendar'] as const;
export type Channel = (typeof CHANNELS)[number];

export const BEGINNINGS = ['new', 'weak', 'resurrected', 'asleep'] as const;
type Beginning = (typeof BEGINNINGS)[number];

export interface LiteralPlan {
  readonly channel: Channel;
  readonly species: readonly Species[];
  readonly beginning: Beginning;
  readonly zone: string;
  readonly seed: number;
  readonly days: number;
  readonly startAt: Instant;
}

/** Meals by timing; those missed during sleep are counted apart. */
type Meal = Timing | 'slept_through';

interface Kept {
  creature: HatchedCreature;
  readonly species: Species;
  readonly meals: Record<Meal, number>;
  healthAfterThreeDays: number;
  /** By their number in its life. */
  readonly wishes: Map<number, { readonly kind: WishKind; readonly granted: boolean }>;
  readonly tried: Set<string>;
}

export type LiteralLife = ReturnType<typeof lifeOf>;

/** Between two calls: the house takes two acts of care in ten seconds. */
const BETWEEN_CALLS = 6 * SECOND;
const HEARTBEAT = 30 * MINUTE;
/** More steps than any visit suggests. */
const MOST_ACTS = 200;

export function liveLiterally(plan: LiteralPlan) {
  const startAt = plan.beginning === 'asleep' ? fallsAsleep(plan) : plan.startAt;
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
    noteHealth(kept, startAt + 3 * DAY, now, next);
    now = next;
  }
  return { lives: kept.map(lifeOf), visits };
}

/** Wishes are those during the keeper's visits, without one that is still open at the end. */
function lifeOf({ species, meals, creature, healthAfterThreeDays, wishes }: Kept) {
  const { open, number } = heartAt(creature, species, creature.life.settledAt).heart.wish;
  const ended = [...wishes].filter(([each]) => !open || each !== number).map(([, wish]) => wish);
  return { species, meals, died: !isAlive(creature), healthAfterThreeDays, wishes: ended };
}

/** One visit of an agent that obeys literally: does the first suggested step of each reply while that is care, and waits for near check-ins. */
function visitHouse(kept: readonly Kept[], arrivedAt: Instant, patience: number): Instant {
  let now = arrivedAt;
  for (const each of kept) settle(each, now);
  const [first] = kept;
  if (first && isAlive(first.creature))
    first.creature = requireHatched(markChecked(first.creature, first.species, now));
  let step = stepAfterLook(kept, now);
  for (let acts = 0; acts < MOST_ACTS; acts += 1) {
    const caredFor = kept.find(({ creature }) => creature.id === step?.body?.['creature_id']);
    const living = kept.filter(({ creature }) => isAlive(creature));
    const checkin = Math.min(...checkins(living, now));
    if (!caredFor && !(checkin > now && checkin - now <= patience)) return now;
    if (step && caredFor) obey(caredFor, step, now);
    now = caredFor ? now + BETWEEN_CALLS : checkin;
    for (const each of kept) settle(each, now);
    step = caredFor ? stepAfterCare(kept, caredFor, now) : stepAfterLook(kept, now);
  }
  throw new Error(`A visit did not end: ${JSON.stringify(step)}`);
}

function stepAfterLook(kept: readonly Kept[], now: Instant): NextStep | undefined {
  const [looked, ...others] = tendedIn(kept, now);
  return looked && stepsAfterLookIn({ ...looked, others, grown: [] }, 1)[0];
}

function stepAfterCare(kept: readonly Kept[], { creature: { id } }: Kept, now: Instant) {
  const tended = tendedIn(kept, now);
  const caredFor = tended.find(({ creature }) => creature.id === id);
  const siblings = tended.filter((each) => each !== caredFor);
  return caredFor && stepsAfterCare({ ...caredFor, siblings }, 1)[0];
}

function tendedIn(kept: readonly Kept[], now: Instant): TendedCreature[] {
  return kept
    .filter(({ creature }) => isAlive(creature))
    .map((each) => {
      const { creature, species } = each;
      const { heart } = heartAt(creature, species, now);
      const { open, number } = heart.wish;
      if (open && !each.wishes.has(number)) each.wishes.set(number, { kind: open.kind, granted: false });
      return { creature, species, observed: observe(creature, species, now), heart, tried: [...each.tried] };
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
  if (name !== undefined) kept.tried.add(name);
  kept.creature = requireHatched(outcome.creature);
  const { timing } = outcome;
  const isSlept = timing === 'missed_window' && sleptThrough(before, species);
  if (timing) kept.meals[isSlept ? 'slept_through' : timing] += 1;
}

/** Asleep from before a meal would have done any good until it was missed. */
function sleptThrough(creature: HatchedCreature, species: Species): boolean {
  const from = mealTimeOf(creature, species, EARLY_MEAL_FROM);
  return (
    isAsleep(creature, from) &&
    wakesAt(creature, from) >= mealTimeOf(creature, species, CRITICAL_WINDOWS) - LEEWAY
  );
}

/** Delay after waking, for keepers that come by the clock. */
const LEEWAY = 20 * MINUTE;

function settle(kept: Kept, now: Instant): void {
  if (isAlive(kept.creature))
    kept.creature = requireHatched(liveUntil(kept.creature, kept.species, now).creature);
}

function nextVisit(
  { channel, seed }: LiteralPlan,
  living: readonly Kept[],
  now: Instant,
  cron: RegularVisits,
): Instant {
  if (channel === 'heartbeat') return (Math.floor(now / HEARTBEAT) + 1) * HEARTBEAT;
  if (channel === 'cron' || channel === 'cron_once') return nextFiring(cron, now, seed);
  const moments = channel === 'at' ? checkins(living, now) : calendarDates(living, now);
  return Math.max(Math.min(...moments), now + MINUTE);
}

function checkins(living: readonly Kept[], now: Instant): Instant[] {
  return living.map(({ creature, species }) => observe(creature, species, now).checkin.at);
}

/** Calendar entries, for keepers that come at the start of every event. */
function calendarDates(living: readonly Kept[], now: Instant): Instant[] {
  return living.flatMap(({ creature, species }) => {
    const { settledAt } = creature.life;
    const stats = statsAt(creature, species, settledAt);
    const checkin = recommendedCheckin(creature, species, stats, settledAt);
    const opens = Math.ceil(mealTimeOf(creature, species, WINDOW_OPENS) / SECOND) * SECOND;
    const dates = [checkin.at, opens].filter((at) => at > now);
    return dates.length > 0 ? dates : [observe(creature, species, now).checkin.at];
  });
}

/** A scheduler starts its job within half a minute. */
function nextFiring({ minute, hours }: RegularVisits, now: Instant, seed: number): Instant {
  let at = Math.floor(now / HOUR) * HOUR + minute * MINUTE;
  while (at <= now - (now % MINUTE) || !hours.includes(((at / HOUR) % 24) | 0)) at += HOUR;
  return at + Math.floor(dice(seed, 'pause', at / MINUTE) * 30) * SECOND;
}

function begin({ beginning, zone, seed, startAt }: LiteralPlan, species: Species, index: number): Kept {
  const egg = { ...NOBODY, id: `c${index}`, species: species.slug, seed: seedFor(seed, index), zone };
  const born = requireHatched(hatchEgg(newEgg(egg, startAt), startAt));
  const creature = {
    ...born,
    life: { ...born.life, stats: statsFor(beginning, seed, born.life.stats) },
    // A creature that never missed a meal is not weak.
    record: { ...born.record, missedFeedings: beginning === 'new' || beginning === 'asleep' ? 0 : 1 },
  };
  return {
    creature,
    species,
    meals: { early: 0, on_time: 0, late: 0, missed_window: 0, slept_through: 0 },
    healthAfterThreeDays: NaN,
    wishes: new Map(),
    tried: new Set(),
  };
}

function statsFor(beginning: Beginning, seed: number, born: Stats): Stats {
  if (beginning === 'weak') return { ...born, health: 3 + (seed % 48), happiness: 40 };
  return beginning === 'resurrected' ? STATS_AFTER_RESURRECTION : born;
}

/** The first hour from its start on in which the first of them sleeps. */
function fallsAsleep({ seed, zone, startAt }: LiteralPlan): Instant {
  let at = startAt;
  const sleeper = { seed: seedFor(seed, 0), zone: new TimeZone(zone) };
  while (!isAsleep(sleeper, at)) at += HOUR;
  return at;
}

function seedFor(seed: number, index: number): number {
  return seedOf(`literal ${seed} ${index}`);
}

function noteHealth(kept: readonly Kept[], mark: Instant, from: Instant, to: Instant): void {
  if (from > mark || to <= mark) return;
  for (const each of kept)
    each.healthAfterThreeDays = isAlive(each.creature)
      ? statsAt(each.creature, each.species, mark).health
      : 0;
}

const NOBODY = { keeperId: 'keeper', name: 'Noah', personality: [] };
