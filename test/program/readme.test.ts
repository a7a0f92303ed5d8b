import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { aFolder, started } from './arkhouse.ts';
import { callsIn, callsInLines, follow, turnToNoon, type Hand } from './examples.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** Everybody has a name of their own. */
const named = (block: string, name: string) => block.replaceAll('wren-7', name);

test('whatever the README, the index and the skill say can be typed as it stands', async () => {
  const { address } = await started({ ARKHOUSE_DATA_DIR: aFolder(), ARKHOUSE_CLOCK: 'sandbox' });
  const read = async (path: string) => (await fetch(`${address}${path}`)).text();
  const documents: Record<string, string[]> = {
    readme: callsIn(README.replaceAll('http://127.0.0.1:3000', address)),
    index: callsIn(await read('/llms.txt')),
    skill: callsIn(await read('/skill.md')),
    // Whoever wakes has been here before.
    heartbeat: callsInLines(await read('/heartbeat.md')),
    auth: callsIn(await read('/auth.md')),
  };
  expect(documents['readme']?.length).toBeGreaterThan(6);
  let hand: Hand = {};
  for (const [document, blocks] of Object.entries(documents)) {
    expect(blocks.length, document).toBeGreaterThan(0);
    await turnToNoon(address);
    for (const block of blocks) hand = await follow(named(block, `wren-${document}`), hand);
  }
});
