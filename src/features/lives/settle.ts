import type { Instant } from '../../rules/base/clock.ts';
import { liveUntil } from '../../rules/lives/live-until.ts';
import type { Transaction } from '../../db/db.ts';
import { saveKeepers, type Keeper } from '../agents/keepers.store.ts';
import {
  findOwnCreature,
  livingOf,
  saveSettled,
  VersionConflictError,
  type StoredCreature,
} from './creatures.store.ts';
import {
  areMoreDue,
  firstDue,
  MOST_TAKEN,
  takeDueCreatures,
  type DueCreature,
  type DuePlace,
} from './due-creatures.store.ts';
import { isDatabaseUnavailable } from '../database-errors.ts';
import { isDue } from '../optimistic-lock.ts';
import type { House } from '../house.ts';
import { speciesOf } from '../species/species-registry.ts';
import {
  isSameBeing,
  noLifeRecords,
  recordHappenings,
  saveAndHold,
  saveFollowing,
  withConsistency,
  withNextChange,
  writeLifeRecords,
  type LifeChange,
} from './save-change.ts';
import type { RoundEnd } from './settling-progress.ts';

/** The creature with everything that is due by now brought about, whoever gets to it first. */
export async function settle(house: House, stored: StoredCreature, now: Instant): Promise<StoredCreature> {
  let current = stored;
  while (isDue(current, now)) {
    try {
      current = await settleOnce(house, current, now);
    } catch (error) {
      if (!(error instanceof VersionConflictError)) throw error;
      current = (await findOwnCreature(house.store, stored.creature.keeperId, stored.creature.id)) ?? current;
    }
  }
  return current;
}

/** Brings about what is due of one keeper's living creatures. */
export async function settleLivingOf(house: House, keeperId: string, now: Instant): Promise<void> {
  const living = await livingOf(house.store, keeperId);
  await Promise.all(living.map((stored) => settle(house, stored, now)));
}

async function settleOnce(house: House, stored: StoredCreature, now: Instant): Promise<StoredCreature> {
  const species = await speciesOf(house, stored.creature.species);
  const { creature, happened } = liveUntil(stored.creature, species, now);
  const change = { stored, creature, species, happened, now };
  return house.store.transaction(async (db) => {
    const written = await saveAndHold(db, change);
    await saveFollowing(db, house.random, change, written);
    return written.saved;
  });
}

/** What a public read tells, with what was due brought about. */
export interface Settled {
  /** When there was more than could be done while somebody waited: the moment up to which everything has been written. */
  readonly asOf: Instant | undefined;
}

/**
 * Settles what is due before anything public is read: it is told as it is, not as it was last written. When that takes too
 * long, returns the moment up to which everything has been written (`Settled.asOf`).
 */
export async function settleForReading(house: House, now: Instant): Promise<Instant | undefined> {
  const until = house.monotonicMs() + house.readerPatienceMs;
  while (await findFirstDue(house, now)) {
    const round = house.settling.round ?? settleRound(house, { now, until });
    const end = await within(until - house.monotonicMs(), round);
    if (end?.complete && end.now >= now) return undefined;
    if (house.monotonicMs() >= until) return (await findFirstDue(house, now))?.nextEventAt;
  }
  return undefined;
}

/** The one that is due longest, whoever may have it. */
export function findFirstDue({ store, settling }: House, now: Instant): Promise<DuePlace | undefined> {
  return firstDue(store, { from: settling.queueStart, now });
}

interface RoundLimits {
  readonly now: Instant;
  /** By the monotonic clock: no batch begins later. */
  readonly until: number;
  /** How long to rest between two batches, for those who wait for something else. */
  readonly restMs?: number;
  readonly closing?: AbortSignal;
}

/** Settles what is due in the whole house, the longest due first, for as long as the limits allow. */
export async function settleRound(house: House, limits: RoundLimits): Promise<RoundEnd> {
  const { settling } = house;
  while (settling.round) await settling.round.catch(() => {});
  settling.round = new SettlingRound(house, limits).run().finally(() => (settling.round = undefined));
  return settling.round;
}

/** Settles everything that is due, however long that takes, and tells what went wrong with those that could not be. */
export async function settleDue(house: House, now: Instant): Promise<readonly unknown[]> {
  return (await settleRound(house, { now, until: Infinity })).failures;
}

// What somebody else holds is free again in a moment.
const FIRST_WAIT_MS = 5;
const LONGEST_WAIT_MS = 100;

class SettlingRound {
  readonly #house: House;
  readonly #limits: RoundLimits;
  /** By creature. */
  readonly #failures = new Map<string, unknown>();

