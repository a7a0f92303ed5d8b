import type { Reply } from '../../contract/route.ts';
import type { ROUTES } from '../../contract/routes.ts';
import { PACKS, priceOf } from '../../core/credits.ts';
import type { Checkout } from '../../house/buy-credits.ts';
import type { Offered } from '../../house/offer-credits.ts';
import type { Paid } from '../../house/pay-inline.ts';
import { afterBalance, afterCheckout, afterPayment } from '../../voice/after-credits.ts';
import { checkoutMessage } from '../../voice/checkout.ts';
import { paidMessage } from '../../voice/inline-payments.ts';

export function presentBalance(offered: Offered): Reply<typeof ROUTES.getCreditBalance> {
  const { credits, debt, mpp, x402, checkout } = offered;
  return {
    credits,
    ...(debt > 0 && { debt }),
    mpp_enabled: mpp,
    x402_enabled: x402,
    packs: PACKS.map((pack) => ({ id: pack.id, credits: pack.credits, price: priceOf(pack.cents) })),
    next_steps: afterBalance(checkout || mpp || x402),
  };
}

export function presentCheckout({ pack, url, sandbox }: Checkout): Reply<typeof ROUTES.buyCredits> {
  return {
    checkout_url: url,
    pack: { credits: pack.credits, price: priceOf(pack.cents) },
    ...(sandbox && { sandbox }),
    message: checkoutMessage(pack.credits, sandbox ? 'play' : 'real'),
    next_steps: afterCheckout(url),
  };
}

export function presentPaid(
  { method, credits, cents }: Paid,
  balance: number,
): Reply<typeof ROUTES.buyCredits> {
  return {
    pack: { credits, price: priceOf(cents) },
    payment_method: method,
    credits: balance,
    message: paidMessage(credits, balance),
    next_steps: afterPayment(),
  };
}
