import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

import { openUntilTestEnds } from '../support/local-server.ts';
import { FROM_SOURCES } from '../support/servers/program.ts';
import { aFolder } from './arkhouse.ts';

const PATIENTLY = { timeout: 180_000 };

test('the demonstration shows a rescue, a death and growth, and leaves no files', PATIENTLY, async () => {
  const taken = await openUntilTestEnds(createServer());
  const scratch = aFolder();
  // The clock is turned from visit to visit instead of waited for.
  const program = fileURLToPath(new URL('../../tools/demo.ts', import.meta.url));
  const child = spawn(process.execPath, [program, '--quick'], {
    env: { PATH: process.env['PATH'] ?? '', PORT: String(taken), TMPDIR: scratch, ...FROM_SOURCES.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  let out = '';
  const closed = once(child, 'close').then(([code]) => code as number | null);
  const hasTold = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('Ctrl-C')) resolve(out);
    });
  });
  const early = closed.then(() => expect.fail(`it ended early: ${out}`));
  const told = await Promise.race([hasTold, early]);

  const [, lifeLeft, healthAt] = /Biscuit has (\d) hours left: food \d+, health (\d+)\./.exec(told) ?? [];
  const [, healthAfter] =
    /juniper is back[^:]*: food \d+, health (\d+)\. Biscuit will live\./.exec(told) ?? [];
  expect(Number(lifeLeft)).toBeLessThanOrEqual(2);
  // The rescue rule: health below 20, then medicine to 40 or more.
  expect(Number(healthAt)).toBeLessThan(20);
  expect(Number(healthAfter)).toBeGreaterThanOrEqual(40);
  expect(told).toContain('Biscuit has grown up. They call it Threelegs.');
  expect(told).toMatch(/Thistle has died, because nobody came\./);
  expect(told).toMatch(/Pebble is a child now\.[\s\S]*Pebble is a teen now\.[\s\S]*Pebble has grown up\./);

  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(told)?.[0] ?? '';
  expect(new URL(address).port).not.toBe(String(taken));
  const read = async (path: string) => (await fetch(`${address}${path}`)).text();
  expect(await read('/creatures')).toContain('Biscuit');
  expect(await read('/graveyard')).toContain('Thistle');

  child.kill('SIGINT');
  expect(await closed).toBe(0);
  expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  expect(readdirSync(scratch)).toEqual([]);
});
