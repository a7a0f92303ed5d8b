import { expect, test } from 'vitest';

import { auditStore } from '../audit/audit.store.ts';
import type { Database } from '../../db/db.ts';
import { MOVED, TEST } from '../stats/tally-names.store.ts';
import { totals } from '../stats/tallies.store.ts';
import { insertPurchase, purchasesAfter, type Purchase } from './purchases.store.ts';
import { anAgent, takeIn } from '../../../test/engine/examples.ts';
import { eachDatabase } from '../../../test/support/databases.ts';
import {
  accountOf,
  accountSumsAfter,
  InsufficientCreditsError,
  ledgerAfter,
  LedgerKeyReusedError,
  ledgerOf,
  moveCredits,
  type LedgerKind,
} from './ledger.store.ts';

const NOW = 1_000;

function move(store: Database, agentId: string, delta: number, key: string, kind: LedgerKind = 'purchase') {
  return store.transaction((db) => moveCredits(db, { id: `of ${key}`, agentId, delta, kind, key, now: NOW }));
}

/** Movements of one account, and its balance and debt after each. */
const MOVEMENTS = [
  ['bought', 'purchase', 500, 500, 0],
  ['spent', 'resurrection', -120, 380, 0],
  ['refunded', 'refund', -500, 0, 120],
  ['disputed', 'dispute', -200, 0, 320],
  ['little', 'purchase', 100, 0, 220],
  ['enough', 'purchase', 500, 280, 0],
] as const;

eachDatabase(({ fresh }) => {
  async function twoAgents() {
    const store = await fresh();
    const [one, other] = [await takeIn(store), await takeIn(store, anAgent({ username: 'other' }))];
    return { store, one: one.id, other: other.id };
  }

  test('every movement is a line with balance and debt after it, and the same cause moves credits once', async () => {
    const { store, one, other } = await twoAgents();
    const lines: (readonly number[])[] = [];
    let [before, owed] = [0, 0];
    for (const [key, kind, delta, balance, debt] of MOVEMENTS) {
      expect(await move(store, one, delta, key, kind)).toEqual({ balance, debt, before: false });
      expect(await move(store, one, delta, key, kind)).toEqual({ balance, debt, before: true });
      expect(await accountOf(store, one)).toEqual({ balance, debt });
      lines.unshift([lines.length + 1, balance - before, balance, debt - owed, debt]);
      [before, owed] = [balance, debt];
    }
    const kept = await ledgerOf(store, one, 10);
    expect(
      kept.map((line) => [line.number, line.delta, line.balance_after, line.debt_delta, line.debt_after]),
    ).toEqual(lines);
    await expect(move(store, one, 400, 'bought')).rejects.toThrow(LedgerKeyReusedError);
    await expect(move(store, other, 500, 'bought')).rejects.toThrow(LedgerKeyReusedError);
    expect(await accountOf(store, other)).toEqual({ balance: 0, debt: 0 });
    for (const text of ['update ledger set delta = 1', 'delete from ledger'])
      await expect(store.run({ text }, []), text).rejects.toThrow(/never rewritten/);
  });

  test('of fifty concurrent payments exactly those covered by the balance succeed', async () => {
    const { store, one } = await twoAgents();
    await move(store, one, 1099, 'in');
    const tries = Array.from({ length: 50 }, (_, nth) => move(store, one, -100, `out${nth}`, 'resurrection'));
    const ends = await Promise.allSettled(tries);
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    expect(refused.filter((error) => error instanceof InsufficientCreditsError)).toHaveLength(40);
    expect(await accountOf(store, one)).toEqual({ balance: 99, debt: 0 });
  });

  test('the audit reports an account that differs from the sum of its ledger, and a line that does not follow', async () => {
    const { store, one } = await twoAgents();
    await move(store, one, 100, 'a', 'dispute_won');
    await move(store, one, -40, 'b', 'dispute');
    expect(await auditStore(store, NOW)).toEqual([]);
    await store.run({ text: 'update accounts set balance = 61 where agent_id = $1' }, [one]);
    const insert = `
        insert into ledger (
          id, agent_id, number, delta, debt_delta, balance_after, debt_after, kind, idem_key, created_at)
        values ('x', $1, 3, 1, 0, 62, 0, 'dispute_won', 'c', 1)`;
    await store.run({ text: insert }, [one]);
    expect((await auditStore(store, NOW)).map(({ check, subject }) => [check, subject])).toEqual([
      ['money and credits moved as they are counted', 'moved/dispute_won'],
      ['every line of a ledger goes on from the one before', 'x'],
    ]);
    await store.run({ text: 'update accounts set balance = 60 where agent_id = $1' }, [one]);
    expect((await auditStore(store, NOW)).map(({ check }) => check)).toContain(
      'an account is the sum of its ledger',
    );
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
