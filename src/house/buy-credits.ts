import { DAY, type Instant } from '../core/clock.ts';
import { packOf, type Pack, type Price } from '../core/credits.ts';
import { Problem } from '../core/problem.ts';
import type { PackId } from '../core/vocabulary.ts';
import type { CheckoutPage, CheckoutProvider } from '../outside/checkout.ts';
import {
  closePurchase,
  findBegun,
  insertPurchase,
  openPurchase,
  type Bundle,
  type Purchase,
} from '../store/purchases.ts';
import { reaching } from './checkout-trouble.ts';
import type { House } from './house.ts';
import { once, recall, scopeOf, type Outcome, type Repeatable } from './once.ts';
import { pinRealMoney } from './real-money.ts';
import type { KnownAgent } from './recognise.ts';

/** Credits under the name of a pack, or of several at once, and what they cost. */
interface Bill extends Price {
  readonly pack: Bundle;
}

/** What a human is to be asked for. */
export interface Asking extends Bill {
  /** Where the caller is: a sandbox that opened by itself gives links on this machine only. */
  readonly from?: 'here' | 'elsewhere';
}

/** Credits that a human can pay for, and where. */
export interface Checkout {
  readonly pack: Pack;
  readonly url: string;
  /** True when it is play money. */
  readonly sandbox: boolean;
}

export interface PackAsked {
  readonly agent: KnownAgent;
  readonly pack: PackId;
  readonly from: 'here' | 'elsewhere';
  readonly idempotencyKey?: string | undefined;
}

type Repeated = Pick<PackAsked, 'agent' | 'pack' | 'idempotencyKey'>;

/** What was answered before under the same Idempotency-Key, if anything was: asked first, before anybody pays. */
export async function recallPack<Told>(
  house: House,
  asked: Repeated,
  now: Instant,
): Promise<Outcome<Told> | undefined> {
  const { idempotencyKey: key } = asked;
  return key === undefined ? undefined : recall<Told>(house, { ...packAsk(house, asked), key }, now);
}

export function packAsk({ cashier }: House, { agent, pack, idempotencyKey: key }: Repeated): Repeatable {
  return { key, scope: scopeOf(agent), request: { buy: pack }, keptFor: cashier.checkout?.lastsMs ?? DAY };
}

/** A link for a human, who may pay for a pack of credits. */
export async function buyCredits<Told>(
  house: House,
  asked: PackAsked,
  now: Instant,
  tell: (checkout: Checkout) => Told,
): Promise<Outcome<Told>> {
  const { agent, from } = asked;
  const pack = packOf(asked.pack);
  const checkout = openTo(house, from);
  if (!checkout) throw new Problem('payments_off');
  const url = await linkFor(house, checkout, { agent, ...pack, pack: pack.id, now });
  // The page was made outside of any transaction; only the answer is kept in one.
  return once(house, packAsk(house, asked), now, async () =>
    tell({ pack, url, sandbox: checkout.name === 'sandbox' }),
  );
}

/** The same link beside something else that is told: none when there can be none right now. */
export async function checkoutFor(
  house: House,
  agent: KnownAgent,
  { from = 'elsewhere', ...price }: Asking,
  now: Instant,
): Promise<string | undefined> {
  const checkout = openTo(house, from);
  if (!checkout) return undefined;
  try {
    return await linkFor(house, checkout, { agent, ...price, now });
  } catch (problem) {
    if (problem instanceof Problem && problem.is('checkout_unreachable')) return undefined;
    throw problem;
  }
}

/** Where a human could pay, for callers from there. */
export function openTo({ cashier }: House, from: 'here' | 'elsewhere'): CheckoutProvider | undefined {
  return cashier.checkout?.onlyHere && from === 'elsewhere' ? undefined : cashier.checkout;
}

interface Wish extends Bill {
  readonly agent: KnownAgent;
  readonly now: Instant;
}

async function linkFor(house: House, checkout: CheckoutProvider, wish: Wish): Promise<string> {
  const { agent, pack, credits, cents, now } = wish;
  const wanted = { agentId: agent.id, pack, credits, cents, provider: checkout.name, now };
  const begun = await findBegun(house.store, wanted);
  if (begun?.url !== undefined) return begun.url;
  if (begun) {
    const page = await pageFor(house, checkout, begun, now);
    // A secret address that an earlier process gave out cannot be told again.
    if (begun.state === 'creating' || page.tokenHash === begun.tokenHash) return page.url;
  }
  return (await pageFor(house, checkout, await begin(house, checkout, wish), now)).url;
}

/** Written down before the provider hears of it, so that nothing can be paid that we do not know. */
async function begin(house: House, checkout: CheckoutProvider, wish: Wish): Promise<Purchase> {
  const { agent, pack, credits, cents, now } = wish;
  const purchase: Purchase = {
    id: house.chance.id(),
    agentId: agent.id,
    pack,
    credits,
    cents,
    provider: checkout.name,
    live: checkout.live,
    ref: undefined,
    tokenHash: undefined,
    url: undefined,
    state: 'creating',
    createdAt: now,
    expiresAt: now + checkout.lastsMs,
  };
  await house.store.together(async (db) => {
    await insertPurchase(db, purchase);
    if (checkout.live) await pinRealMoney(db);
  });
  return purchase;
}

async function pageFor(
  house: House,
  checkout: CheckoutProvider,
  purchase: Purchase,
  now: Instant,
): Promise<CheckoutPage> {
  const page = await reaching(
    () => checkout.open(purchase),
    // An answer is given again for the same purchase, even a bad one: the next attempt must be another.
    async ({ final }) => (final ? closePurchase(house.store, purchase.id, 'failed', now) : undefined),
  );
  const url = page.tokenHash === undefined ? page.url : undefined;
  await openPurchase(house.store, purchase.id, { ref: page.ref, url, tokenHash: page.tokenHash });
  return page;
}
