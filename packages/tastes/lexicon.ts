import { recordOf } from '../base/collections.ts';
import { editDistance } from '../base/nearest-word.ts';
import functionWords from './function-words.json' with { type: 'json' };
import lexicon from './lexicon.json' with { type: 'json' };
import translations from './translations.json' with { type: 'json' };

const NOT_A_WORD = /[^\p{L}\p{N}]+/gu;
const ACCENTS = /\p{M}+/gu;

const ARTICLES = new Set(functionWords.articles.split(' '));
const FILLERS = new Set(functionWords.fillers.split(' '));
/** Words between two things of an item, such as "with"; what follows qualifies what precedes. */
export const JOINTS = new Set(functionWords.joints.split(' '));
/** Containers and measures, which are skipped: a bowl of soup is soup. */
export const MEASURES = new Set(functionWords.measures.split(' '));
const PLURALS = new Map(functionWords.plurals.split(', ').map((pair) => pair.split(' ') as [string, string]));

function normalizedWords(text: string): readonly string[] {
  return rawWords(text).map(singular);
}

export function contentWords(text: string): readonly string[] {
  const words = normalizedWords(text);
  const content = words.filter((word) => !FILLERS.has(word) && !ARTICLES.has(word));
  return content.length > 0 ? content : words;
}

function rawWords(text: string): string[] {
  return text.normalize('NFKD').replace(ACCENTS, '').toLowerCase().split(NOT_A_WORD).filter(Boolean);
}

