import { expect, test } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { PACKS } from '../../src/rules/credits.ts';
import { auditStore } from '../../src/features/audit/audit.store.ts';
import { accountOf, type LedgerKind, moveCredits } from '../../src/features/money/ledger.store.ts';
import { closePayment } from '../../src/features/money/ledger.ts';
import { recordSettlement } from '../../src/features/money/pay-inline.ts';
import { claimPayment, findPayment, insertPurchase } from '../../src/features/money/purchases.store.ts';
import { reconcileInline, settleSession } from '../../src/features/shop/checkout-webhook.ts';
import { ADMIN_KEY, anOperatedHouse, METRICS_TOKEN, signedIn } from '../moderation/desk.ts';
import { expectInOrder } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import type { TestHouse } from '../support/house.ts';
import { aResidentOf, type Resident } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

const lately = (cents: number) => ({ last_24h: 0, last_7d: cents, last_30d: cents });
const NOTHING = { purchases: 0, credits: 0, cents: 0, cents_lately: lately(0), by_pack: [] };

eachDatabase(({ fresh }) => {
  test('revenue is counted by source and product, real and play money apart, without test accounts', async () => {
    const house = await anOperatedHouse(await fresh());
    const [ada, tester] = [await aResidentOf(house, 'ada'), await aResidentOf(house, 'test-er')];
    const none = { live: NOTHING, play: NOTHING, spent: 0, taken_back: 0, given_again: 0 };
    expect((await analyticsOf(house))['credits']).toEqual(none);
    await bought(house, ada, { pack: '500', live: true, provider: 'stripe' });
    await bought(house, ada, { pack: '500', live: true, provider: 'stripe' });
    await bought(house, ada, { pack: '100', live: false, provider: 'sandbox' });
    await bought(house, tester, { pack: '1000', live: true, provider: 'stripe' });
    await paid(house, ada, { key: 'x402:1', credits: 1000, cents: 700 });
    await paid(house, ada, { key: 'x402:2', credits: 1600, cents: 1100 });
    house.clock.forward('2d');
    await moved(house, ada, -300, 'resurrection');
    await moved(house, ada, -500, 'refund');
    await moved(house, tester, -5, 'dispute');
    await moved(house, ada, 500, 'refund_failed');
    const sales = { purchases: 4, credits: 3600, cents: 2600 };
    const play = { purchases: 1, credits: 100, cents: 100 };
    expect((await analyticsOf(house))['credits']).toEqual({
      live: {
        ...sales,
        cents_lately: lately(2600),
        by_pack: [
          { provider: 'x402', pack: 'bundle', purchases: 1, credits: 1600, cents: 1100 },
          { provider: 'stripe', pack: '500', purchases: 2, credits: 1000, cents: 800 },
          { provider: 'x402', pack: '1000', purchases: 1, credits: 1000, cents: 700 },
        ],
      },
      play: { ...play, cents_lately: lately(100), by_pack: [{ provider: 'sandbox', pack: '100', ...play }] },
      spent: 300,
      taken_back: 500,
      given_again: 500,
    });
    // Here credits are spent without a revival.
    const findings = await auditStore(house.house.store, house.clock.now());
    const unpaid = 'every payment for a return brought one back';
    expect(findings.filter(({ check }) => check !== unpaid)).toEqual([]);
    const { text } = await (await signedIn(house)).look('/admin');
    expect(text).toContain('$26.00');
    const metrics = (await house.ask({ path: '/metrics', key: METRICS_TOKEN })).text;
    const bundle = '{money="live",provider="x402",pack="bundle"}';
    for (const line of [
      `sales_total${bundle} 1`,
      `sales_credits_total${bundle} 1600`,
      `sales_cents_total${bundle} 1100`,
      'credits_moved_outside_sales_total{reason="resurrection"} 300',
    ])
      expect(metrics).toContain(`arkhouse_${line}\n`);
  });

  test('closing a payment as settled twice at once mints once', async () => {
    const { house, close, settle, balance } = await aLostPayment(await fresh());
    await Promise.all([close('settled'), close('settled'), settle()]);
    expect(await close('settled', 0)).toBe('was so already');
    expect(await balance()).toBe(500);
    await expectInOrder(house);
  });

  test('a payment closed as refused that turns out to be paid is minted', async () => {
    const { house, close, settle, balance } = await aLostPayment(await fresh());
    expect([await close('refused'), await close('settled')]).toEqual(['done', 'was so already']);
    await settle();
    expect(await balance()).toBe(500);
    expect(await findPayment(house.store, 'x402:lost')).toMatchObject({ state: 'settled' });
    await expectInOrder(house);
  });
});

test('the operator sees an agent’s balance, movements and payments, and the kind of money', async () => {
  const house = await anOperatedHouse(await anyStore());
  const ada = await aResidentOf(house, 'ada');
  await bought(house, ada, { pack: '500', live: true, provider: 'stripe' });
  await bought(house, ada, { pack: '100', live: false, provider: 'sandbox' });
  await paid(house, ada, { key: 'x402:7', credits: 100, cents: 100 });
  const operator = await signedIn(house);
  const { text } = await operator.look('/admin/ledger?agent=ADA');
  for (const word of '700 purchase inline_payment stripe sandbox x402 real play $4.00'.split(' '))
    expect(text).toContain(word);
  expect((await operator.look('/admin/ledger?agent=nobody')).text).toContain('No agent is called nobody');
  expect((await operator.look('/admin/ledger?agent=%3Cscript%3E')).status).toBe(200);
});

