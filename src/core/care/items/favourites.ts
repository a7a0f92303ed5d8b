import { recordOf } from '../../engine/record-of.ts';
import type { Species, Tastes } from '../../species/species.ts';
import { ITEM_ACTIONS, type ItemAction } from '../../vocabulary.ts';
import { contentWords, isTypo, stemOf, wordsOf } from './item-words.ts';
import { isKnownName, mendName, readItem, type ItemReading, type KnownThing } from './lexicon.ts';
import { wayOfLife, type WayOfLife } from './taste-rules.ts';

/** Something on a creature's list, taken apart. */
interface Favourite {
  readonly item: string;
  readonly words: readonly string[];
  readonly stems: ReadonlySet<string>;
  readonly head: readonly KnownThing[];
  readonly letterPairs: ReadonlySet<string>;
}

/** Whom an item is brought to: how it lives, and what it likes for anything at all. */
export interface Receiver {
  readonly way: WayOfLife;
  readonly favourites: Readonly<Record<ItemAction, readonly Favourite[]>>;
  readonly kinds: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  readonly marks: ReadonlySet<string>;
}

const receivers = new WeakMap<Tastes, Receiver>();

export function receiverOf({ family, tastes }: Pick<Species, 'family' | 'tastes'>): Receiver {
  const known = receivers.get(tastes);
  if (known !== undefined) return known;
  const liked = Object.values(tastes).flat();
  const parts = liked.flatMap((item) => readItem(wordsOf(item)).parts);
  const words = new Set(liked.flatMap((item) => wordsOf(item)));
  const receiver = {
    way: wayOfLife(family, tastes),
    favourites: recordOf(ITEM_ACTIONS, (action) => tastes[action].map(favouriteOf)),
    kinds: new Set(parts.flatMap(({ things }) => things.map(({ kind }) => kind))),
    words,
    stems: new Set([...words].map(stemOf)),
    marks: new Set([...words].flatMap((word) => readItem([word]).parts.flatMap(({ marks }) => marks))),
  };
  receivers.set(tastes, receiver);
  return receiver;
}

function favouriteOf(item: string): Favourite {
  const words = contentWords(item);
  return {
    item,
    words,
    stems: new Set(words.map(stemOf)),
    head: readItem(wordsOf(item)).head,
    letterPairs: letterPairsOf(words),
  };
}

function letterPairsOf(words: readonly string[]): ReadonlySet<string> {
  return new Set(
    words.flatMap((word) => Array.from(word, (letter, at) => `${word[at - 1] ?? ' '}${letter}`)),
  );
}

/** From 0 to 1: how much an item has in common with the nearest of these, in kind and in spelling. */
export function likenessTo(
  favourites: readonly Favourite[],
  head: readonly KnownThing[],
  words: readonly string[],
): number {
  const pairs = letterPairsOf(words);
  const likeness = favourites.map((each) => {
    const shared = pairs.intersection(each.letterPairs).size;
    return (kinshipOf(head, each.head) + (2 * shared) / (pairs.size + each.letterPairs.size)) / 2;
  });
  return Math.max(0, ...likeness);
}

function kinshipOf(head: readonly KnownThing[], other: readonly KnownThing[]): number {
  if (sharing(head, other, 'name').length > 0) return 1;
  if (sharing(head, other, 'kind').length > 0) return 0.6;
  return sharing(head, other, 'group').length > 0 ? 0.3 : 0;
}

/** The words with every slip of the finger put right, as far as it hit a word of these, or a name of the lexicon. */
export function mendWords(words: readonly string[], favourites: readonly Favourite[]): readonly string[] {
  const vocabulary = favourites.flatMap((each) => each.words);
  return words.map((word) => {
    if (vocabulary.includes(word) || isKnownName(word)) return word;
    return (
      vocabulary.find((each) => isTypo(word, each) || isTypo(word, `${each}s`)) ?? mendName(word) ?? word
    );
  });
}

/** Whether these are the same words in any order, or the same letters. */
export function sameWords(given: readonly string[], words: readonly string[]): boolean {
  if (given.join('') === words.join('')) return true;
  return given.every((word) => words.includes(word)) && words.every((word) => given.includes(word));
}

/** What an item has to do with something on the list. */
interface Likeness {
  readonly category: 'loved' | 'liked';
  readonly like: string;
  readonly kind: string | undefined;
}

/** The likeness to the nearest of these: the same thing in other words, or a thing of the same kind. */
export function findLikeness(
  { head }: ItemReading,
  words: readonly string[],
  favourites: readonly Favourite[],
): Likeness | undefined {
  const stems = new Set(words.map(stemOf));
  const kind = head[0]?.kind;
  const variant = favourites.find((each) => isVariant(stems, head, each));
  if (variant) return { category: 'loved', like: variant.item, kind };
  const kin = favourites.find((each) => sharing(head, each.head, 'kind').length > 0);
  return kin && { category: 'liked', like: kin.item, kind: sharing(head, kin.head, 'kind')[0] };
}

function isVariant(stems: ReadonlySet<string>, head: readonly KnownThing[], favourite: Favourite): boolean {
  return (
    sharing(head, favourite.head, 'name').length > 0 ||
    favourite.stems.isSubsetOf(stems) ||
    sharesName(stems, head, favourite)
  );
}

/** Two things of a kind with a word in common that is not the kind's own: a snow burrow is a snow den. */
function sharesName(stems: ReadonlySet<string>, head: readonly KnownThing[], favourite: Favourite): boolean {
  return sharing(head, favourite.head, 'kind').some((kind) => {
    const own = new Set(wordsOf(kind).map(stemOf));
    return favourite.stems.intersection(stems).difference(own).size > 0;
  });
}

function sharing(
  some: readonly KnownThing[],
  others: readonly KnownThing[],
  what: keyof KnownThing,
): readonly string[] {
  return some.map((each) => each[what]).filter((value) => others.some((other) => other[what] === value));
}
