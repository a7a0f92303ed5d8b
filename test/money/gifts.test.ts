import { expect, test } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import { auditStore } from '../../src/features/audit/audit.store.ts';
import { blockAgent, hideText } from '../../src/features/moderation/moderate.ts';
import { moveCredits } from '../../src/features/money/ledger.store.ts';
import { purchasesOf } from '../../src/features/money/purchases.store.ts';
import { eachDatabase } from '../support/databases.ts';
import type { TestHouse } from '../support/house.ts';
import { SANDBOX_TOKEN } from '../support/parts.ts';
import { aResidentOf, hatchFor } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';
import type { FakeSession } from './fake-stripe.ts';
import { aPlayHouse, sealOn } from './play-house.ts';
import { aShop, anEvent, paid } from './shop.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Asks for a checkout page, as the form of the payment page does. */
function bringBack({ ask }: Pick<TestHouse, 'ask'>, id: string, more: object = {}) {
  return ask({ method: 'POST', path: `/creatures/${id}/bring-back`, headers: FORM, ...more });
}

/** A shop with a dead creature of its agent. */
async function aLoss(store: Database) {
  const shop = await aShop(store);
  const fen = await hatchFor(shop, shop, { name: 'Fen', species_slug: 'housecat' });
  shop.clock.forward('40h');
  const read = async (path: string) => (await shop.ask({ path, key: shop.key })).body;
  return {
    ...shop,
    fen,
    visit: () => shop.ask({ path: `/creatures/${fen}/bring-back` }),
    pay: () => bringBack(shop, fen),
    status: () => read(`/api/house/status?creature_id=${fen}`),
    balance: () => read('/api/house/credits'),
    /** Opens the page and returns its checkout session. */
    session: async (): Promise<FakeSession> => {
      const { status, headers } = await bringBack(shop, fen);
      expect(status).toBe(303);
      const found = [...shop.stripe.sessions.values()].find(({ url }) => url === headers['location']);
      if (!found) throw new Error('no session');
      return found;
    },
    resurrect: () =>
      shop.ask({ method: 'POST', path: '/api/house/resurrect', key: shop.key, body: { creature_id: fen } }),
    care: (action: string) =>
      shop.ask({
        method: 'POST',
        path: '/api/house/care',
        key: shop.key,
        body: { action, creature_id: fen },
      }),
    /** Changes the balance of the keeper; a negative change is a dispute, which may leave a debt. */
    given: (credits: number) => {
      const movement = { id: `given ${credits}`, agentId: shop.agentId, key: `given:${credits}` } as const;
      const kind = credits < 0 ? 'dispute' : 'dispute_won';
      return store.transaction((db) =>
        moveCredits(db, { ...movement, delta: credits, kind, now: shop.clock.now() }),
      );
    },
  };
}

const alive = (status: Readonly<Record<string, unknown>>) =>
  (status['creature'] as { readonly alive: boolean }).alive;
const moves = (lines: readonly { readonly kind: string; readonly delta: number }[]) =>
  lines.map(({ kind, delta }) => `${kind} ${delta}`).toReversed();
const gift = (fen: string, brought_back: boolean) => [
  { creature_id: fen, name: 'Fen', credits: 100, brought_back, at: expect.any(String) },
];

