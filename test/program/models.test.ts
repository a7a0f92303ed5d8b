import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { createHouseClient, httpTransport } from '../../src/client/client.ts';
import { SANDBOX_TOKEN } from '../support/parts.ts';
import { turning } from '../keeper/keeper.ts';
import { aFolder, started } from './arkhouse.ts';
import { whereItIsNoon } from './noon.ts';

test('after a kill a portrait is drawn and served, and items are judged by the bundled model and remembered', async () => {
  const env = { ARKHOUSE_DATA_DIR: aFolder(), ARKHOUSE_CLOCK: 'sandbox' };
  const first = await started(env);
  const at = (address: string, key?: string) => createHouseClient(httpTransport(address, key, SANDBOX_TOKEN));
  const body = { username: 'wren', timezone: whereItIsNoon() };
  const { your_token: key } = await at(first.address).registerAgent({ body });
  await at(first.address, key).adoptCreature({ body: { name: 'Bo', species_slug: 'beagle' } });
  await at(first.address, key).getCreatureStatus();
  await first.stop('SIGKILL');
  const { address } = await started(env);
  const [wren, turn] = [at(address, key), turning(address)];
  // If it was killed while drawing, another worker takes over ten minutes later.
  await turn(0.25);
  let status = await wren.getCreatureStatus();
  for (let tries = 0; tries < 40 && !status.portraits; tries += 1) {
    await pause(250);
    status = await wren.getCreatureStatus();
  }
  const { creature, portraits } = status;
  const url = 'image_url' in creature ? String(creature.image_url) : '';
  expect(portraits).toHaveLength(1);
  expect(url).toBe(portraits?.[0]?.image_url);
  expect(url.startsWith(`${address}/pictures/`)).toBe(true);
  const picture = await fetch(url);
  expect(picture.headers.get('content-type')).toBe('image/svg+xml');
  expect(await picture.text()).toContain('</svg>');
  expect((await fetch(url.replace('.svg', '.png'))).headers.get('content-type')).toBe('image/png');

  const offer = async (item: string) => {
    const { action_result: result } = await wren.careForCreature({ body: { action: 'feed', item } });
    await turn(0.01);
    return result.item_result;
  };
  // The model takes a moment to load, and care does not wait for it longer than two seconds.
  await expect
    .poll(() => offer('grilled chicken with rice'), { timeout: 20_000 })
    .toMatchObject({ category: expect.stringMatching(/loved|liked/), score: expect.any(Number) });
  expect(await offer('drain cleaner')).toMatchObject({ category: 'harmful' });
  const { discovered } = await wren.getCreaturePreferences();
  expect(discovered.feed?.map(({ item }) => item)).toEqual(['grilled chicken with rice', 'drain cleaner']);
});
