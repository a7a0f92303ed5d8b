import { ROUTES } from '../../contract/routes.ts';
import { packOf } from '../../core/credits.ts';
import { Problem } from '../../core/problem.ts';
import type { House } from '../../house/house.ts';
import { offerCredits } from '../../house/offer-credits.ts';
import { payInline } from '../../house/pay-inline.ts';
import { waysToPay } from '../../house/ways-to-pay.ts';
import type { Answer, Call } from '../call.ts';
import { cameFromHere } from '../came-from-here.ts';
import { acceptsPayment, credentialIn, keyPlaceIn } from '../payment-headers.ts';
import { presentPaid } from '../present/credits.ts';

type Buying = typeof ROUTES.buyCredits;

/** A pack that an agent pays for by itself, or is asked to because it says it can; otherwise a human is to pay. */
export async function paidInline(
  house: House,
  { agent, body, raw, now }: Call<Buying>,
): Promise<Answer<Buying> | undefined> {
  const { headers } = raw;
  const { credits } = packOf(body.pack);
  const need = {
    agent,
    keyIn: keyPlaceIn(headers),
    resource: ROUTES.buyCredits.path,
    from: cameFromHere(raw) ? ('here' as const) : ('elsewhere' as const),
  };
  const credential = credentialIn(headers);
  if (credential) {
    const before = await offerCredits(house, agent);
    const wanted = { cost: credits, credits: before.credits, shortfall: credits };
    const paid = await payInline(house, { ...need, credential, wanted }, now);
    const after = await offerCredits(house, agent);
    return { headers: paid.receiptHeaders, body: presentPaid(paid, after.credits) };
  }
  const { mpp } = house.cashier;
  if (!mpp?.open || !acceptsPayment(headers, mpp.names)) return undefined;
  const ways = await waysToPay(house, { ...need, shortfall: credits }, now);
  throw new Problem('payment_required', { credits, ways });
}
