import { describe, expect, test } from 'vitest';

import { DAY } from '../../src/rules/base/clock.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import { authenticateKey } from '../../src/features/agents/api-keys.ts';
import { adopt } from '../../src/features/lives/adopt.ts';
import { lookIn } from '../../src/features/lives/look-in.ts';
import { payAndResurrect, resurrect } from '../../src/features/lives/resurrect.ts';
import { findOwnCreature } from '../../src/features/lives/creatures.store.ts';
import { gravestonesOfCreature } from '../../src/features/lives/gravestones.store.ts';
import { accountOf, InsufficientCreditsError, moveCredits } from '../../src/features/money/ledger.store.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';

const layer = () => 'amused by clocks';

/** A dead creature whose keeper has so many credits. */
async function withOneDead(place: Place, credits: number) {
  const { house, clock, registered } = await aHouse(await place.fresh());
  const agent = await authenticateKey(house, await registered('wren'));
  const wish = { name: 'Bo', speciesSlug: 'housecat' };
  const { value } = await adopt(
    house,
    { agent, wish, personality: () => ['patient'] },
    clock.now(),
    (it) => it,
  );
  const creatureId = value.creature.id;
  await lookIn(house, agent, creatureId, clock.now());
  clock.forward('60h');
  await lookIn(house, agent, creatureId, clock.now());
  if (credits > 0) {
    await house.store.transaction((db) =>
      moveCredits(db, {
        id: 'm',
        agentId: agent.id,
        delta: credits,
        kind: 'dispute_won',
        key: 'k',
        now: clock.now(),
      }),
    );
  }
  const back = () => resurrect(house, { agent, creatureId, layer }, clock.now(), (facts) => facts);
  const kept = async () => findOwnCreature(house.store, agent.id, creatureId);
  const audit = async () => auditHouse(house.store, clock.now());
  return { house, clock, agent, creatureId, back, kept, audit };
}

eachDatabase((place) => {
  describe('a resurrection', () => {
    test('costs credits once, restarts every clock and marks the gravestone', async () => {
      const { house, clock, agent, creatureId, back, kept, audit } = await withOneDead(place, 250);
      const { value } = await back();
      expect(value).toMatchObject({ spent: 100, remaining: 150, nextCost: 500 });
      expect(value.creature).toMatchObject({
        resurrections: 1,
        died: undefined,
        personality: ['patient', 'amused by clocks'],
        life: {
          stats: { hunger: 50, happiness: 50, health: 50, trust: 30, discipline: 50 },
          lastFedAt: clock.now(),
        },
      });
      expect((await kept())?.creature).toEqual(value.creature);
      expect(await gravestonesOfCreature(house.store, creatureId)).toMatchObject([
        { resurrectedAt: clock.now() },
      ]);
      expect(await accountOf(house.store, agent.id)).toEqual({ balance: 150, debt: 0 });
      clock.forward('3h');
      expect(await audit()).toEqual([]);
    });

    test('is refused without enough credits, and names the shortfall', async () => {
      const { house, clock, agent, creatureId, back, kept } = await withOneDead(place, 40);
      const payer = { agent, keyIn: 'bearer', resource: '/' } as const;
      const asked = payAndResurrect(house, { agent, creatureId, layer, payer }, clock.now(), () => 'back');
      await expect(asked).rejects.toMatchObject({
        code: 'insufficient_credits',
        facts: { cost: 100, credits: 40, shortfall: 60 },
      });
      await expect(back()).rejects.toThrow(InsufficientCreditsError);
      expect((await kept())?.creature.died).toBeDefined();
    });

    test('is possible up to the last millisecond of the seventh day, and not after', async () => {
      const { clock, back, kept } = await withOneDead(place, 100);
      const closes = ((await kept())?.creature.died?.at ?? 0) + 7 * DAY;
      clock.forward(`${closes - clock.now() + 1}ms`);
      await expect(back()).rejects.toThrow('window_closed');
      const again = await withOneDead(place, 100);
      const last = ((await again.kept())?.creature.died?.at ?? 0) + 7 * DAY;
      again.clock.forward(`${last - again.clock.now()}ms`);
      await expect(again.back()).resolves.toBeDefined();
    });

    test('succeeds and is paid once for twenty concurrent requests', async () => {
      const { house, agent, back, audit } = await withOneDead(place, 1000);
      const ends = await Promise.allSettled(Array.from({ length: 20 }, back));
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const refusals = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
      expect(new Set(refusals)).toEqual(new Set(['ProblemError: still_alive']));
      expect(await accountOf(house.store, agent.id)).toEqual({ balance: 900, debt: 0 });
      expect(await audit()).toEqual([]);
    });

    test('costs five times as much after every death, and each death has its gravestone', async () => {
      const { house, clock, agent, creatureId, back, audit } = await withOneDead(place, 700);
      await back();
      clock.forward('60h');
      await lookIn(house, agent, creatureId, clock.now());
      expect((await back()).value).toMatchObject({ spent: 500, remaining: 100 });
      expect(await gravestonesOfCreature(house.store, creatureId)).toHaveLength(2);
      clock.forward('60h');
      expect(await audit()).toEqual([]);
    });

    test('that fails after taking the credits returns them', async () => {
      const { house, agent, creatureId, kept, clock, audit } = await withOneDead(place, 100);
      const failing = resurrect(house, { agent, creatureId, layer }, clock.now(), () => {
        throw new Error('the lights went out');
      });
      await expect(failing).rejects.toThrow('lights');
      expect((await kept())?.creature.died).toBeDefined();
      expect(await accountOf(house.store, agent.id)).toEqual({ balance: 100, debt: 0 });
      expect(await audit()).toEqual([]);
    });
  });
});
