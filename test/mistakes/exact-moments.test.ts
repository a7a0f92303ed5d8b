import { expect, test } from 'vitest';

import { DAY, HOUR, MINUTE } from '../../src/rules/base/clock.ts';
import { MECHANICS } from '../../src/rules/species/mechanics.ts';
import { avatarPrompt, portraitPrompt } from '../../src/text/pages/picture-prompts.ts';
import { gravestonesOfCreature } from '../../src/features/creatures/gravestones.store.ts';
import { runPictureJob } from '../../src/features/drawing/picture-job.ts';
import { insertOperatorLogEntry } from '../../src/features/hidden/moderation.store.ts';
import { readOperatorLog } from '../../src/features/moderation/moderate.ts';
import { moveCredits } from '../../src/features/money/ledger.store.ts';
import * as pictureRows from '../../src/features/pictures/pictures.store.ts';
import { lastCaredFor } from '../../src/features/public/lists.store.ts';
import { noticedLooksOfMany } from '../../src/features/records/life-log.store.ts';
import { ownArtist } from '../../src/outside/picture-maker.ts';
import { takeIn } from '../engine/examples.ts';
import { aKeeper, aKeptHouse, aPlainHouse } from '../support/asking.ts';
import { PLAIN } from '../support/creature.ts';
import { onSqlite } from '../support/databases.ts';
import { everyone } from '../support/due-creatures.ts';
import { aHouse } from '../support/house.ts';
import { turnTo } from '../support/keeping.ts';
import { anyStore } from '../support/stores/any-store.ts';

const HOUSECAT = { species_slug: 'housecat' };
const CLAIMED_FOR = 10 * MINUTE;

