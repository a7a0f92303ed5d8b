// Raises one creature from the egg to the adult in about a minute: a house of its own, its clock turned, the real keeper.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { SETTINGS } from '../src/config/settings.ts';
import { runKeeper } from '../src/keeper/run-keeper.ts';
import { parseKeeperOptions } from '../src/keeper/keeper-options.ts';
import { systemRandom } from '../src/outside/engine/random.ts';

const { values } = parseArgs({
  options: { species: { type: 'string', default: 'housecat' }, quick: { type: 'boolean', default: false } },
});
/** Time to read a line. */
const READING_MS = values.quick ? 0 : 450;

const FAREWELL = `
That was a childhood in fast forward; it takes five days. In real time, open a house and send it a keeper:

  npm start
  npm run --silent arkhouse keep

The keeper stays until Ctrl-C, and docs/keeper.md says what else it can be asked to do.
`;

const folder = mkdtempSync(join(tmpdir(), 'arkhouse-demo-'));
const house = openHouse();
const closed = once(house, 'close');
const leaving = new AbortController();
process.once('SIGINT', () => leaving.abort()).once('SIGTERM', () => leaving.abort());
// Nobody reads on.
process.stdout.on('error', () => leaving.abort());

try {
  const address = await Promise.race([addressOf(house), closed.then(() => undefined)]);
  if (address === undefined) throw new Error('The house did not open; what it said stands above.');
  process.stdout.write(
    `A house is open at ${address}, just for this. Its clock is turned from visit to visit.\n\n`,
  );
  if (await growsUp(address)) process.stdout.write(FAREWELL);
} finally {
  house.kill('SIGTERM');
  await closed;
  rmSync(folder, { recursive: true, force: true });
}

type Running = ChildProcessByStdio<null, Readable, null>;

function openHouse(): Running {
  const program = new URL('../src/cli/arkhouse.ts', import.meta.url).pathname;
  const jsx = new URL('jsx.ts', import.meta.url).href;
  // Whatever house is set up here, this is another one.
  const others = Object.entries(process.env).filter(([name]) => !(name in SETTINGS));
  return spawn(process.execPath, ['--import', jsx, program, 'serve'], {
    env: {
      ...Object.fromEntries(others),
      ARKHOUSE_CLOCK: 'sandbox',
      ARKHOUSE_DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function addressOf({ stdout }: Running): Promise<string> {
  return new Promise((resolve) => {
    stdout.on('data', (chunk: Buffer) => {
      const address = /"address":"([^"]+)"/.exec(chunk.toString())?.[1];
      if (address !== undefined) resolve(address);
    });
  });
}

async function growsUp(address: string): Promise<boolean> {
  let isGrown = false;
  const args = ['--base-url', address, '--key-file', join(folder, 'key.json'), '--fast-forward'];
  await runKeeper(parseKeeperOptions([...args, '--name', 'Pebble', '--species', values.species], undefined), {
    now: () => Date.now(),
    randomId: () => systemRandom.id(),
    pause: (ms) => pause(ms, undefined, { signal: leaving.signal }),
    leaving: leaving.signal,
    async print(line, entry) {
      if (isGrown) return;
      process.stdout.write(`${line}\n`);
      isGrown = entry.kind === 'grew' && entry.stage === 'adult';
      if (isGrown) leaving.abort();
      await pause(READING_MS);
    },
  });
  return isGrown;
}