test.each(['settled', 'refused'] as const)('an unclear payment can be closed as %s', async (end) => {
  const house = await anOperatedHouse(await anyStore());
  const ada = await aResidentOf(house, 'ada');
  const { store } = house.house;
  await claimed(house, ada, { key: 'x402:lost', credits: 500, cents: 400 });
  const operator = await signedIn(house);
  const close = async (key = 'x402:lost') => {
    const fields = { key, end, reference: '0xabc', reason: 'looked at the chain' };
    return String((await operator.send('/admin/close-payment', fields)).headers['location']);
  };
  expect([await close(), await close('x402:other')]).toEqual(
    ['early', 'missing'].map((said) => `/admin?said=${said}`),
  );
  house.clock.forward('1h');
  expect((await operator.look('/admin/ledger')).text).toMatch(/x402:lost[^]*ada|ada[^]*x402:lost/);
  expect(await close()).toContain('said=done');
  expect(await close()).toContain('said=already');
  expect((await accountOf(store, ada.id)).balance).toBe(end === 'settled' ? 500 : 0);
  const closed = await findPayment(store, 'x402:lost');
  const reference = end === 'settled' ? '0xabc' : undefined;
  expect(closed).toEqual(expect.objectContaining({ state: end, evidence: '', reference }));
  expect((await operator.look('/admin/ledger')).text).not.toContain('x402:lost');
  const { text } = await operator.look('/admin/log');
  expect(text).toContain(`Closed a payment as ${end}`);
  expect(text).toContain('looked at the chain');
  expect(await reconcileInline(house.house, house.clock.now())).toBe(0);
  await expectInOrder(house.house);
});

async function aLostPayment(store: Database) {
  const house = await anOperatedHouse(store);
  const ada = await aResidentOf(house, 'ada');
  const payment = await claimed(house, ada, { key: 'x402:lost', credits: 500, cents: 400 });
  const now = house.clock.forward('2h');
  return {
    house: house.house,
    close: (end: 'settled' | 'refused', at = now) =>
      closePayment(house.house, { key: 'x402:lost', end, reference: '', reason: 'seen' }, at),
    settle: () => recordSettlement(house.house, payment, { outcome: 'settled', reference: '0xabc' }, now),
    balance: async () => (await accountOf(store, ada.id)).balance,
  };
}

let count = 0;

async function bought(
  { house, clock }: TestHouse,
  { id: agentId }: Resident,
  given: { live: boolean; provider: 'stripe' | 'sandbox'; pack: '100' | '500' | '1000' },
): Promise<void> {
  count += 1;
  const now = clock.now();
  const { credits, cents } = PACKS.find(({ id }) => id === given.pack) ?? PACKS[0];
  const id = house.random.id();
  const page = { ref: undefined, tokenHash: undefined, url: undefined, state: 'creating' } as const;
  const times = { createdAt: now, expiresAt: now + 1000 };
  const purchase = { id, agentId, credits, cents, ...given, ...page, ...times };
  const paidFor = { standing: 'paid', purchaseId: id, cents, currency: 'usd', live: given.live } as const;
  const session = { ...paidFor, ref: `cs_${count}`, paymentRef: `pi_${count}` };
  await insertPurchase(house.store, purchase);
  // Repeated deliveries count once.
  for (const outcome of ['credited', 'credited_before']) {
    const delivered = {
      purchase: { ...purchase, creatureId: undefined, gift: undefined },
      session,
      gift: undefined,
    };
    const settled = house.store.transaction((db) => settleSession(db, house, delivered, now));
    expect(await settled).toBe(outcome);
  }
}

type Inline = Readonly<{ key: string } & Record<'credits' | 'cents', number>>;

async function claimed({ house, clock }: TestHouse, { id: agentId }: Resident, payment: Inline) {
  const claim = { agentId, method: 'x402', live: true, evidence: '{}', createdAt: clock.now() } as const;
  expect(await claimPayment(house.store, { ...claim, ...payment })).toBe(true);
  const kept = await findPayment(house.store, payment.key);
  if (!kept) throw new Error('no payment');
  return kept;
}

async function paid(house: TestHouse, agent: Resident, payment: Inline): Promise<void> {
  const kept = await claimed(house, agent, payment);
  const settlement = { outcome: 'settled', reference: '0x1' } as const;
  for (const _ of [1, 2]) await recordSettlement(house.house, kept, settlement, house.clock.now());
}

async function moved(
  { house, clock }: TestHouse,
  { id: agentId }: Resident,
  delta: number,
  kind: LedgerKind,
) {
  count += 1;
  const movement = { id: house.random.id(), agentId, delta, kind, key: `${kind}:${count}`, now: clock.now() };
  await house.store.transaction((db) => moveCredits(db, movement));
}

async function analyticsOf({ ask }: TestHouse): Promise<Readonly<Record<string, unknown>>> {
  const { status, body, text } = await ask({ path: '/api/admin/analytics', key: ADMIN_KEY });
  expect(status, text).toBe(200);
  return body;
}
