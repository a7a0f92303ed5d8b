import { DAY, HOUR, type Instant, MINUTE } from '../base/clock.ts';
import { type HatchedCreature, requireHatched } from '../lives/creature.ts';
import { statsAt } from '../lives/decay.ts';
import { diesAt, markChecked } from '../lives/live-until.ts';
import { isAsleep, SAME_VISIT, THRESHOLD_HOURS } from '../lives/rhythm.ts';
import { hooksOf, showsItsHealth, TRAIT_MECHANICS } from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import type { Action, ItemCategory } from '../vocabulary.ts';
import { type AskedCare, lifeByCare } from './care.ts';
import { CRITICAL_WINDOWS } from './feeding.ts';
import type { RecentAct, TendedCreature } from './needs.ts';

export interface FatalRhythm {
  /** Undefined for a creature without any care yet. */
  readonly mealEveryHours: number | undefined;
  readonly hoursSinceFed: number;
  readonly feedingWindowHours: number;
  readonly diesAt: Instant;
}

/** A death further away is no reason to warn: rhythms change. */
const HORIZON = 3 * DAY;
/** A keeper that has not cared yet is warned when half of the time until death has passed. */
const TIME_GONE = 0.5;
/** Largest deviation from the time told, as a share of the time left. */
const TOLERANCE = 0.05;

/**
 * The death of a creature whose keeper goes on at its own rhythm, found by living the next visits. What is not known
 * (irregular visits, hidden health, company) is lived at its best and at its worst: only a death that is certain counts.
 */
export function fatalRhythm(tended: TendedCreature): FatalRhythm | undefined {
  const { creature, species, observed } = tended;
  const { feedingWindowHours } = species;
  const { at, feeding, deathClock } = observed;
  const { hoursSinceFed } = feeding;
  const facts = { feedingWindowHours, hoursSinceFed };
  const { intervals } = creature.life.rhythm;
  if (intervals === 0) {
    const isLate = hoursSinceFed > feedingWindowHours;
    if (!isLate || deathClock.hoursRemaining / deathClock.thresholdHours > TIME_GONE) return undefined;
    const death = certainDeath(tended, UNCARED);
    return death === undefined ? undefined : { ...facts, mealEveryHours: undefined, diesAt: death };
  }
  if (!mayBeFatal(tended)) return undefined;
  const visits = expectedVisits(tended);
  const death = visits && certainDeath(tended, visits);
  if (!visits || death === undefined || death > at + HORIZON) return undefined;
  const feeds = visits.likely.acts.some(({ action }) => action === 'feed');
  const visitEveryHours = feeds ? visits.likely.everyMs / HOUR : 0;
  return { ...facts, mealEveryHours: Math.max(visitEveryHours, hoursSinceFed), diesAt: death };
}

/**
 * A rhythm can be fatal only if health falls between its meals, or if the creature dies where it sleeps through one visit.
 * One meal on time ends the run of missed ones.
 */
function mayBeFatal({ creature: { record, life }, species, observed: { feeding } }: TendedCreature): boolean {
  return (
    (record.missedFeedings > 0 && record.streak === 0) ||
    feeding.hoursSinceFed > CRITICAL_WINDOWS * species.feedingWindowHours ||
    2 * life.rhythm.averageHours > THRESHOLD_HOURS.highest
  );
}

/** Visits to come: the first, the time between them, and the acts of each. */
interface Visits {
  readonly firstAt: Instant;
  readonly everyMs: number;
  readonly acts: readonly AskedCare[];
}

interface ExpectedVisits {
  readonly likely: Visits;
  readonly best: Visits;
  readonly worst: Visits;
  /** True if the keeper is known not to look in between its visits. */
  readonly isAlone: boolean;
}

const NO_VISITS: Visits = { firstAt: Infinity, everyMs: Infinity, acts: [] };
const UNCARED = { likely: NO_VISITS, best: NO_VISITS, worst: NO_VISITS, isAlone: false };