onSqlite((place) => {
  test('a creature that grows up without requests gets the same path as with requests', async () => {
    const grown = async (look: boolean) => {
      const { house, wren } = await aKeptHouse(await place.fresh());
      const id = await wren.hatch(HOUSECAT);
      for (let hours = 0; hours < 120; hours += 4) {
        await wren.care({ action: 'feed' });
        await wren.care({ action: 'play' });
        house.clock.forward(`${4 * HOUR}ms`);
      }
      await (look ? wren.status() : house.ask({ path: '/api/house/hall' }));
      const [stored] = await everyone(house.house.store, [id]);
      expect(stored?.creature.stage).toBe('adult');
      return stored?.creature.path;
    };
    const found = await grown(true);
    expect(found).toEqual(expect.any(String));
    expect(await grown(false)).toBe(found);
  });

  test('a gravestone counts every meal missed since the last one, even if other care followed', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const id = await wren.hatch();
    await wren.care({ action: 'feed' });
    const fedAt = house.clock.now();
    house.clock.forward('25h');
    await wren.care({ action: 'play' });
    house.clock.forward('60h');
    await wren.status(`?creature_id=${id}`);
    const [stone] = await gravestonesOfCreature(house.house.store, id);
    expect(stone).toMatchObject({ missedFeedings: Math.floor(((stone?.diedAt ?? 0) - fedAt) / (10 * HOUR)) });
  });

  test('status requests less than a minute apart count as one look; after a minute the next counts', async () => {
    const species = [{ ...PLAIN, slug: 'friendly', traits: ['social' as const] }];
    const { house, wren } = await aKeptHouse(await place.fresh(), { species });
    const id = await wren.hatch({ species_slug: 'friendly' });
    const counts: number[] = [];
    for (const span of ['59.999s', '1ms', '30s', '29.999s', '1ms']) {
      house.clock.forward(span);
      await wren.status();
      counts.push((await noticedLooksOfMany(house.house.store, [id])).length);
    }
    expect(counts).toEqual([0, 1, 1, 1, 2]);
  });

  test.each([
    [0, undefined],
    [1, 'window_closed'],
  ])('a resurrection seven days and %i ms after the death has the error %s', async (late, code) => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    const id = await wren.hatch(HOUSECAT);
    const { store } = house.house;
    house.clock.forward('60h');
    // The first request after the death: the period counts from the death, not from this.
    await wren.status(`?id=${id}`);
    const [dead] = await everyone(store, [id]);
    const gift = { agentId: wren.id, delta: 5000, kind: 'dispute_won', key: 'a gift', id: 'gift' } as const;
    await store.transaction((db) => moveCredits(db, { ...gift, now: house.clock.now() }));
    turnTo(house, (dead?.creature.died?.at ?? Infinity) + 7 * DAY + late);
    expect((await wren.resurrect({ creature_id: id })).body['code']).toBe(code);
  });

  test('a creature that refused food is not listed under recent care', async () => {
    const species = [{ ...PLAIN, slug: 'shy', mechanics: [MECHANICS.curledUp] }];
    const { house, wren } = await aKeptHouse(await place.fresh(), { species });
    const [shy, bold] = [await wren.hatch({ species_slug: 'shy' }), await wren.hatch()];
    for (const creature_id of [bold, shy]) await wren.care({ action: 'feed', creature_id });
    expect(await wren.history(`?creature_id=${shy}`)).toMatchObject({
      body: { care_log: [{ action: 'feed' }] },
    });
    const seenTo = await lastCaredFor(house.house.store, 9);
    expect(seenTo.map(({ stored }) => stored.creature.id)).toEqual([bold]);
  });

  test('a drawing job that lost its lease and then fails does not affect the job that took it over', async () => {
    const store = await place.fresh();
    const claim = (by: string, now: number) =>
      store.transaction((db) => pictureRows.claimPicture(db, { claim: by, now, until: now + CLAIMED_FOR }));
    const { id: agentId } = await takeIn(store);
    await pictureRows.orderPictures(store, [{ sitter: 'somebody', occasion: 'baby', agentId, dueAt: 0 }]);
    const slow = (await claim('slow', 0)) as pictureRows.PictureClaim;
    expect(await claim('early', CLAIMED_FOR - 1)).toBeUndefined();
    expect(await claim('next', CLAIMED_FOR)).toMatchObject({ attempts: 2 });
    const now = CLAIMED_FOR + 1;
    await pictureRows.failPicture(store, slow, { again: now, attempts: 1, trouble: 'too slow' });
    expect(await claim('third', now)).toBeUndefined();
    await pictureRows.failPicture(store, slow, { again: undefined, attempts: 5, trouble: 'too slow' });
    expect(await claim('third', 2 * CLAIMED_FOR)).toMatchObject({ attempts: 3 });
    expect(await pictureRows.finishPicture(store, slow)).toBe(true);
    expect(await pictureRows.finishPicture(store, slow)).toBe(false);
  });

  test('the picture service draws a daily number per agent, counted from the first; then the built-in artist draws', async () => {
    const pictures = { ...ownArtist, name: 'dauber-2', perAgentDaily: 1 };
    const house = await aPlainHouse(await place.fresh(), { house: { pictures } });
    const { store } = house.house;
    const begun = house.clock.now();
    const wren = await aKeeper(house);
    const prompts = { portrait: portraitPrompt, avatar: avatarPrompt };
    const drawnBy = async (sitter: string) => {
      expect(await runPictureJob(house.house, prompts)).toEqual({ kind: 'drawn' });
      const query = { text: 'select drawn_by from pictures where sitter = $1', columns: ['drawn_by'] };
      return (await store.all<{ readonly drawn_by: string }>(query, [sitter]))[0]?.drawn_by;
    };
    expect(await drawnBy(wren.id)).toBe('dauber-2');
    for (const [ms, by] of [
      [2 * 60 * MINUTE, 'own'],
      [DAY - 1, 'own'],
      [DAY, 'dauber-2'],
      [2 * DAY - 1, 'own'],
    ] as const) {
      turnTo(house, begun + ms);
      // A creature that grew meanwhile is released before it is drawn.
      for (const { id } of (await wren.client.whoAmI()).creatures) await wren.release({ id });
      await store.run({ text: 'delete from picture_jobs' }, []);
      expect([ms, await drawnBy(await wren.hatch())]).toEqual([ms, by]);
    }
  });
});

test('the operator’s log links to a next page exactly when there is one', async () => {
  const { house } = await aHouse(await anyStore());
  const write = (id: number) =>
    insertOperatorLogEntry(house.store, `entry-${id}`, { at: id, deed: 'hid', subject: 'x', reason: 'why' });
  for (let id = 0; id < 100; id += 1) await write(id);
  expect((await readOperatorLog(house, 1)).hasNext).toBe(false);
  await write(100);
  const [first, second] = [await readOperatorLog(house, 1), await readOperatorLog(house, 2)];
  expect([first.hasNext, second.hasNext]).toEqual([true, false]);
  const newestFirst = Array.from({ length: 101 }, (_, nth) => 100 - nth);
  expect(first.deeds.map(({ at }) => at)).toEqual(newestFirst.slice(0, 100));
  expect(second.deeds.map(({ at }) => at)).toEqual([0]);
});
