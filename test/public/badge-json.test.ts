import { expect, test } from 'vitest';

import { aKeeper, aPlainHouse } from '../support/asking.ts';
import { anyStore } from '../support/stores/any-store.ts';

test('the badge as JSON is what shields read, and says what the drawn one says', async () => {
  const house = await aPlainHouse(await anyStore());
  const wren = await aKeeper(house);
  const id = await wren.hatch({ name: 'Bo' });
  const told = await house.ask({ path: `/creatures/${id}/badge.json` });
  expect(told.body).toEqual({
    schemaVersion: 1,
    label: 'Bo',
    message: expect.stringMatching(/\w/),
    color: expect.stringMatching(/^#[\da-f]{6}$/),
    cacheSeconds: 60,
  });
  const drawn = await house.ask({ path: `/creatures/${id}/badge.svg` });
  expect(drawn.text).toContain(String(told.body['message']));
  house.clock.forward('90h');
  const later = await house.ask({ path: `/creatures/${id}/badge.json` });
  expect(later.body['message']).not.toBe(told.body['message']);
  const none = '/creatures/00000000-0000-4000-8000-000000000000/badge.json';
  expect((await house.ask({ path: none })).status).toBe(404);
});
