import { DAY, type Instant } from '../../rules/base/clock.ts';
import { packById, type Pack } from '../../rules/credits.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { PackId } from '../../rules/vocabulary.ts';
import { accountOf } from './ledger.store.ts';
import {
  findReplay,
  idempotentRequest,
  once,
  type IdempotentRequest,
  type IdempotentResult,
} from '../once.ts';
import type { House } from '../house.ts';
import type { KnownAgent } from '../agents/api-keys.ts';
import { findReturnable, type ReturnableCreature } from '../lives/returnable.ts';
import { checkoutFor, openCheckoutPage } from './checkout.ts';
import { payInline, type InlinePaymentRequest, type InlinePaymentResult } from './pay-inline.ts';

/** What an agent has, and how it could get more. */
export type CreditOffer = Awaited<ReturnType<typeof offerCredits>>;

export async function offerCredits(house: House, agent: KnownAgent, mayPlay: boolean, now: Instant) {
  const { balance, debt } = await accountOf(house.store, agent.id);
  const { mpp, x402 } = house.cashier;
  return {
    credits: balance,
    /** Owed for payments that were taken back; the next credits go there first. */
    debt,
    mpp: mpp?.open ?? false,
    x402: x402?.open ?? false,
    /** True when a human can pay. */
    checkout: checkoutFor(house, mayPlay) !== undefined,
    /** Whom they could be spent on. */
    waiting: await findReturnable(house, agent, now),
  };
}

interface PackIdentity {
  readonly agent: KnownAgent;
  readonly pack: PackId;
  readonly idempotencyKey?: string | undefined;
}

/** What was answered before under the same Idempotency-Key, if anything was: asked first, before anybody pays. */
export async function findPackReplay<Reply>(
  house: House,
  request: PackIdentity,
  now: Instant,
): Promise<IdempotentResult<Reply> | undefined> {
  return findReplay<Reply>(house, idempotentPack(house, request), now);
}

function idempotentPack(
  { cashier }: House,
  { agent, pack, idempotencyKey }: PackIdentity,
): IdempotentRequest {
  const request = idempotentRequest(agent, idempotencyKey, { buy: pack }, cashier.checkout?.lastsMs ?? DAY);
  // The link to a page of play money holds the sandbox token.
  return cashier.checkout?.name === 'sandbox' ? { ...request, holdsSecret: true } : request;
}

interface PackRequest extends PackIdentity {
  /** True when the request carries the sandbox token. */
  readonly mayPlay: boolean;
}

/** Credits that a human can pay for, and where. */
export interface CheckoutLink {
  readonly pack: Pack;
  readonly url: string;
  /** True when it is play money. */
  readonly sandbox: boolean;
}

/** A link for a human, who may pay for a pack of credits. */
export async function buyCredits<Reply>(
  house: House,
  request: PackRequest,
  now: Instant,
  present: (link: CheckoutLink) => Reply,
): Promise<IdempotentResult<Reply>> {
  const { agent, mayPlay } = request;
  const pack = packById(request.pack);
  const checkout = checkoutFor(house, mayPlay);
  if (!checkout) throw new ProblemError('payments_off');
  return once(house, idempotentPack(house, request), now, {
    // The provider is called outside of any transaction; only the answer is stored in one.
    read: () => openCheckoutPage(house, checkout, { agent, ...pack, pack: pack.id }, now),
    write: async (_, url) => ({ pack, url, sandbox: checkout.name === 'sandbox' }),
    present,
  });
}

interface InlinePackRequest extends Omit<InlinePaymentRequest, 'wanted'>, PackIdentity {}

interface InlinePurchaseResult<Reply> extends IdempotentResult<Reply> {
  readonly receipt: Readonly<Record<string, string>>;
}

interface AccountAfterPayment {
  readonly balance: number;
  readonly waiting: ReturnableCreature | undefined;
}

/** A pack of credits for a payment that came along. */
export async function buyInline<Reply>(
  house: House,
  request: InlinePackRequest,
  now: Instant,
  present: (paid: InlinePaymentResult, after: AccountAfterPayment) => Reply,
): Promise<InlinePurchaseResult<Reply>> {
  const { agent, pack } = request;
  const { credits } = packById(pack);
  const before = await accountOf(house.store, agent.id);
  const wanted = { cost: credits, credits: before.balance, shortfall: credits };
  const paid = await payInline(house, { ...request, wanted }, now);
  const { balance } = await accountOf(house.store, agent.id);
  const waiting = await findReturnable(house, agent, now);
  // What was paid is paid; only the answer is stored, for a program that asks again because it never heard it.
  const outcome = await once(house, idempotentPack(house, request), now, {
    write: async () => present(paid, { balance, waiting }),
  });
  return { ...outcome, receipt: paid.receiptHeaders };
}
