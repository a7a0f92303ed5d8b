import { expect, test } from 'vitest';

import { aKeeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { aTill, BUY, JSON_TYPE, mppOf, mppPayer, PlayMethod } from './till.ts';

eachDatabase((place) => {
  test('a repeated purchase with the same key is not paid again', async () => {
    const { till, play, wren, paying } = await aPayer();
    const first = await paying('100', 'mine');
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
    const again = await paying('100', 'mine');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(await again.json()).toEqual(await first.json());
    expect([play.charged.size, await till.minted(wren.id)]).toEqual([1, [100]]);
    await till.inOrder();
  });

  test('another pack with the same key is refused before any payment', async () => {
    const { till, play, wren, paying } = await aPayer();
    expect((await paying('100', 'mine')).status).toBe(200);
    expect((await paying('500', 'mine')).status).toBe(409);
    expect((await paying('500', 'another')).status).toBe(200);
    expect([play.charged.size, await till.minted(wren.id)]).toEqual([2, [500, 100]]);
  });

  async function aPayer() {
    const play = new PlayMethod();
    const till = await aTill(await place.fresh(), { mpp: mppOf(play) });
    const wren = await aKeeper(till);
    const client = mppPayer();
    const paying = (pack: string, key: string) => {
      const headers = { ...JSON_TYPE, 'x-api-key': wren.key, 'idempotency-key': key };
      return client.fetch(`${till.url}/api/house/credits`, { ...BUY(pack), headers });
    };
    return { till, play, wren, paying };
  }
});
