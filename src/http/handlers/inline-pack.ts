import { ROUTES } from '../../contract/routes.ts';
import { packOf } from '../../core/credits.ts';
import { Problem } from '../../core/problem.ts';
import { buyInline } from '../../house/buy-inline.ts';
import type { House } from '../../house/house.ts';
import { waysToPay } from '../../house/ways-to-pay.ts';
import type { Answer, Call } from '../call.ts';
import { cameFromHere } from '../came-from-here.ts';
import { acceptsPayment, credentialIn, keyPlaceIn } from '../payment-headers.ts';
import { presentPaid } from '../present/credits.ts';

type Buying = typeof ROUTES.buyCredits;

/** A pack that an agent pays for by itself, or is asked to because it says it can; otherwise a human is to pay. */
export async function paidInline(
  house: House,
  { agent, body, idempotencyKey, raw, now }: Call<Buying>,
): Promise<Answer<Buying> | undefined> {
  const { headers } = raw;
  const need = {
    agent,
    keyIn: keyPlaceIn(headers),
    resource: ROUTES.buyCredits.path,
    from: cameFromHere(raw) ? ('here' as const) : ('elsewhere' as const),
  };
  const credential = credentialIn(headers);
  if (credential) {
    const asked = { ...need, credential, pack: body.pack, idempotencyKey };
    const { value, replayed, receipt } = await buyInline(house, asked, now, presentPaid);
    return { headers: receipt, body: value, replayed };
  }
  const { mpp } = house.cashier;
  if (!mpp?.open || !acceptsPayment(headers, mpp.names)) return undefined;
  const { credits } = packOf(body.pack);
  const ways = await waysToPay(house, { ...need, shortfall: credits }, now);
  throw new Problem('payment_required', { credits, ways });
}
