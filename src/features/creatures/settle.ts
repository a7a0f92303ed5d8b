import type { Transaction } from '../../../packages/database/db.ts';
import { isUnavailable } from '../../../packages/database/portable.ts';
import { UnreadableRowError } from '../../../packages/database/table.ts';
import { type Instant, MINUTE, SECOND } from '../../rules/base/clock.ts';
import { isAlive } from '../../rules/lives/creature.ts';
import { liveUntil } from '../../rules/lives/live-until.ts';
import type { BaseHouse } from '../house.ts';
import { type Keeper, saveKeepers } from '../identity/agents.store.ts';
import {
  findOwnCreature,
  isDue,
  livingOf,
  saveSettled,
  type StoredCreature,
} from '../records/creatures.store.ts';
import { VersionConflictError } from '../retry.ts';
import { type SpeciesHouse, speciesOf } from '../species/species-registry.ts';
import { countDueCreatures, COUNTED_UP_TO } from '../tallies/tallies.store.ts';
import {
  areMoreDue,
  type DueCreature,
  type DuePlace,
  firstDue,
  takeDueCreatures,
  type TakenCreatures,
} from './due-creatures.store.ts';
import { holdingDeaths, isHeldBack, isSettlingHeld, type RecentDeaths } from './hold-deaths.ts';
import type { LettersInWriting } from './letters-in-writing.ts';
import type { LongDocuments } from './long-documents.ts';
import {
  isSameBeing,
  type LifeChange,
  noLifeRecords,
  recordHappenings,
  saveAndHold,
  saveFollowing,
  withConsistency,
  withNextChange,
  writeLifeRecords,
} from './save-change.ts';

export interface CreaturesHouse extends SpeciesHouse {
  readonly settling: SettlingProgress;
  readonly recentDeaths: RecentDeaths;
  readonly lettersInWriting: LettersInWriting;
  /** Writes long replies in another thread; without it they are written in this one. */
  readonly documents?: LongDocuments | undefined;
  /** In a thread that only reads: settles a creature in the thread that writes. */
  readonly settleElsewhere?: ((creature: CreaturePlace) => Promise<void>) | undefined;
}

type CreaturePlace = Readonly<Record<'id' | 'keeperId', string>>;

interface RoundEnd {
  readonly now: Instant;
  /** True if everything due at `now` was settled, but for failures. */
  readonly complete: boolean;
  /** Nothing more is settled for now: see `hold-deaths.ts`. */
  readonly held?: boolean;
  readonly failures: readonly { readonly creature: string; readonly err: unknown }[];
}

const BEGINNING: Instant = Number.MIN_SAFE_INTEGER;
// Other nodes' clocks may be behind by less than this; rows of slower clocks are found when `lookEverywhere` runs.
const MARGIN = MINUTE;

const WINDOW_MS = 10_000;
const SAMPLE_EVERY_MS = 500;

export class SettlingProgress {
  #settled = 0;
  #queueStart = BEGINNING;
  readonly #samples: { readonly monotonicMs: number; readonly settled: number }[] = [];
  #aliveAtMs: number | undefined;
  /** The running round of settling: at most one, so that it takes one connection. */
  round: Promise<RoundEnd> | undefined;

  get settled(): number {
    return this.#settled;
  }

  /** No creature is due before this moment, so scans begin here and pass no dead index entries (kept by backups). */
  get queueStart(): Instant {
    return this.#queueStart;
  }

  settledUpTo(moment: Instant): void {
    this.#queueStart = Math.max(this.#queueStart, moment - MARGIN);
  }

  lookEverywhere(): void {
    this.#queueStart = BEGINNING;
  }