/** An approximate singular: both sides of a comparison are treated alike. */
function singular(word: string): string {
  const odd = PLURALS.get(word);
  if (odd !== undefined) return odd;
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  // Cookies and cherries both end in y as singulars.
  if (/[^aeiou]ies?$/.test(word) && word.length > 4) return word.replace(/ies?$/, 'y');
  if (/(?:s|x|z|ch|sh|o)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

export function wordsOf(text: string): readonly string[] {
  return normalizedWords(text).filter((word) => !ARTICLES.has(word));
}

/** The stem of a word: grooming → groom, recalibration → recalibrat. */
export function stemOf(word: string): string {
  return word.replace(/(?:ing|ion|ed|er|e|y)$/, '');
}

/** Strict with short words, in which one letter makes another word: fox and box, tuba and tuna. */
export function isTypo(given: string, word: string): boolean {
  if (given[0] !== word[0] || word.length < 4) return false;
  if (word.length === 4 && given.length === word.length && !isSwap(given, word)) return false;
  const count = editDistance(given, word);
  return count === 1 || (count === 2 && word.length >= 7);
}

function isSwap(given: string, word: string): boolean {
  return given.split('').toSorted().join('') === word.split('').toSorted().join('');
}

/** A meaning in the lexicon: synonyms share one `name`, similar things one `kind`, kinds of one use one `group`. */
export interface KnownThing {
  readonly name: string;
  readonly kind: string;
  readonly group: string;
}

export interface ItemPart {
  readonly words: string;
  /** The meanings of the name; several if it is ambiguous. */
  readonly things: readonly KnownThing[];
  readonly marks: readonly string[];
}

export interface ItemReading {
  readonly head: readonly KnownThing[];
  readonly parts: readonly ItemPart[];
}

export function readItem(words: readonly string[]): ItemReading {
  const parts: ItemPart[] = [];
  let head: readonly KnownThing[] = [];
  let isSaid = false;
  for (let at = 0; at < words.length;) {
    const part = longestNameAt(words, at);
    parts.push(part);
    // Words after a joining word qualify the main thing: "tuna in water" is tuna.
    isSaid ||= JOINTS.has(part.words) && head.length > 0;
    const measures = MEASURES.has(part.words) && words[at + 1] === 'of';
    if (!isSaid && !measures && part.things.length > 0) head = part.things;
    at += part.words.split(' ').length;
  }
  return { head, parts };
}

export const isKnownName = (name: string): boolean => NAMES.has(name);

/** The medicine or poison that a long unknown word is one typo away from. */
export function mendName(word: string): string | undefined {
  if (word.length < 6) return undefined;
  return TAKEN.find((name) => name[0] === word[0] && name.length > 6 && editDistance(word, name) === 1);
}

function isTaken(name: string, things: readonly KnownThing[]): boolean {
  const isDrug = /remedy|toxic|medicine|poison|chemicals|drugs/;
  return name.startsWith('poison') || things.some(({ group, kind }) => isDrug.test(`${group} ${kind}`));
}

function longestNameAt(words: readonly string[], at: number): ItemPart {
  const longest = LONGEST_FROM.get(words[at] ?? '') ?? 0;
  for (let length = Math.min(longest, words.length - at); length > 0; length--) {
    const name = words.slice(at, at + length).join(' ');
    const known = NAMES.get(name);
    if (known) return { words: name, ...known };
  }
  return { words: words[at] ?? '', things: [], marks: [] };
}

const MARKS = 'mark';

const KINDS = Object.entries(lexicon).flatMap(([group, kinds]) =>
  Object.entries<readonly string[]>(kinds).map(([kind, list]) => ({ group, kind, list })),
);

type NameMeaning = Pick<ItemPart, 'things' | 'marks'>;

// Indexing the 21,000 names takes about 100 ms: this module is imported on demand, when the first item is judged.
const NAMES: ReadonlyMap<string, NameMeaning> = indexNames();
/** Per word: the number of words of the longest name in the lexicon that begins with it. */
const LONGEST_FROM: ReadonlyMap<string, number> = indexLongest();
const TAKEN: readonly string[] = [...NAMES].flatMap(([name, { things }]) =>
  isTaken(name, things) ? [name] : [],
);

function indexNames(): ReadonlyMap<string, NameMeaning> {
  const names = new Map<string, NameMeaning>();
  for (const { group, kind, list } of KINDS) {
    const mark = { things: [], marks: [kind] };
    // A kind is a name as well: "fish" is a thing of the kind fish.
    for (const entry of group === MARKS ? list : [kind, ...list]) {
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

function indexLongest(): ReadonlyMap<string, number> {
  const longest = new Map<string, number>();
  for (const name of NAMES.keys()) {
    const [first = '', ...more] = name.split(' ');
    longest.set(first, Math.max(longest.get(first) ?? 0, 1 + more.length));
  }
  return longest;
}

/** Adds a meaning to a name; the first meaning is shared, not copied, to save memory. */
function joinMeanings(meant: NameMeaning | undefined, more: NameMeaning): NameMeaning {
  if (meant === undefined) return more;
  const others = more.things.filter(({ kind }) => meant.things.every((thing) => thing.kind !== kind));
  return { things: [...meant.things, ...others], marks: [...meant.marks, ...more.marks] };
}

export function translateToEnglish(text: string): string {
  const words = rawWords(text);
  const meanings = words.map((word) => MEANINGS.get(word) ?? MEANINGS.get(singular(word)) ?? splitWord(word));
  if (meanings.every((meaning) => meaning === undefined)) return text;
  return words
    .map((word, at) => meanings[at] ?? word)
    .filter((word) => !STOP_WORDS.has(word))
    .join(' ');
}

/** Linking letters between the parts of a compound word. */
const LINK = /^(?:[のとにをはかて的]|e?[sn])(?=.)/;
const LONGEST_PART = 16;

/** Splits a compound word: German Fischsuppe is fish soup, and Japanese has no blanks. */
function splitWord(word: string): string | undefined {
  const least = /^[a-z]/.test(word) ? 4 : 1;
  const parts: string[] = [];
  for (let rest = word; rest !== '' && !isKnownName(word);) {
    let length = Math.min(rest.length, LONGEST_PART);
    while (length >= least && !MEANINGS.has(rest.slice(0, length))) length -= 1;
    const part = MEANINGS.get(rest.slice(0, length)) ?? '';
    const next = part ? rest.slice(length) : rest.replace(LINK, '');
    if (next === rest || (!part && parts.length === 0)) return undefined;
    if (part) parts.push(part);
    rest = next;
  }
  return parts.length > 1 ? parts.join(' ') : undefined;
}

const STOP_WORDS = new Set(
  'de del des du la le les el los las un una une unos der die das den ein eine einen il lo gli uno di con avec mit al au aux y et und e em com para pour'.split(
    ' ',
  ),
);

/** Without foreign words that are also English (pain, pan, gift, lit). */
const MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(translations).flatMap(([english, words]) =>
    words.split(' ').flatMap((word) => rawWords(word).map((each) => [each, english] as const)),
  ),
);

const THING_WORDS = {
  fruit: 'fruit, tropical fruit, berries, citrus, grapes, avocado',
  fish: 'fish, shellfish, squid',
  meat: 'meat, processed meat, organ meat, poultry, prey, bones',
  vegetable: 'vegetables, leafy greens, squash, potatoes, mushrooms, beans and lentils, onions and garlic',
  sweet: 'sweets, nectar and syrup, chocolate, ice cream',
  drink:
    'drinks, water, soft drinks, caffeine, alcohol, milk, broth, bone broth, chicken broth, beef broth, fish broth, turkey broth, vegetable broth, warm broth, consomme',
  toy: 'balls, things to fetch, chew toys, tug toys, soft toys, dangling toys, boxes, tunnels and courses, things on wheels',
  ball: 'balls, snowball',
  puzzle: 'puzzles, board games',
  music: 'music, soft sounds',
  brush: 'brushes and combs, dental care',
  bath: "baths, pet shampoo, people's soap, soft cloths, water, dust baths",
  blanket: 'blankets, beds, pillows, nests, hideaways',
  light: 'light, fire, harsh light, laser pointer, heat lamp, sunny windowsill',
  shiny: 'gems, shiny coin, mirror, coin, treasure, treasure chest, ring, jewelry',
  code: 'data, code, mathematics, digital cleaning, digital repair',
  outdoors: 'outings, water play',
} as const;
export type ThingKind = keyof typeof THING_WORDS;
export const THING_KINDS = Object.keys(THING_WORDS) as [ThingKind, ...ThingKind[]];

const WORDS = recordOf(THING_KINDS, (kind) => new Set<string>(THING_WORDS[kind].split(', ')));

export function thingKindsOf(item: string): readonly ThingKind[] {
  const things = readItem(wordsOf(item)).head;
  return THING_KINDS.filter((kind) =>
    things.some((thing) => [thing.name, thing.kind, thing.group].some((word) => WORDS[kind].has(word))),
  );
}
