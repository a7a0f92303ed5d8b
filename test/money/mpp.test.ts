import { Challenge, Receipt } from 'mppx';
import { expect, test } from 'vitest';

import type { Database } from '../../src/db/db.ts';
import { aKeeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import type { Told } from '../support/house.ts';
import { aTill, BUY, buy, JSON_TYPE, keyed, mppOf, mppPayer, PlayMethod, REALM, SECRET } from './till.ts';

async function anMppTill(store: Database) {
  const play = new PlayMethod();
  return { play, till: await aTill(store, { mpp: mppOf(play) }) };
}

/** The credential with which the real client answers a 402. */
async function credentialFor(told: Told): Promise<string> {
  const response = new Response(null, {
    status: 402,
    headers: { 'www-authenticate': String(told.headers['www-authenticate']) },
  });
  return (await mppPayer().preparePayment(response)).createCredential();
}

function altered(credential: string, change: (parts: Parts) => void): string {
  const parts = JSON.parse(Buffer.from(credential.slice(8), 'base64url').toString()) as Parts;
  change(parts);
  return `Payment ${Buffer.from(JSON.stringify(parts)).toString('base64url')}`;
}

interface Parts {
  readonly challenge: Record<string, string>;
  payload: unknown;
}

eachDatabase((place) => {
  test.each(['x-api-key', 'bearer'] as const)('the real client pays with its key in %s', async (header) => {
    const { play, till } = await anMppTill(await place.fresh());
    const wren = await aKeeper(till);
    const headers = { ...JSON_TYPE, ...keyed(header, wren.key) };
    const response = await mppPayer().fetch(`${till.url}/api/house/credits`, { ...BUY('1000'), headers });
    expect(await response.json()).toMatchObject({
      payment_method: 'mpp',
      credits: 1000,
      pack: { price: '$7.00' },
    });
    const [[key, cents] = []] = play.charged;
    expect(cents).toBe(700);
    expect(Receipt.fromResponse(response)).toMatchObject({ method: 'play', reference: `play_${key}` });
    expect(response.headers.get('cache-control')).toContain('private');
    expect(await till.minted(wren.id)).toEqual([1000]);
    await till.inOrder();
  });

  test.each([
    { header: 'x-api-key', other: undefined },
    { header: 'bearer', other: 'Payment-Authorization' },
  ] as const)('a challenge to a key in $header is accepted by mppx', async ({ header, other }) => {
    const { till } = await anMppTill(await place.fresh());
    const wren = await aKeeper(till);
    const told = await buy(till, keyed(header, wren.key));
    expect([told.status, told.headers['cache-control'], told.headers['x-payment-required']]).toEqual([
      402,
      'no-store',
      undefined,
    ]);
    const challenge = Challenge.deserialize(String(told.headers['www-authenticate']));
    expect(Challenge.verify(challenge, { secretKey: SECRET })).toBe(true);
    expect(challenge).toMatchObject({
      realm: REALM,
      method: 'play',
      request: { amount: '400', currency: 'usd' },
    });
    expect(challenge.header).toBe(other);
    const { opaque: _opaque, ...shown } = challenge;
    expect(told.body).toMatchObject({ code: 'payment_required', mpp: { challenges: [shown] } });
  });

  test('every method has its own header line, and the client finds the one it supports', async () => {
    const [play, barter] = [new PlayMethod(), new PlayMethod('barter')];
    const till = await aTill(await place.fresh(), { mpp: mppOf(barter, play) });
    const wren = await aKeeper(till);
    const told = await buy(till, { 'x-api-key': wren.key });
    expect(told.headers['www-authenticate']).toEqual([
      expect.stringContaining('method="barter"'),
      expect.stringContaining('method="play"'),
    ]);
    const headers = { ...JSON_TYPE, 'x-api-key': wren.key };
    await mppPayer().fetch(`${till.url}/api/house/credits`, { ...BUY('100'), headers });
    expect([barter.charged.size, play.charged.size]).toEqual([0, 1]);
  });

  test('challenges are unique', async () => {
    const { till } = await anMppTill(await place.fresh());
    const wren = await aKeeper(till);
    const told = await Promise.all([1, 2, 3].map(() => buy(till, { 'x-api-key': wren.key })));
    const ids = told.map(({ headers }) => Challenge.deserialize(String(headers['www-authenticate'])).id);
    expect(new Set(ids).size).toBe(3);
  });

  test.each([
    ['nothing', undefined, 503],
    ['our method', 'play/charge', 402],
    ['any method', '*/*;q=0.1', 402],
    ['ours last', 'tempo/session, play/*;q=0.001', 402],
    ['ours never', '*/*, play/charge;q=0', 503],
    ['another', 'tempo/charge', 503],
    ['nonsense', 'play, charge', 503],
  ])('with Accept: %s', async (_, accepted, status) => {
    const { till } = await anMppTill(await place.fresh());
    const wren = await aKeeper(till);
    const headers = { ...JSON_TYPE, ...(accepted !== undefined && { 'accept-payment': accepted }) };
    const path = '/api/house/credits';
    const told = await till.ask({ method: 'POST', path, key: wren.key, headers, body: { pack: '100' } });
    expect([told.status, 'www-authenticate' in told.headers]).toEqual([status, status === 402]);
  });

  test('concurrent copies of one credential make one payment', async () => {
    const { play, till } = await anMppTill(await place.fresh());
    const wren = await aKeeper(till);
    const authorization = await credentialFor(await buy(till, { 'x-api-key': wren.key }));
    const paying = () => buy(till, { 'x-api-key': wren.key, authorization });
    const together = await Promise.all(Array.from({ length: 10 }, paying));
    expect(together.map(({ status }) => status)).toContain(200);
    expect((await paying()).body).toMatchObject({ payment_method: 'mpp', credits: 500 });
    expect([play.charged.size, await till.minted(wren.id)]).toEqual([1, [500]]);
    await till.inOrder();
  });

  test('altered, expired or foreign credentials are refused without a charge', async () => {
    const { play, till } = await anMppTill(await place.fresh());
    const [wren, crow] = [await aKeeper(till), await aKeeper(till, 'crow')];
    const authorization = await credentialFor(await buy(till, { 'x-api-key': wren.key }));
    const refused = async (key: string, credential: string, why: string) => {
      const told = await buy(till, { 'x-api-key': key, authorization: credential });
      expect([told.status, told.body['code'], told.body['suggestion']]).toEqual([
        402,
        'payment_refused',
        expect.stringContaining(why),
      ]);
      expect(told.headers).toHaveProperty('www-authenticate');
    };
    const cheaper = Buffer.from('{"amount":"1","currency":"usd","recipient":"the house"}').toString(
      'base64url',
    );
    const richer = Buffer.from(`{"agent":"${wren.id}","cents":"400","credits":"9000","nonce":"x"}`).toString(
      'base64url',
    );
    await refused(
      wren.key,
      altered(authorization, ({ challenge }) => (challenge['request'] = cheaper)),
      'terms',
    );
    await refused(
      wren.key,
      altered(authorization, ({ challenge }) => (challenge['opaque'] = richer)),
      'terms',
    );
    await refused(
      wren.key,
      altered(authorization, ({ challenge }) => (challenge['expires'] = '2999-01-01T00:00:00Z')),
      'terms',
    );
    await refused(
      wren.key,
      altered(authorization, ({ challenge }) => (challenge['realm'] = 'elsewhere')),
      'terms',
    );
    await refused(
      wren.key,
      altered(authorization, ({ challenge }) => delete challenge['id']),
      'could not be read',
    );
    await refused(wren.key, 'Payment nonsense', 'could not be read');
    await refused(crow.key, authorization, 'another account');
    till.now.forward('5m');
    await refused(wren.key, authorization, 'expired');
    expect([play.charged.size, await till.minted(wren.id), await till.minted(crow.id)]).toEqual([0, [], []]);
  });

  test('a refused proof cannot be reused; a proof with a lost answer is settled once', async () => {
    const { play, till } = await anMppTill(await place.fresh());
    const wren = await aKeeper(till);
    const first = await credentialFor(await buy(till, { 'x-api-key': wren.key }));
    play.next = 'refused';
    expect((await buy(till, { 'x-api-key': wren.key, authorization: first })).status).toBe(402);
    play.next = 'settled';
    expect((await buy(till, { 'x-api-key': wren.key, authorization: first })).status).toBe(402);
    const second = await credentialFor(await buy(till, { 'x-api-key': wren.key }));
    play.next = 'lost after';
    expect((await buy(till, { 'x-api-key': wren.key, authorization: second })).status).toBe(503);
    play.next = 'settled';
    // The first proof counts whatever the second contains, even if it has expired meanwhile.
    till.now.forward('10m');
    const other = altered(second, (parts) => (parts.payload = { word: 'I do not' }));
    expect((await buy(till, { 'x-api-key': wren.key, authorization: other })).status).toBe(200);
    expect([play.charged.size, await till.minted(wren.id)]).toEqual([1, [500]]);
    await till.inOrder();
  });
});
