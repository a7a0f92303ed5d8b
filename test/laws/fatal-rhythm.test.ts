import { expect, test } from 'vitest';

import { DAY, HOUR, type Instant, MINUTE, SECOND } from '../../src/rules/base/clock.ts';
import { applyCare } from '../../src/rules/care/care.ts';
import { fatalRhythm } from '../../src/rules/care/fatal-rhythm.ts';
import type { RecentAct } from '../../src/rules/care/needs.ts';
import { heartAt } from '../../src/rules/heart/feel.ts';
import { isAlive, type HatchedCreature } from '../../src/rules/lives/creature.ts';
import { statsAt } from '../../src/rules/lives/decay.ts';
import { diesAt, liveUntil, markChecked } from '../../src/rules/lives/live-until.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import { isAsleep, visitEveryHours } from '../../src/rules/lives/rhythm.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { hidesNothing, hooksOf } from '../../src/rules/species/mechanics.ts';
import type { Species } from '../../src/rules/species/species.ts';
import type { Action } from '../../src/rules/vocabulary.ts';
import type { KeeperKind } from '../../tools/sim/keepers.ts';
import { simulate } from '../../tools/sim/simulate.ts';
import { builtIn } from '../support/creature.ts';
import { sampleInts } from '../support/seeded.ts';
import { asHatched, bornAt } from './creatures.ts';

const LIVES = Number(process.env['LAW_RUNS'] ?? (process.env['TEST_LONG'] ? 20_000 : 2_000));
const START = Date.UTC(2026, 2, 5, 15);
const DAYS = 8;
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Los_Angeles'] as const;
/** As many acts as the house remembers with their times. */
const REMEMBERED = 5;
const BETWEEN_CALLS = 6 * SECOND;

type Ints = ReturnType<typeof sampleInts>;

interface Plan {
  readonly species: Species;
  readonly zone: string;
  readonly seed: number;
  readonly startAt: Instant;
  /** The number of visits as often as advised before the rhythm of its own begins. */
  readonly goodVisits: number;
  readonly everyMs: number;
  /** The acts of its visits, in turn. */
  readonly visits: readonly (readonly Action[])[];
  readonly looksBetween: boolean;
}

const VISITS: readonly Plan['visits'][] = [
  [['feed']],
  [['feed']],
  [['feed', 'clean']],
  [['play', 'feed']],
  [['feed', 'clean', 'reflect']],
  [['medicine', 'feed']],
  [['reflect', 'play', 'feed', 'clean']],
  [['feed'], ['reflect']],
  [['clean']],
];

function drawPlan(ints: Ints, nth: number): Plan {
  const species = CATALOG[nth % CATALOG.length] ?? CATALOG[0];
  if (!species) throw new TypeError('There are no species.');
  const byWindow = ints(0, 2) === 0;
  const hours = byWindow ? (species.feedingWindowHours * ints(50, 400)) / 100 : ints(4, 40);
  return {
    species,
    zone: ZONES[ints(0, ZONES.length)] ?? 'UTC',
    seed: ints(0, 2 ** 31),
    startAt: START + ints(0, 7 * 24 * 60) * MINUTE,
    goodVisits: ints(0, 3) === 0 ? ints(1, 30) : 0,
    everyMs: Math.round(Math.max(4, hours) * HOUR),
    visits: VISITS[ints(0, VISITS.length)] ?? [['feed']],
    looksBetween: ints(0, 3) === 0,
  };
}

interface Warned {
  readonly at: Instant;
  readonly diesAt: Instant;
}

