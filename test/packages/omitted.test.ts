import { expect, test } from 'vitest';

import packageJson from '../../package.json' with { type: 'json' };
import { createHouseClient, httpTransport } from '../../src/api/client.ts';
import { aFolder, arkhouse, started } from '../program/arkhouse.ts';
import { whereItIsNoon } from '../program/noon.ts';
import { SANDBOX_TOKEN } from '../support/parts.ts';

const OMITTED = {
  NODE_OPTIONS: `--import=${new URL('omit-packages-child.ts', import.meta.url).href}`,
  OMIT: Object.keys(packageJson.optionalDependencies).join(' '),
};

test('without its optional packages the service logs what is missing, and works', async () => {
  const house = await started({ ...OMITTED, ARKHOUSE_DATA_DIR: aFolder(), ARKHOUSE_CLOCK: 'sandbox' });
  const { address } = house;
  const { your_token: key } = await createHouseClient(httpTransport(address)).registerAgent({
    body: { username: 'wren', timezone: whereItIsNoon() },
  });
  const keeper = createHouseClient(httpTransport(address, key, SANDBOX_TOKEN));
  await keeper.adoptCreature({ body: { name: 'Bo', species_slug: 'beagle' } });
  await keeper.getCreatureStatus({});
  const offer = async (item: string) =>
    (await keeper.careForCreature({ body: { action: 'feed', item } })).action_result.item_result;
  expect(await offer('drain cleaner')).toMatchObject({ category: 'harmful' });
  expect(await offer('a wubblecrank')).toMatchObject({ score: null });
  expect(await keeper.buyCredits({ body: { pack: '500' } })).toMatchObject({
    checkout_url: expect.any(String),
  });
  expect(await keeper.getHealth()).toMatchObject({ status: 'ok' });
  const card = await fetch(`${address}/card.png`);
  expect([card.status, await card.json()]).toMatchObject([501, { error: 'This house prints no pictures' }]);
  const { code, out, err } = await house.stop();
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('its language model was left out');
  expect(out).toContain('what prints them was left out');
  expect(out).not.toContain('"level":"error"');
});

test('payments through Stripe without its package are refused in a sentence', async () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  const { code, err } = await arkhouse(['serve'], { ...OMITTED, ...keys, ARKHOUSE_DATA_DIR: aFolder() });
  expect(code).toBe(1);
  expect(err).toMatch(/^These settings take payments through Stripe.*\n$/);
});
