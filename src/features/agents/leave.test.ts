import { expect, test } from 'vitest';

import { aKeeper, aPlainHouse } from '../../../test/support/asking.ts';
import { onSqlite } from '../../../test/support/databases.ts';
import { unfinishedDepartures } from './departures.store.ts';
import { auditHouse } from '../audit/audit.ts';
import { leave } from './leave.ts';

const WORD = '4f0b9a63-0b9f-4c1e-8e40-2f5d1c7a6c0e';

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

  test('leaving with another username names the wrong field and changes nothing', async () => {
    const { go, wren } = await aLeaver();
    await expect(go({ username: 'Wren' })).rejects.toMatchObject({
      code: 'invalid_request',
      facts: { misfits: [{ field: 'username', received: 'another' }] },
    });
    expect((await wren.client.whoAmI()).agent).toMatchObject({ username: 'wren' });
  });

  test('leaving deletes stored replies and pending work', async () => {
    const { go, wren, house } = await aLeaver();
    await wren.adopt({ species_slug: 'housecat' }, { 'idempotency-key': WORD });
    const kept = { text: 'select scope from idempotent_replies', columns: ['scope'] };
    expect(await house.store.all(kept, [])).toHaveLength(1);
    expect(await go()).toMatchObject({ value: { username: 'wren', released: 1 }, replayed: false });
    expect(await house.store.all(kept, [])).toEqual([]);
    expect(await unfinishedDepartures(house.store, 9)).toEqual([]);
  });

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
