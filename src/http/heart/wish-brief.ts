import type { NextStep } from '../../contract/server/fields.ts';
import type { WishReply } from './present-heart.ts';

interface MayWish {
  readonly wish?: WishReply | undefined;
  readonly next_steps: readonly NextStep[];
}

/** Leaves the hint out where a step says the same. A wish is never shown without either. */
export function withoutRepeatedHint<R extends MayWish>(reply: R): R {
  const { wish, next_steps: steps } = reply;
  const { hint } = wish ?? {};
  if (!wish || hint === undefined || !steps.some(({ description }) => description.includes(hint)))
    return reply;
  return { ...reply, wish: { text: wish.text, until: wish.until } };
}

export function withoutWish<R extends MayWish>(reply: R): R {
  return { ...reply, wish: undefined };
}
