import { beforeAll, describe, expect, test } from 'vitest';

import { seededInts } from '../support/seeded.ts';
import { cutPower, spreadCuts, type Cut, type Found } from './after-power-loss.ts';
import { CONTROLS } from './controls.ts';
import type { DiskEvent } from './disk.ts';
import { record, whyNoRecording, type Recording } from './recording.ts';

/** `node tools/power-loss.ts` checks every moment. */
const IMAGES = process.env['TEST_LONG'] ? 200 : 50;
const whyNot = whyNoRecording();
if (whyNot !== undefined) console.warn(`${whyNot}, so a power failure is NOT tested`);

describe.skipIf(whyNot !== undefined)('when the power fails', () => {
  const anyInt = seededInts();
  const roll = () => anyInt(0, 2 ** 32) / 2 ** 32;
  let recording: Recording;

  beforeAll(async () => {
    recording = await record({ keepers: 10, caresEach: 3, ends: ['SIGTERM'] });
  }, 120_000);

  // The controls come first: a test that cannot fail shows nothing.
  test.each(Object.entries(CONTROLS))('%s loses what it has acknowledged', async (_, worsen) => {
    expect(await losesSomething(worsen(recording), beforeFlushes(recording), roll)).toBe(true);
  });

  test('everything acknowledged is stored once after a power failure, and the audit has no findings', async () => {
    const found = await foundAfter(recording, spreadCuts(recording, IMAGES, roll), roll);
    expect(found.filter(({ lost, wrong }) => lost.length + wrong.length > 0)).toEqual([]);
    expect(found.at(-1)?.acknowledged).toBe(recording.deeds.length);
    const kinds = new Set(recording.deeds.map(({ trace }) => trace.split(' ', 1)[0]));
    expect(kinds).toEqual(new Set(['agent', 'creature', 'care', 'order', 'paid']));
  }, 120_000);
});

async function foundAfter(recording: Recording, cuts: readonly Cut[], roll: () => number): Promise<Found[]> {
  const all: Found[] = [];
  for await (const found of cutPower(recording, cuts, roll)) all.push(found);
  return all;
}

/** Only some commits carry an acknowledged operation: stops at the first loss. */
async function losesSomething(recording: Recording, cuts: readonly Cut[], roll: () => number) {
  for await (const { lost } of cutPower(recording, cuts, roll)) if (lost.length > 0) return true;
  return false;
}

/** Between each commit and its flush, with all unflushed writes dropped. */
function beforeFlushes({ events }: Recording): Cut[] {
  const isFlush = (event: DiskEvent) => event.kind === 'synced' && event.file === 'arkhouse.db-wal';
  const flushes = [...events.entries()].filter(([, event]) => isFlush(event));
  return flushes.map(([at]) => ({ after: at - 1, loss: 'dropped', audited: false }));
}
