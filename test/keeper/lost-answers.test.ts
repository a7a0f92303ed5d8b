import { expect, test } from 'vitest';

import { createHouseClient, httpTransport } from '../../src/client/client.ts';
import { aKeeper, aSandboxHouse, StruckDown, turning } from './keeper.ts';
import { aLossyDoor, type Loss } from './lossy-door.ts';

const DEEDS = ['registration', 'adoption', 'meal', 'cuddle'] as const;
const LOSSES: readonly Loss[] = ['request', 'answer'];

/** Two visits, four hours apart, each repeated when its keeper was killed. */
async function twoVisits(keeper: ReturnType<typeof aKeeper>, turn: (hours: number) => Promise<unknown>) {
  for (const hours of [0, 4]) {
    if (hours > 0) await turn(hours);
    await keeper.onceMortal().catch(async (error: unknown) => {
      if (!(error instanceof StruckDown)) throw error;
      await keeper.once();
    });
  }
}

test.each(DEEDS.flatMap((deed, nth) => LOSSES.map((loss) => ({ deed, nth: nth + 1, loss }))))(
  'a keeper killed when the $loss of its $deed was lost continues, and nothing is done twice',
  async ({ deed, nth, loss }) => {
    const { address } = await aSandboxHouse();
    const door = await aLossyDoor(address, nth, loss);
    const keeper = aKeeper(door.url, '--species', 'housecat');
    await twoVisits(keeper, turning(address));
    expect(door.hasLost()).toBe(true);

    // A creature that was just fed is skipped.
    const done = deed === 'meal' ? ['feed'] : ['feed', 'reflect'];
    expect(keeper.kinds()).toEqual(['moved_in', 'adopted', 'hatched', ...done.map(() => 'care')]);
    expect(keeper.cares().map(({ action }) => action)).toEqual(done);
    const { care_log: log } = await (await keeper.house()).getCareHistory();
    expect(log.map(({ action }) => action).toReversed()).toEqual(done);
    const stats = await createHouseClient(httpTransport(address)).getHouseStats();
    expect(stats).toMatchObject({ agents: 1, creatures_alive: 1 });
  },
);

test('an act whose reply was lost for longer than a visit is looked up, not repeated', async () => {
  const { address, turn } = await aSandboxHouse();
  const door = await aLossyDoor(address, 3, 'answer');
  const keeper = aKeeper(door.url, '--species', 'housecat');
  await keeper.once();
  await turn(4);
  await expect(keeper.onceMortal()).rejects.toThrow(StruckDown);
  await turn(2);
  await keeper.once();
  const { care_log: log } = await (await keeper.house()).getCareHistory();
  expect(log.filter(({ action }) => action === 'feed')).toHaveLength(1);
  expect(keeper.diary().filter(({ kind }) => kind === 'recalled')).toMatchObject([{ action: 'feed' }]);
});

test('an act that never arrived is dropped after that time, and due care is given', async () => {
  const { address, turn } = await aSandboxHouse();
  const door = await aLossyDoor(address, 3, 'request');
  const keeper = aKeeper(door.url, '--species', 'housecat');
  await keeper.once();
  await turn(4);
  await expect(keeper.onceMortal()).rejects.toThrow(StruckDown);
  await turn(1.5);
  await keeper.once();
  const { care_log: log } = await (await keeper.house()).getCareHistory();
  expect(log.filter(({ action }) => action === 'feed')).toHaveLength(1);
  expect(keeper.kinds()).not.toContain('recalled');
  expect(keeper.cares().filter(({ action }) => action === 'feed')).toMatchObject([{ timing: 'on_time' }]);
});