eachDatabase(({ fresh }) => {
  test('a payment by somebody else brings the creature back once, however often it is reported', async () => {
    const store = await fresh();
    const loss = await aLoss(store);
    const session = await loss.session();
    for (const type of ['completed', 'completed', 'async_payment_succeeded'])
      expect(await loss.deliver(paid(session, {}, type))).toMatchObject({ status: 200 });
    expect(alive(await loss.status())).toBe(true);
    expect(moves(await loss.ledger())).toEqual(['purchase 100', 'resurrection -100']);
    expect(await purchasesOf(store, loss.agentId, 9)).toMatchObject([{ state: 'paid', gift: 'returned' }]);
    expect(await auditStore(store, loss.clock.now())).toEqual([]);
  });

  test('its keeper is told in the status until it cares, and in the balance for 30 days', async () => {
    const loss = await aLoss(await fresh());
    await loss.deliver(paid(await loss.session()));
    expect((await loss.status())['gifts']).toEqual(gift(loss.fen, true));
    expect((await loss.balance())['gifts']).toEqual(gift(loss.fen, true));
    loss.clock.forward('1h');
    expect((await loss.status())['gifts']).toEqual(gift(loss.fen, true));
    expect((await loss.care('reflect')).status).toBe(200);
    expect(await loss.status()).not.toHaveProperty('gifts');
    loss.clock.forward('29d');
    expect((await loss.balance())['gifts']).toEqual(gift(loss.fen, true));
    loss.clock.forward('1d');
    expect(await loss.balance()).not.toHaveProperty('gifts');
  });

  test('credits that arrive when the creature is back already stay with its keeper', async () => {
    const store = await fresh();
    const loss = await aLoss(store);
    const session = await loss.session();
    await loss.given(100);
    expect((await loss.resurrect()).status).toBe(200);
    for (const _ of ['first', 'copy']) await loss.deliver(paid(session));
    expect(await loss.account()).toEqual({ balance: 100, debt: 0 });
    expect((await loss.balance())['gifts']).toEqual(gift(loss.fen, false));
    expect(await loss.status()).not.toHaveProperty('gifts');
    expect(await auditStore(store, loss.clock.now())).toEqual([]);
  });

  test('credits that arrive after the week stay with its keeper, and the creature stays dead', async () => {
    const store = await fresh();
    const loss = await aLoss(store);
    const session = await loss.session();
    loss.clock.forward('7d');
    await loss.deliver(paid(session));
    expect(alive(await loss.status())).toBe(false);
    expect(await loss.account()).toEqual({ balance: 100, debt: 0 });
    expect(await auditStore(store, loss.clock.now())).toEqual([]);
  });

  test('of a payment and a keeper that resurrects at the same time one revives, and no credit is lost', async () => {
    const store = await fresh();
    const loss = await aLoss(store);
    await loss.given(100);
    const session = await loss.session();
    const [told, ...resurrections] = await Promise.all([
      loss.deliver(paid(session)),
      loss.resurrect(),
      loss.deliver(paid(session)),
      loss.resurrect(),
    ]);
    expect(told.status).toBe(200);
    expect(resurrections.map(({ status }) => status).every((status) => status < 500)).toBe(true);
    expect(alive(await loss.status())).toBe(true);
    expect(await loss.account()).toEqual({ balance: 100, debt: 0 });
    expect(moves(await loss.ledger()).filter((line) => line === 'resurrection -100')).toHaveLength(1);
    expect(await auditStore(store, loss.clock.now())).toEqual([]);
  });

  test('of two payments in different sessions one revives, and the credits of the other stay with the keeper', async () => {
    const store = await fresh();
    const loss = await aLoss(store);
    const first = await loss.session();
    loss.clock.forward('13h');
    const second = await loss.session();
    expect(second.id).not.toBe(first.id);
    const told = await Promise.all([first, second].map((session) => loss.deliver(paid(session))));
    expect(told.map(({ status }) => status)).toEqual([200, 200]);
    expect(await loss.account()).toEqual({ balance: 100, debt: 0 });
    const outcomes = (await purchasesOf(store, loss.agentId, 9)).map((purchase) => purchase.gift);
    expect(new Set(outcomes)).toEqual(new Set(['kept', 'returned']));
    expect(await auditStore(store, loss.clock.now())).toEqual([]);
  });

  test("after another death at a higher price the gift is kept, and the keeper's own credits are not spent", async () => {
    const store = await fresh();
    const loss = await aLoss(store);
    const session = await loss.session();
    await loss.given(1000);
    await loss.resurrect();
    loss.clock.forward('40h');
    expect(alive(await loss.status())).toBe(false);
    await loss.deliver(paid(session));
    expect(alive(await loss.status())).toBe(false);
    expect(await loss.account()).toEqual({ balance: 1000, debt: 0 });
    expect(await auditStore(store, loss.clock.now())).toEqual([]);
  });

  test('a keeper that turned gifts off or was blocked meanwhile keeps the credits, and nothing is revived', async () => {
    for (const change of ['gifts', 'block'] as const) {
      const store = await fresh();
      const loss = await aLoss(store);
      const session = await loss.session();
      if (change === 'gifts')
        await loss.ask({ method: 'PATCH', path: '/api/auth/me', key: loss.key, body: { gifts: false } });
      else await blockAgent(loss.house, { username: 'buyer', reason: 'why' }, loss.clock.now());
      expect((await loss.deliver(paid(session))).status).toBe(200);
      const [purchase] = await purchasesOf(store, loss.agentId, 1);
      expect(purchase).toMatchObject({ state: 'paid', gift: 'kept' });
      expect(await loss.account()).toEqual({ balance: 100, debt: 0 });
    }
  });

  test('a refund of a gift debits the keeper, and what was spent becomes a debt', async () => {
    const store = await fresh();
    const loss = await aLoss(store);
    const session = await loss.session();
    await loss.deliver(paid(session));
    const refund = { id: 're_1', status: 'succeeded', amount: 100, currency: 'usd' };
    await loss.deliver(anEvent('refund.created', { ...refund, payment_intent: `pi_of_${session.id}` }));
    expect(await loss.account()).toEqual({ balance: 0, debt: 100 });
    expect(alive(await loss.status())).toBe(true);
    expect(await auditStore(store, loss.clock.now())).toEqual([]);
  });

  test('a debt that arose after the payment was begun takes the credits, and the creature stays dead', async () => {
    const store = await fresh();
    const loss = await aLoss(store);
    const session = await loss.session();
    await loss.given(-30);
    await loss.deliver(paid(session));
    expect(alive(await loss.status())).toBe(false);
    expect(await loss.account()).toEqual({ balance: 70, debt: 0 });
    expect(await auditStore(store, loss.clock.now())).toEqual([]);
  });
});

