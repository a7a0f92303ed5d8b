import { isSlip, JOINTS, MEASURES, wordsOf } from './item-words.ts';
import lexicon from './lexicon.json' with { type: 'json' };

/** A thing the house knows: names that mean the same share one `name`, things of a sort one `kind`, kinds of a use one `group`. */
export interface KnownThing {
  readonly name: string;
  readonly kind: string;
  readonly group: string;
}

/** A name that stands in an item, or a word nobody knows. */
export interface ItemPart {
  readonly words: string;
  /** More than one where the name has several meanings. */
  readonly things: readonly KnownThing[];
  /** What words beside a thing say of it: rotten, cold, toy. */
  readonly marks: readonly string[];
}

/** An item, taken apart: what it is in the first place, and everything it names, in order. */
export interface ItemReading {
  readonly head: readonly KnownThing[];
  readonly parts: readonly ItemPart[];
}

/** What an item is, by the names in it. */
export function readItem(words: readonly string[]): ItemReading {
  const parts: ItemPart[] = [];
  let head: readonly KnownThing[] = [];
  let isSaid = false;
  for (let at = 0; at < words.length;) {
    const part = longestNameAt(words, at);
    parts.push(part);
    // "Tuna in water" is tuna: what comes behind the joint only says more about it.
    isSaid ||= JOINTS.has(part.words) && head.length > 0;
    const measures = MEASURES.has(part.words) && words[at + 1] === 'of';
    if (!isSaid && !measures && part.things.length > 0) head = part.things;
    at += part.words.split(' ').length;
  }
  return { head, parts };
}

export const isKnownName = (name: string): boolean => knownWords().names.has(name);

/** The poison or remedy that a long word nobody knows is one slip away from. */
export function mendName(word: string): string | undefined {
  return word.length < 6 ? undefined : knownWords().taken.find((name) => isSlip(word, name));
}

const isTaken = (name: string, things: readonly KnownThing[]): boolean =>
  name.startsWith('poison') ||
  things.some(({ group, kind }) => /remedy|toxic|medicine|poison|chemicals|drugs/.test(`${group} ${kind}`));

function longestNameAt(words: readonly string[], at: number): ItemPart {
  const { names, longestFrom } = knownWords();
  const longest = longestFrom.get(words[at] ?? '') ?? 0;
  for (let length = Math.min(longest, words.length - at); length > 0; length--) {
    const name = words.slice(at, at + length).join(' ');
    const known = names.get(name);
    if (known) return { words: name, ...known };
  }
  return { words: words[at] ?? '', things: [], marks: [] };
}

interface KnownWords {
  readonly names: ReadonlyMap<string, NameMeaning>;
  /** How many words the longest name has that begins with a word. */
  readonly longestFrom: ReadonlyMap<string, number>;
  /** What is taken as a medicine, or must not be. */
  readonly taken: readonly string[];
}

let known: KnownWords | undefined;

/** Made when the first item comes: a house that nobody brings anything starts without. */
function knownWords(): KnownWords {
  if (known !== undefined) return known;
  const names = namesOf();
  const longestFrom = new Map<string, number>();
  for (const name of names.keys()) {
    const [first = '', ...more] = name.split(' ');
    longestFrom.set(first, Math.max(longestFrom.get(first) ?? 0, 1 + more.length));
  }
  const taken = [...names].flatMap(([name, { things }]) => (isTaken(name, things) ? [name] : []));
  return (known = { names, longestFrom, taken });
}

/** The group of words that are no things, but say how one is. */
const MARKS = 'mark';

const KINDS = Object.entries(lexicon).flatMap(([group, kinds]) =>
  Object.entries<string>(kinds).map(([kind, list]) => ({ group, kind, list })),
);

type NameMeaning = Pick<ItemPart, 'things' | 'marks'>;

function namesOf(): KnownWords['names'] {
  const names = new Map<string, NameMeaning>();
  for (const { group, kind, list } of KINDS) {
    const mark = { things: [], marks: [kind] };
    // A kind is a name as well: whoever brings fish brings a thing of the kind fish.
    for (const entry of group === MARKS ? list.split(', ') : [kind, ...list.split(', ')]) {
      const synonyms = entry.split('=');
      const thing = { things: [{ name: synonyms[0] ?? kind, kind, group }], marks: [] };
      for (const synonym of synonyms) {
        const key = wordsOf(synonym).join(' ');
        names.set(key, joinMeanings(names.get(key), group === MARKS ? mark : thing));
      }
    }
  }
  return names;
}

/** Names that mean one thing share it: there are thousands of them. */
function joinMeanings(meant: NameMeaning | undefined, more: NameMeaning): NameMeaning {
  if (meant === undefined) return more;
  const others = more.things.filter(({ kind }) => meant.things.every((thing) => thing.kind !== kind));
  return { things: [...meant.things, ...others], marks: [...meant.marks, ...more.marks] };
}
