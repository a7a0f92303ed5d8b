import { expect, test } from 'vitest';

import { DAY, MINUTE } from '../../src/rules/base/clock.ts';
import { runPictureJob } from '../../src/features/pictures/picture-job.ts';
import { ownArtist } from '../../src/outside/picture-maker.ts';
import {
  claimPicture,
  failPicture,
  finishPicture,
  orderPictures,
  type PictureClaim,
} from '../../src/features/pictures/pictures.store.ts';
import { avatarPrompt, portraitPrompt } from '../../src/text/pages/picture-prompts.ts';
import { takeIn } from '../engine/examples.ts';
import { aKeeper, aPlainHouse } from '../support/asking.ts';
import { onSqlite } from '../support/databases.ts';

const CLAIMED_FOR = 10 * MINUTE;

onSqlite((place) => {
  test('a drawing job that lost its lease and then fails does not affect the job that took it over', async () => {
    const store = await place.fresh();
    const claim = (by: string, now: number) =>
      store.transaction((db) => claimPicture(db, { claim: by, now, until: now + CLAIMED_FOR }));
    const { id: agentId } = await takeIn(store);
    await orderPictures(store, [{ sitter: 'somebody', occasion: 'baby', agentId, dueAt: 0 }]);
    const slow = (await claim('slow', 0)) as PictureClaim;
    expect(await claim('early', CLAIMED_FOR - 1)).toBeUndefined();
    expect(await claim('next', CLAIMED_FOR)).toMatchObject({ attempts: 2 });
    const now = CLAIMED_FOR + 1;
    await failPicture(store, slow, { again: now, attempts: 1, trouble: 'too slow' });
    expect(await claim('third', now)).toBeUndefined();
    await failPicture(store, slow, { again: undefined, attempts: 5, trouble: 'too slow' });
    expect(await claim('third', 2 * CLAIMED_FOR)).toMatchObject({ attempts: 3 });
    expect(await finishPicture(store, slow)).toBe(true);
    expect(await finishPicture(store, slow)).toBe(false);
  });

  test('the picture service draws a daily number per agent, counted from the first; then the built-in artist draws', async () => {
    const pictures = { ...ownArtist, name: 'dauber-2', perAgentDaily: 1 };
    const house = await aPlainHouse(await place.fresh(), { house: { pictures } });
    const { store } = house.house;
    const begun = house.clock.now();
    const wren = await aKeeper(house);
    const draw = () => runPictureJob(house.house, { portrait: portraitPrompt, avatar: avatarPrompt });
    const drawnBy = async (sitter: string) => {
      expect(await draw()).toEqual({ kind: 'drawn' });
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
      house.clock.forward(`${begun + ms - house.clock.now()}ms`);
      // A creature that grew meanwhile is released before it is drawn.
      for (const { id } of (await wren.client.whoAmI()).creatures) await wren.release({ id });
      await store.run({ text: 'delete from picture_jobs' }, []);
      expect([ms, await drawnBy(await wren.hatch())]).toEqual([ms, by]);
    }
  });
});
