import { expect, test } from 'vitest';

import { SANDBOX_HEADERS } from '../support/parts.ts';
import { aFolder, started } from './arkhouse.ts';

interface Status {
  readonly creature: { readonly image_url: string | null };
  readonly portraits?: readonly { readonly stage: string; readonly image_url: string }[];
}

test('a portrait is drawn though the house was killed in between, and can be seen at its address', async () => {
  const env = { ARKHOUSE_DATA_DIR: aFolder(), ARKHOUSE_CLOCK: 'sandbox' };
  const first = await started(env);
  const key = await registered(first.address);
  await ask(first.address, key, '/api/house/adopt', { name: 'Bo', species_slug: 'owl' });
  await ask(first.address, key, '/api/house/status');
  await first.stop('SIGKILL');
  const { address } = await started(env);
  // If it was killed while drawing, another worker takes over ten minutes later.
  await ask(address, undefined, '/api/sandbox/clock', { advance_hours: 0.25 });
  const { creature, portraits } = await withPortrait(address, key);
  expect(portraits).toHaveLength(1);
  expect(creature.image_url).toBe(portraits?.[0]?.image_url);
  expect(creature.image_url?.startsWith(`${address}/pictures/`)).toBe(true);
  const picture = await fetch(String(creature.image_url));
  expect(picture.headers.get('content-type')).toBe('image/svg+xml');
  expect(await picture.text()).toContain('</svg>');
  const print = await fetch(String(creature.image_url).replace('.svg', '.png'));
  expect(print.headers.get('content-type')).toBe('image/png');
});

async function registered(address: string): Promise<string> {
  const { your_token: key } = (await ask(address, undefined, '/api/auth/register', {
    username: 'wren',
  })) as { your_token: string };
  return key;
}

/** Looks until the artist is done: some seconds at most. */
async function withPortrait(address: string, key: string): Promise<Status> {
  for (let tries = 0; tries < 40; tries += 1) {
    const status = (await ask(address, key, '/api/house/status')) as Status;
    if (status.portraits) return status;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('nobody drew anything');
}

async function ask(address: string, key: string | undefined, path: string, body?: object): Promise<unknown> {
  const reply = await fetch(`${address}${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { ...SANDBOX_HEADERS, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
  });
  return reply.json();
}
