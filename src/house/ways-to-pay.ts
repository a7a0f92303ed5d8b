import type { Instant } from '../core/clock.ts';
import { cheapestFor, PACKS, type Price } from '../core/credits.ts';
import type { KeyPlace } from '../core/payment.ts';
import type { WaysToPay } from '../core/problem.ts';
import { checkoutFor } from './buy-credits.ts';
import type { House } from './house.ts';
import { quote } from './quote.ts';
import type { KnownAgent } from './recognise.ts';

export interface InNeed {
  readonly agent: KnownAgent;
  /** How many credits are missing. */
  readonly shortfall: number;
  readonly keyIn: KeyPlace;
  /** The path that is to be asked again with the payment. */
  readonly resource: string;
  /** Where the caller is: a sandbox that opened by itself gives links on this machine only. */
  readonly from?: 'here' | 'elsewhere' | undefined;
}

/** Every way to pay for what is missing, all of it at once: half a payment would only be asked for the other half. */
export async function waysToPay(house: House, need: InNeed, now: Instant): Promise<WaysToPay> {
  const { agent, shortfall, keyIn, resource, from = 'elsewhere' } = need;
  const price = cheapestFor(shortfall);
  const checkoutUrl = await checkoutFor(house, agent, { pack: packFor(price), ...price, from }, now);
  const inline = await quote(house, { agentId: agent.id, ...price, resource }, keyIn, now);
  return { ...(checkoutUrl !== undefined && { checkoutUrl }), ...inline };
}

function packFor(price: Price) {
  return (
    PACKS.find(({ credits, cents }) => credits === price.credits && cents === price.cents)?.id ?? 'bundle'
  );
}
