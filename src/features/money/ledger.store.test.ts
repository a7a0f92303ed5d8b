import { expect, test } from 'vitest';

import { auditStore } from '../audit/audit.store.ts';
import type { Database } from '../../db/db.ts';
import { MOVED, TEST } from '../stats/tally-names.store.ts';
import { totals } from '../stats/tallies.store.ts';
import { claimPayment, insertPurchase, paymentsAfter, purchasesAfter } from './purchases.store.ts';
import { anAgent, takeIn } from '../../../test/engine/examples.ts';
import { eachDatabase } from '../../../test/support/databases.ts';
import * as ledger from './ledger.store.ts';

const NOW = 1_000;

const { accountOf, ledgerOf } = ledger;

function move(
  store: Database,
  agentId: string,
  delta: number,
  key: string,
  kind: ledger.LedgerKind = 'purchase',
) {
  const movement = { id: `of ${key}`, agentId, delta, kind, key, now: NOW };
  return store.transaction((db) => ledger.moveCredits(db, movement));
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
      for (const again of [false, true])
        expect(await move(store, one, delta, key, kind)).toEqual({ balance, debt, before: again });
      expect(await accountOf(store, one)).toEqual({ balance, debt });
      lines.unshift([lines.length + 1, balance - before, balance, debt - owed, debt]);
      [before, owed] = [balance, debt];
    }
    const kept = await ledgerOf(store, one, 10);
    const fields = ['number', 'delta', 'balance_after', 'debt_delta', 'debt_after'] as const;
    expect(kept.map((line) => fields.map((field) => line[field]))).toEqual(lines);
    await expect(move(store, one, 400, 'bought')).rejects.toThrow(ledger.LedgerKeyReusedError);
    await expect(move(store, other, 500, 'bought')).rejects.toThrow(ledger.LedgerKeyReusedError);
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
    expect(refused.filter((error) => error instanceof ledger.InsufficientCreditsError)).toHaveLength(40);
    expect(await accountOf(store, one)).toEqual({ balance: 99, debt: 0 });
  });

  test('the audit reports an account that differs from the sum of its ledger, and a line that does not follow', async () => {
    const { store, one } = await twoAgents();
    const checks = async () => (await auditStore(store, NOW)).map(({ check }) => check);
    const setBalance = (balance: number) =>
      store.run({ text: 'update accounts set balance = $2 where agent_id = $1' }, [one, balance]);
    await move(store, one, 100, 'a', 'dispute_won');
    await move(store, one, -40, 'b', 'dispute');
    expect(await checks()).toEqual([]);
    await setBalance(61);
    const insert = `
      insert into ledger (id, agent_id, number, delta, debt_delta, balance_after, debt_after, kind, idem_key, created_at)
      values ('x', $1, 3, 1, 0, 62, 0, 'dispute_won', 'c', 1)`;
    await store.run({ text: insert }, [one]);
    const broken = 'every line of a ledger goes on from the one before';
    expect(await checks()).toEqual(['money and credits moved as they are counted', broken]);
    await setBalance(60);
    expect(await checks()).toContain('an account is the sum of its ledger');
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

  test('ledger, purchases and inline payments of an agent are read in pages from the first', async () => {
    const { store, one, other } = await twoAgents();
    for (const key of ['a', 'b', 'c']) await move(store, one, 100, key);
    await move(store, other, 100, 'd');
    const lines = async (after: number) =>
      (await ledger.ledgerAfter(store, one, after, 2))
        .map((line) => `${line.number}${line.idem_key}`)
        .join(' ');
    expect([await lines(0), await lines(2), await lines(3)]).toEqual(['1a 2b', '3c', '']);
    const terms = { credits: 100, cents: 100, live: false, agentId: one } as const;
    const page = { ref: undefined, tokenHash: undefined, url: undefined, state: 'creating' } as const;
    for (const [id, createdAt] of Object.entries({ b: 0, a: 5, c: 5 })) {
      const times = { createdAt, expiresAt: createdAt + 1 };
      await insertPurchase(store, { id, ...terms, pack: '100', provider: 'sandbox', ...page, ...times });
      await claimPayment(store, { key: id, ...terms, method: 'mpp', evidence: 'a word', createdAt });
    }
    for (const [after, ids] of [
      [undefined, 'b a'],
      ['a', 'c'],
      ['c', ''],
    ] as const) {
      const place = after && { id: after, key: after, createdAt: 5 };
      const purchases = await purchasesAfter(store, one, place, 2);
      const payments = await paymentsAfter(store, one, place, 2);
      expect(purchases.map(({ id }) => id).join(' ')).toBe(ids);
      expect(payments.map(({ key }) => key).join(' ')).toBe(ids);
    }
  });

  test('every account is listed with the sum of its ledger', async () => {
    const { store, one, other } = await twoAgents();
    await move(store, one, 100, 'a');
    await move(store, one, -150, 'b', 'refund');
    await move(store, other, 30, 'c');
    const all = await ledger.accountSumsAfter(store, '', 9);
    expect(all).toHaveLength(2);
    expect(all).toContainEqual({ agentId: one, balance: 0, debt: 50, moved: 0, owed: 50 });
    expect(all).toContainEqual({ agentId: other, balance: 30, debt: 0, moved: 30, owed: 0 });
    expect(await ledger.accountSumsAfter(store, '', 1)).toEqual(all.slice(0, 1));
    expect(await ledger.accountSumsAfter(store, all[0]?.agentId ?? '', 9)).toEqual(all.slice(1));
  });
});
