import type { Database, Increment, Transaction } from '../../../packages/database/db.ts';
import { isTestAccount } from '../../rules/agents.ts';
import { DAY, HOUR, type Instant, MINUTE, SECOND } from '../../rules/base/clock.ts';
import { packMatching, type Price } from '../../rules/credits.ts';
import type { KeepsakeKind } from '../../rules/heart/keepsakes-table.ts';
import { approvedItem, findBuiltIn } from '../../rules/species/catalog.ts';
import {
  type Action,
  ACTIONS,
  type Cause,
  type CreatureState,
  type Family,
  type ItemCategory,
  type Path,
  type Stage,
  type Timing,
} from '../../rules/vocabulary.ts';
import type { BaseHouse } from '../house.ts';
import {
  bucketOf,
  countModelProvider,
  dayBefore,
  incrementDuring,
  incrementTotal,
  RETENTION,
  sumsOfDay,
  type TallyList,
  usernameOf,
} from './tallies.store.ts';
import {
  ACTIVE,
  ADOPTED,
  ALIVE,
  BACK,
  BORN,
  CALLS,
  CARE,
  CAUSE,
  CENTS,
  CREDITS,
  DIED,
  ERRORS,
  FAMILY,
  FUNNEL,
  type FunnelStep,
  LEFT,
  type LifeEnd,
  LIVE,
  LIVING,
  livingTallyName,
  OUT,
  PATH,
  PLAY,
  REGISTERED,
  RESURRECTED,
  SALES,
  SPECIES,
  SPECIES_OF,
  STAGE,
  STAGE_AT_DEATH,
  STATUS,
  TEST,
  TIMING,
  WITH_ITEM,
} from './tally-names.store.ts';

export interface TalliesHouse extends BaseHouse {
  readonly activity: ActivityCache;
  readonly traffic: Traffic;
}

// Every event is counted for all agents. Events of test accounts are counted again under TEST, which the operator's
// figures subtract, and events of blocked agents under OUT, which public lists subtract.

/** A transaction, or an object that undoes its counts. */
type Counter = Pick<Transaction, 'count'>;

type TallyOwner = Readonly<{ counts: boolean; blocked?: boolean }>;
type AdoptionTally = Readonly<{ family: Family; slug: string; first: boolean }>;
type SpeciesTally = Readonly<{ family: Family; first: boolean }>;
type StageMove = Readonly<{ family: Family; from: Stage; to: Stage }>;
type GrowthTally = StageMove & Readonly<{ path: Path | undefined; firstChild: boolean; firstAdult: boolean }>;
type LivingKind = Readonly<{ family: Family; stage: Stage }>;
type Lifespan = Readonly<{ ageFrom: Instant; livedMs: number }>;
type DeathTally = LivingKind & Lifespan & Readonly<{ cause: Cause; at: Instant }>;
type Sale = Price & Readonly<{ agentId: string; live: boolean }>;

type NewAgent = Readonly<{ username: string; modelProvider?: string | undefined }>;

export function countRegistration(db: Transaction, agent: NewAgent, now: Instant): void {
  const keeper = { counts: !isTestAccount(agent.username) };
  countByHour(db, keeper, REGISTERED, now);
  countInAll(db, keeper, REGISTERED);
  if (keeper.counts) countModelProvider(db, agent.modelProvider);
}

/** Counts an adoption; those of community species are counted in the species' rows. `first`: it is the agent's first adoption. */
export function countAdoption(
  db: Transaction,
  keeper: TallyOwner,
  adopted: AdoptionTally,
  now: Instant,
): void {
  const { family, slug, first } = adopted;
  countByHour(db, keeper, ADOPTED, now);
  countInAll(db, keeper, STATUS + 'egg');
  countInAll(db, keeper, STAGE + 'egg');
  countInAll(db, keeper, FAMILY + family);
  countLiving(db, keeper, { family, stage: 'egg' }, 1);
  if (findBuiltIn(slug)) db.count(incrementTotal('adopted', slug));
  if (!keeper.counts) db.count(incrementTotal('adopted', TEST + slug));
  if (first) countStep(db, keeper, 'adopted');
}

