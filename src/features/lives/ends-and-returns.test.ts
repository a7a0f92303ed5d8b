import { expect, test } from 'vitest';

import { aKeeper, aPlainHouse } from '../../../test/support/asking.ts';
import { anyStore } from '../../../test/support/stores/any-store.ts';
import { aResident, aKeeper as aStoredKeeper } from '../../../test/support/stored-residents.ts';
import type { Database } from '../../db/db.ts';
import { HOUR } from '../../rules/base/clock.ts';
import { resurrectionCost } from '../../rules/lives/resurrection.ts';
import { moveCredits } from '../money/ledger.store.ts';
import type { House } from '../house.ts';
import { hideAgent } from '../moderation/moderate.ts';
import { release } from './release.ts';
import { payAndResurrect } from './resurrect.ts';
import { findReturnable } from './choose-creature.ts';

const RECEIPT = { 'payment-receipt': 'for a word' };

/** A payment method that accepts every payment and counts them. */
function aRail() {
  const settled: string[] = [];
  const settle = async (evidence: string) => {
    settled.push(evidence);
    return { outcome: 'settled', reference: 'paid' };
  };
  const checks = { check: () => ({ cents: 400, credits: 500 }), verify: async () => 'good' };
  const payment = { key: 'mpp:1', evidence: 'a word', ...checks, receipt: () => RECEIPT };
  const rail = { method: 'mpp', live: false, open: true, read: () => payment, settle, challenges: () => [] };
  return { settled, cashier: { mode: 'off', mpp: rail } as unknown as House['cashier'] };
}

function give(store: Database, agentId: string, delta: number, now: number) {
  const id = `gift of ${delta}`;
  return store.transaction((db) =>
    moveCredits(db, { id, agentId, delta, kind: 'dispute_won', key: id, now }),
  );
}

async function inMourning(credits: number) {
  const house = await aPlainHouse(await anyStore());
  const wren = await aKeeper(house);
  const agent = { id: wren.id, username: wren.username };
  const creatureId = await wren.hatch({ species_slug: 'housecat' });
  house.clock.forward('60h');
  await wren.status();
  const now = house.clock.now();
  if (credits > 0) await give(house.house.store, agent.id, credits, now);
  const payer = { agent, keyIn: 'bearer', resource: '/' } as const;
  const back = (changed: House = house.house, more: object = {}) => {
    const request = { agent, creatureId, layer: () => 'It came back.', payer, ...more };
    return payAndResurrect(changed, request, now, ({ creature }) => creature.id);
  };
  return { ...house, agent, creatureId, back };
}

test('a released creature cannot be resurrected', async () => {
  const { house, agent, creatureId, back, clock } = await inMourning(1000);
  await back();
  await release(house, { agent, creatureId }, clock.now(), () => true);
  await expect(back()).rejects.toMatchObject({ code: 'creature_not_found' });
});

test('an inline payment is taken only when credits are missing, and its receipt is returned', async () => {
  const { back, house } = await inMourning(0);
  const { cashier, settled } = aRail();
  const credential = { method: 'mpp', text: 'any' };
  const paid = await back({ ...house, cashier }, { credential });
  expect([paid.receipt, settled]).toEqual([RECEIPT, ['a word']]);
  expect(Object.keys(paid).toSorted()).toEqual(['receipt', 'replayed', 'value']);
  const rich = await inMourning(1000);
  const other = aRail();
  const free = await rich.back({ ...rich.house, cashier: other.cashier }, { credential });
  expect([free.receipt, other.settled]).toEqual([undefined, []]);
});

test('an agent blocked a moment ago resurrects nothing and keeps its credits', async () => {
  const { back, house, agent, clock } = await inMourning(1000);
  await house.store.transaction((db) => hideAgent(db, agent, clock.now()));
  await expect(back()).rejects.toMatchObject({ code: 'blocked' });
});

test('without a name, the latest affordable creature is chosen, or else the latest', async () => {
  const { house, clock } = await aPlainHouse(await anyStore());
  const { store } = house;
  const keeper = await aStoredKeeper(store);
  const now = clock.now();
  const dead = (lived: number, ago: number) =>
    aResident(store, {
      keeperId: keeper.id,
      hatchedAt: now - (lived + ago) * HOUR,
      end: { died: { at: now - ago * HOUR, cause: 'hunger' } },
    });
  const dear = await dead(2000, 1);
  const cheap = await dead(20, 2);
  const named = async () => (await findReturnable(house, keeper, now))?.creature.id;
  const [dearCost, cheapCost] = [resurrectionCost(dear, now), resurrectionCost(cheap, now)];
  expect(dearCost).toBeGreaterThan(cheapCost);
  expect(await named()).toBe(dear.id);
  await give(store, keeper.id, cheapCost, now);
  expect(await named()).toBe(cheap.id);
  await give(store, keeper.id, dearCost, now);
  expect(await named()).toBe(dear.id);
});
