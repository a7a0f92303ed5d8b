import { recordOf } from '../../../packages/base/collections.ts';
import type { Database } from '../../../packages/database/db.ts';
import { isConstraintViolation, isUnavailable } from '../../../packages/database/portable.ts';
import { ping } from '../../../packages/database/settings.ts';
import { DAY, type Instant, SECOND } from '../../rules/base/clock.ts';
import { ProblemError } from '../../rules/problem.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import {
  ACTIONS,
  CAUSES,
  FAMILIES,
  STAGES,
  TIMINGS,
  type Timing,
  type Stage,
  type Family,
  type Cause,
  type Action,
} from '../../rules/vocabulary.ts';
import { LateError, within } from '../../outside/fetch-json.ts';
import { readSettlingLag } from '../creatures/settle.ts';
import type { BaseHouse } from '../house.ts';
import type { PublicHouse } from '../public/replica.ts';
import {
  bucketOf,
  countsByDay,
  readQueueDepths,
  sumsByWindow,
  totals,
  type WindowSums,
  type QueueDepth,
} from '../tallies/tallies.store.ts';
import {
  ACTIVE,
  ALIVE,
  CARE,
  CAUSE,
  FAMILY,
  FUNNEL,
  FUNNEL_STEPS,
  type FunnelStep,
  type LifeEnd,
  MOVED,
  REGISTERED,
  STAGE,
  STAGE_AT_DEATH,
  STATUS,
  TEST,
  TIMING,
} from '../tallies/tally-names.store.ts';
import { figuresIn, salesIn, withoutTests, type PackSales } from './analytics.ts';
import type { ComeBackCache } from './come-back.ts';
import type { ProblemCache } from './problems.ts';

const READY_WITHIN = 5 * SECOND;
const WRITES_RETRY_SECONDS = 60;

/** The answer of the metrics port to every path but /metrics. */
export const METRICS_ONLY = 'GET /metrics is all there is here.\n';

/** Whether the database accepts writes. Each check writes to the disk, so its result is reused for a second. */
export class Readiness {
  readonly #store: Database;
  #checkedAt = -Infinity;
  #ready = Promise.resolve(false);
  /** Whether the last check failed. */
  hasFailed = false;

  constructor(store: Database) {
    this.#store = store;
  }

  at(now: Instant): Promise<boolean> {
    if (Math.abs(now - this.#checkedAt) >= SECOND) {
      this.#checkedAt = now;
      this.#ready = within(READY_WITHIN, this.#store.ensureWritable()).then(
        () => true,
        () => false,
      );
      void this.#ready.then((ready) => (this.hasFailed = !ready));
    }
    return this.#ready;
  }
}

/** Throws when the database does not answer, or when all writes of this node have failed lately and still do. */
export async function checkDatabase(
  { store, readiness }: Pick<StatsHouse, 'readiness' | 'store'>,
  now: Instant,
): Promise<void> {
  await ping(store);
  if (store.writes.areFailing && !(await readiness.at(now)))
    throw new ProblemError('house_unreachable', { retryAfterSeconds: WRITES_RETRY_SECONDS, why: 'writes' });
}

export { builtCommit, packageVersion } from '../../outside/package-version.ts';

export interface StatsHouse extends PublicHouse {
  readonly jobs: JobStatus;
  readonly readiness: Readiness;
  readonly problems: ProblemCache;
  readonly comeBack: ComeBackCache;
}

export interface Gauges {
  readonly alive: number;
  readonly eggs: number;
  readonly agents: number;
  readonly care: Readonly<Record<Action, number>>;
  readonly timings: Readonly<Record<Timing, number>>;
  readonly deaths: Readonly<Record<Cause, number>>;
  readonly deathsByStage: Readonly<Record<Stage, number>>;
  readonly byStage: Readonly<Record<Stage, number>>;
  readonly byFamily: Readonly<Record<Family, number>>;
  readonly funnel: Readonly<Record<FunnelStep, number>>;
  readonly active: WindowSums;
  /** Of built-in species. */
  readonly adoptions: readonly SpeciesAdoptions[];
  readonly survival: readonly SurvivalPoint[];
  readonly sales: readonly PackSales[];
  /** Credits by kind of movement. */
  readonly moved: Readonly<Record<string, number>>;
  readonly queues: readonly QueueDepth[];
  readonly settlingLagMs: number;
  /** Undefined without a replica. */
  readonly replicaLagMs: number | undefined;
  /** Size of the write-ahead log; undefined on PostgreSQL. */
  readonly walBytes: number | undefined;
}

/** Less than a scrape waits: a locked table must not hide the metrics of the node. */
const GAUGES_WITHIN_MS = 3 * SECOND;

/** Undefined when the database is away or does not answer in time. */
export async function readInTime<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await within(GAUGES_WITHIN_MS, read);
  } catch (error) {
    if (isUnavailable(error) || error instanceof LateError) return undefined;
    throw error;
  }
}

interface SpeciesAdoptions {
  readonly species: string;
  readonly adoptions: number;
}