  constructor(house: House, limits: RoundLimits) {
    this.#house = house;
    this.#limits = limits;
  }

  async run(): Promise<RoundEnd> {
    const { now } = this.#limits;
    let complete = await this.#isComplete();
    for (let waitMs = FIRST_WAIT_MS; !complete && this.#mayGoOn(); waitMs *= 2) {
      if (!(await this.#walkQueue())) break;
      complete = await this.#isComplete();
      if (!complete) await pause(Math.min(waitMs, LONGEST_WAIT_MS, this.#timeLeft()));
    }
    // Those that cannot be settled are tried again every time.
    if (complete && this.#failures.size === 0) this.#house.settling.settledUpTo(now);
    return { now, complete, failures: [...this.#failures.values()] };
  }

  async #isComplete(): Promise<boolean> {
    const { store, settling } = this.#house;
    const span = { from: settling.queueStart, now: this.#limits.now };
    return !(await areMoreDue(store, span, this.#failures.size));
  }

  /** Once through the queue; false when it was left before its end. */
  async #walkQueue(): Promise<boolean> {
    const { now, restMs = 0 } = this.#limits;
    const { settling, monotonicMs } = this.#house;
    let place: DuePlace | undefined = { nextEventAt: settling.queueStart, id: '' };
    while (place) {
      const { settled, apart, reached } = await settleBatch(this.#house, now, place);
      const alsoSettled = await this.#settleApart(apart);
      settling.record(settled + alsoSettled, reached?.nextEventAt, monotonicMs());
      if (reached && !this.#mayGoOn()) return false;
      if (reached) await pause(restMs);
      place = reached;
    }
    return true;
  }

  /** Tells how many could be. */
  async #settleApart(creatures: readonly StoredCreature[]): Promise<number> {
    let settled = 0;
    for (const stored of creatures) {
      const { id } = stored.creature;
      try {
        await settle(this.#house, stored, this.#limits.now);
        this.#failures.delete(id);
        settled += 1;
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        this.#failures.set(id, error);
      }
    }
    return settled;
  }

  #mayGoOn(): boolean {
    return this.#timeLeft() > 0 && this.#limits.closing?.aborted !== true;
  }

  #timeLeft(): number {
    return this.#limits.until - this.#house.monotonicMs();
  }
}

/** What came of settling some of those that are due, all at once. */
interface SettledBatch {
  readonly settled: number;
  /** Those that could not be settled together with the others. */
  readonly apart: readonly StoredCreature[];
  /** The last place in the queue that was looked at; undefined at its end. */
  readonly reached: DuePlace | undefined;
}

/**
 * Settles the longest due behind a place in the queue, in one transaction and with one statement for each table. It waits for
 * nobody: what another settler or somebody's care holds is left to them, so that any number of nodes share the work.
 */
async function settleBatch(house: House, now: Instant, after: DuePlace): Promise<SettledBatch> {
  let taken: readonly DueCreature[] = [];
  try {
    return await house.store.transaction(async (db) => {
      taken = await takeDueCreatures(db, now, after);
      const { changes, apart } = liveAll(house, taken, now);
      await saveChanges(db, house, changes);
      return { settled: changes.length, apart, reached: lastOf(taken) };
    });
  } catch (error) {
    if (isDatabaseUnavailable(error) || taken.length === 0) throw error;
    // One of them cannot be kept; which, shows when each is by itself.
    return { settled: 0, apart: taken.map(({ stored }) => stored), reached: lastOf(taken) };
  }
}

function lastOf(taken: readonly DueCreature[]): DuePlace | undefined {
  const last = taken.length === MOST_TAKEN ? taken.at(-1)?.stored : undefined;
  return last?.nextEventAt === undefined
    ? undefined
    : { nextEventAt: last.nextEventAt, id: last.creature.id };
}

interface SettledLife extends LifeChange {
  readonly next: StoredCreature;
  readonly keeper: Keeper;
}

/** All of them as they are now. A species nobody has asked for yet cannot be waited for while others wait for the rows. */
function liveAll(house: House, taken: readonly DueCreature[], now: Instant) {
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
      // What is wrong with it is told when it is by itself.
      apart.push(stored);
    }
  }
  return { changes, apart };
}

/** The same as saving each by itself, one after the other. */
async function saveChanges(
  db: Transaction,
  { random }: House,
  changes: readonly SettledLife[],
): Promise<void> {
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

/** What the promise gives, or undefined when it takes longer; then nobody hears how it ends. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, ms));
  });
  promise.catch(() => {});
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
