import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { aFolder, started } from './arkhouse.ts';
import { callsIn, callsInLines, follow, turnToNoon, type Hand } from './examples.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Each agent has its own name. */
const named = (block: string, name: string) => block.replaceAll('wren-7', name);

/** `.ci/run` runs the first and the last, `demo.test.ts` the other. */
const COMMANDS = ['npm ci && npm start', 'npm run demo', 'npm ci && npm test'];

test('the README fits on a screen and shows only tested commands', () => {
  const readme = read('README.md');
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block.trim());
  expect(blocks.flatMap((block) => block.split('\n'))).toEqual(COMMANDS);
});

test('the film of the README is small enough to be loaded with it, and brings nothing that runs', () => {
  const film = read('docs/life.svg');
  expect(Buffer.byteLength(film)).toBeLessThanOrEqual(300_000);
  expect(film).not.toMatch(/<script|<foreignObject|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
});

test(
  'commands of docs/use/http.md, the index and the skill run unchanged',
  { timeout: 120_000 },
  async () => {
    const folder = aFolder();
    const ARKHOUSE_DATA_DIR = join(folder, 'data');
    const env = { ARKHOUSE_DATA_DIR, ARKHOUSE_CLOCK: 'sandbox', ARKHOUSE_SANDBOX_TOKEN: '' };
    const { address } = await started(env);
    const token = readFileSync(join(ARKHOUSE_DATA_DIR, 'sandbox-token'), 'utf8').trim();
    const fetchText = async (path: string) => (await fetch(`${address}${path}`)).text();
    const documents: Record<string, string[]> = {
      talk: callsIn(read('docs/use/http.md').replaceAll('http://127.0.0.1:3000', address)),
      index: callsIn(await fetchText('/llms.txt')),
      skill: callsIn(await fetchText('/skill.md')),
      folder: callsIn(read('skills/arkhouse/SKILL.md')),
      // After waking, an agent has a key from before.
      heartbeat: callsInLines(await fetchText('/heartbeat.md')),
      auth: callsIn(await fetchText('/auth.md')),
    };
    expect(documents['talk']?.length).toBeGreaterThan(6);
    let hand: Hand = { ARKHOUSE_BASE_URL: address };
    for (const [document, blocks] of Object.entries(documents)) {
      expect(blocks.length, document).toBeGreaterThan(0);
      await turnToNoon(address, token);
      for (const block of blocks) hand = await follow(named(block, `wren-${document}`), hand, folder);
    }
  },
);
