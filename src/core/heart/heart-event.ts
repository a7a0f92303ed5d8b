import type { Instant } from '../engine/clock.ts';
import type { Heart } from './heart.ts';
import type { KeepsakeKind } from './keepsakes-table.ts';
import type { Letter } from './letter.ts';

/** Something that came of what a creature carries with it. */
export type HeartEvent =
  | { readonly kind: 'kept'; readonly keepsake: KeepsakeKind; readonly at: Instant }
  | { readonly kind: 'letter'; readonly letter: Letter };

/** A heart at a moment, and what came of it on the way. */
export interface HeartStretch {
  readonly heart: Heart;
  readonly happened: readonly HeartEvent[];
}

/** The heart with what it does not keep yet. */
export function keep(
  heart: Heart,
  kinds: readonly KeepsakeKind[],
  at: Instant,
  happened: HeartEvent[],
): Heart {
  const fresh = kinds.filter((kind) => !heart.keepsakes.includes(kind));
  if (fresh.length === 0) return heart;
  for (const keepsake of fresh) happened.push({ kind: 'kept', keepsake, at });
  const { wish, lately } = heart;
  return {
    ...heart,
    wish: { ...wish, newAt: at },
    keepsakes: [...heart.keepsakes, ...fresh],
    lately: { ...lately, kept: [...lately.kept, ...fresh] },
  };
}
