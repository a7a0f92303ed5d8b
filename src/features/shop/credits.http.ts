import type { IncomingHttpHeaders } from 'node:http';

import { packById, PACKS, formatPrice } from '../../rules/credits.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { Reply } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { checkoutMessage, paidMessage } from '../../text/pages/checkout.ts';
import { stepsAfterBalance, stepsAfterCheckout, stepsAfterPayment } from '../../text/server/next-steps.ts';
import { PLAY_MONEY } from '../../text/server/problems.ts';
import type { Handler, HandlerResult, Call } from '../../http/handler.ts';
import { acceptsPayment, payerFrom, paymentCredentialFrom } from '../../http/payment-headers.ts';
import { presentGifts } from '../creatures/creature.present.ts';
import type { BaseHouse } from '../house.ts';
import type { KnownAgent } from '../identity/api-keys.ts';
import { checkoutFor, railsFor } from '../money/checkout.ts';
import { findReceipt, findWaysToPay } from '../money/pay-inline.ts';
import type { PublicHouse } from '../public/replica.ts';
import {
  buyCredits as buyPack,
  buyInline,
  type CheckoutLink,
  findPackReplay,
  offerCredits,
  type PaidPack,
} from './buy-credits.ts';

export const getCreditBalance: Handler<typeof ROUTES.getCreditBalance, PublicHouse> = async (
  house,
  { agent, now },
) => {
  const { credits, debt, mpp, x402, canBuy, lacksToken, waiting, gifts } = await offerCredits(
    house,
    agent,
    now,
  );
  return {
    body: {
      credits,
      ...(debt > 0 && { debt }),
      mpp_enabled: mpp,
      x402_enabled: x402,
      ...(lacksToken && { message: PLAY_MONEY }),
      packs: PACKS.map((pack) => ({ id: pack.id, credits: pack.credits, price: formatPrice(pack.cents) })),
      gifts: presentGifts(gifts),
      next_steps: stepsAfterBalance({ canBuy, waiting }),
    },
  };
};

type BuyCreditsRoute = typeof ROUTES.buyCredits;

export const buyCredits: Handler<BuyCreditsRoute, PublicHouse> = {
  async answer(house, call) {
    const { agent, body, idempotencyKey, raw, now } = call;
    const asked = { agent, pack: body.pack, idempotencyKey };
    const earlier = await findPackReplay<Reply<BuyCreditsRoute>>(house, asked, now);
    if (earlier) {
      const receipt = await findReceipt(house, paymentCredentialFrom(raw.headers), agent);
      return { body: earlier.value, replayed: true, ...(receipt && { headers: receipt }) };
    }
    const paid = await payPackInline(house, call);
    if (paid) return paid;
    const { value, replayed } = await buyPack(house, asked, now, presentCheckout);
    return { body: value, replayed };
  },
};

/** Takes an inline payment, or answers 402 when the agent can pay inline. Undefined when a human has to pay by link. */
async function payPackInline(
  house: PublicHouse,
  { agent, body, idempotencyKey, raw, now }: Call<BuyCreditsRoute>,
): Promise<HandlerResult<BuyCreditsRoute> | undefined> {
  const { headers } = raw;
  const payer = payerFrom(agent, raw, ROUTES.buyCredits.path);
  const credential = paymentCredentialFrom(headers);
  if (credential) {
    const asked = { ...payer, credential, pack: body.pack, idempotencyKey };
    const { value, replayed, receipt } = await buyInline(house, asked, now, presentPaidPack);
    return { headers: receipt, body: value, replayed };
  }
  if (!wantsToPayInline(house, agent, headers)) return undefined;
  const { credits } = packById(body.pack);
  const ways = await findWaysToPay(house, { ...payer, shortfall: credits }, now);
  throw new ProblemError('payment_required', { credits, ways });
}

/** Reads `Accept-Payment`. x402 clients never send it; they get the 402 where there is no checkout link. */
function wantsToPayInline(
  house: Pick<BaseHouse, 'cashier'>,
  agent: KnownAgent,
  headers: IncomingHttpHeaders,
): boolean {
  const { mpp, x402 } = railsFor(house, agent);
  const open = [mpp, x402].filter((rail) => rail?.open === true);
  const names = open.flatMap((rail) => rail?.names ?? []);
  return acceptsPayment(headers, names) || (x402?.open === true && !checkoutFor(house, agent));
}

function presentCheckout({ pack, url, sandbox }: CheckoutLink): Reply<BuyCreditsRoute> {
  return {
    checkout_url: url,
    pack: { credits: pack.credits, price: formatPrice(pack.cents) },
    ...(sandbox && { sandbox }),
    message: checkoutMessage(pack.credits, sandbox ? 'play' : 'real'),
    next_steps: stepsAfterCheckout(url),
  };
}

function presentPaidPack(paid: PaidPack): Reply<BuyCreditsRoute> {
  const { method, credits, cents, sandbox, balance, waiting } = paid;
  return {
    pack: { credits, price: formatPrice(cents) },
    ...(sandbox && { sandbox }),
    payment_method: method,
    credits: balance,
    message: paidMessage(credits, balance),
    next_steps: stepsAfterPayment(waiting),
  };
}