test('checkout names the creature and the purpose, and leads back to pages of the creature', async () => {
  const loss = await aLoss(await anyStore());
  await loss.session();
  expect(loss.stripe.seen[0]?.form).toMatchObject({
    'line_items[0][price_data][product_data][name]': '100 Arkhouse credits to bring Fen back',
    'line_items[0][price_data][unit_amount]': '100',
    client_reference_id: loss.agentId,
    success_url: `http://127.0.0.1:3000/creatures/${loss.fen}/bring-back/thanks`,
    cancel_url: `http://127.0.0.1:3000/creatures/${loss.fen}/bring-back`,
  });
  const thanks = await loss.ask({ path: `/creatures/${loss.fen}/bring-back/thanks` });
  expect(thanks).toMatchObject({
    status: 200,
    text: expect.stringContaining(`href="/creatures/${loss.fen}"`),
  });
});

test('visitors share one session per creature while more than half of its lifetime is left', async () => {
  const loss = await aLoss(await anyStore());
  const first = await loss.session();
  expect((await loss.session()).id).toBe(first.id);
  expect(loss.stripe.sessions.size).toBe(1);
});

test("the checkout of a refused resurrection names the creature, is not the stranger's, and revives nothing", async () => {
  const loss = await aLoss(await anyStore());
  const strangers = await loss.session();
  expect((await loss.resurrect()).status).toBe(402);
  const own = [...loss.stripe.sessions.values()].find(({ id }) => id !== strangers.id);
  expect(loss.stripe.seen.at(-1)?.form).toMatchObject({
    'line_items[0][price_data][product_data][name]': '100 Arkhouse credits to bring Fen back',
    success_url: 'http://127.0.0.1:3000/checkout/thanks',
  });
  if (own) await loss.deliver(paid(own));
  expect(await loss.account()).toEqual({ balance: 100, debt: 0 });
  expect(alive(await loss.status())).toBe(false);
});

