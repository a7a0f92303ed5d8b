import type { PackId, PaymentMethod } from './vocabulary.ts';

/** Credits, and what they cost. */
export interface Price {
  readonly credits: number;
  readonly cents: number;
}

export interface Pack extends Price {
  readonly id: PackId;
}

/** What everything is priced in, as payment providers write it. */
export const CURRENCY = 'usd';

export const PACKS = [
  { id: '100', credits: 100, cents: 100 },
  { id: '500', credits: 500, cents: 400 },
  { id: '1000', credits: 1000, cents: 700 },
] as const satisfies readonly Pack[];

/** How many are missing to spend so many: a debt is paid off before anything else. */
export function creditsMissing(
  { balance, debt }: { readonly balance: number; readonly debt: number },
  cost: number,
): number {
  return Math.max(0, cost + debt - balance);
}

/** The smallest pack that has so many, if one has. */
export function smallestPackFor(credits: number): Pack | undefined {
  return PACKS.find((pack) => pack.credits >= credits);
}

/** What an amount of cents is called: `$4.00`. */
export function formatPrice(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

export function packById(id: PackId): Pack {
  // Every id of the list is one of these.
  return PACKS.find((pack) => pack.id === id) ?? PACKS[0];
}

/** The pack that has this price, if it is one pack's. */
export function packMatching({ credits, cents }: Price): PackId | 'bundle' {
  return PACKS.find((pack) => pack.credits === credits && pack.cents === cents)?.id ?? 'bundle';
}

const LARGEST = PACKS[2];

/** The cheapest packs that together give at least so many credits; for the same money, the most credits. */
export function cheapestPacks(credits: number): Price {
  const whole = Math.floor(credits / LARGEST.credits);
  const rest = credits - whole * LARGEST.credits;
  const tail = rest === 0 ? NOTHING : TAILS.reduce((best, each) => better(best, each, rest));
  return {
    credits: whole * LARGEST.credits + tail.credits,
    cents: whole * LARGEST.cents + tail.cents,
  };
}

const NOTHING: Price = { credits: 0, cents: 0 };

/** Every way to buy less than two of the largest pack that could be the cheapest. */
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

/** A payment as it came in a request, unread. */
export interface PaymentCredential {
  readonly method: PaymentMethod;
  readonly text: string;
}

/** Where a caller keeps its key: the Payment scheme wants the same header as a bearer token. */
export type KeyPlace = 'bearer' | 'x-api-key';

/** Why a payment was not taken. */
export type PaymentRefusal =
  | 'not_taken_here'
  | 'unreadable'
  | 'other_terms'
  | 'not_offered'
  | 'too_little'
  | 'expired'
  | 'not_yours'
  | 'declined';
