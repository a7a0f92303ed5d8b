import type { z } from 'zod';

import type { Keepsake } from '../../contract/heart/keepsake.ts';
import type { Manner } from '../../contract/heart/manner.ts';
import type { GrantedWish, Wish } from '../../contract/heart/wish.ts';
import { iso, type Instant } from '../../core/engine/clock.ts';
import type { Heart } from '../../core/heart/heart.ts';
import { keepsakeOfWish } from '../../core/heart/keepsakes.ts';
import type { KeepsakeKind } from '../../core/heart/keepsakes-table.ts';
import { unreadIn } from '../../core/heart/unread.ts';
import type { Observation } from '../../core/lives/observe.ts';
import type { CareResult } from '../../house/care/care.ts';
import type { KeeperShelf } from '../../house/heart/read-heart.ts';
import { keepsakeName, keepsakeStory } from '../../voice/heart/keepsakes.ts';
import { mannerReason } from '../../voice/heart/manner-reasons.ts';
import { mannerName } from '../../voice/heart/manners.ts';
import { openWishOf, wishOf, type WishingCreature } from '../../voice/heart/told-wish.ts';
import { wishGrant } from '../../voice/heart/wish-step.ts';
import { describeWish } from '../../voice/heart/wishes.ts';

export type WishReply = z.output<typeof Wish>;
export type GrantedWishReply = z.output<typeof GrantedWish>;
export type NewKeepsakeReply = z.output<typeof Keepsake>;

type MaybeWishing = Omit<WishingCreature, 'heart'> & { readonly heart?: Heart | undefined };

/** What it wishes for, when it does. */
export function presentWish({ creature, species, heart }: MaybeWishing): WishReply | undefined {
  const open = heart?.wish.open;
  const told = open && openWishOf({ creature, species, heart });
  if (!told) return undefined;
  const { text, hint } = describeWish(told);
  return { text, hint, until: iso(open.until) };
}

/** The same, with what programs would do about it now. */
export function presentWishWithGrant(
  seen: MaybeWishing & { readonly observed: Observation | undefined },
): WishReply | undefined {
  const { observed } = seen;
  const wish = presentWish(seen);
  if (!wish || !observed) return wish;
  const { text, hint, until } = wish;
  return { text, hint, until, grant: wishGrant({ ...seen, observed }) };
}

/** The wish that an act of care has granted, and what is left of it. */
export function presentGranted(facts: CareResult): GrantedWishReply | undefined {
  const { granted, creature } = facts;
  if (!granted) return undefined;
  const kind = keepsakeOfWish(granted.kind);
  const isNew = keptBy(facts).some(({ keepsake }) => keepsake === kind);
  return {
    text: describeWish(wishOf(facts, granted)).text,
    keepsake: isNew ? presentKeepsake(kind, creature.name) : undefined,
  };
}

/** What it keeps since this act, or since the one before. */
export function presentKept(facts: CareResult): NewKeepsakeReply[] | undefined {
  const kept = keptBy(facts);
  if (kept.length === 0) return undefined;
  const { name } = facts.creature;
  return kept.map(({ keepsake, at }) => ({ ...presentKeepsake(keepsake, name), kept_at: iso(at) }));
}

function keptBy({ outcome }: CareResult): readonly KeptEvent[] {
  return 'refused' in outcome ? [] : outcome.felt.filter((each) => each.kind === 'kept');
}

interface KeptEvent {
  readonly keepsake: KeepsakeKind;
  readonly at: Instant;
}

/** Who a grown one has become, and why. */
export function presentManner({ manner }: Pick<Heart, 'manner'>): z.output<typeof Manner> | undefined {
  return manner && { name: mannerName(manner), reason: mannerReason(manner) };
}

/** What the creatures of a keeper keep. */
export function presentKeeperShelf({ kinds, newest }: KeeperShelf) {
  return {
    kinds,
    newest: newest.map(({ kind, at }) => ({ kind, name: keepsakeName(kind), kept_at: iso(at) })),
  };
}

/** How much of a household is unread; nothing where all of it is read. */
export function presentUnread(household: Parameters<typeof unreadIn>[0]) {
  const { letters, keepsakes } = unreadIn(household);
  return { new_letters: letters || undefined, new_keepsakes: keepsakes || undefined };
}

export function presentKeepsake(kind: KeepsakeKind, name: string) {
  return { kind, name: keepsakeName(kind), text: keepsakeStory(kind, name) };
}
