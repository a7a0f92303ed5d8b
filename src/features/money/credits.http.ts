import type { IncomingHttpHeaders } from 'node:http';

import { ROUTES } from '../../api/routes.ts';
import type { Reply } from '../../api/route.ts';
import { packById, PACKS, formatPrice } from '../../rules/credits.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { KnownAgent } from '../agents/api-keys.ts';
import type { House } from '../house.ts';
import { presentGifts } from '../lives/creature.present.ts';
import * as buying from './buy-credits.ts';
import { checkoutFor, railsFor } from './checkout.ts';
import { findReceipt, findWaysToPay } from './pay-inline.ts';
import { checkoutMessage, paidMessage } from '../../text/pages/checkout.ts';
import { PLAY_MONEY } from '../../text/server/problems.ts';
import { stepsAfterBalance, stepsAfterCheckout, stepsAfterPayment } from '../../text/server/next-steps.ts';
import type { Handler, HandlerResult, Call } from '../../server/handler.ts';
import { payerFrom } from '../../server/authenticate.ts';
import { acceptsPayment, paymentCredentialFrom } from '../../server/payment-headers.ts';

export const getCreditBalance: Handler<typeof ROUTES.getCreditBalance> = async (house, { agent, now }) => {
  const { credits, debt, mpp, x402, canBuy, lacksToken, waiting, gifts } = await buying.offerCredits(
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

export const buyCredits: Handler<BuyCreditsRoute> = {
  async answer(house, call) {
    const { agent, body, idempotencyKey, raw, now } = call;
    const asked = { agent, pack: body.pack, idempotencyKey };
    const earlier = await buying.findPackReplay<Reply<BuyCreditsRoute>>(house, asked, now);
    if (earlier) {
      const receipt = await findReceipt(house, paymentCredentialFrom(raw.headers), agent);
      return { body: earlier.value, replayed: true, ...(receipt && { headers: receipt }) };
    }
    const paid = await payPackInline(house, call);
    if (paid) return paid;
    const { value, replayed } = await buying.buyCredits(house, asked, now, presentCheckout);
    return { body: value, replayed };
  },
};

/** Takes an inline payment, or answers 402 when the agent can pay inline. Undefined when a human has to pay by link. */
async function payPackInline(
  house: House,
  { agent, body, idempotencyKey, raw, now }: Call<BuyCreditsRoute>,
): Promise<HandlerResult<BuyCreditsRoute> | undefined> {
  const { headers } = raw;
  const payer = payerFrom(agent, raw, ROUTES.buyCredits.path);
  const credential = paymentCredentialFrom(headers);
  if (credential) {
    const asked = { ...payer, credential, pack: body.pack, idempotencyKey };
    const { value, replayed, receipt } = await buying.buyInline(house, asked, now, presentPaidPack);
    return { headers: receipt, body: value, replayed };
  }
  if (!wantsToPayInline(house, agent, headers)) return undefined;
  const { credits } = packById(body.pack);
  const ways = await findWaysToPay(house, { ...payer, shortfall: credits }, now);
  throw new ProblemError('payment_required', { credits, ways });
}

/** Reads `Accept-Payment`. x402 clients never send it; they get the 402 where there is no checkout link. */
function wantsToPayInline(house: House, agent: KnownAgent, headers: IncomingHttpHeaders): boolean {
  const { mpp, x402 } = railsFor(house, agent);
  const open = [mpp, x402].filter((rail) => rail?.open === true);
  const names = open.flatMap((rail) => rail?.names ?? []);
  return acceptsPayment(headers, names) || (x402?.open === true && !checkoutFor(house, agent));
}

function presentCheckout({ pack, url, sandbox }: buying.CheckoutLink): Reply<BuyCreditsRoute> {
  return {
    checkout_url: url,
    pack: { credits: pack.credits, price: formatPrice(pack.cents) },
    ...(sandbox && { sandbox }),
    message: checkoutMessage(pack.credits, sandbox ? 'play' : 'real'),
    next_steps: stepsAfterCheckout(url),
  };
}

function presentPaidPack(paid: buying.PaidPack): Reply<BuyCreditsRoute> {
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