function certainDeath({ creature, species, observed }: TendedCreature, expected: ExpectedVisits) {
  const { at } = observed;
  const stats = statsAt(creature, species, at);
  // Hidden health must not be revealed: it may be anything that the creature does not show.
  const isShown = showsItsHealth(species, stats);
  const [least, most] = isShown ? [stats.health, stats.health] : [observed.shown.health ?? HARDLY_ALIVE, 100];
  const withHealth = (health: number): HatchedCreature => ({
    ...creature,
    life: { ...creature.life, stats: { ...stats, health }, settledAt: at },
  });
  const inCompany = expected.isAlone ? species : neverLonely(species);
  const dies = deathAfter(withHealth((least + most) / 2), species, expected.likely, at);
  if (dies === Infinity) return undefined;
  const isNear = (other: Instant) => Math.abs(other - dies) <= TOLERANCE * (dies - at);
  const isCertain =
    (inCompany === species || isNear(deathAfter(withHealth(most), inCompany, expected.likely, at))) &&
    isNear(deathAfter(withHealth(most), inCompany, expected.best, at)) &&
    isNear(deathAfter(withHealth(least), species, expected.worst, at));
  return isCertain ? Math.round(dies) : undefined;
}

const HARDLY_ALIVE = 0.01;

/** The same species if it is never alone for long. */
function neverLonely(species: Species): Species {
  if (hooksOf(species, 'loneliness').length === 0) return species;
  return { ...species, traits: species.traits.filter((trait) => !TRAIT_MECHANICS[trait]?.loneliness) };
}

const MOST_VISITS = 24;

/** The time of death, or Infinity if it comes long after the horizon. */
function deathAfter(from: HatchedCreature, species: Species, visits: Visits, now: Instant): Instant {
  let creature = from;
  let at = Math.max(visits.firstAt, now);
  for (let nth = 0; nth < MOST_VISITS; nth += 1) {
    const dies = diesAt(creature, species);
    if (dies <= at) return dies;
    if (at > now + HORIZON * (1 + 2 * TOLERANCE)) return Infinity;
    const after = afterVisit(creature, species, visits.acts, at);
    if (!after) return at;
    creature = after;
    at += visits.everyMs;
  }
  return Infinity;
}

function afterVisit(before: HatchedCreature, species: Species, acts: readonly AskedCare[], at: Instant) {
  let creature: HatchedCreature | undefined = requireHatched(markChecked(before, species, at));
  for (const act of acts) creature &&= lifeByCare(creature, species, act, at);
  return creature;
}

interface KnownVisit {
  readonly at: Instant;
  readonly acts: readonly RecentAct[];
}

/** Each visit may come so much earlier or later than expected. */
const SLACK = 10 * MINUTE;
/** Largest difference of two waits in a row, as a share of the longer one, that still make a rhythm. */
const MOST_UNEVEN = 0.15;

/** The visits of a keeper that goes on as in its last ones; undefined if those make no rhythm. */
function expectedVisits(tended: TendedCreature): ExpectedVisits | undefined {
  const { creature, observed, habits } = tended;
  const { at } = observed;
  const known = visitsOf(creature, habits?.acts() ?? []);
  const last = known.at(-1);
  const acts = usualActs(known, tended);
  const waits = waitsBetween(known, creature);
  if (!habits || !last || !acts || waits.length === 0) return undefined;
  const [shortest, longest] = [Math.min(...waits), Math.max(...waits)];
  const isEven = longest - shortest <= MOST_UNEVEN * longest && at <= last.at + longest + SLACK;
  if (!isEven || mayHaveSlept(creature, last, shortest)) return undefined;
  const wait = waits.at(-1) ?? longest;
  return {
    likely: { everyMs: wait, firstAt: last.at + wait, acts: acts.likely },
    best: { everyMs: shortest - SLACK, firstAt: last.at + shortest - SLACK, acts: acts.best },
    worst: { everyMs: longest + SLACK, firstAt: last.at + longest + SLACK, acts: acts.worst },
    isAlone: at - habits.lookedAt >= shortest - SLACK,
  };
}

