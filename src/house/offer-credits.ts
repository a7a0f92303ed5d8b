import { accountOf } from '../store/ledger.ts';
import { openTo } from './buy-credits.ts';
import type { House } from './house.ts';
import type { KnownAgent } from './recognise.ts';

/** What an agent has, and how it could get more. */
export interface Offered {
  readonly credits: number;
  /** Owed for payments that were taken back; the next credits go there first. */
  readonly debt: number;
  readonly mpp: boolean;
  readonly x402: boolean;
  /** True when a human can pay. */
  readonly checkout: boolean;
}

export async function offerCredits(
  house: House,
  agent: KnownAgent,
  from: 'here' | 'elsewhere' = 'elsewhere',
): Promise<Offered> {
  const { balance, debt } = await accountOf(house.store, agent.id);
  const { mpp, x402 } = house.cashier;
  return {
    credits: balance,
    debt,
    mpp: mpp?.open ?? false,
    x402: x402?.open ?? false,
    checkout: openTo(house, from) !== undefined,
  };
}
