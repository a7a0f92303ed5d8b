import { expect, test } from 'vitest';

import { auditStore } from '../../src/features/audit/audit.store.ts';
import type { Database } from '../../src/db/db.ts';
import {
  accountOf,
  InsufficientCreditsError,
  LedgerKeyReusedError,
  ledgerOf,
  moveCredits,
  type LedgerKind,
} from '../../src/features/money/ledger.store.ts';
import { takeIn } from '../engine/examples.ts';
import { eachDatabase } from '../support/databases.ts';

const NOW = 1_000;
let ids = 0;

function moved(store: Database, agentId: string, delta: number, key: string, kind: LedgerKind = 'purchase') {
  ids += 1;
  const id = `m${ids}`;
  return store.transaction((db) => moveCredits(db, { id, agentId, delta, kind, key, now: NOW }));
}

eachDatabase((place) => {
  async function anAccount(): Promise<{ store: Database; id: string }> {
    const store = await place.fresh();
    const { id } = await takeIn(store);
    return { store, id };
  }

  test('every movement of credits is a line with the balance after it, and the same cause moves them once', async () => {
    const { store, id } = await anAccount();
    expect(await accountOf(store, id)).toEqual({ balance: 0, debt: 0 });
    expect(await moved(store, id, 500, 'a')).toEqual({ balance: 500, debt: 0, before: false });
    expect(await moved(store, id, 500, 'a')).toEqual({ balance: 500, debt: 0, before: true });
    await expect(moved(store, id, 400, 'a')).rejects.toThrow(LedgerKeyReusedError);
    await moved(store, id, -120, 'b', 'resurrection');
    expect(await accountOf(store, id)).toEqual({ balance: 380, debt: 0 });
    const lines = await ledgerOf(store, id, 10);
    expect(lines.map(({ number, delta, balance_after: after }) => [number, delta, after])).toEqual([
      [2, -120, 380],
      [1, 500, 500],
    ]);
    for (const text of ['update ledger set delta = 1', 'delete from ledger'])
      await expect(store.run({ text }, []), text).rejects.toThrow(/never rewritten/);
  });

  test('a repeated cause that partly paid off a debt is recognised', async () => {
    const { store, id } = await anAccount();
    await moved(store, id, -300, 'a', 'refund');
    expect(await moved(store, id, 500, 'b')).toEqual({ balance: 200, debt: 0, before: false });
    expect(await moved(store, id, 500, 'b')).toEqual({ balance: 200, debt: 0, before: true });
  });

  test('of fifty concurrent payments exactly those covered by the balance succeed', async () => {
    const { store, id } = await anAccount();
    await moved(store, id, 1099, 'in');
    const tries = Array.from({ length: 50 }, (_, nth) => moved(store, id, -100, `out${nth}`, 'resurrection'));
    const ends = await Promise.allSettled(tries);
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    expect(refused.filter((error) => error instanceof InsufficientCreditsError)).toHaveLength(40);
    expect(await accountOf(store, id)).toEqual({ balance: 99, debt: 0 });
  });

  test('the audit reports an account that differs from the sum of its ledger, and a line that does not follow', async () => {
    const { store, id } = await anAccount();
    await moved(store, id, 100, 'a', 'dispute_won');
    await moved(store, id, -40, 'b', 'dispute');
    expect(await auditStore(store, NOW)).toEqual([]);
    await store.run({ text: 'update accounts set balance = 61 where agent_id = $1' }, [id]);
    const insert = `
        insert into ledger (
          id, agent_id, number, delta, debt_delta, balance_after, debt_after, kind, idem_key, created_at)
        values ('x', $1, 3, 1, 0, 62, 0, 'dispute_won', 'c', 1)`;
    await store.run({ text: insert }, [id]);
    expect((await auditStore(store, NOW)).map(({ check, subject }) => [check, subject])).toEqual([
      ['money and credits moved as they are counted', 'moved/dispute_won'],
      ['every line of a ledger goes on from the one before', 'x'],
    ]);
    await store.run({ text: 'update accounts set balance = 60 where agent_id = $1' }, [id]);
    expect((await auditStore(store, NOW)).map(({ check }) => check)).toContain(
      'an account is the sum of its ledger',
    );
  });
});
