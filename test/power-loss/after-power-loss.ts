import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { connect } from '../../packages/database/connect.ts';
import type { Database, Query } from '../../packages/database/db.ts';
import { pick } from '../../src/rules/base/dice.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import { readHouseTime } from '../../src/app/open-house.ts';
import { migrate } from '../../src/db/migrations.ts';
import { TRACES } from './busy-life.ts';
import { Disk, LOSSES, type Loss } from './disk.ts';
import type { Recording } from './recording.ts';

export interface Cut {
  /** Index of the last event before it. */
  readonly after: number;
  readonly loss: Loss;
  /** Whether the whole audit is run. */
  readonly audited: boolean;
}

const ALL_LOSSES = Object.keys(LOSSES) as [Loss, ...Loss[]];
const AUDITED_OF = 25;

/** Power failures spread evenly over the recording. */
export function spreadCuts({ events }: Recording, count: number, roll: () => number): Cut[] {
  return Array.from({ length: count }, (_, nth) => ({
    after: Math.floor(((nth + 1) * events.length) / count) - 1,
    loss: pick(ALL_LOSSES, roll()),
    audited: nth % AUDITED_OF === AUDITED_OF - 1,
  }));
}

export interface Found extends Cut {
  /** Number of operations acknowledged before. */
  readonly acknowledged: number;
  /** Acknowledged operations without a trace in the database. */
  readonly lost: readonly string[];
  readonly wrong: readonly string[];
}

/** For each failure, in order, writes the disk image and opens it as a start does. */
export async function* cutPower(
  { events, deeds }: Recording,
  cuts: readonly Cut[],
  roll: () => number,
): AsyncGenerator<Found> {
  const folder = await mkdtemp(join(tmpdir(), 'arkhouse-image-'));
  const disk = new Disk();
  let next = 0;
  try {
    for (const cut of cuts) {
      for (const event of events.slice(next, cut.after + 1)) disk.apply(event);
      next = cut.after + 1;
      const acknowledged = deeds.filter(({ acknowledgedAt }) => acknowledgedAt <= cut.after);
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder);
      for (const [file, bytes] of disk.imageAfter(cut.loss, roll)) await writeFile(join(folder, file), bytes);
      const { traces, wrong } = await lookInto(folder, cut);
      const lost = acknowledged.map(({ trace }) => trace).filter((trace) => !traces.has(trace));
      yield { ...cut, acknowledged: acknowledged.length, lost, wrong };
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const ALL_TRACES: Query<{ trace: string }> = { text: TRACES, columns: ['trace'] };

async function lookInto(folder: string, { audited }: Cut) {
  let store: Database | undefined;
  try {
    store = await connect({ dataDir: folder });
    const damage = await store.checkIntegrity();
    // The power may have failed during the first start.
    await migrate(store, Date.now());
    await store.ensureWritable();
    const traces = (await store.all(ALL_TRACES, [])).map(({ trace }) => trace);
    const findings = audited ? await auditHouse(store, await readHouseTime(store)) : [];
    const told = findings.map(({ check, subject, found }) => `${check}: ${subject}: ${found}`);
    return { traces: new Set(traces), wrong: [...damage, ...doubled(traces), ...told] };
  } catch (error) {
    return { traces: new Set(), wrong: [`it cannot be opened: ${String(error)}`] };
  } finally {
    await store?.close();
  }
}

function doubled(traces: readonly string[]): string[] {
  const seen = new Set<string>();
  return traces.filter((trace) => seen.size === seen.add(trace).size).map((trace) => `twice: ${trace}`);
}
