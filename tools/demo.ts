import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { createSandboxClient, httpTransport, type SandboxClient } from '../src/client/client.ts';
import { DAY, HOUR, iso, MINUTE, type Instant } from '../src/rules/base/clock.ts';
import { createWaiter } from '../src/keeper/run-keeper.ts';
import { systemRandom } from '../src/outside/random.ts';
import { openDemoHouse, type DemoHouse } from './demo/demo-house.ts';
import { createNarrator } from './demo/narrator.ts';
import { beginStory } from './demo/story.ts';
import { readArguments } from './support/arguments.ts';

// Keepers register with the zone of the process: in another zone the rescue could fall into a night.
process.env['TZ'] = 'UTC';

const { values } = readArguments(
  `Usage: npm run demo -- [--port N] [--quick]
Five creatures in five minutes, in a service of its own where a day passes in a minute.
  --port N  without it PORT, or 3000
  --quick   turns the clock from visit to visit instead of waiting for it`,
  { quick: { type: 'boolean' }, port: { type: 'string', default: process.env['PORT'] ?? '3000' } },
);
const A_DAY_A_MINUTE = DAY / MINUTE;
const BEGINS_AT_HOUR = 8;

class HouseGoneError extends Error {
  override readonly name = 'HouseGoneError';
}

const leaving = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => leaving.abort());
// stdout was closed by its reader.
process.stdout.on('error', () => leaving.abort());

const folder = mkdtempSync(join(tmpdir(), 'arkhouse-demo-'));
try {
  await demonstrate();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function demonstrate(): Promise<void> {
  const house = await openDemoHouse({
    folder,
    port: Number(values.port),
    timeScale: values.quick ? 1 : A_DAY_A_MINUTE,
  });
  const gone = house.closed.then(() => leaving.abort(new HouseGoneError('The house closed by itself.')));
  try {
    await play(house);
  } catch (error) {
    // Errors of work in progress during shutdown are ignored.
    if (!leaving.signal.aborted) throw error;
    if (leaving.signal.reason instanceof HouseGoneError) throw leaving.signal.reason;
  } finally {
    await house.close();
    await gone;
  }
  say('\n  The house is closed, and nothing of it is left.');
}

async function play({ address, sandboxToken }: DemoHouse): Promise<void> {
  const host = {
    now: () => Date.now(),
    randomId: () => systemRandom.id(),
    pause: (ms: number) => pause(ms, undefined, { signal: leaving.signal }),
    leaving: leaving.signal,
  };
  const clock = createSandboxClient(httpTransport(address, undefined, sandboxToken));
  const waiter = await createWaiter(host, clock, values.quick ? 'fast_forward' : 'patient');
  if (!waiter) throw new Error('This house has no clock that can be turned.');
  const beginsAt = await turnToMorning(clock);
  say(`\n  A house is open at ${address}: watch them there while you read.`);
  say('  A day passes in a minute, and a childhood in five.\n');
  const narrator = createNarrator(beginsAt, say);
  const story = beginStory({ address, beginsAt, clock, waiter, folder, narrator, host });
  await story.untilGrown();
  say(farewell(address));
  // A clock that is turned from visit to visit would never stand still again.
  await (values.quick ? once(leaving.signal, 'abort') : story.onwards());
}

/** Starts in the morning, when creatures with a nightly sleep are awake. */
async function turnToMorning(clock: SandboxClient): Promise<Instant> {
  const now = Date.parse((await clock.getSandboxClock()).now);
  const morning = (Math.floor(now / DAY) + 1) * DAY + BEGINS_AT_HOUR * HOUR;
  return Date.parse((await clock.turnSandboxClock({ body: { to: iso(morning) } })).now);
}

function farewell(address: string): string {
  return `
  That was a childhood; in real time it takes five days. They live on here until you press Ctrl-C:
  ${address}/creatures   ${address}/hall   ${address}/graveyard

  A house that lasts: npm start. A creature of your own in it: npm run --silent arkhouse keep`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
