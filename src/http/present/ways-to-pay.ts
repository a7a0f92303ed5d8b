import type { ProblemBody } from '../../contract/problem-body.ts';
import type { Shortfall, WaysToPay } from '../../core/problem.ts';

type Missing = Pick<ProblemBody, 'cost' | 'credits' | 'shortfall'>;
type Ways = Pick<ProblemBody, 'checkout_url' | 'mpp' | 'x402' | 'x402Version' | 'accepts'>;

export function presentShortfall({ cost, credits, shortfall }: Shortfall): Missing {
  return { cost, credits, shortfall };
}

/** Every way to pay. */
export function presentWays({ checkoutUrl, mpp, x402 }: WaysToPay): Ways {
  return {
    ...(checkoutUrl !== undefined && { checkout_url: checkoutUrl }),
    ...(mpp && { mpp: { challenges: mpp.map(({ challenge }) => fieldsOf(challenge)) } }),
    ...(x402 && { x402: fieldsOf(x402.v2) }),
    // Clients of version 1 look for these at the top.
    ...(x402?.v1 && { x402Version: 1, accepts: [fieldsOf(x402.v1)] }),
  };
}

// Rails word their own offers; here they are only passed on.
function fieldsOf(offer: unknown): Record<string, unknown> {
  return offer as Record<string, unknown>;
}
