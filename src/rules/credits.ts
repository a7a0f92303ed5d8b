import type { PackId, PaymentMethod } from './vocabulary.ts';

export interface Price {
  readonly credits: number;
  readonly cents: number;
}

export interface Pack extends Price {
  readonly id: PackId;
}

export const CURRENCY = 'usd';

export const PACKS = [
  { id: '100', credits: 100, cents: 100 },
  { id: '500', credits: 500, cents: 400 },
  { id: '1000', credits: 1000, cents: 700 },
] as const satisfies readonly Pack[];

/** Credits missing for a price; a debt is paid off first. */
export function creditsMissing(
  { balance, debt }: { readonly balance: number; readonly debt: number },
  cost: number,
): number {
  return Math.max(0, cost + debt - balance);
}

export function smallestPackFor(credits: number): Pack | undefined {
  return PACKS.find((pack) => pack.credits >= credits);
}

export function formatPrice(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

export function packById(id: PackId): Pack {
  // PACKS has every id, so the fallback is never used.
  return PACKS.find((pack) => pack.id === id) ?? PACKS[0];
}

export function packMatching({ credits, cents }: Price): PackId | 'bundle' {
  return PACKS.find((pack) => pack.credits === credits && pack.cents === cents)?.id ?? 'bundle';
}

const LARGEST = PACKS[2];

/** The cheapest combination of packs with at least so many credits; at equal cost the one with most credits. */
export function cheapestPacks(credits: number): Price {
  const whole = Math.floor(credits / LARGEST.credits);
  const rest = credits - whole * LARGEST.credits;
  const tail = rest === 0 ? NOTHING : TAILS.reduce((best, each) => better(best, each, rest));
  return { credits: whole * LARGEST.credits + tail.credits, cents: whole * LARGEST.cents + tail.cents };
}

const NOTHING: Price = { credits: 0, cents: 0 };

const TAILS: readonly Price[] = [0, 1]
  .flatMap((medium) =>
    [0, 1, 2, 3, 4].map((small) => ({
      credits: medium * PACKS[1].credits + small * PACKS[0].credits,
      cents: medium * PACKS[1].cents + small * PACKS[0].cents,
    })),
  )
  .concat(LARGEST);

function better(one: Price, other: Price, needed: number): Price {
  if (one.credits < needed) return other;
  if (other.credits < needed) return one;
  if (one.cents !== other.cents) return one.cents < other.cents ? one : other;
  return one.credits >= other.credits ? one : other;
}

export interface PaymentCredential {
  readonly method: PaymentMethod;
  readonly text: string;
}

/** Where the caller sends its API key: the Payment scheme uses the same header as a bearer token. */
export type KeyPlace = 'bearer' | 'x-api-key';

export type PaymentRefusal =
  | 'not_taken_here'
  | 'unreadable'
  | 'other_terms'
  | 'not_offered'
  | 'too_little'
  | 'expired'
  | 'not_yours'
  | 'declined';
