import type { Database, Db } from '../../../packages/database/db.ts';
import { firstMigratedAt } from '../../../packages/database/migrate.ts';
import { readSetting, writeSetting } from '../../../packages/database/settings.ts';
import type { UnreadableRowError } from '../../../packages/database/table.ts';
import { DAY, HOUR, type Instant, iso, MINUTE, SECOND } from '../../rules/base/clock.ts';
import { describeHours, pluralize } from '../../rules/format-numbers.ts';
import { HOUSE_PROBLEM_NAMES, type HouseProblem, type HouseProblemName } from '../../rules/vocabulary.ts';
import { judgeClock } from '../../outside/clock.ts';
import { describeDiskSpace, type DiskSpace, judgeDiskSpace } from '../../outside/disk.ts';
import { checkLastOpen, confirmDeathsIn, readSettlingState } from '../creatures/hold-deaths.ts';
import { type CreaturesHouse, readBacklog } from '../creatures/settle.ts';
import { insertOperatorLogEntry } from '../hidden/moderation.store.ts';
import type { BaseHouse } from '../house.ts';
import { unresolvedSince } from '../money/purchases.store.ts';
import { MAX_LAG, type PublicHouse } from '../public/replica.ts';
import { countDueCreatures } from '../tallies/tallies.store.ts';
import { readInTime, type StatsHouse } from './health.ts';

// The one source of what is wrong: the overview, /readyz, /api/health, the metrics and the doctor all read it.

const FRESH_FOR = SECOND;

/** Problems of the service as this node sees it. Probes share one read a second. */
export class ProblemCache {
  #readAt = -Infinity;
  #problems: Promise<readonly HouseProblem[]> = Promise.resolve([]);

