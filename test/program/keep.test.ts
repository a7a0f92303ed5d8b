import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { createHouseClient, httpTransport } from '../../src/client/client.ts';
import { aKeeper, turning } from '../keeper/keeper.ts';
import { aListeningHouse } from '../mcp/listening.ts';
import { openUntilTestEnds } from '../support/local-server.ts';
import { SANDBOX_TOKEN } from '../support/parts.ts';
import { aFolder, arkhouse, begin, started } from './arkhouse.ts';
import { whereItIsNoon } from './noon.ts';

test('a keeper runs until stopped, follows the clock of the service, and never prints its key', async () => {
  // Both read the token of this start from the data folder.
  const env = { ARKHOUSE_DATA_DIR: aFolder() };
  const { address } = await started({ ...env, ARKHOUSE_CLOCK: 'sandbox', ARKHOUSE_SANDBOX_TOKEN: '' });
  const turn = turning(address, readFileSync(join(env.ARKHOUSE_DATA_DIR, 'sandbox-token'), 'utf8').trim());
  const keeper = aKeeper(address, '--species', 'housecat', '--timezone', whereItIsNoon());
  const { child, ended, seen } = begin(['keep', ...keeper.args], env);
  await seen(/"kind":"(resting)"/);
  const err = expect.stringMatching(/^Another keeper is at work here already .*\n$/);
  expect(await arkhouse(['keep', ...keeper.args], {})).toMatchObject({ code: 1, out: '', err });
  await turn(4);
  await seen(/"action":"(feed)"/);
  expect(keeper.cares()[0]).toMatchObject({ action: 'feed', timing: 'on_time' });
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, err: '' });
  expect(keeper.kinds().at(-1)).toBe('goodbye');
  expect(existsSync(`${keeper.keyFile}.lock`)).toBe(false);

  // Exit codes for scripts: all well, a creature died.
  expect(await arkhouse(['keep', ...keeper.args, '--once'], env)).toMatchObject({ code: 0, err: '' });
  await turn(60);
  expect(await arkhouse(['keep', ...keeper.args, '--once'], env)).toMatchObject({ code: 2, err: '' });
});

test.each([
  ['refuses connections', async () => 'http://127.0.0.1:1'],
  ['never answers', async () => `http://127.0.0.1:${await openUntilTestEnds(createServer())}`],
])('one visit to a service that %s says so without the 30 seconds of patience', async (_, house) => {
  const address = await house();
  const starting = performance.now();
  await arkhouse(['keep', '--help'], {});
  const began = performance.now();
  const args = ['keep', '--once', '--base-url', address, '--key-file', join(aFolder(), 'key.json')];
  const { code, out, err } = await arkhouse(args, {});
  // It gives up after two seconds. On a busy machine the program takes seconds to start.
  expect(performance.now() - began - (began - starting)).toBeLessThan(20_000);
  expect({ code, err }).toEqual({ code: 3, err: '' });
  expect(out).toMatch(new RegExp(`^\\S+ \\S+ {2}The house at ${address} does not answer\\.\n$`));
});

test('a real clock cannot be turned', async () => {
  const { address } = await aListeningHouse();
  expect(await arkhouse(['keep', ...aKeeper(address, '--fast-forward').args], {})).toMatchObject({
    code: 1,
    err: `${address} has no clock that can be turned: it is not a sandbox on this machine, or ARKHOUSE_SANDBOX_TOKEN is not its token.\n`,
  });
});

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
  await expect.poll(async () => (await wren.getCreatureStatus()).portraits).toBeDefined();
  const { creature, portraits } = await wren.getCreatureStatus();
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
    .poll(() => offer('grilled chicken with rice'))
    .toMatchObject({ category: expect.stringMatching(/loved|liked/), score: expect.any(Number) });
  expect(await offer('drain cleaner')).toMatchObject({ category: 'harmful' });
  const { discovered } = await wren.getCreaturePreferences();
  expect(discovered.feed?.map(({ item }) => item)).toEqual(['grilled chicken with rice', 'drain cleaner']);
});
