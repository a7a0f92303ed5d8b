import type { Instant } from '../core/clock.ts';
import type { Credential } from '../core/payment.ts';
import { Problem } from '../core/problem.ts';
import type { House } from './house.ts';
import type { Outcome } from './once.ts';
import { payInline } from './pay-inline.ts';
import {
  deadOne,
  recallResurrection,
  resurrect,
  shortfallFor,
  TooDear,
  type Resurrected,
  type ResurrectionAsked,
} from './resurrect.ts';
import { waysToPay, type InNeed } from './ways-to-pay.ts';

export interface CallBack extends ResurrectionAsked {
  /** Who would pay for what is missing, and how. */
  readonly payer: Omit<InNeed, 'shortfall'>;
  /** A payment that came along with the request. */
  readonly credential?: Credential | undefined;
}

export interface CalledBack<Told> extends Outcome<Told> {
  /** What proves the payment, when one was taken. */
  readonly receipt?: Readonly<Record<string, string>>;
}

/**
 * Brings a creature back for what its keeper has, or pays for what is missing. Everything that can refuse it for nothing
 * is asked before any money moves; what was paid and not spent stays on the account.
 */
export async function callBack<Told>(
  house: House,
  asked: CallBack,
  now: Instant,
  tell: (resurrected: Resurrected) => Told,
): Promise<CalledBack<Told>> {
  const earlier = await recallResurrection<Told>(house, asked, now);
  if (earlier) return earlier;
  const receipt = await payWhatIsMissing(house, asked, now);
  try {
    const outcome = await resurrect(house, asked, now, tell);
    return { ...outcome, ...(receipt && { receipt }) };
  } catch (error) {
    if (!(error instanceof TooDear)) throw error;
    const { shortfall } = error;
    const ways = await waysToPay(house, { ...asked.payer, shortfall: shortfall.shortfall }, now);
    throw new Problem('insufficient_credits', { ...shortfall, ways });
  }
}

async function payWhatIsMissing(house: House, asked: CallBack, now: Instant) {
  const { credential, payer } = asked;
  const { creature } = await deadOne(house, asked, now);
  if (!credential) return undefined;
  const wanted = await shortfallFor(house, asked.agent, creature, now);
  // What is there already is not paid for again.
  if (wanted.shortfall === 0) return undefined;
  return (await payInline(house, { ...payer, credential, wanted }, now)).receiptHeaders;
}
