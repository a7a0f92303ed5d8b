import type { WishReply } from './present-heart.ts';

interface MayWish {
  readonly wish?: WishReply | undefined;
}

/** The same in fewer words: what grants its wish is told by the other views. */
export function withoutHint<R extends MayWish>(reply: R): R {
  return { ...reply, wish: reply.wish && { text: reply.wish.text, until: reply.wish.until } };
}

export function withoutWish<R extends MayWish>(reply: R): R {
  return { ...reply, wish: undefined };
}
