import type { z } from 'zod';

import type { NextStep } from '../../api/fields.ts';
import type { GrantedWish, Keepsake, Manner, Wish } from '../../api/subjects/heart.ts';
import { iso } from '../../rules/base/clock.ts';
import type { Heart } from '../../rules/heart/heart.ts';
import type { KeepsakeKind } from '../../rules/heart/keepsakes-table.ts';
import { keepsakeOfWish } from '../../rules/heart/keepsakes.ts';
import { type ReadLetter, unreadIn } from '../../rules/heart/letter.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import type { Observation } from '../../rules/lives/observe.ts';
import type { Species } from '../../rules/species/species.ts';
import { keepsakeName, keepsakeStory } from '../../text/heart/keepsakes.ts';
import { writeLetter, type WrittenLetter } from '../../text/heart/letter.ts';
import { mannerName, mannerReason } from '../../text/heart/manners.ts';
import {
  describeWish,
  openWishOf,
  wishGrant,
  type WishingCreature,
  wishOf,
} from '../../text/heart/wishes.ts';
import type { CareResult } from '../care/care.ts';
import type { KeeperShelf } from './read-heart.ts';

type WishReply = z.output<typeof Wish>;
export type NewKeepsakeReply = z.output<typeof Keepsake>;

type MaybeWishing = Omit<WishingCreature, 'heart'> & { readonly heart?: Heart | undefined };

export function presentWish({ creature, species, heart }: MaybeWishing): WishReply | undefined {
  const open = heart?.wish.open;
  const told = open && openWishOf({ creature, species, heart });
  if (!told) return undefined;
  const { text, hint } = describeWish(told);
  return { text, hint, until: iso(open.until) };
}

/** With the act of care that would grant the wish now. */
export function presentWishWithGrant(
  seen: MaybeWishing & { readonly observed: Observation | undefined },
): WishReply | undefined {
  const { observed } = seen;
  const wish = presentWish(seen);
  return wish && observed ? { ...wish, grant: wishGrant({ ...seen, observed }) } : wish;
}

export function presentGranted(facts: CareResult): z.output<typeof GrantedWish> | undefined {
  const { granted, creature } = facts;
  if (!granted) return undefined;
  const kind = keepsakeOfWish(granted.kind);
  const isNew = keptBy(facts).some(({ keepsake }) => keepsake === kind);
  return {
    text: describeWish(wishOf(facts, granted)).text,
    keepsake: isNew ? presentKeepsake(kind, creature.name) : undefined,
  };
}

/** The keepsakes that came with this act or since the one before. */
export function presentKept(facts: CareResult): NewKeepsakeReply[] | undefined {
  const kept = keptBy(facts);
  if (kept.length === 0) return undefined;
  const { name } = facts.creature;
  return kept.map(({ keepsake, at }) => ({ ...presentKeepsake(keepsake, name), kept_at: iso(at) }));
}

function keptBy({ outcome }: CareResult) {
  return 'refused' in outcome ? [] : outcome.felt.filter((each) => each.kind === 'kept');
}

export function presentManner({ manner }: Pick<Heart, 'manner'>): z.output<typeof Manner> | undefined {
  return manner && { name: mannerName(manner), reason: mannerReason(manner) };
}

export function presentKeeperShelf({ kinds, newest }: KeeperShelf) {
  return {
    kinds,
    newest: newest.map(({ kind, at }) => ({ kind, name: keepsakeName(kind), kept_at: iso(at) })),
  };
}

/** Undefined instead of 0. */
export function presentUnread(household: Parameters<typeof unreadIn>[0]) {
  const { letters, keepsakes } = unreadIn(household);
  return { new_letters: letters || undefined, new_keepsakes: keepsakes || undefined };
}

export function presentKeepsake(kind: KeepsakeKind, name: string) {
  return { kind, name: keepsakeName(kind), text: keepsakeStory(kind, name) };
}

interface MayWish {
  readonly wish?: WishReply | undefined;
  readonly next_steps: readonly NextStep[];
}

/** Drops the wish's hint when a next step contains it. */
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

interface LetterWriterFacts {
  readonly creature: Pick<Creature, 'name' | 'seed' | 'zone'>;
  readonly species: Species;
}

export function writtenBy({ creature, species }: LetterWriterFacts, letter: ReadLetter): WrittenLetter {
  const { name, seed, zone } = creature;
  return writeLetter(letter, { name, seed, zone, species }, letter.earlier);
}

export function presentLetter(writer: LetterWriterFacts, letter: ReadLetter) {
  const { number, occasion, at } = letter;
  return { number, occasion, written_at: iso(at), ...writtenBy(writer, letter) };
}
