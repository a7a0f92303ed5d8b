import { expect, test } from 'vitest';

import { createHouseClient } from '../../src/api/client.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { openCashier } from '../../src/outside/money/cashier.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';

const PACKS = [
  { id: '100', credits: 100, price: '$1.00' },
  { id: '500', credits: 500, price: '$4.00' },
  { id: '1000', credits: 1000, price: '$7.00' },
];
const PATH = '/api/house/credits';
const WEBHOOK = '/api/webhooks/payments';

eachDatabase(({ fresh }) => {
  test('an agent sees its balance, the prices and the payment methods', async () => {
    const { ask, registered } = await aHouse(await fresh());
    const { status, body } = await ask({ path: PATH, key: await registered('moss') });
    expect(status).toBe(200);
    expect(body).toMatchObject({ credits: 0, mpp_enabled: false, x402_enabled: false, packs: PACKS });
    expect(body['next_steps']).not.toEqual([]);
  });

  test('reading and buying credits need a key', async () => {
    const { ask } = await aHouse(await fresh());
    for (const request of [{ path: PATH }, { method: 'POST', path: PATH, body: { pack: '100' } } as const]) {
      expect(await ask(request)).toMatchObject({ status: 401, body: { error: 'Invalid API key' } });
    }
  });

  test.each([[{}], [{ pack: '200' }], [{ pack: 100 }], [{ pack: ['100'] }], [{ pack: null }]])(
    '%j is not a pack',
    async (sent) => {
      const { ask, registered } = await aHouse(await fresh());
      const reply = await ask({ method: 'POST', path: PATH, key: await registered('moss'), body: sent });
      expect(reply).toMatchObject({ status: 400, body: { error: 'Invalid pack' } });
    },
  );

  test('where payments are off, packs are listed and cannot be bought', async () => {
    const { ask, registered } = await aHouse(await fresh());
    const key = await registered('moss');
    const refused = await ask({ method: 'POST', path: PATH, key, body: { pack: '100' } });
    expect(refused).toMatchObject({
      status: 503,
      body: { error: 'Payments are not set up on this server', code: 'payments_off' },
    });
    expect(await ask({ method: 'POST', path: '/api/webhooks/payments', body: '{}' })).toMatchObject({
      status: 503,
    });
  });

  test('with play money the answer says so, and the client parses the reply', async () => {
    const cashier = await openCashier({
      mode: 'sandbox',
      sandboxToken: SANDBOX_TOKEN,
      baseUrl: new URL('http://127.0.0.1:3000'),
      random: systemRandom,
    });
    const { ask, registered } = await aHouse(await fresh(), { house: { cashier } });
    const key = await registered('moss');
    const client = createHouseClient((request) =>
      ask({ ...request, key, headers: { ...request.headers, ...SANDBOX_HEADERS } }),
    );
    const reply = await client.buyCredits({ body: { pack: '1000' } });
    expect(reply).toMatchObject({ pack: { credits: 1000, price: '$7.00' }, sandbox: true });
    expect(reply.next_steps[0]).toMatchObject({ action: 'pay', url: reply.checkout_url });
  });

  test.each(['/api/v1/webhooks/payments', '/webhooks/payments', `${WEBHOOK}/`, WEBHOOK.toUpperCase()])(
    'a callback at %s is not redirected',
    async (path) => {
      const { ask } = await aHouse(await fresh());
      expect(await ask({ method: 'POST', path, body: '{}' })).toMatchObject({ status: 404 });
    },
  );
});
