import type { Instant } from '../core/clock.ts';
import { packOf } from '../core/credits.ts';
import type { PackId } from '../core/vocabulary.ts';
import { accountOf } from '../store/ledger.ts';
import { packAsk } from './buy-credits.ts';
import type { House } from './house.ts';
import { once, type Outcome } from './once.ts';
import { payInline, type Paid, type Paying } from './pay-inline.ts';

export interface PackPaid extends Omit<Paying, 'wanted'> {
  readonly pack: PackId;
  readonly idempotencyKey?: string | undefined;
}

export interface BoughtInline<Told> extends Outcome<Told> {
  readonly receipt: Readonly<Record<string, string>>;
}

/** A pack of credits for a payment that came along. */
export async function buyInline<Told>(
  house: House,
  asked: PackPaid,
  now: Instant,
  tell: (paid: Paid, balance: number) => Told,
): Promise<BoughtInline<Told>> {
  const { agent, pack } = asked;
  const { credits } = packOf(pack);
  const before = await accountOf(house.store, agent.id);
  const wanted = { cost: credits, credits: before.balance, shortfall: credits };
  const paid = await payInline(house, { ...asked, wanted }, now);
  const { balance } = await accountOf(house.store, agent.id);
  // What was paid is paid; only the answer is kept, for a program that asks again because it never heard it.
  const outcome = await once(house, packAsk(house, asked), now, async () => tell(paid, balance));
  return { ...outcome, receipt: paid.receiptHeaders };
}
