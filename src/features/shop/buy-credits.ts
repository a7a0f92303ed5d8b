import { DAY, type Instant } from '../../rules/base/clock.ts';
import { packById, type Pack } from '../../rules/credits.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { PackId } from '../../rules/vocabulary.ts';
import { findReturnable, type ReturnableCreature } from '../creatures/choose-creature.ts';
import type { BaseHouse } from '../house.ts';
import type { KnownAgent } from '../identity/api-keys.ts';
import { checkoutFor, lacksSandboxToken, openCheckoutPage, payersFor, railsFor } from '../money/checkout.ts';
import { accountOf } from '../money/ledger.store.ts';
import { payInline, type InlinePaymentRequest, type InlinePaymentResult } from '../money/pay-inline.ts';
import { giftsTo, type Gift } from '../money/purchases.store.ts';
import {
  type AgentRequest,
  findReplay,
  idempotentRequest,
  once,
  type IdempotentRequest,
  type IdempotentResult,
} from '../once.ts';
import type { PublicHouse } from '../public/replica.ts';

/** The credits of an agent, and how it can get more. */
export interface CreditOffer {
  readonly credits: number;
  /** Credits owed for reversed payments; the next credits pay them off first. */
  readonly debt: number;
  readonly mpp: boolean;
  readonly x402: boolean;
  readonly canBuy: boolean;
  readonly lacksToken: boolean;
  readonly waiting: ReturnableCreature | undefined;
  readonly gifts: readonly Gift[];
}

export async function offerCredits(
  house: PublicHouse,
  agent: KnownAgent,
  now: Instant,
): Promise<CreditOffer> {
  const { balance, debt } = await accountOf(house.store, agent.id);
  const { mpp, x402 } = railsFor(house, agent);
  return {
    credits: balance,
    debt,
    mpp: mpp?.open ?? false,
    x402: x402?.open ?? false,
    canBuy: payersFor(house, agent).some((payer) => payer !== 'operator'),
    lacksToken: lacksSandboxToken(house, agent),
    waiting: await findReturnable(house, agent, now),
    gifts: await giftsTo(house.store, agent.id, now),
  };
}

type PackIdentity = AgentRequest & { readonly pack: PackId };

export function findPackReplay<Reply>(
  house: Pick<BaseHouse, 'cashier' | 'secret' | 'store'>,
  request: PackIdentity,
  now: Instant,
): Promise<IdempotentResult<Reply> | undefined> {
  return findReplay<Reply>(house, packRequest(house, request), now);
}

function packRequest(
  { cashier: { checkout } }: Pick<BaseHouse, 'cashier'>,
  asked: PackIdentity,
): IdempotentRequest {
  const { agent, pack, idempotencyKey } = asked;
  const request = idempotentRequest(agent, idempotencyKey, { buy: pack }, checkout?.lastsMs ?? DAY);
  if (checkout?.name !== 'sandbox') return request;
  // A sandbox checkout link contains the sandbox token: the stored reply is encrypted, and replayed only to a request with it.
  return { ...request, content: { buy: pack, ...(!agent.mayPlay && { mayPlay: false }) }, holdsSecret: true };
}

export interface CheckoutLink {
  readonly pack: Pack;
  readonly url: string;
  readonly sandbox: boolean;
}

export async function buyCredits<Reply>(
  house: PublicHouse,
  request: PackIdentity,
  now: Instant,
  present: (link: CheckoutLink) => Reply,
): Promise<IdempotentResult<Reply>> {
  const pack = packById(request.pack);
  const { agent } = request;
  const checkout = checkoutFor(house, agent);
  if (!checkout) throw new ProblemError('payments_off', { lacksToken: lacksSandboxToken(house, agent) });
  return once(house, packRequest(house, request), now, {
    // The payment provider is called outside the transaction that stores the reply.
    read: () => openCheckoutPage(house, checkout, { ...pack, pack: pack.id, agent }, now),
    write: async (_, url) => ({ pack, url, sandbox: checkout.name === 'sandbox' }),
    present,
  });
}

export interface PaidPack extends InlinePaymentResult {
  readonly balance: number;
  readonly waiting: ReturnableCreature | undefined;
}

export interface InlinePurchase<Reply> extends IdempotentResult<Reply> {
  /** Headers with the receipt of the payment. */
  readonly receipt: Readonly<Record<string, string>>;
}

export async function buyInline<Reply>(
  house: PublicHouse,
  request: Omit<InlinePaymentRequest, 'wanted'> & PackIdentity,
  now: Instant,
  present: (pack: PaidPack) => Reply,
): Promise<InlinePurchase<Reply>> {
  const { agent, pack } = request;
  const { credits } = packById(pack);
  const before = await accountOf(house.store, agent.id);
  const wanted = { cost: credits, credits: before.balance, shortfall: credits };
  const paid = await payInline(house, { ...request, wanted }, now);
  const { balance } = await accountOf(house.store, agent.id);
  const waiting = await findReturnable(house, agent, now);
  const value = present({ ...paid, balance, waiting });
  // The credits are minted already; this transaction only stores the reply for a replay.
  const outcome = await once(house, packRequest(house, request), now, { write: async () => value }).catch(
    (error: unknown) => {
      // A concurrent request took the Idempotency-Key for another pack: this one is answered without being stored.
      if (!(error instanceof ProblemError && error.is('idempotency_mismatch'))) throw error;
      return { value, replayed: false };
    },
  );
  return { ...outcome, receipt: paid.receiptHeaders };
}
