import { once } from 'node:events';
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { DAY, HOUR, iso, MINUTE } from '../src/rules/base/clock.ts';
import { createSandboxClient, httpTransport } from '../src/client/client.ts';
import { sandboxTokenFile } from '../src/client/sandbox-token.ts';
import { isSettingName } from '../src/config/config.ts';
import { createWaiter } from '../src/keeper/run-keeper.ts';
import { systemRandom } from '../src/outside/random.ts';
import { beginStory } from './demo/story.ts';
import { readArguments } from './support/arguments.ts';
import { startService } from './support/service.ts';

// Keepers register with the zone of the process: in another zone the rescue could fall into a night.
process.env['TZ'] = 'UTC';

const { values } = readArguments(
  `Usage: node tools/demo.ts [--port N] [--quick]
Five creatures in five minutes, in a service of its own where a day passes in a minute.
  --port N  without it PORT, or 3000
  --quick   turns the clock from visit to visit instead of waiting for it`,
  { quick: { type: 'boolean' }, port: { type: 'string', default: process.env['PORT'] ?? '3000' } },
);
const HOST = '127.0.0.1';
const BEGINS_AT_HOUR = 6;

const leaving = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => leaving.abort());
// stdout was closed by its reader.
process.stdout.on('error', () => leaving.abort());

using temporary = mkdtempDisposableSync(join(tmpdir(), 'arkhouse-demo-'));
const folder = temporary.path;
const house = await openHouse();
const closed = new Error('The house closed by itself.');
const gone = house.closed.then(() => leaving.abort(closed));
try {
  await play(house.address);
} catch (error) {
  // Errors of work in progress during shutdown are ignored.
  if (!leaving.signal.aborted) throw error;
  if (leaving.signal.reason === closed) throw closed;
} finally {
  await house.close();
  await gone;
}
console.log('\n  The house is closed, and nothing of it is left.');

/** Opens a house with a clock of its own, independent of any configured service in the environment. */
async function openHouse() {
  const program = new URL('../src/cli/arkhouse.ts', import.meta.url).pathname;
  const jsx = new URL('support/jsx.ts', import.meta.url).href;
  const others = Object.entries(process.env).filter(([name]) => !isSettingName(name));
  return startService([process.execPath, '--import', jsx, program, 'serve'], {
    env: {
      ...Object.fromEntries(others),
      ARKHOUSE_CLOCK: 'sandbox',
      ARKHOUSE_TIME_SCALE: String(values.quick ? 1 : DAY / MINUTE),
      ARKHOUSE_DATA_DIR: folder,
      HOST,
      PORT: String(await freePort(Number(values.port))),
      LOG_LEVEL: 'info',
    },
  });
}

/** The port that is wanted or, where that is taken, 0, which is any. */
async function freePort(wanted: number): Promise<number> {
  await using probe = createServer();
  probe.listen(wanted, HOST);
  return await once(probe, 'listening').then(
    () => wanted,
    () => 0,
  );
}

async function play(address: string): Promise<void> {
  const host = {
    now: () => Date.now(),
    randomId: () => systemRandom.id(),
    pause: (ms: number) => pause(ms, undefined, { signal: leaving.signal }),
    leaving: leaving.signal,
  };
  const sandboxToken = readFileSync(sandboxTokenFile(folder), 'utf8').trim();
  const clock = createSandboxClient(httpTransport(address, undefined, sandboxToken));
  const waiter = await createWaiter(host, clock, values.quick ? 'fast_forward' : 'patient');
  if (!waiter) throw new Error('This house has no clock that can be turned.');
  // Early enough that the rescue, 13 to 15 hours into a day, comes before creatures sleep at 22:00.
  const now = Date.parse((await clock.getSandboxClock()).now);
  const morning = (Math.floor(now / DAY) + 1) * DAY + BEGINS_AT_HOUR * HOUR;
  const beginsAt = Date.parse((await clock.turnSandboxClock({ body: { to: iso(morning) } })).now);
  console.log(`
  A house is open at ${address}: watch them there while you read.
  A day passes in a minute, and a childhood in five.
`);
  const story = beginStory({ address, beginsAt, clock, waiter, folder, host, say: console.log });
  await story.untilGrown();
  console.log(`
  That was a childhood; in real time it takes five days. They live on here until you press Ctrl-C:
  ${address}/creatures   ${address}/hall   ${address}/graveyard

  A house that lasts: npm start. A creature of your own in it: npm run --silent arkhouse keep`);
  // A clock that is turned from visit to visit would never stand still again.
  await (values.quick ? once(leaving.signal, 'abort') : story.onwards());
}
