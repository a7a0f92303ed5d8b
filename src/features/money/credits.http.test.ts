import { expect, test } from 'vitest';

import { ON_CHAIN } from '../../../test/money/till.ts';
import { onSqlite } from '../../../test/support/databases.ts';
import { aHouse } from '../../../test/support/house.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../../../test/support/parts.ts';
import type { Cashier } from '../../outside/money/cashier.ts';
import { sandboxCheckout } from '../../outside/money/checkout-sandbox.ts';
import { systemRandom } from '../../outside/random.ts';
import { mppRail } from '../../outside/money/mpp.ts';
import { facilitatorClient, x402Rail, type X402 } from '../../outside/money/x402.ts';

const baseUrl = new URL('http://127.0.0.1:3000');
const checkout = sandboxCheckout({ baseUrl, random: systemRandom, sandboxToken: SANDBOX_TOKEN });
const charge = async () => ({ outcome: 'refused', reason: 'no' }) as const;
const play = { name: 'play', live: false, request: () => ({}), charge };
const mpp = mppRail({ secret: 'x'.repeat(32), realm: 'pets.example' }, [play], systemRandom);

/** x402 after, or before, its facilitator has listed its kinds. */
function x402(open: boolean): X402 {
  const rail = x402Rail({ ...ON_CHAIN, baseUrl }, facilitatorClient('http://127.0.0.1:9'));
  return Object.defineProperty(rail, 'open', { value: open });
}

onSqlite(({ fresh }) => {
  async function aBuyer(cashier: Cashier) {
    const { ask, registered } = await aHouse(await fresh(), { house: { cashier }, baseUrl });
    const asKeeper = { path: '/api/house/credits', key: await registered('wren'), headers: SANDBOX_HEADERS };
    const look = async () => (await ask(asKeeper)).body;
    const buy = (sent: Record<string, string>) => {
      const headers = { ...SANDBOX_HEADERS, ...sent };
      return ask({ ...asKeeper, method: 'POST', headers, body: { pack: '100' } });
    };
    return { look, buy };
  }

  test.each([
    ['nobody takes money', {}, false],
    ['humans can pay', { checkout }, true],
    ['agents pay by the Payment scheme', { mpp }, true],
    ['agents pay with x402', { x402: x402(true) }, true],
    ['the only way is closed', { x402: x402(false) }, false],
  ])('where %s, the balance suggests a pack or does not', async (_, ways, suggested) => {
    const { look } = await aBuyer({ mode: 'sandbox', ...ways });
    const steps = (await look())['next_steps'] as { action: string }[];
    expect(steps.some(({ action }) => action === 'buy_credits')).toBe(suggested);
  });

  test.each([
    ['a way that is open', { x402: x402(true), mpp }, 402],
    ['a way that is closed', { x402: x402(false), mpp }, 200],
    ['a way that is not there', { mpp }, 200],
  ])('an agent that can pay inline in %s is asked to, others get a link', async (_, ways, status) => {
    const { buy } = await aBuyer({ mode: 'sandbox', checkout, ...ways });
    expect((await buy({ 'accept-payment': 'x402/exact' })).status).toBe(status);
  });

  test('a repeated request gets its first link, even if inline payment is possible now', async () => {
    const { buy } = await aBuyer({ mode: 'sandbox', checkout, mpp });
    const first = await buy({ 'idempotency-key': 'mine' });
    const again = await buy({ 'idempotency-key': 'mine', 'accept-payment': 'play/charge' });
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
    expect(again.body).toEqual(first.body);
  });
});