export function countHatching(db: Transaction, keeper: TallyOwner, family: Family, now: Instant): void {
  countByMinute(db, keeper, BORN, now);
  moveStatus(db, keeper, 'egg', 'alive');
  moveStage(db, keeper, { family, from: 'egg', to: 'baby' });
  countAlive(db, keeper, now, 1);
}

export function countGrowth(db: Counter, keeper: TallyOwner, growth: GrowthTally): void {
  moveStage(db, keeper, growth);
  if (growth.path !== undefined) countInAll(db, keeper, PATH + growth.path);
  if (growth.firstChild) countStep(db, keeper, 'child');
  if (growth.firstAdult) countStep(db, keeper, 'adult');
}

/** Counts a death in the buckets of the moment of death, which may be long before it is settled. */
export function countDeath(db: Counter, keeper: TallyOwner, death: DeathTally): void {
  countByMinute(db, keeper, DIED, death.at);
  moveStatus(db, keeper, 'alive', 'dead');
  countLiving(db, keeper, death, -1);
  countInAll(db, keeper, CAUSE + death.cause);
  countInAll(db, keeper, STAGE_AT_DEATH + death.stage);
  countAlive(db, keeper, death.ageFrom, -1);
  countAge(db, keeper, 'died', death.livedMs);
}

/** Counts a release; `life` is undefined for an egg. */
export function countRelease(
  db: Transaction,
  keeper: TallyOwner,
  kind: LivingKind,
  now: Instant,
  life?: Lifespan,
): void {
  moveStatus(db, keeper, kind.stage === 'egg' ? 'egg' : 'alive', 'released');
  countLiving(db, keeper, kind, -1);
  if (!life) return;
  countByHour(db, keeper, LEFT, now);
  countAlive(db, keeper, life.ageFrom, -1);
  countAge(db, keeper, 'released', life.livedMs);
}

export function countResurrection(
  db: Transaction,
  keeper: TallyOwner,
  life: LivingKind & Lifespan,
  now: Instant,
): void {
  countByHour(db, keeper, BACK, now);
  moveStatus(db, keeper, 'dead', 'alive');
  countLiving(db, keeper, life, 1);
  countInAll(db, keeper, RESURRECTED);
  countAlive(db, keeper, life.ageFrom, 1);
  countAge(db, keeper, 'returned', life.livedMs);
}

interface CareTally {
  readonly action: Action;
  readonly timing: Timing | undefined;
  readonly item?: { readonly name: string; readonly category: ItemCategory } | undefined;
  readonly first: boolean;
}

export function countCare(db: Transaction, keeper: TallyOwner, care: CareTally, now: Instant): void {
  const { action, timing, item, first } = care;
  countByMinute(db, keeper, CARE + action, now);
  countInAll(db, keeper, CARE + action);
  if (timing !== undefined) countInAll(db, keeper, TIMING + timing);
  if (first) countStep(db, keeper, 'cared');
  if (!item) return;
  countInAll(db, keeper, WITH_ITEM);
  // Only approved items are counted by name: agents may send any number of others.
  const approved = approvedItem(item.name);
  if (approved !== undefined) countInAll(db, keeper, approved, 1, 'used');
}

/**
 * Moves an agent's activity from the minute and hour of its last activity to the current ones. Every agent is
 * counted in one bucket of each span, so that the sum over a window is the number of agents active in it.
 * Returns the later of both moments, since another node's clock may be ahead.
 */
export function countActive(
  db: Transaction,
  { counts }: TallyOwner,
  { before = 0, now }: { readonly before: Instant | undefined; readonly now: Instant },
): Instant {
  for (const { span, age } of RETENTION) {
    const from = bucketOf(span, before);
    const to = bucketOf(span, now);
    if (to <= from) continue;
    const isKept = from >= bucketOf(span, now - age);
    const isCountedAsTest = !counts && span !== MINUTE;
    for (const what of isCountedAsTest ? [ACTIVE, TEST + ACTIVE] : [ACTIVE]) {
      if (isKept) db.count({ what, span, bucket: from, n: -1 });
      db.count({ what, span, bucket: to, n: 1 });
    }
  }
  return Math.max(before, now);
}

export function countKeepsakes(db: Transaction, keeper: TallyOwner, kinds: readonly KeepsakeKind[]): void {
  for (const kind of kinds) countInAll(db, keeper, kind, 1, 'kept');
}