/** Figures of the whole database, test accounts included. Settles nothing, so that a stuck settling job shows in them. */
export async function readGauges(
  house: Pick<PublicHouse, 'replica' | 'settling' | 'store'>,
  now: Instant,
): Promise<Gauges> {
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
  const { of, each } = figuresIn(sums);
  const moved = [...money].filter(([what]) => what.startsWith(MOVED));
  return {
    alive: of(`${STATUS}alive`),
    eggs: of(`${STATUS}egg`),
    agents: of(REGISTERED),
    care: each(CARE, ACTIONS),
    timings: each(TIMING, TIMINGS),
    deaths: each(CAUSE, CAUSES),
    deathsByStage: each(STAGE_AT_DEATH, STAGES),
    byStage: each(STAGE, STAGES),
    byFamily: each(FAMILY, FAMILIES),
    funnel: each(FUNNEL, FUNNEL_STEPS),
    active: windows.get(ACTIVE) ?? { last24h: 0, last7d: 0, last30d: 0 },
    // Built-in species only: agents name the others, which would be unbounded label values.
    adoptions: CATALOG.map(({ slug }) => ({ species: slug, adoptions: adopted.get(slug) ?? 0 })),
    survival,
    sales: salesIn(money),
    moved: Object.fromEntries(moved.map(([what, n]) => [what.slice(MOVED.length), n])),
    queues,
    settlingLagMs,
    replicaLagMs,
    walBytes,
  };
}

/** Upper bound of the replication lag; Infinity while the replica is not read from, undefined without a replica. */
async function readReplicaLag(
  { replica }: Pick<PublicHouse, 'replica'>,
  now: Instant,
): Promise<number | undefined> {
  if (!replica) return undefined;
  return now - ((await replica.at(now))?.completeAt ?? -Infinity);
}

export async function readSurvival(
  { store }: Pick<BaseHouse, 'store'>,
  now: Instant,
): Promise<readonly SurvivalPoint[]> {
  const [lives, days] = await Promise.all([totals(store, 'lives'), countsByDay(store, now)]);
  const ends = [...withoutTests(lives)];
  const agesAt = (end: LifeEnd): CountsByAge => {
    const counted = ends.filter(([what]) => what.startsWith(`${end}/`));
    return new Map(counted.map(([what, n]) => [Number(what.slice(end.length + 1)), n]));
  };
  const today = bucketOf(DAY, now);
  const living = new Map<number, number>();
  for (const { bucket, what, n } of days) {
    if (what !== ALIVE && what !== TEST + ALIVE) continue;
    // A bucket holds lives that began within that day, so the age is rounded down.
    const age = Math.max(0, (today - bucket) / DAY - 1);
    living.set(age, (living.get(age) ?? 0) + (what === ALIVE ? n : -n));
  }
  return survivalCurve({ ...recordOf(['died', 'released', 'returned'], agesAt), living });
}

type CountsByAge = ReadonlyMap<number, number>;

type LivesByAge = Readonly<Record<LifeEnd | 'living', CountsByAge>>;

/** `share` of creatures that reaches this age, 0 to 1; `lives` are at risk (Kaplan–Meier). */
export type SurvivalPoint = Readonly<{ age: number; share: number; lives: number }>;

/** Kaplan–Meier estimate: living and released creatures are censored at their age, resurrected ones enter again at theirs. */
function survivalCurve({ died, released, returned, living }: LivesByAge): SurvivalPoint[] {
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

const NEVER_RUN = {
  rounds: 0,
  failures: 0,
  lastTookMs: 0,
  lastWentWellAt: undefined as Instant | undefined,
  /** Message of the last run's failure; undefined if it went well. */
  lastFailure: undefined as string | undefined,
  failingSince: undefined as Instant | undefined,
};

export type JobSummary = Readonly<typeof NEVER_RUN & { name: string }>;

export class JobStatus {
  readonly #summaries = new Map<string, JobSummary>();
  /** Sum of the differences between balances and their ledgers in credits, after the last complete check; undefined before it. */
  ledgerImbalance: number | undefined;
  violations = 0;

  /** Registers a job before its first run, so that one that never runs shows in the metrics. */
  register(name: string): void {
    if (!this.#summaries.has(name)) this.#summaries.set(name, { name, ...NEVER_RUN });
  }

  record(name: string, run: { readonly at: Instant; readonly tookMs: number; readonly failure?: unknown }) {
    const before = this.#summaries.get(name) ?? NEVER_RUN;
    const failed = run.failure !== undefined;
    if (isConstraintViolation(run.failure)) this.violations += 1;
    this.#summaries.set(name, {
      name,
      rounds: before.rounds + 1,
      failures: before.failures + (failed ? 1 : 0),
      lastTookMs: run.tookMs,
      lastWentWellAt: failed ? before.lastWentWellAt : run.at,
      lastFailure: failed ? messageOf(run.failure) : undefined,
      failingSince: failed ? (before.failingSince ?? run.at) : undefined,
    });
  }

  get summaries(): readonly JobSummary[] {
    return [...this.#summaries.values()];
  }
}

function messageOf(failure: unknown): string {
  const message = failure instanceof Error ? failure.message : String(failure);
  return message.replace(/\.$/, '');
}
