import { expect, test } from 'vitest';

import { SANDBOX_HEADERS } from '../support/parts.ts';
import { aFolder, started } from './arkhouse.ts';
import { whereItIsNoon } from './noon.ts';

test('items are judged by the model that comes with the house, and remembered', async () => {
  const { address } = await started({ ARKHOUSE_DATA_DIR: aFolder(), ARKHOUSE_CLOCK: 'sandbox' });
  let key = '';
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { ...SANDBOX_HEADERS, 'x-api-key': key };
    const sent = await fetch(`${address}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await sent.json()) as Record<string, unknown>;
  };
  const agent = { username: 'reader', timezone: whereItIsNoon() };
  key = String((await ask('POST', '/api/auth/register', agent))['your_token']);
  await ask('POST', '/api/house/adopt', { name: 'Bo', species_slug: 'beagle' });
  await ask('GET', '/api/house/status');
  const offer = async (item: string) => {
    const { action_result: result } = await ask('POST', '/api/house/care', { action: 'feed', item });
    await ask('POST', '/api/sandbox/clock', { advance_hours: 0.01 });
    return result as { item_result: { category: string; score: number | null } };
  };
  // The model takes a moment to wake up, and care does not wait for it longer than two seconds.
  await expect
    .poll(() => offer('grilled chicken with rice'), { timeout: 20_000 })
    .toMatchObject({
      item_result: { category: expect.stringMatching(/loved|liked/), score: expect.any(Number) },
    });
  expect((await offer('drain cleaner')).item_result).toMatchObject({ category: 'harmful' });
  const { discovered } = await ask('GET', '/api/house/preferences');
  const { feed } = discovered as { feed: { item: string; score: number }[] };
  expect(feed.map(({ item }) => item)).toEqual(['grilled chicken with rice', 'drain cleaner']);
});
