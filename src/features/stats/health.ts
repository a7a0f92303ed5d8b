import { ping } from '../../db/settings.ts';
import { DAY, type Instant } from '../../rules/base/clock.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import { ACTIONS, CAUSES, FAMILIES, STAGES, TIMINGS } from '../../rules/vocabulary.ts';
import type { House } from '../house.ts';
import { readSettlingLag } from '../lives/settle.ts';
import { TallyTotals } from './analytics.ts';
import { type QueueDepth, readQueueDepths } from './figures.store.ts';
import type { JobSummary } from './job-status.ts';
import { bucketOf, countsByDay, sumsByWindow, type TallySums, totals } from './tallies.store.ts';
import { ALIVE, type LifeEnd, TEST } from './tally-names.store.ts';
import * as NAME from './tally-names.store.ts';

export type { JobSummary, QueueDepth };

/** Asks the database for a sign of life; fails when there is none. */
export async function pingDatabase(house: House): Promise<void> {
  await ping(house.store);
}

/** Could the house keep something right now? */
export async function isReady(house: House): Promise<boolean> {
  try {
    await house.store.ensureWritable();
    return true;
  } catch {
    return false;
  }
}

/** Figures of the whole house, test accounts among them, as they are kept. */
export type Gauges = Awaited<ReturnType<typeof readGauges>>;

/** Reads them without bringing anything about: whoever watches must see when nobody does. */
export async function readGauges(house: House, now: Instant) {
  const { store } = house;
  const [sums, money, adopted, windows, survival, queues, settlingLagMs, replicaLagMs, walBytes] =
    await Promise.all([
      totals(store, 'house'),
      totals(store, 'money'),
      totals(store, 'adopted'),
      sumsByWindow(store, now),
      readSurvival(house, now),
      readQueueDepths(store, now),
      readSettlingLag(house, now),
      readReplicaLag(house, now),
      store.walBytes(),
    ]);
  const of = (what: string) => sums.get(what) ?? 0;
  const each = <Word extends string>(prefix: string, words: readonly Word[]) =>
    // Exactly the words are its keys.
    Object.fromEntries(words.map((word) => [word, of(prefix + word)])) as Record<Word, number>;
  return {
    alive: of(`${NAME.STATUS}alive`),
    eggs: of(`${NAME.STATUS}egg`),
    agents: of(NAME.REGISTERED),
    care: each(NAME.CARE, ACTIONS),
    timings: each(NAME.TIMING, TIMINGS),
    deaths: each(NAME.CAUSE, CAUSES),
    deathsByStage: each(NAME.STAGE_AT_DEATH, STAGES),
    byStage: each(NAME.STAGE, STAGES),
    byFamily: each(NAME.FAMILY, FAMILIES),
    funnel: each(NAME.FUNNEL, NAME.FUNNEL_STEPS),
    active: windows.get(NAME.ACTIVE) ?? { last24h: 0, last7d: 0, last30d: 0 },
    /** Built-in species: the names of others are words of agents. */
    adoptions: CATALOG.map(({ slug }) => ({ species: slug, adoptions: adopted.get(slug) ?? 0 })),
    survival,
    ...moneyFrom(money),
    queues,
    settlingLagMs,
    replicaLagMs,
    walBytes,
  };
}

/** Sales by money, provider and pack, and credits that moved otherwise by why. */
function moneyFrom(sums: TallySums) {
  const names = [...sums.keys()];
  const sales = names
    .filter((what) => what.startsWith(NAME.SALES))
    .map((what) => {
      const sale = what.slice(NAME.SALES.length);
      const [money = '', provider = '', pack = ''] = sale.split('/');
      const [packs = 0, credits = 0, cents = 0] = [NAME.SALES, NAME.CREDITS, NAME.CENTS].map((each) =>
        sums.get(each + sale),
      );
      return { money, provider, pack, packs, credits, cents };
    });
  const moved = names
    .filter((what) => what.startsWith(NAME.MOVED))
    .map((what) => [what.slice(NAME.MOVED.length), sums.get(what) ?? 0] as const);
  return { sales, moved: Object.fromEntries(moved) };
}

/** By how much the replica is behind at most; without end while it is not asked, and undefined where there is none. */
async function readReplicaLag({ replica }: House, now: Instant): Promise<number | undefined> {
  if (!replica) return undefined;
  return now - ((await replica.at(now))?.completeAt ?? -Infinity);
}

/** How many creatures live to be how many days old; accounts made for testing are not among them. */
export async function readSurvival({ store }: House, now: Instant): Promise<readonly SurvivalPoint[]> {
  const [ends, days] = await Promise.all([totals(store, 'lives'), countsByDay(store, now)]);
  const today = bucketOf(DAY, now);
  const living = new Map<number, number>();
  for (const { bucket, what, n } of days) {
    if (what !== ALIVE && what !== TEST + ALIVE) continue;
    // Somewhere within the day it is counted from: as old as it is at least.
    const age = Math.max(0, (today - bucket) / DAY - 1);
    living.set(age, (living.get(age) ?? 0) + (what === ALIVE ? n : -n));
  }
  return survivalCurve({
    died: agesOf(ends, 'died'),
    released: agesOf(ends, 'released'),
    returned: agesOf(ends, 'returned'),
    living,
  });
}

function agesOf(sums: TallySums, end: LifeEnd): CountsByAge {
  const figures = new TallyTotals(sums);
  const names = sums.keys().filter((what) => what.startsWith(`${end}/`));
  return new Map(names.map((what) => [Number(what.slice(end.length + 1)), figures.of(what)] as const));
}

/** How many lives of some age, in whole days. */
type CountsByAge = ReadonlyMap<number, number>;

/** Lives by how old they were when they ended, left, came back, or are now. */
export interface LivesByAge {
  readonly died: CountsByAge;
  readonly released: CountsByAge;
  readonly returned: CountsByAge;
  readonly living: CountsByAge;
}

export interface SurvivalPoint {
  /** In days. */
  readonly age: number;
  /** The share that lives to be so old, 0 to 1. */
  readonly share: number;
  /** How many lives that is estimated from. */
  readonly lives: number;
}

/**
 * How many live to be how old, estimated by Kaplan and Meier's method: whoever still lives or was let go counts for as long as
 * we know of them, and whoever came back from the age they came back at.
 */
export function survivalCurve({ died, released, returned, living }: LivesByAge): SurvivalPoint[] {
  const oldest = Math.max(-1, ...died.keys(), ...released.keys(), ...living.keys());
  const curve: SurvivalPoint[] = [];
  let share = 1;
  let lives = sum(died) + sum(released) + sum(living) - sum(returned) + at(returned, 0);
  for (let age = 0; age <= oldest && lives > 0; age += 1) {
    curve.push({ age, share, lives });
    share *= 1 - Math.min(1, at(died, age) / lives);
    lives += at(returned, age + 1) - at(died, age) - at(released, age) - at(living, age);
  }
  return curve.length === 0 ? [] : [...curve, { age: curve.length, share, lives: Math.max(0, lives) }];
}

function sum(ages: CountsByAge): number {
  return ages.values().reduce((all, n) => all + n, 0);
}

function at(ages: CountsByAge, age: number): number {
  return ages.get(age) ?? 0;
}