test('the page says the price, until when, and what happens to the credits before anybody pays', async () => {
  const loss = await aLoss(await anyStore());
  const { status, text, headers } = await loss.visit();
  expect(status).toBe(200);
  for (const part of [
    'Bring Fen back',
    '$1.00',
    '100 credits',
    'buyer',
    'all of the credits stay with buyer',
  ])
    expect(text).toContain(part);
  expect(text).toMatch(/until \d\d:\d\d UTC on \d+ January 2026/);
  // Chromium applies form-action to the redirect to the payment provider.
  expect(headers['content-security-policy']).toContain("form-action 'self' https:");
});

test('the page of a dead creature says until when, for how much and how it comes back, and links to the payment', async () => {
  const loss = await aLoss(await anyStore());
  const { text } = await loss.ask({ path: `/creatures/${loss.fen}` });
  expect(text).toMatch(/Fen can still be brought back.*It costs 100 credits.*until <time/s);
  expect(text).toContain('href="/guides/payments"');
  expect(text).toContain(`href="/creatures/${loss.fen}/bring-back"`);
  loss.clock.forward('7d');
  expect((await loss.ask({ path: `/creatures/${loss.fen}` })).text).not.toContain('bring-back');
});

/** Whether the page of the creature offers a payment, the status of the payment page, and of its form. */
async function offered({ ask }: TestHouse, id: string) {
  const [page, pay, form] = [
    await ask({ path: `/creatures/${id}` }),
    await ask({ path: `/creatures/${id}/bring-back` }),
    await bringBack({ ask }, id),
  ];
  return [page.text.includes('/bring-back'), pay.status, form.status];
}

const NOT_OFFERED = [false, 410, 410];

test.each([
  ['by a keeper with a debt', async (loss: Loss) => void (await loss.given(-10))],
  [
    'by a keeper that turned gifts off',
    async ({ ask, key }: Loss) =>
      void (await ask({ method: 'PATCH', path: '/api/auth/me', key, body: { gifts: false } })),
  ],
  [
    'whose name is hidden',
    async ({ house, fen, clock }: Loss) => {
      await hideText(house, { writing: 'creature_name', subject: fen, reason: 'why' }, clock.now());
      await house.moderation.refresh();
    },
  ],
  ['that is back', async (loss: Loss) => void (await loss.given(100), await loss.resurrect())],
  ['whose week is over', async ({ clock }: Loss) => void clock.forward('7d')],
])('a creature %s is not offered', async (_, happens) => {
  const loss = await aLoss(await anyStore());
  expect(await offered(loss, loss.fen)).toEqual([true, 200, 303]);
  await happens(loss);
  loss.clock.forward('10s');
  expect(await offered(loss, loss.fen)).toEqual(NOT_OFFERED);
  expect(loss.stripe.sessions.size).toBe(1);
});

type Loss = Awaited<ReturnType<typeof aLoss>>;

test('a living creature, one of a test account and one that costs more than the largest pack are not offered', async () => {
  const shop = await aShop(await anyStore());
  const tester = await aResidentOf(shop, 'test-wren');
  const theirs = await hatchFor(shop, tester, { name: 'Lab', species_slug: 'housecat' });
  const old = await hatchFor(shop, shop, { name: 'Old', species_slug: 'housecat' });
  shop.clock.forward('40h');
  const living = await hatchFor(shop, shop, { name: 'Yet', species_slug: 'housecat' });
  const deaths = { text: 'update creatures set resurrections = 2 where id = $1' };
  await shop.house.store.run(deaths, [old]);
  for (const id of [living, theirs, old]) expect(await offered(shop, id)).toEqual(NOT_OFFERED);
});

