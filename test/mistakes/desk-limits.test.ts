import { expect, test } from 'vitest';

import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import { isSignedIn, SESSION_LASTS, signIn } from '../../src/features/moderation/operator-session.ts';
import { readOperatorLog } from '../../src/features/moderation/moderate.ts';
import { insertOperatorLogEntry } from '../../src/features/moderation/moderation.store.ts';
import { aHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { ADMIN_KEY, METRICS_TOKEN } from '../moderation/desk.ts';

test('an operator session lasts exactly twelve hours, under the same admin key', async () => {
  const { house, clock } = await aHouse(await anyStore());
  const now = clock.now();
  const token = await signIn(house, ADMIN_KEY, now);
  const last = now + SESSION_LASTS - 1;
  expect(await isSignedIn(house, ADMIN_KEY, token, last)).toBe(true);
  expect(await isSignedIn(house, ADMIN_KEY, token, last + 1)).toBe(false);
  expect(await isSignedIn(house, `${ADMIN_KEY}, and another`, token, now)).toBe(false);
});

test('the operator’s log links to a next page exactly when there is one', async () => {
  const { house } = await aHouse(await anyStore());
  const write = (id: number) =>
    insertOperatorLogEntry(house.store, `entry-${id}`, { at: id, deed: 'hid', subject: 'x', reason: 'why' });
  for (let id = 0; id < 100; id += 1) await write(id);
  expect((await readOperatorLog(house, 1)).hasNext).toBe(false);
  await write(100);
  const pages = [await readOperatorLog(house, 1), await readOperatorLog(house, 2)];
  expect(pages.map(({ deeds, hasNext }) => [deeds.length, hasNext])).toEqual([
    [100, true],
    [1, false],
  ]);
  const moments = pages.flatMap(({ deeds }) => deeds.map(({ at }) => at));
  expect(moments).toEqual(Array.from({ length: 101 }, (_, nth) => 100 - nth));
});

test.each(['/metrics', '/api/admin/analytics'])(
  'a wrong operator’s key at %s counts as a failed one',
  async (path) => {
    const { house, ask, clock } = await aHouse(await anyStore(), {
      adminKey: ADMIN_KEY,
      metricsToken: METRICS_TOKEN,
    });
    const from = '10.9.9.8';
    expect((await ask({ path, from, headers: { 'x-admin-key': 'wrong' } })).status).toBe(401);
    const limit = RATE_LIMITS.failed_key;
    expect(await house.limiter.peek('failed_key', limit, from, clock.now())).toMatchObject({
      remaining: limit.max - 1,
    });
  },
);