export function countSpecies(db: Transaction, keeper: TallyOwner, made: SpeciesTally, now: Instant): void {
  countByHour(db, keeper, SPECIES, now);
  countInAll(db, keeper, SPECIES_OF + made.family);
  if (made.first) countStep(db, keeper, 'species');
}

export function countSale(
  db: Transaction,
  { provider, pack, ...sale }: Sale & Readonly<{ provider: string; pack: string }>,
  now: Instant,
): Promise<void> {
  return countMoney(db, sale, `${provider}/${pack}`, now);
}

export function countInlineSale(
  db: Transaction,
  { method, ...sale }: Sale & Readonly<{ method: string }>,
  now: Instant,
): Promise<void> {
  return countMoney(db, sale, `${method}/${packMatching(sale)}`, now);
}

async function countMoney(db: Transaction, sale: Sale, what: string, now: Instant): Promise<void> {
  const { agentId, live, credits, cents } = sale;
  const payer = { counts: !isTestAccount((await usernameOf(db, agentId)) ?? '') };
  const money = live ? LIVE : PLAY;
  const name = `${money}/${what}`;
  countInAll(db, payer, SALES + name, 1, 'money');
  countInAll(db, payer, CREDITS + name, credits, 'money');
  countInAll(db, payer, CENTS + name, cents, 'money');
  countByHour(db, payer, CENTS + money, now, cents);
}

function moveStatus(db: Counter, keeper: TallyOwner, from: CreatureState, to: CreatureState): void {
  countInAll(db, keeper, STATUS + from, -1);
  countInAll(db, keeper, STATUS + to);
}

function moveStage(db: Counter, keeper: TallyOwner, { family, from, to }: StageMove): void {
  countInAll(db, keeper, STAGE + from, -1);
  countInAll(db, keeper, STAGE + to);
  countLiving(db, keeper, { family, stage: from }, -1);
  countLiving(db, keeper, { family, stage: to }, 1);
}

function countLiving(db: Counter, keeper: TallyOwner, { family, stage }: LivingKind, n: 1 | -1): void {
  countInAll(db, keeper, livingTallyName(family, stage), n);
}

function countStep(db: Counter, keeper: TallyOwner, step: FunnelStep): void {
  countInAll(db, keeper, FUNNEL + step);
}

function countAlive(db: Counter, keeper: TallyOwner, ageFrom: Instant, n: 1 | -1): void {
  countDuring(db, keeper, incrementDuring(DAY, ageFrom, ALIVE, n));
}

function countAge(db: Counter, keeper: TallyOwner, end: LifeEnd, livedMs: number): void {
  countInAll(db, keeper, `${end}/${Math.trunc(livedMs / DAY)}`, 1, 'lives');
}

function countInAll(db: Counter, owner: TallyOwner, what: string, n = 1, list: TallyList = 'house'): void {
  db.count(incrementTotal(list, what, n));
  if (!owner.counts) db.count(incrementTotal(list, TEST + what, n));
  if (owner.blocked && IN_PUBLIC_LISTS.some((prefix) => what.startsWith(prefix)))
    db.count(incrementTotal(list, OUT + what, n));
}

// Counters of public lists, which moderation/moderation.store.ts reads when an agent is blocked.
const IN_PUBLIC_LISTS = [CAUSE, LIVING, SPECIES_OF] as const;

function countByMinute(db: Counter, keeper: TallyOwner, what: string, at: Instant): void {
  db.count(incrementDuring(MINUTE, at, what));
  countByHour(db, keeper, what, at);
}

function countByHour(db: Counter, keeper: TallyOwner, what: string, at: Instant, n = 1): void {
  countDuring(db, keeper, incrementDuring(HOUR, at, what, n));
}

function countDuring(db: Counter, { counts }: TallyOwner, increment: Increment): void {
  db.count(increment);
  if (!counts) db.count({ ...increment, what: TEST + increment.what });
}

/** Requests that this process answered and has not stored yet; a job stores them every minute. */
export class Traffic {
  #calls = 0;
  #errors = 0;

  add(status: number): void {
    this.#calls += 1;
    if (status >= 500) this.#errors += 1;
  }

