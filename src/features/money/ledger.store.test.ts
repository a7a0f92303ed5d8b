import { expect, test } from 'vitest';

import { anAgent, takeIn } from '../../../test/engine/examples.ts';
import { eachDatabase } from '../../../test/support/databases.ts';
import { auditStore } from '../audit/audit.store.ts';
import type { Database } from '../../db/db.ts';
import { totals } from '../stats/tallies.store.ts';
import { MOVED, TEST } from '../stats/tally-names.store.ts';
import {
  accountOf,
  accountSumsAfter,
  ledgerAfter,
  LedgerKeyReusedError,
  ledgerOf,
  moveCredits,
  type LedgerKind,
} from './ledger.store.ts';
import { insertPurchase, purchasesAfter, type Purchase } from './purchases.store.ts';

const NOW = 1_000;

function move(store: Database, agentId: string, delta: number, key: string, kind: LedgerKind = 'purchase') {
  return store.transaction((db) => moveCredits(db, { id: `of ${key}`, agentId, delta, kind, key, now: NOW }));
}

eachDatabase(({ fresh }) => {
  async function twoAgents() {
    const store = await fresh();
    const [one, other] = [await takeIn(store), await takeIn(store, anAgent({ username: 'other' }))];
    return { store, one: one.id, other: other.id };
  }

  test('a cause that moved credits of one agent cannot move those of another', async () => {
    const { store, one, other } = await twoAgents();
    await move(store, one, 500, 'the same');
    await expect(move(store, other, 500, 'the same')).rejects.toThrow(LedgerKeyReusedError);
    expect(await accountOf(store, other)).toEqual({ balance: 0, debt: 0 });
  });

  test.each(['refund', 'dispute'] as const)(
    'a repeated %s that left a debt changes nothing',
    async (kind) => {
      const { store, one } = await twoAgents();
      await move(store, one, 50, 'in');
      const owing = { balance: 0, debt: 450 };
      expect(await move(store, one, -500, 'out', kind)).toEqual({ ...owing, before: false });
      expect(await move(store, one, -500, 'out', kind)).toEqual({ ...owing, before: true });
    },
  );

  test('every ledger line has the change of the debt, with any previous debt', async () => {
    const { store, one } = await twoAgents();
    await move(store, one, -300, 'first', 'refund');
    await move(store, one, -200, 'second', 'dispute');
    await move(store, one, 100, 'third');
    const lines = await ledgerOf(store, one, 10);
    expect(lines.map((line) => [line.debt_delta, line.debt_after])).toEqual([
      [-100, 400],
      [200, 500],
      [300, 300],
    ]);
  });

  test('movements of test accounts are counted apart', async () => {
    const { store, one } = await twoAgents();
    const tester = await takeIn(store, anAgent({ username: 'test-wren' }));
    await move(store, one, 30, 'a', 'dispute_won');
    await move(store, tester.id, 70, 'b', 'dispute_won');
    expect(await auditStore(store, NOW)).toEqual([]);
    const counted = await totals(store, 'money');
    const moved = [`${MOVED}dispute_won`, `${TEST}${MOVED}dispute_won`].map((name) => counted.get(name));
    expect(moved).toEqual([100, 70]);
  });

  test('a ledger is read in pages from its beginning, for one agent', async () => {
    const { store, one, other } = await twoAgents();
    for (const key of ['a', 'b', 'c']) await move(store, one, 100, key);
    await move(store, other, 100, 'd');
    const piece = async (after: number) =>
      (await ledgerAfter(store, one, after, 2)).map((line) => `${line.number}${line.idem_key}`).join(' ');
    expect([await piece(0), await piece(2), await piece(3)]).toEqual(['1a 2b', '3c', '']);
  });

  test('every account is listed with the sum of its ledger', async () => {
    const { store, one, other } = await twoAgents();
    await move(store, one, 100, 'a');
    await move(store, one, -150, 'b', 'refund');
    await move(store, other, 30, 'c');
    const [first = '', second = ''] = [one, other].toSorted();
    const sums = {
      [one]: { agentId: one, balance: 0, debt: 50, moved: 0, owed: 50 },
      [other]: { agentId: other, balance: 30, debt: 0, moved: 30, owed: 0 },
    };
    expect(await accountSumsAfter(store, '', 1)).toEqual([sums[first]]);
    expect(await accountSumsAfter(store, first, 9)).toEqual([sums[second]]);
  });

  test('purchases are read in pages from the first', async () => {
    const { store, one } = await twoAgents();
    const terms = { pack: '100', credits: 100, cents: 100, provider: 'sandbox', live: false } as const;
    const page = { ref: undefined, tokenHash: undefined, url: undefined, state: 'creating' } as const;
    const bought = (id: string, createdAt: number): Purchase => {
      return { id, agentId: one, ...terms, ...page, createdAt, expiresAt: createdAt + 1 };
    };
    const all = [bought('b', 0), bought('a', 5), bought('c', 5)];
    for (const purchase of all) await insertPurchase(store, purchase);
    const [first, second, third] = all;
    expect(await purchasesAfter(store, one, undefined, 2)).toEqual([first, second]);
    expect(await purchasesAfter(store, one, second, 2)).toEqual([third]);
    expect(await purchasesAfter(store, one, third, 2)).toEqual([]);
  });
});