test('a creature of a blocked keeper, an unknown one and a malformed id have no payment page', async () => {
  const loss = await aLoss(await anyStore());
  await blockAgent(loss.house, { username: 'buyer', reason: 'why' }, loss.clock.now());
  for (const id of [loss.fen, '0b9f6c1e-6c0e-4f0b-9a63-2f5d1c7a8e40', 'Fen'])
    expect([
      (await loss.ask({ path: `/creatures/${id}/bring-back` })).status,
      (await bringBack(loss, id)).status,
    ]).toEqual([404, 404]);
});

test('payments of strangers are limited per address, and refused from another origin', async () => {
  const loss = await aLoss(await anyStore());
  const statuses: number[] = [];
  for (let nth = 0; nth <= RATE_LIMITS.credits.max; nth += 1)
    statuses.push((await bringBack(loss, loss.fen, { from: '203.0.113.7' })).status);
  expect(statuses).toEqual([...Array.from({ length: RATE_LIMITS.credits.max }, () => 303), 429]);
  const foreign = { headers: { ...FORM, origin: 'https://elsewhere.example' } };
  expect((await bringBack(loss, loss.fen, foreign)).status).toBe(403);
});

test('while the payment provider does not answer, the page says to try again', async () => {
  const loss = await aLoss(await anyStore());
  loss.stripe.accidents.push(500, 500, 500);
  expect((await loss.pay()).status).toBe(503);
  expect((await loss.pay()).status).toBe(303);
});

test('during an upgrade no gift is offered, because older nodes would not revive', async () => {
  const loss = await aLoss(await anyStore());
  Object.assign(loss.house, { upgradeEndsAt: loss.clock.now() + 60_000 });
  expect(await offered(loss, loss.fen)).toEqual(NOT_OFFERED);
});

test('with play money the page asks for the sandbox token, which no page contains, and then brings back', async () => {
  const play = await aPlayHouse(await anyStore());
  const fen = await hatchFor(play, play, { name: 'Fen', species_slug: 'housecat' });
  play.clock.forward('40h');
  const path = `/creatures/${fen}/bring-back`;
  const shown = [await play.ask({ path: `/creatures/${fen}` }), await play.ask({ path })];
  expect(shown.map(({ status, text }) => [status, text.includes(SANDBOX_TOKEN)])).toEqual([
    [200, false],
    [200, false],
  ]);
  expect(shown[1]?.text).toContain('name="sandbox_token"');
  for (const body of [undefined, 'sandbox_token=', 'sandbox_token=guess']) {
    const refused = await bringBack(play, fen, { body });
    expect([refused.status, refused.text.includes(SANDBOX_TOKEN)]).toEqual([403, false]);
  }
  const opened = await bringBack(play, fen, { body: `sandbox_token=${SANDBOX_TOKEN}` });
  expect(opened.status).toBe(303);
  const page = new URL(String(opened.headers['location']), 'http://127.0.0.1:3000');
  const before = await play.look(page);
  expect(before.text).toContain('bring Fen back at once');
  expect((await play.click(page, { seal: sealOn(before) })).status).toBe(303);
  expect((await play.look(page)).text).toContain('brought Fen back');
  expect(await play.account()).toEqual({ balance: 0, debt: 0 });
});

test('where payments are off there is no payment page and no link to one', async () => {
  const { house, ...shop } = await aShop(await anyStore());
  const fen = await hatchFor({ house, ...shop }, shop, { name: 'Fen', species_slug: 'housecat' });
  shop.clock.forward('40h');
  Object.assign(house, { cashier: { mode: 'off' } });
  expect((await shop.ask({ path: `/creatures/${fen}` })).text).not.toContain('/bring-back');
  expect((await bringBack(shop, fen)).status).toBe(410);
});
