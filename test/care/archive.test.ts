import { expect, test } from 'vitest';

import { RefusedError } from '../../src/client/client.ts';
import { iso } from '../../src/rules/base/clock.ts';
import { auditHouse, type AuditStep } from '../../src/features/audit/audit.ts';
import { COUNTED_BY_NAME } from '../../src/features/care/care-log.store.ts';
import type { Query } from '../../src/db/db.ts';
import { withSeed } from '../support/asking.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { adopted, aHome, care, history } from '../support/keeping.ts';

const OLDEST: Query<{ at: number }> = { text: 'select min(at) as at from care_log', columns: ['at'] };

/** SQL that does what `arkhouse archive` of 1.0.0 did: archives all entries before `at`. */
const archiveBefore = (at: number) => `
  insert into archived_months (month, entries, checksum, removed, archived_at)
    select '2026-01', count(*), '', count(*), ${at} from care_log where at < ${at};
  insert into archived_logs (creature_id, keeper_id, entries, last_at, cared_at, fed)
    select creature_id, max(keeper_id), count(*), max(at), max(case when refused is null then at end),
      max(case when action = 'feed' and refused is null then 1 else 0 end)
    from care_log where at < ${at} group by creature_id;
  insert into archived_cares (action, timing, with_item, item, counts, n)
    select action, coalesce(timing, ''), case when category is null then 0 else 1 end,
      case when ${COUNTED_BY_NAME} then lower(item) else '' end, counts, count(*)
    from care_log join keepers on agent_id = keeper_id
    where refused is null and at < ${at} group by 1, 2, 3, 4, 5;
  delete from care_log where at < ${at};`;

eachDatabase(({ fresh }) => {
  test('the audit accepts a log partly archived by 1.0.0, and its history says where the log begins', async () => {
    const house = await aHouse(await fresh(), { house: { random: withSeed(SLEEPLESS) } });
    const { store } = house.house;
    const home = await aHome(house, { username: 'wren' });
    const old = await adopted(home, 'terrier', 'Old');
    await care(home, 'feed', { creature_id: old, item: 'kibble' });
    const long = await adopted(home, 'housecat', 'Long');
    for (let turn = 0; turn < 110; turn += 1) {
      for (const action of ['feed', 'clean'] as const)
        await care(home, action, {
          creature_id: long,
          ...(turn % 5 === 0 && action === 'feed' && { item: 'tuna' }),
        }).catch((error: unknown) => {
          if (!(error instanceof RefusedError) || error.status !== 409) throw error;
        });
      house.clock.forward('8h');
    }
    const young = await adopted(home, 'tabby', 'Young');
    const now = house.clock.now();
    const lastOfOld = (await history(home, old)).care_log[0]?.timestamp;
    await store.exclusive((db) => db.script(archiveBefore(now - 31 * 86_400_000)));

    let beyond = 0;
    const onStep = (step: AuditStep) => {
      if (step.done === 'lives') beyond += step.beyond;
    };
    expect(await auditHouse(store, now, { onStep })).toEqual([]);
    expect(beyond).toBe(2);
    expect(await history(home, old)).toMatchObject({ care_log: [], archived_until: lastOfOld });
    const told = await history(home, long);
    const oldest = (await store.one(OLDEST, []))?.at ?? 0;
    expect(told.care_log.at(-1)?.timestamp).toBe(iso(oldest));
    expect(Date.parse(told.archived_until ?? '')).toBeLessThan(oldest);
    expect(await history(home, young)).not.toHaveProperty('archived_until');

    const leave = { method: 'DELETE', path: '/api/auth/me', body: { username: 'wren' } } as const;
    expect(await house.ask({ ...leave, key: home.key })).toMatchObject({ status: 200 });
    expect(await auditHouse(store, now)).toEqual([]);
    await store.exclusive((db) => db.script('delete from archived_logs'));
    expect(await auditHouse(store, now)).not.toEqual([]);
  }, 120_000);
});
