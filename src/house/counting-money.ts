import { isTestAccount } from '../core/agent.ts';
import type { Instant } from '../core/clock.ts';
import { PACKS, type Price } from '../core/credits.ts';
import { usernameOf } from '../store/agents.ts';
import type { Transaction } from '../store/db.ts';
import type { InlinePayment } from '../store/inline-payments.ts';
import type { Purchase } from '../store/purchases.ts';
import { CENTS, CREDITS, LIVE, PLAY, SALES } from '../store/tally-names.ts';
import { countByHour, countInAll } from './tally.ts';

// Play money and real money are counted apart. Credits do not tell where they came from: what is spent is one sum, and the
// ledger counts it.

interface Sale extends Price {
  readonly agentId: string;
  readonly live: boolean;
  /** Who brought the money, and what it bought. */
  readonly what: string;
}

export async function countSale(
  db: Transaction,
  { provider, pack, ...sale }: Pick<Purchase, 'agentId' | 'live' | 'provider' | 'pack' | keyof Price>,
  now: Instant,
): Promise<void> {
  await count(db, { ...sale, what: `${provider}/${pack}` }, now);
}

export async function countInlineSale(
  db: Transaction,
  { method, ...sale }: Pick<InlinePayment, 'agentId' | 'live' | 'method' | keyof Price>,
  now: Instant,
): Promise<void> {
  await count(db, { ...sale, what: `${method}/${packBought(sale)}` }, now);
}

async function count(
  db: Transaction,
  { agentId, live, what, credits, cents }: Sale,
  now: Instant,
): Promise<void> {
  const holder = { counts: !isTestAccount((await usernameOf(db, agentId)) ?? '') };
  const money = live ? LIVE : PLAY;
  const name = `${money}/${what}`;
  countInAll(db, holder, SALES + name, 1, 'money');
  countInAll(db, holder, CREDITS + name, credits, 'money');
  countInAll(db, holder, CENTS + name, cents, 'money');
  countByHour(db, holder, CENTS + money, now, cents);
}

function packBought({ credits, cents }: Price): string {
  return PACKS.find((pack) => pack.credits === credits && pack.cents === cents)?.id ?? 'bundle';
}
