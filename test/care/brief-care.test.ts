import { expect, test } from 'vitest';

import { aKeeper, aPlainHouse } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import type { Told } from '../support/house.ts';

const isBrief = ({ body }: Told) => !('soul_prompt' in body) && 'recommended_checkin' in body;

eachDatabase((place) => {
  test('care takes view=brief in the query or in the body', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    await wren.hatch();
    const path = '/api/house/care?view=brief';
    const body = { action: 'play' };
    const asked = await house.ask({ method: 'POST', path, key: wren.key, body });
    for (const told of [asked, await wren.care({ action: 'play', view: 'brief' })]) {
      expect(told.status, told.text).toBe(200);
      expect(isBrief(told)).toBe(true);
      expect(told.text.length).toBeLessThanOrEqual(900);
    }
    for (const view of ['full', 'long', 7, null])
      expect(isBrief(await wren.care({ action: 'play', view }))).toBe(false);
  });

  test('a replay with another view is the same request and returns the stored answer', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const id = await wren.hatch();
    const once = { 'idempotency-key': 'once' };
    const first = await wren.care({ action: 'feed', view: 'brief' }, once);
    const again = await wren.care({ action: 'feed' }, once);
    expect(again.text).toBe(first.text);
    expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true' });
    expect((await wren.history(`?id=${id}`)).body['care_log']).toHaveLength(1);
  });
});
