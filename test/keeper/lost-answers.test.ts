import { expect, test } from 'vitest';

import { createHouseClient, httpTransport } from '../../src/client/client.ts';
import { aKeeper, aProxy, aSandboxHouse, StruckDown, turning, type Loss } from './keeper.ts';

const DEEDS = ['registration', 'adoption', 'meal', 'cuddle'] as const;
const LOSSES: readonly Loss[] = ['request', 'answer'];

/** A proxy that drops the nth writing request, or its reply, once. */
async function aLossyDoor(address: string, nth: number, loss: Loss) {
  const words = new Set<string>();
  let lost = false;
  const url = await aProxy(address, ({ method, path, word }) => {
    // Turning the clock does not count as a write.
    if (word !== undefined && !path.startsWith('/api/sandbox')) words.add(word);
    const loses = !lost && words.size === nth && method === 'POST';
    if (loses) lost = true;
    return loses ? loss : undefined;
  });
  return { url, hasLost: () => lost };
}

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

const LOST_DEEDS = DEEDS.flatMap((deed, nth) => LOSSES.map((loss) => ({ deed, nth: nth + 1, loss })));

test.each(LOST_DEEDS)(
  'after a lost $loss of its $deed a keeper repeats nothing',
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

test.each([
  { loss: 'answer', hours: 2, outcome: 'looked up, not repeated', fed: [] },
  { loss: 'request', hours: 1.5, outcome: 'dropped, and due care is given', fed: [{ timing: 'on_time' }] },
] as const)('later than a visit, an act whose $loss was lost is $outcome', async ({ loss, hours, fed }) => {
  const { address, turn } = await aSandboxHouse();
  const door = await aLossyDoor(address, 3, loss);
  const keeper = aKeeper(door.url, '--species', 'housecat');
  await keeper.once();
  await turn(4);
  await expect(keeper.onceMortal()).rejects.toThrow(StruckDown);
  await turn(hours);
  await keeper.once();
  const { care_log: log } = await (await keeper.house()).getCareHistory();
  expect(log.filter(({ action }) => action === 'feed')).toHaveLength(1);
  const recalled = keeper.diary().filter(({ kind }) => kind === 'recalled');
  expect(recalled).toMatchObject(loss === 'answer' ? [{ action: 'feed' }] : []);
  expect(keeper.cares().filter(({ action }) => action === 'feed')).toMatchObject(fed);
});
