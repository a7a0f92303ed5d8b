import { expect, test } from 'vitest';

import { aKeptHouse } from '../support/asking.ts';
import { onSqlite } from '../support/databases.ts';
import type { Told } from '../support/house.ts';

const isBrief = ({ body }: Told) => !('soul_prompt' in body) && 'recommended_checkin' in body;

onSqlite((place) => {
  test('care takes view=brief in the query or in the body', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
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
});
