import { normalizedWords } from './item-words.ts';
import lexicon from './lexicon.json' with { type: 'json' };

/** A thing the house knows: names that mean the same share one `name`, things of a sort one `kind`, kinds of a use one `group`. */
export interface KnownThing {
  readonly name: string;
  readonly kind: string;
  readonly group: string;
}

/** The things an item names: what it is in the first place, and what else is named beside it. */
export interface ItemReading {
  readonly head: readonly KnownThing[];
  readonly beside: readonly KnownThing[];
}

const ARTICLES = new Set('a an the some any my your his her its our their this that'.split(' '));
const JOINTS = new Set('of with in on at for from to and or by under near'.split(' '));
/** What holds or measures something else: a bowl of soup is soup. */
const MEASURES = new Set(
  `bowl cup can tin glass plate piece slice chunk bit handful spoonful spoon bucket bottle jar bag pack packet box pile
   bunch pinch drop dose sip bite dish portion serving sprig ray game session visit round sheet pair set lot stack
   basket tub scoop stream tray tube`.split(/\s+/),
);
const LONGEST_NAME = 6;

/** What an item is, by the names in it; undefined when the house knows none of them. */
export function readItem(item: string): ItemReading | undefined {
  const parts: (readonly KnownThing[])[] = [];
  let [head, closed]: [readonly KnownThing[] | undefined, boolean] = [undefined, false];
  const words = normalizedWords(item).filter((word) => !ARTICLES.has(word));
  for (let at = 0; at < words.length;) {
    const found = longestNameAt(words, at);
    const word = words[at] ?? '';
    const measures = MEASURES.has(word) && words[at + 1] === 'of';
    if (found && !(measures && found.length === 1)) {
      parts.push(found.things);
      if (!closed) head = found.things;
    }
    // "Tuna in water" is tuna: what comes after the joint says more about it.
    if (JOINTS.has(word) && !found && head !== undefined) closed = true;
    at += found?.length ?? 1;
  }
  return head && { head, beside: parts.filter((part) => part !== head).flat() };
}

interface FoundName {
  readonly things: readonly KnownThing[];
  readonly length: number;
}

function longestNameAt(words: readonly string[], at: number): FoundName | undefined {
  for (let length = Math.min(LONGEST_NAME, words.length - at); length > 0; length--) {
    const things = THINGS.get(words.slice(at, at + length).join(' '));
    if (things) return { things, length };
  }
  return undefined;
}

const THINGS: ReadonlyMap<string, readonly KnownThing[]> = thingsByName();

function thingsByName(): ReadonlyMap<string, readonly KnownThing[]> {
  const things = new Map<string, KnownThing[]>();
  for (const [group, kinds] of Object.entries(lexicon))
    for (const [kind, names] of Object.entries(kinds)) {
      for (const synonyms of [kind, ...names.split(', ')].map((names) => names.split('='))) {
        const [name = kind] = synonyms;
        const thing = { name, kind, group };
        for (const each of synonyms) {
          const key = normalizedWords(each)
            .filter((word) => !ARTICLES.has(word))
            .join(' ');
          things.set(key, [...(things.get(key) ?? []).filter((other) => other.kind !== kind), thing]);
        }
      }
    }
  return things;
}
