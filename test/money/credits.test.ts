import { expect, test } from 'vitest';

import { createHouseClient } from '../../src/api/client.ts';
import { onSqlite } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { SANDBOX_HEADERS } from '../support/parts.ts';
import { aPlayHouse } from './play-house.ts';

const PACKS = [
  { id: '100', credits: 100, price: '$1.00' },
  { id: '500', credits: 500, price: '$4.00' },
  { id: '1000', credits: 1000, price: '$7.00' },
];
const PATH = '/api/house/credits';
const WEBHOOK = '/api/webhooks/payments';

onSqlite(({ fresh }) => {
  test('where payments are off, an agent sees balance and packs and cannot buy; an unknown pack is invalid; callbacks are never redirected', async () => {
    const { ask, registered } = await aHouse(await fresh());
    const key = await registered('moss');
    const { status, body } = await ask({ path: PATH, key });
    expect(status).toBe(200);
    expect(body).toMatchObject({ credits: 0, mpp_enabled: false, x402_enabled: false, packs: PACKS });
    expect(body['next_steps']).not.toEqual([]);
    const refused = await ask({ method: 'POST', path: PATH, key, body: { pack: '100' } });
    const off = { error: 'Payments are not set up on this server', code: 'payments_off' };
    expect(refused).toMatchObject({ status: 503, body: off });
    for (const wrong of [{}, { pack: '200' }, { pack: 100 }, { pack: ['100'] }, { pack: null }]) {
      const told = await ask({ method: 'POST', path: PATH, key, body: wrong });
      expect(told, JSON.stringify(wrong)).toMatchObject({ status: 400, body: { error: 'Invalid pack' } });
    }
    expect(await ask({ method: 'POST', path: WEBHOOK, body: '{}' })).toMatchObject({ status: 503 });
    for (const path of [
      '/api/v1/webhooks/payments',
      '/webhooks/payments',
      `${WEBHOOK}/`,
      WEBHOOK.toUpperCase(),
    ])
      expect(await ask({ method: 'POST', path, body: '{}' }), path).toMatchObject({ status: 404 });
  });

  test('with play money the answer says so, and the client parses the reply', async () => {
    const { ask, key } = await aPlayHouse(await fresh());
    const client = createHouseClient((request) =>
      ask({ ...request, key, headers: { ...request.headers, ...SANDBOX_HEADERS } }),
    );
    const reply = await client.buyCredits({ body: { pack: '1000' } });
    expect(reply).toMatchObject({ pack: { credits: 1000, price: '$7.00' }, sandbox: true });
    expect(reply.checkout_url).toMatch(
      /^http:\/\/127\.0\.0\.1:3000\/checkout\/sandbox\/[\w-]{43}\?sandbox_token=/,
    );
    expect(reply.next_steps[0]).toMatchObject({ action: 'pay', url: reply.checkout_url });
  });
});
