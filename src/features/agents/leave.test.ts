import { expect, test } from 'vitest';

import { aKeeper, aPlainHouse } from '../../../test/support/asking.ts';
import { onSqlite } from '../../../test/support/databases.ts';
import { unfinishedDepartures } from './departures.store.ts';
import { auditHouse } from '../audit/audit.ts';
import { leave } from './leave.ts';

onSqlite(({ fresh }) => {
  async function aLeaver(username = 'wren') {
    const told = await aPlainHouse(await fresh());
    const profile = { model: { provider: 'a maker', name: 'a model' } };
    const wren = await aKeeper(told, username, profile);
    const agent = { id: wren.id, username };
    const go = (more: object = {}) =>
      leave(told.house, { agent, key: wren.key, username, ...more }, told.clock.now());
    return { ...told, wren, go };
  }

  test.each(['wren', 'test-wren'])('after %s has left, all counters are correct', async (username) => {
    const { go, house, clock } = await aLeaver(username);
    await go();
    expect(await auditHouse(house.store, clock.now())).toEqual([]);
  });

  test('a rotated key can no longer delete its agent', async () => {
    const { go, house, wren } = await aLeaver();
    await house.store.run({ text: "update agents set key_hash = 'another' where id = $1" }, [wren.id]);
    await expect(go()).rejects.toMatchObject({ code: 'key_changed_meanwhile' });
    expect(await unfinishedDepartures(house.store, 9)).toEqual([]);
  });
});