/** A keeper that goes on exactly: the looks at which it was warned, and the true death. */
class ExactLife {
  readonly warned: Warned[] = [];
  readonly #recent: RecentAct[] = [];
  readonly #plan: Plan;
  creature: HatchedCreature;
  /** Visits in a row that its creature was awake for, hatching and the last good visit included. */
  seenInARow = 1;
  /** True if some minutes more or less between two visits decide. */
  isCloseCall = false;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.creature = bornAt(plan.startAt, plan);
  }

  /** Returns the moment of its death, or undefined if it outlives the plan. */
  live(ints: Ints): Instant | undefined {
    const { startAt, goodVisits, everyMs, visits, species, looksBetween } = this.#plan;
    const until = startAt + DAYS * DAY;
    const goodMs = Math.min(everyMs, visitEveryHours(species) * HOUR);
    let at = startAt;
    const looksAtShare = ints(1, 100) / 100;
    for (let nth = 1; at < until; nth += 1) {
      const wait = nth <= goodVisits ? goodMs : everyMs;
      const between = at + Math.floor(wait * looksAtShare);
      if (looksBetween && !this.#look(between)) break;
      at += wait;
      if (!this.#look(at)) {
        this.isCloseCall ||= at - (this.creature.died?.at ?? 0) < CLOSE;
        break;
      }
      this.isCloseCall ||= statsAt(this.creature, species, at).health < 1;
      const acts = nth <= goodVisits ? FULL_VISIT : (visits[nth % visits.length] ?? []);
      const endsAt = acts.reduce((moment, action) => this.#act(action, moment), at);
      this.#countVisit(nth > goodVisits, at);
      if (!this.#look(endsAt)) break;
    }
    return this.creature.died?.at;
  }

  #act(action: Action, at: Instant): Instant {
    const outcome = applyCare(this.creature, this.#plan.species, { action }, at);
    if ('refused' in outcome) return at + BETWEEN_CALLS;
    this.creature = asHatched(outcome.creature);
    this.#recent.unshift({ action, at });
    this.#recent.splice(REMEMBERED);
    return at + BETWEEN_CALLS;
  }

  #countVisit(isOwn: boolean, at: Instant): void {
    const { everyMs, visits } = this.#plan;
    const { creature } = this;
    const asleepAt = (share: number) => isAsleep(creature, at - share * everyMs);
    const mayHideVisits = asleepAt(1 / 2) || (asleepAt(1 / 3) && asleepAt(2 / 3));
    const tells = visits.every((acts) => acts.length > 1 && acts.includes('reflect'));
    const isSeen =
      isOwn && !isAsleep(creature, at) && creature.life.lastCareAt >= at && (tells || !mayHideVisits);
    if (isOwn) this.seenInARow = isSeen ? this.seenInARow + 1 : 0;
  }

  /** Looks as a status call does; false if it is dead. */
  #look(at: Instant): boolean {
    const { species } = this.#plan;
    this.creature = asHatched(liveUntil(this.creature, species, at).creature);
    if (!isAlive(this.creature)) return false;
    const lookedAt = this.creature.life.lastCheckedAt;
    this.creature = asHatched(markChecked(this.creature, species, at));
    const { creature } = this;
    const { heart } = heartAt(creature, species, at);
    const recent = [...this.#recent];
    const habits = { acts: () => recent, lookedAt };
    const fatal = fatalRhythm({ creature, species, observed: observe(creature, species, at), heart, habits });
    if (fatal?.mealEveryHours !== undefined) this.warned.push({ at, diesAt: fatal.diesAt });
    return true;
  }
}

const CLOSE = 30 * MINUTE;
const FULL_VISIT: readonly Action[] = ['play', 'feed'];

/** A fixed sample: the hour at which a creature falls asleep may be that of a visit, and then seconds decide about a death. */
const seed = sampleInts(Number(process.env['SEED'] ?? 1))(0, 2 ** 31);
const MOST_WRONG = 0.001;
const MOST_SILENT = 0.02;

test(
  'a keeper that goes on as warned loses its creature within 10% of the time told, any other does not',
  {
    timeout: 60_000 + LIVES * 60,
  },
  () => {
    const wrong: unknown[] = [];
    const silent: unknown[] = [];
    const count = { warnings: 0, deaths: 0, known: 0 };
    for (let nth = 0; nth < LIVES; nth += 1) {
      const ints = sampleInts(seed + nth);
      const plan = drawPlan(ints, nth);
      const life = new ExactLife(plan);
      const diedAt = life.live(ints);
      const { species } = plan;
      const hours = (at: Instant) => (at - plan.startAt) / HOUR;
      const about = { nth, species: species.slug, everyHours: plan.everyMs / HOUR, visits: plan.visits };
      for (const { at, diesAt: told } of life.warned) {
        count.warnings += 1;
        const isOver = plan.startAt + DAYS * DAY > at + 1.1 * (told - at);
        const left = told - at;
        if (diedAt === undefined ? isOver : Math.abs(diedAt - told) > 0.1 * left)
          wrong.push({ ...about, at: hours(at), told: hours(told), died: diedAt && hours(diedAt) });
      }
      if (diedAt === undefined) continue;
      count.deaths += 1;
      if (!isToBeWarned(plan, life)) continue;
      count.known += 1;
      if (life.warned.length === 0) silent.push({ ...about, died: hours(diedAt) });
    }
    console.log(`${LIVES} lives`, count);
    expect(wrong.length / count.warnings, JSON.stringify(wrong.slice(0, 10))).toBeLessThanOrEqual(MOST_WRONG);
    expect(silent.length / count.known, JSON.stringify(silent.slice(0, 10))).toBeLessThanOrEqual(MOST_SILENT);
    expect(count.warnings).toBeGreaterThan(LIVES / 4);
    expect(count.known).toBeGreaterThan(LIVES / 40);
  },
);

/** True if the keeper's rhythm is known, and nothing that is hidden decides. */
function isToBeWarned({ species, goodVisits, visits }: Plan, life: ExactLife): boolean {
  const [acts = [], ...others] = visits;
  if (life.isCloseCall || !hidesNothing(species) || hooksOf(species, 'loneliness').length > 0) return false;
  if (others.length > 0 || (goodVisits > 0 && acts.length > 2)) return false;
  return life.seenInARow >= (goodVisits > 0 ? 4 : 3);
}

/** A simulated life with this keeper: the looks at which it was warned of its rhythm, and its death. */
function lifeWith(species: Species, keeper: KeeperKind) {
  const warned: Warned[] = [];
  let acts: RecentAct[] = [];
  let lookedAt = START;
  const plan = { species, keeper, seed: 1, zone: 'Europe/Berlin', days: 14, startAt: START };
  const story = simulate(plan, ({ creature, observed, given }) => {
    if (!observed) return;
    const { at } = observed;
    if (given)
      acts = [{ action: given.wish.action, item: given.wish.item?.name, at }, ...acts].slice(0, REMEMBERED);
    const habits = { acts: () => acts, lookedAt };
    const { heart } = heartAt(creature, species, at);
    const fatal = fatalRhythm({ creature, species, observed, heart, habits });
    if (fatal?.mealEveryHours !== undefined) warned.push({ at, diesAt: fatal.diesAt });
    lookedAt = at;
  });
  return { warned, diedAt: story.creature.died?.at };
}

test('keepers that come as often as advised are never warned', () => {
  for (const species of CATALOG.filter((_, at) => at % 4 === 0))
    for (const keeper of ['diligent', `every_${visitEveryHours(species)}_hours`] as const)
      expect(lifeWith(species, keeper), species.slug).toEqual({ warned: [], diedAt: undefined });
});

test('a keeper that heals as much as late meals cost is not warned', () => {
  expect(lifeWith(builtIn('lynx'), 'once_a_day')).toEqual({ warned: [], diedAt: undefined });
});

test('a creature that nobody has cared for is said to die without care, at the time it dies', () => {
  const species = builtIn('lynx');
  const creature = bornAt(START, { species, seed: 1 });
  const at = START + 25 * HOUR;
  const fatal = fatalRhythm({ creature, species, observed: observe(creature, species, at) });
  expect(fatal).toMatchObject({ mealEveryHours: undefined, diesAt: diesAt(creature, species) });
  const early = observe(creature, species, START + 10 * HOUR);
  expect(fatalRhythm({ creature, species, observed: early })).toBeUndefined();
});