/** Oldest first. */
function visitsOf({ life }: HatchedCreature, recent: readonly RecentAct[]): KnownVisit[] {
  const visits: { at: Instant; acts: RecentAct[] }[] = [];
  let lastAt = -Infinity;
  for (const act of recent.toReversed()) {
    if (act.at < life.hatchedAt) continue;
    const visit = visits.at(-1);
    if (visit && act.at - lastAt < SAME_VISIT) visit.acts.push(act);
    else visits.push({ at: act.at, acts: [act] });
    lastAt = act.at;
  }
  return visits;
}

/** The number of waits between visits that tell the rhythm. */
const WAITS = 2;

/** Milliseconds between the last visits; where only one wait is known, the average counts too. */
function waitsBetween(known: readonly KnownVisit[], creature: HatchedCreature): number[] {
  const { rhythm, hatchedAt } = creature.life;
  const starts = known.map(({ at }) => at);
  const moments = (knowsAll(known, creature) ? [hatchedAt, ...starts] : starts).slice(-1 - WAITS);
  const waits = moments.slice(1).map((at, nth) => at - (moments[nth] ?? at));
  return waits.length === 1 ? [...waits, rhythm.averageHours * HOUR] : waits;
}

/** False if more visits may have come before, or acts that began the first of these. */
function knowsAll(known: readonly KnownVisit[], { record }: HatchedCreature): boolean {
  return known.reduce((sum, { acts }) => sum + acts.length, 0) >= record.careActions;
}

const MOST_SLEPT_THROUGH = 2;

/** True if visits may have come of which nothing is known, since a sleeping creature took no care. */
function mayHaveSlept(creature: HatchedCreature, { at, acts }: KnownVisit, wait: number): boolean {
  if (acts.length > 1 && acts.some(({ action }) => action === 'reflect')) return false;
  for (let slept = 1; slept <= MOST_SLEPT_THROUGH; slept += 1) {
    const share = wait / (slept + 1);
    const between = Array.from({ length: slept }, (_, nth) => at - (nth + 1) * share);
    if (between.every((moment) => isAsleep(creature, moment))) return true;
  }
  return false;
}

/** The acts of the next visits, at best and at worst; undefined if too few visits are known. */
function usualActs(known: readonly KnownVisit[], { creature, species, heart }: TendedCreature) {
  // The oldest visit may have begun with acts that are not known.
  const whole = known.slice(knowsAll(known, creature) ? 0 : 1);
  // A sleeping creature takes no usual care.
  if (whole.some(({ at }) => isAsleep(creature, at))) return undefined;
  const last = whole.at(-1);
  if (!last || !(whole.length > 1 || repeats(last.acts, creature.record.recentActions))) return undefined;
  if (whole.slice(-HABIT).some(({ acts }) => !areSame(acts, last.acts))) return undefined;
  const harmed = (heart?.lately.harm?.times ?? 0) > 0;
  const asked = last.acts.map((act) => askedCare(act, species, harmed));
  return {
    likely: asked.map((each) => each.likely),
    best: asked.map((each) => each.best),
    worst: asked.map((each) => each.worst),
  };
}

/** So many visits with the same acts are a habit, if so many are known. */
const HABIT = 3;

function areSame(acts: readonly RecentAct[], others: readonly RecentAct[]): boolean {
  return acts.length === others.length && acts.every(({ action }, nth) => action === others[nth]?.action);
}

/** True if the same acts were done in the same order before. */
function repeats(acts: readonly RecentAct[], recent: readonly Action[]): boolean {
  const before = recent.slice(0, -acts.length).slice(-acts.length);
  return before.length === acts.length && before.every((action, nth) => action === acts[nth]?.action);
}

/** An act with its item as it is likely to be liked, at best and at worst. */
function askedCare({ action, item: name }: RecentAct, { tastes }: Species, harmed: boolean) {
  if (name === undefined || action === 'reflect')
    return { likely: { action }, best: { action }, worst: { action } };
  const liked = (category: ItemCategory): AskedCare => ({ action, item: { name, category } });
  const best = liked('loved');
  if (tastes[action].includes(name)) return { likely: best, best, worst: best };
  return { likely: liked('neutral'), best, worst: liked(harmed ? 'harmful' : 'disliked') };
}
