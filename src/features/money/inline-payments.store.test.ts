import { expect, test } from 'vitest';

import { onSqlite } from '../../../test/support/databases.ts';
import { aKeeper } from '../../../test/support/stored-residents.ts';
import { claimPayment, findPayment, markPayment, settlePayment } from './inline-payments.store.ts';

onSqlite(({ fresh }) => {
  async function aClaimedPayment() {
    const store = await fresh();
    const { id: agentId } = await aKeeper(store);
    const price = { live: false, credits: 500, cents: 400 };
    const claim = {
      key: 'mpp:1',
      method: 'mpp',
      agentId,
      evidence: 'a word',
      createdAt: 1,
      ...price,
    } as const;
    expect(await claimPayment(store, claim)).toBe(true);
    return { store, state: async () => (await findPayment(store, 'mpp:1'))?.state };
  }

  test.each(['refused', 'unknown'] as const)(
    'a settled payment stays settled when a slower attempt finds it %s',
    async (found) => {
      const { store, state } = await aClaimedPayment();
      expect(await settlePayment(store, 'mpp:1', 'paid', 2)).toBe(true);
      await markPayment(store, 'mpp:1', { state: found, reason: 'too late' }, 3);
      expect(await state()).toBe('settled');
    },
  );

  test('an unresolved payment may still be settled or refused, and a refused one is not reopened', async () => {
    const { store, state } = await aClaimedPayment();
    await markPayment(store, 'mpp:1', { state: 'unknown', reason: 'no answer' }, 2);
    expect(await state()).toBe('unknown');
    await markPayment(store, 'mpp:1', { state: 'refused', reason: 'declined' }, 3);
    await markPayment(store, 'mpp:1', { state: 'unknown', reason: 'no answer' }, 4);
    expect(await state()).toBe('refused');
  });
});
