import type { Instant } from '../../core/engine/clock.ts';
import { packById } from '../../core/money/credits.ts';
import type { PackId } from '../../core/vocabulary.ts';
import { accountOf } from '../../store/money/ledger.ts';
import { runIdempotent, type IdempotentResult } from '../engine/idempotency.ts';
import type { House } from '../house.ts';
import { packIdempotency } from './buy-credits.ts';
import { payInline, type InlinePaymentResult, type InlinePaymentRequest } from './pay-inline.ts';

export interface InlinePackRequest extends Omit<InlinePaymentRequest, 'wanted'> {
  readonly pack: PackId;
  readonly idempotencyKey?: string | undefined;
}

export interface InlinePurchaseResult<Told> extends IdempotentResult<Told> {
  readonly receipt: Readonly<Record<string, string>>;
}

/** A pack of credits for a payment that came along. */
export async function buyInline<Told>(
  house: House,
  asked: InlinePackRequest,
  now: Instant,
  tell: (paid: InlinePaymentResult, balance: number) => Told,
): Promise<InlinePurchaseResult<Told>> {
  const { agent, pack } = asked;
  const { credits } = packById(pack);
  const before = await accountOf(house.store, agent.id);
  const wanted = { cost: credits, credits: before.balance, shortfall: credits };
  const paid = await payInline(house, { ...asked, wanted }, now);
  const { balance } = await accountOf(house.store, agent.id);
  // What was paid is paid; only the answer is kept, for a program that asks again because it never heard it.
  const outcome = await runIdempotent(house, packIdempotency(house, asked), now, async () =>
    tell(paid, balance),
  );
  return { ...outcome, receipt: paid.receiptHeaders };
}
