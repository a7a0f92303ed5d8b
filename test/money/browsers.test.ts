import { expect, test } from 'vitest';

import { aKeeper } from '../support/asking.ts';
import { onSqlite } from '../support/databases.ts';
import { aTill, buy, mppOf, PlayMethod } from './till.ts';

onSqlite((place) => {
  test('cross-origin pages may pay, and read the payment request and the receipt', async () => {
    const till = await aTill(await place.fresh(), { mpp: mppOf(new PlayMethod()) });
    const wren = await aKeeper(till);
    const path = '/api/house/credits';
    const asked = { origin: 'https://agent.example.org', 'access-control-request-method': 'POST' };
    const preflight = await till.ask({ method: 'OPTIONS', path, headers: asked });
    const allowed = String(preflight.headers['access-control-allow-headers']).toLowerCase().split(', ');
    for (const name of [
      'payment-signature',
      'x-payment',
      'payment-authorization',
      'accept-payment',
      'x-api-key',
    ])
      expect(allowed).toContain(name);
    const told = await buy(till, { origin: asked.origin, 'x-api-key': wren.key });
    const exposed = String(told.headers['access-control-expose-headers']).toLowerCase().split(', ');
    for (const name of ['www-authenticate', 'payment-required', 'x-payment-required', 'payment-response'])
      expect(exposed).toContain(name);
    expect(exposed).toEqual(expect.arrayContaining(['x-payment-response', 'payment-receipt']));
  });
});