  at(house: StatsHouse, now: Instant): Promise<readonly HouseProblem[]> {
    if (Math.abs(now - this.#readAt) >= FRESH_FOR) {
      this.#readAt = now;
      this.#problems = readProblems(house, now);
    }
    return this.#problems;
  }
}

/** The most urgent first. Never throws because of the database: that it is away is a problem itself. */
export async function readProblems(house: StatsHouse, now: Instant): Promise<readonly HouseProblem[]> {
  const { backupHours, store } = house;
  const reading = Promise.all([
    readWriteProblems(house, now),
    readStoredProblems(store, { now, backupHours }),
    readSettlingProblems(house, now),
    readReplicaProblems(house, now),
  ]);
  const read = await readInTime(reading);
  const stored = read?.flat() ?? [problem('database_away')];
  const node = [...clockProblems(house, now), ...(await readDiskProblems(house)), ...nodeProblems(house)];
  return withoutConsequences([...stored, ...node]);
}

/** Problems that are stored in the database; these the doctor sees without a running node. */
export async function readStoredProblems(
  db: Db,
  { now, backupHours }: { readonly now: Instant; readonly backupHours: number | undefined },
): Promise<HouseProblem[]> {
  const [{ paused }, unresolved, backup] = await Promise.all([
    readSettlingState(db),
    unresolvedSince(db, now - UNRESOLVED_AFTER),
    readBackupProblems(db, now, backupHours),
  ]);
  const held = paused && {
    deaths: paused.deaths,
    living: paused.living,
    due: creatures(await countDueCreatures(db, now)),
    time: iso(now),
  };
  const payments = {
    count: pluralize(unresolved?.n ?? 0, 'inline payment'),
    minutes: UNRESOLVED_AFTER / MINUTE,
  };
  return [
    ...(held ? [problem('settling_paused', held, paused.at)] : []),
    ...(unresolved?.oldest ? [problem('payments_unresolved', payments, unresolved.oldest)] : []),
    ...backup,
  ];
}

// Payments younger than this are still being settled.
const UNRESOLVED_AFTER = 5 * MINUTE;

const BACKED_UP_AT = 'backed_up_at';

export async function recordBackup(store: Database, now: Instant): Promise<void> {
  await writeSetting(store, BACKED_UP_AT, String(now));
}

async function readBackupProblems(
  db: Db,
  now: Instant,
  hours: number | undefined,
): Promise<readonly HouseProblem[]> {
  if (hours === undefined) return [];
  const stored = await readSetting(db, BACKED_UP_AT);
  const at = stored === undefined ? undefined : Number(stored);
  const since = at ?? (await firstMigratedAt(db)) ?? now;
  if (now - since <= hours * HOUR) return [];
  if (at === undefined) return [problem('backup_missing', { age: describeSpan(now - since) })];
  return [problem('backup_old', { age: describeSpan(now - at), hours }, at)];
}

async function readWriteProblems(
  house: Pick<StatsHouse, 'dataDir' | 'readiness' | 'store'>,
  now: Instant,
): Promise<readonly HouseProblem[]> {
  const { store, readiness } = house;
  const areDoubtful = store.writes.areFailing || readiness.hasFailed;
  if (!areDoubtful || (await readiness.at(now))) return [];
  const isFull = store.writes.areWithoutRoom;
  return [problem(isFull ? 'disk_full' : 'writes_failing', { label: store.label, ...diskCommand(house) })];
}

// A node that settles none of the due creatures for this long does not catch up.
const STUCK_AFTER = MINUTE;

async function readSettlingProblems(
  house: Pick<CreaturesHouse, 'monotonicMs' | 'settling' | 'store'>,
  now: Instant,
): Promise<readonly HouseProblem[]> {
  const backlog = await readBacklog(house, now);
  if (!backlog) return [];
  const { due, more, since, settledPerSecond, secondsLeft } = backlog;
  const waiting = more ? `more than ${creatures(due)}` : creatures(due);
  const facts = { due: waiting, lag: describeSpan(now - since) };
  const stalledMs = house.settling.stalledMs(house.monotonicMs());
  if (stalledMs > STUCK_AFTER) return [problem('settling_stuck', facts, since)];
  const pace = settledPerSecond === undefined ? '' : `; this node settles ${settledPerSecond} a second`;
  const left = secondsLeft === undefined ? '' : `, in about ${describeSpan(secondsLeft * SECOND)}`;
  return [problem('backlog', { ...facts, pace, left }, since)];
}

function describeSpan(ms: number): string {
  return ms < 2 * DAY ? describeHours(ms / HOUR) : pluralize(Math.floor(ms / DAY), 'day');
}

async function readReplicaProblems(
  { replica }: Pick<PublicHouse, 'replica'>,
  now: Instant,
): Promise<readonly HouseProblem[]> {
  if (!replica || (await replica.at(now))) return [];
  return [problem('replica_behind', { seconds: MAX_LAG / SECOND })];
}

function clockProblems({ watch }: Pick<BaseHouse, 'watch'>, now: Instant): readonly HouseProblem[] {
  if (!watch) return [];
  const { offsetMs, isWrong, isBehind } = watch;
  if (!isWrong && judgeClock(offsetMs) === 'right') return [];
  const apart = Math.abs(offsetMs);
  const facts = {
    apart: apart < 2 * MINUTE ? `${Math.round(apart / SECOND)} seconds` : describeSpan(apart),
    order: offsetMs > 0 ? 'ahead of' : 'behind',
    shown: iso(now + offsetMs),
    trusted: iso(now),
  };
  if (!isWrong) return [problem('clock_off', facts)];
  return [problem(isBehind ? 'clock_behind' : 'clock_wrong', facts)];
}

async function readDiskProblems(house: Pick<BaseHouse, 'readDisk'>): Promise<readonly HouseProblem[]> {
  const space = await house.readDisk?.().catch(() => undefined);
  return space ? diskProblems(space) : [];
}

export function diskProblems(space: DiskSpace): readonly HouseProblem[] {
  const verdict = judgeDiskSpace(space);
  if (verdict === 'enough') return [];
  const facts = { left: describeDiskSpace(space), command: usageOf(space.folder) };
  return [problem(verdict === 'low' ? 'disk_low' : 'disk_nearly_full', facts)];
}

function diskCommand({ dataDir }: Pick<BaseHouse, 'dataDir'>): { readonly command: string } {
  return { command: dataDir === undefined ? 'arkhouse doctor' : usageOf(dataDir) };
}

function usageOf(folder: string): string {
  return `df -h ${folder} && du -a ${folder} | sort -n | tail`;
}

function nodeProblems({
  store,
  limiter,
  jobs,
}: Pick<StatsHouse, 'jobs' | 'limiter' | 'store'>): readonly HouseProblem[] {
  const { first, size } = store.quarantine;
  const failing = jobs.summaries.filter(({ lastFailure }) => lastFailure !== undefined);
  return [
    ...(first ? [problem('damaged_rows', { count: pluralize(size, 'row'), ...damagedRow(first) })] : []),
    ...(limiter.degraded ? [problem('redis_away')] : []),
    ...(jobs.ledgerImbalance ? [problem('ledger_imbalance', { credits: jobs.ledgerImbalance })] : []),
    ...failing.map(({ name, lastFailure = '', failingSince }) =>
      problem('job_failing', { job: name, why: lastFailure }, failingSince),
    ),
  ];
}

const creatures = (n: number) => pluralize(n, 'creature');

function damagedRow({ table, key, column }: UnreadableRowError) {
  const command = table === 'creatures' ? `arkhouse repair ${key}` : 'arkhouse audit';
  return { table, row: key, column, command };
}

/** Problems that follow from another one, which is the one to solve. */
const CONSEQUENCES: Readonly<Partial<Record<HouseProblemName, readonly HouseProblemName[]>>> = {
  database_away: ['job_failing', 'replica_behind'],
  disk_full: ['disk_nearly_full', 'disk_low', 'settling_stuck', 'backlog', 'job_failing'],
  writes_failing: ['settling_stuck', 'backlog', 'job_failing'],
  clock_wrong: ['settling_stuck', 'backlog'],
  clock_behind: ['settling_stuck', 'backlog'],
  settling_paused: ['settling_stuck', 'backlog'],
  damaged_rows: ['settling_stuck', 'backlog'],
};

function rank({ name }: HouseProblem): number {
  return HOUSE_PROBLEM_NAMES.indexOf(name);
}

function withoutConsequences(found: readonly HouseProblem[]): readonly HouseProblem[] {
  const explained = new Set(found.flatMap(({ name }) => CONSEQUENCES[name] ?? []));
  return found.filter(({ name }) => !explained.has(name)).toSorted((one, other) => rank(one) - rank(other));
}

function problem(name: HouseProblemName, facts: HouseProblem['facts'] = {}, since?: Instant): HouseProblem {
  return { name, facts, since };
}

/** The operator confirms the time of the machine and the deaths that paused settling. */
export async function letSettlingGoOn(
  house: Pick<BaseHouse, 'random' | 'store' | 'watch'>,
  reason: string,
  now: Instant,
): Promise<'done' | 'was so already' | 'clock wrong'> {
  const { watch, store, random } = house;
  if (watch?.isWrong && !watch.isBehind) return 'clock wrong';
  const outcome = await store.transaction(async (db) => {
    // A clock that is behind shows the time to confirm; `now` is the later time that was trusted until now.
    const shown = watch?.isBehind ? now + watch.offsetMs : now;
    const { paused } = await confirmDeathsIn(db, shown);
    if (!paused && !watch?.isBehind) return 'was so already' as const;
    const subject = paused ? `${paused.deaths} deaths` : 'the clock';
    await insertOperatorLogEntry(db, random.id(), {
      at: now,
      deed: 'settling_confirmed',
      subject,
      reason,
    });
    return 'done' as const;
  });
  // Otherwise the next look of the job would notice, and the page would still call the clock wrong.
  if (watch?.isBehind) await checkLastOpen(watch, store);
  return outcome;
}
