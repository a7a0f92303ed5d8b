import { setTimeout as pause } from 'node:timers/promises';

import { runProgram } from '../../test/support/servers/house-node.ts';
import { until } from '../../test/support/servers/own-servers.ts';
import type { AnswerCounts } from './counting.ts';
import type { Fault } from './faults.ts';
import { Ledger, type Reckoning } from './ledger.ts';
import { Load } from './load.ts';
import { OURS, World } from './world.ts';

/** As much as must have happened before something goes wrong. */
const DEEDS_BEFORE = 200;
const LIFE_AFTER_MS = 4000;
const PROBE_TIMEOUT_MS = 2000;
const PROBE_EVERY_MS = 100;

/** Result of a fault. */
export interface Verdict {
  readonly fault: Fault;
  readonly counts: AnswerCounts;
  readonly reckoning: Reckoning;
  /** Until all nodes answered again: since it began, and since it was over. */
  readonly recoveredAfter: { readonly beginSeconds: number; readonly endSeconds: number };
  readonly audit: { readonly code: number; readonly said: string };
  readonly tookSeconds: number;
  /** Why it did not pass, a line each; none when it did. */
  readonly complaints: readonly string[];
  /** Logs of the nodes. */
  readonly logs: string;
}

/** Lets agents live in a world of their own, brings the fault about, and holds what they were told against what was kept. */
export async function tryFault(fault: Fault, seed: number): Promise<Verdict> {
  const began = performance.now();
  await using world = await World.create(fault.world);
  const ledger = new Ledger(`t${seed.toString(36)}`);
  const load = new Load(world.address, ledger, seed);
  load.start();
  await until('the house is lived in', async () => ledger.acknowledged >= DEEDS_BEFORE);
  const faultBegan = performance.now();
  await fault.run(world);
  const faultEnded = performance.now();
  await allAnswer(world, load);
  const recovered = performance.now();
  await pause(LIFE_AFTER_MS);
  await load.stop();
  await world.close();
  const database = world.current;
  const reckoning = await ledger.reckon(database);
  const audit = await runProgram(OURS, ['audit'], { DATABASE_URL: database.url });
  const seconds = (from: number, to: number) => (to - from) / 1000;
  const verdict = {
    fault,
    counts: load.counts,
    reckoning,
    recoveredAfter: {
      beginSeconds: seconds(faultBegan, recovered),
      endSeconds: seconds(faultEnded, recovered),
    },
    audit,
    tookSeconds: seconds(began, performance.now()),
    logs: world.logs(),
  };
  return { ...verdict, complaints: complaintsAbout(verdict) };
}

/** Until each node, asked by itself, has kept something. */
async function allAnswer(world: World, load: Load): Promise<void> {
  await Promise.all(
    world.nodePorts.map(async (port) => {
      while (!(await load.registersAt(`http://127.0.0.1:${port}`, PROBE_TIMEOUT_MS)))
        await pause(PROBE_EVERY_MS);
    }),
  );
}

function complaintsAbout({ fault, counts, reckoning, audit }: Omit<Verdict, 'complaints'>): string[] {
  const tokens = (deeds: Reckoning['lost']) => deeds.map(({ token }) => token).join(' ');
  const complaints: string[] = [];
  if (reckoning.lost.length > 0) complaints.push(`acknowledged and lost: ${tokens(reckoning.lost)}`);
  if (reckoning.doubled.length > 0) complaints.push(`done twice: ${tokens(reckoning.doubled)}`);
  if (counts.owed.length > 0) complaints.push(`answered with ${counts.owed.join(', ')}`);
  if (fault.unnoticed === true && counts.troubles.length > 0)
    complaints.push(`nobody should have noticed, but some got ${counts.troubles.join(', ')}`);
  if (audit.code !== 0) complaints.push(`the audit says: ${audit.said.trim()}`);
  return complaints;
}