  async save(store: Pick<Database, 'transaction'>, now: Instant): Promise<void> {
    const [calls, errors] = [this.#calls, this.#errors];
    if (calls === 0) return;
    await store.transaction(async (db) => {
      db.count(incrementDuring(HOUR, now, CALLS, calls));
      if (errors > 0) db.count(incrementDuring(HOUR, now, ERRORS, errors));
    });
    this.#calls -= calls;
    this.#errors -= errors;
  }
}

const NO_ACTIVITY = {
  creaturesBorn: 0,
  creaturesDied: 0,
  careActions: 0,
  feedings: 0,
  reflections: 0,
  activeAgents: 0,
};

export type Activity = Readonly<typeof NO_ACTIVITY>;

/** Adds the increments of a transaction that is not committed yet to the figures. */
export function addCounted(activity: Activity, counted: readonly Increment[], now: Instant): Activity {
  const sum = { ...activity };
  add(sum, counted, dayBefore(now));
  return sum;
}

// Sums are read again after this time, to include increments of other nodes.
const FRESH_FOR = SECOND;
// Milliseconds after a commit happened during the read: the rows may include its increments or not.
const FRESH_WHEN_UNCERTAIN = 100;

type ActivityStore = Pick<Database, 'all' | 'onIncrements'>;

/** Caches the sums of the last 24 hours, and adds the increments of this process as they are committed. */
export class ActivityCache {
  readonly #store: ActivityStore;
  #known: CachedDay | undefined;
  #reading: { readonly day: CachedDay; readonly done: Promise<CachedDay> } | undefined;

  constructor(store: ActivityStore) {
    this.#store = store;
    store.onIncrements((counted) => this.#addIncrements(counted));
  }

  /** The sums of the last 24 hours. Not within a transaction: it may wait for another connection. */
  at(now: Instant): Activity | Promise<Activity> {
    if (this.#known && isFresh(this.#known, now)) return { ...this.#known.activity };
    return this.#readOnce(now).then(({ activity }) => ({ ...activity }));
  }

  #readOnce(now: Instant): Promise<CachedDay> {
    if (this.#reading && isFresh(this.#reading.day, now)) return this.#reading.done;
    const day: CachedDay = { ...dayBefore(now), readAt: now, activity: { ...NO_ACTIVITY }, certain: true };
    this.#reading = { day, done: this.#read(day) };
    return this.#reading.done;
  }

  async #read(day: CachedDay): Promise<CachedDay> {
    try {
      for (const [what, n] of await sumsOfDay(this.#store, day.readAt)) grow(day.activity, what, n);
      // A read that a later one has replaced misses increments and is dropped.
      if (this.#reading?.day === day) this.#known = day;
      return day;
    } finally {
      if (this.#reading?.day === day) this.#reading = undefined;
    }
  }

  #addIncrements(counted: readonly Increment[]): void {
    if (this.#known) add(this.#known.activity, counted, this.#known);
    if (!this.#reading) return;
    const { day } = this.#reading;
    add(day.activity, counted, day);
    day.certain = false;
  }
}

interface CachedDay extends ReturnType<typeof dayBefore> {
  readonly readAt: Instant;
  readonly activity: typeof NO_ACTIVITY;
  certain: boolean;
}

function isFresh({ upTo, readAt, certain }: CachedDay, now: Instant): boolean {
  return now < upTo + MINUTE && Math.abs(now - readAt) < (certain ? FRESH_FOR : FRESH_WHEN_UNCERTAIN);
}

const FIGURES = new Map<string, readonly (keyof Activity)[]>([
  ...ACTIONS.map((action) => [CARE + action, ['careActions']] as const),
  [CARE + 'feed', ['careActions', 'feedings']],
  [CARE + 'reflect', ['careActions', 'reflections']],
  [BORN, ['creaturesBorn']],
  [DIED, ['creaturesDied']],
  [ACTIVE, ['activeAgents']],
]);

function add(activity: typeof NO_ACTIVITY, counted: readonly Increment[], day: ReturnType<typeof dayBefore>) {
  for (const { span, bucket, what, n } of counted)
    if (span === MINUTE && bucket > day.after && bucket <= day.upTo) grow(activity, what, n);
}

function grow(activity: typeof NO_ACTIVITY, what: string, n: number): void {
  for (const figure of FIGURES.get(what) ?? []) activity[figure] += n;
}