  record(settled: number, atEnd: boolean, monotonicMs: number): void {
    this.#settled += settled;
    if (settled > 0) this.noteAlive(monotonicMs);
    if (atEnd) return void this.#samples.splice(0);
    const last = this.#samples.at(-1);
    if (last && monotonicMs - last.monotonicMs < SAMPLE_EVERY_MS) return;
    this.#samples.push({ monotonicMs, settled: this.#settled });
    while (monotonicMs - (this.#samples[0]?.monotonicMs ?? monotonicMs) > WINDOW_MS) this.#samples.shift();
  }

  noteAlive(monotonicMs: number): void {
    this.#aliveAtMs = monotonicMs;
  }

  /** Time since this node last settled a creature, or was told not to; counted from the first question. */
  stalledMs(monotonicMs: number): number {
    this.#aliveAtMs ??= monotonicMs;
    return monotonicMs - this.#aliveAtMs;
  }

  /** Creatures per second, over the last seconds; undefined when none were due. */
  paceAt(monotonicMs: number): number | undefined {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (!first || !last || first === last || monotonicMs - last.monotonicMs > WINDOW_MS) return undefined;
    return ((last.settled - first.settled) * 1000) / (last.monotonicMs - first.monotonicMs);
  }
}

/** Settles a creature: writes the growth and death that are due. Another request may do so first. Throws if its death is held back. */
export async function settle(
  house: CreaturesHouse,
  stored: StoredCreature,
  now: Instant,
): Promise<StoredCreature> {
  const { id, keeperId } = stored.creature;
  let current = stored;
  while (isDue(current, now)) {
    if (house.settleElsewhere) {
      await house.settleElsewhere({ id, keeperId });
      return (await findOwnCreature(house.store, keeperId, id)) ?? current;
    }
    try {
      current = await settleOnce(house, current, now);
    } catch (error) {
      if (!(error instanceof VersionConflictError)) throw error;
      current = (await findOwnCreature(house.store, keeperId, id)) ?? current;
    }
  }
  return current;
}

export async function settleLivingOf(house: CreaturesHouse, keeperId: string, now: Instant): Promise<void> {
  const living = await livingOf(house.store, keeperId);
  await settleLiving(house, living, now).catch((error: unknown) => {
    if (!isHeldBack(error)) throw error;
  });
}

/** Settles creatures and returns the living ones, without unreadable ones and those whose death is held back; throws if only the latter are left. */
export async function settleLiving(
  house: CreaturesHouse,
  living: readonly StoredCreature[],
  now: Instant,
): Promise<StoredCreature[]> {
  const ends = await Promise.allSettled(living.map((stored) => settle(house, stored, now)));
  const failed = ends
    .filter((end) => end.status === 'rejected')
    .map(({ reason }): unknown => reason)
    .filter((reason) => !(reason instanceof UnreadableRowError));
  const alive = ends
    .filter((end) => end.status === 'fulfilled')
    .map(({ value }) => value)
    .filter(({ creature }) => isAlive(creature));
  const [failure] = alive.length === 0 ? failed : failed.filter((reason) => !isHeldBack(reason));
  if (failure !== undefined) throw failure;
  return alive;
}

async function settleOnce(
  house: CreaturesHouse,
  stored: StoredCreature,
  now: Instant,
): Promise<StoredCreature> {
  const species = await speciesOf(house, stored.creature.species);
  const { creature, happened } = liveUntil(stored.creature, species, now);
  const change = { stored, creature, species, happened, now };
  const settled = await holdingDeaths(house, now, (admit) =>
    house.store.transaction(async (db) => {
      await admit(db, happened);
      const written = await saveAndHold(db, change);
      await saveFollowing(db, house.random, change, written);
      return written.saved;
    }),
  );
  expectLetters(house, change);
  return settled;
}

function expectLetters(
  { lettersInWriting }: Pick<CreaturesHouse, 'lettersInWriting'>,
  { creature, happened }: LifeChange,
): void {
  for (const { at } of happened) lettersInWriting.expect({ keeperId: creature.keeperId, at });
}

export interface Settled {
  /** Growth and deaths due before this moment are written; undefined when all due now are. */
  readonly asOf: Instant | undefined;
}

export async function settleForReading(house: CreaturesHouse, now: Instant): Promise<Instant | undefined> {
  const until = house.monotonicMs() + house.readerPatienceMs;
  while (await findFirstDue(house, now)) {
    const round = house.settling.round ?? settleRound(house, { now, until });
    const end = await within(until - house.monotonicMs(), round);
    if (end?.complete && end.now >= now) return undefined;
    if (end?.held || house.monotonicMs() >= until) return (await findFirstDue(house, now))?.nextEventAt;
  }
  return undefined;
}

export function findFirstDue(
  { store, settling }: Pick<CreaturesHouse, 'settling' | 'store'>,
  now: Instant,
): Promise<DuePlace | undefined> {
  return firstDue(store, { from: settling.queueStart, now });
}

interface RoundLimits {
  readonly now: Instant;
  /** Monotonic time after which the round begins no further batch. */
  readonly until: number;
  readonly restMs?: number;
  readonly closing?: AbortSignal;
}

export async function settleRound(house: CreaturesHouse, limits: RoundLimits): Promise<RoundEnd> {
  const { settling } = house;
  while (settling.round) await settling.round.catch(() => {});
  settling.round = runUnlessHeld(house, limits).finally(() => (settling.round = undefined));
  return settling.round;
}

async function runUnlessHeld(house: CreaturesHouse, limits: RoundLimits): Promise<RoundEnd> {
  const held = { now: limits.now, complete: false, held: true, failures: [] };
  if (await isSettlingHeld(house)) {
    house.settling.noteAlive(house.monotonicMs());
    return held;
  }
  return runRound(house, limits).catch((error: unknown) => {
    if (isHeldBack(error)) return held;
    throw error;
  });
}

// Delay of the first retry while other transactions hold the remaining creatures locked; doubles with each.
const FIRST_WAIT_MS = 5;
const LONGEST_WAIT_MS = 100;

async function runRound(house: CreaturesHouse, limits: RoundLimits): Promise<RoundEnd> {
  const { store, settling } = house;
  const { now, until, closing } = limits;
  const failures = new Map<string, unknown>();
  const timeLeft = () => until - house.monotonicMs();
  const mayGoOn = () => timeLeft() > 0 && closing?.aborted !== true;
  const isComplete = async () =>
    !(await areMoreDue(store, { from: settling.queueStart, now }, failures.size));

  let complete = await isComplete();
  for (let waitMs = FIRST_WAIT_MS; !complete && mayGoOn(); waitMs *= 2) {
    if (!(await walkQueue(house, limits, failures, mayGoOn))) break;
    complete = await isComplete();
    if (!complete) await pause(Math.min(waitMs, LONGEST_WAIT_MS, timeLeft()));
  }
  // Creatures that cannot be settled are tried again in every round, unreadable ones when it starts at the beginning.
  const failed = [...failures]
    .filter(([, err]) => !(err instanceof UnreadableRowError))
    .map(([creature, err]) => ({ creature, err }));
  if (complete && failed.length === 0) settling.settledUpTo(now);
  return { now, complete, failures: failed };
}

/** False when the limits ended the round before the end of the queue. `failures` are by creature id. */
async function walkQueue(
  house: CreaturesHouse,
  { now, restMs = 0 }: RoundLimits,
  failures: Map<string, unknown>,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const { settling } = house;
  let place: DuePlace | undefined = { nextEventAt: settling.queueStart, id: '' };
  while (place) {
    const { settled, apart, unreadable, reached } = await settleBatch(house, now, place);
    for (const error of unreadable) failures.set(error.key, error);
    const settledApart = await settleApart(house, apart, failures, now);
    settling.record(settled + settledApart, reached === undefined, house.monotonicMs());
    if (reached && !mayGoOn()) return false;
    if (reached) await pause(restMs);
    place = reached;
  }
  return true;
}

async function settleApart(
  house: CreaturesHouse,
  creatures: readonly StoredCreature[],
  failures: Map<string, unknown>,
  now: Instant,
): Promise<number> {
  let settled = 0;
  for (const stored of creatures) {
    const { id } = stored.creature;
    try {
      await settle(house, stored, now);
      failures.delete(id);
      settled += 1;
    } catch (error) {
      if (isUnavailable(error) || isHeldBack(error)) throw error;
      failures.set(id, error);
    }
  }
  return settled;
}

/** One statement per table. Rows that another transaction has locked are skipped, so that any number of nodes share the work. */
async function settleBatch(house: CreaturesHouse, now: Instant, after: DuePlace) {
  let taken: TakenCreatures = { creatures: [], unreadable: [], reached: undefined };
  try {
    const { lived, ...settled } = await holdingDeaths(house, now, (admit) =>
      house.store.transaction(async (db) => {
        taken = await takeDueCreatures(db, now, after);
        const { changes, apart } = liveAll(house, taken.creatures, now);
        await admit(
          db,
          changes.flatMap(({ happened }) => happened),
        );
        await saveChanges(db, house, changes);
        return { ...taken, settled: changes.length, apart, lived: changes };
      }),
    );
    for (const change of lived) expectLetters(house, change);
    return settled;
  } catch (error) {
    if (isUnavailable(error) || isHeldBack(error) || taken.creatures.length === 0) throw error;
    // One creature of the batch cannot be stored: settling them one by one finds it.
    return { ...taken, settled: 0, apart: taken.creatures.map(({ stored }) => stored) };
  }
}

type SettledLife = LifeChange & { readonly next: StoredCreature; readonly keeper: Keeper };

/** Computes the growth and death of due creatures. A species that has to be loaded is not awaited: the rows are locked. */
function liveAll(house: Pick<SpeciesHouse, 'species'>, taken: readonly DueCreature[], now: Instant) {
  const changes: SettledLife[] = [];
  const apart: StoredCreature[] = [];
  for (const { stored, keeper } of taken) {
    try {
      const species = house.species.find(stored.creature.species);
      if (species instanceof Promise) {
        apart.push(stored);
        continue;
      }
      const { creature, happened } = liveUntil(stored.creature, species, now);
      const next = withNextChange(stored, creature, species, now);
      changes.push({ stored, creature, species, happened, now, next, keeper });
    } catch {
      // `settle` will throw the same error and record it.
      apart.push(stored);
    }
  }
  return { changes, apart };
}

async function saveChanges(
  db: Transaction,
  { random }: Pick<BaseHouse, 'random'>,
  changes: readonly SettledLife[],
) {
  const records = noLifeRecords();
  const keepers = new Map<string, { readonly before: Keeper; after: Keeper }>();
  for (const change of changes) {
    const { stored, next, keeper } = change;
    const held = keepers.get(keeper.id) ?? { before: keeper, after: keeper };
    const counted = withConsistency(held.after, next.consistencyTenths - stored.consistencyTenths);
    held.after = recordHappenings({ db, random, records }, change, counted);
    keepers.set(keeper.id, held);
  }
  const settled = changes.map(({ stored, creature, next }) => ({
    next,
    sameBeing: isSameBeing(stored.creature, creature),
  }));
  await Promise.all([
    saveSettled(db, settled),
    writeLifeRecords(db, records),
    saveKeepers(db, keepers.values()),
  ]);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}

/** Waits for a promise for at most `ms`, then returns undefined; the promise goes on, and its failure is ignored. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), Math.max(0, ms));
  promise.catch(() => {});
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

export interface Backlog {
  /** Counted up to `COUNTED_UP_TO`. */
  readonly due: number;
  readonly more: boolean;
  readonly since: Instant;
  /** Of this node; undefined while it settles none. */
  readonly settledPerSecond: number | undefined;
  /** If this node settles all of them alone; undefined while pace or number are unknown. */
  readonly secondsLeft: number | undefined;
}

// A delay of settling up to this is normal: the job runs every second, and may wait for another node.
const USUAL_DELAY = 10 * SECOND;

export async function readBacklog(
  house: Pick<CreaturesHouse, 'monotonicMs' | 'settling' | 'store'>,
  now: Instant,
): Promise<Backlog | undefined> {
  const lag = await readSettlingLag(house, now);
  if (lag < USUAL_DELAY) return undefined;
  const due = await countDueCreatures(house.store, now);
  const pace = house.settling.paceAt(house.monotonicMs());
  return {
    due,
    more: due >= COUNTED_UP_TO,
    since: now - lag,
    settledPerSecond: pace && Math.round(pace),
    secondsLeft: pace && due < COUNTED_UP_TO ? Math.ceil(due / pace) : undefined,
  };
}

export async function readSettlingLag(
  house: Pick<CreaturesHouse, 'settling' | 'store'>,
  now: Instant,
): Promise<number> {
  const first = await findFirstDue(house, now);
  return first ? now - first.nextEventAt : 0;
}
