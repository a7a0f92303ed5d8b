import { recordOf } from '../base/collections.ts';
import { editDistance } from '../base/nearest-word.ts';
import functionWords from './function-words.json' with { type: 'json' };
import lexicon from './lexicon.json' with { type: 'json' };
import translations from './translations.json' with { type: 'json' };

// Accents are split off by decomposing; hyphens and apostrophes only divide words.
const NOT_A_WORD = /[^\p{L}\p{N}]+/gu;
const ACCENTS = /\p{M}+/gu;

const ARTICLES = new Set(functionWords.articles.split(' '));
const FILLERS = new Set(functionWords.fillers.split(' '));
/** Words between things: what stands behind them says more about what stands before. */
export const JOINTS = new Set(functionWords.joints.split(' '));
/** What holds, measures or gathers something else: a bowl of soup is soup. */
export const MEASURES = new Set(functionWords.measures.split(' '));
/** Plurals that only a list knows; whoever an item is for is `it`. */
const ODD_FORMS = new Map(
  functionWords.plurals.split(', ').map((pair) => pair.split(' ') as [string, string]),
);

/** Every word, in order: in lower case and singular, without accents. */
function normalizedWords(text: string): readonly string[] {
  return rawWords(text).map(singular);
}

/** The words that carry the meaning: as `normalizedWords`, without fillers. */
export function contentWords(text: string): readonly string[] {
  const words = normalizedWords(text);
  const content = words.filter((word) => !FILLERS.has(word) && !ARTICLES.has(word));
  return content.length > 0 ? content : words;
}

/** Every word as it stands, in lower case, without accents. */
function rawWords(text: string): string[] {
  return text.normalize('NFKD').replace(ACCENTS, '').toLowerCase().split(NOT_A_WORD).filter(Boolean);
}

/** Good enough to compare by: both sides are treated alike. */
function singular(word: string): string {
  const odd = ODD_FORMS.get(word);
  if (odd !== undefined) return odd;
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  // Whether from cookie or cherry: both sides of a comparison end in the same letter.
  if (/[^aeiou]ies?$/.test(word) && word.length > 4) return word.replace(/ies?$/, 'y');
  if (/(?:s|x|z|ch|sh|o)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** Every word that may be part of a name: as `normalizedWords`, without articles. */
export function wordsOf(text: string): readonly string[] {
  return normalizedWords(text).filter((word) => !ARTICLES.has(word));
}

/** What is left of a word without its ending: grooming is groom, recalibration recalibrat. */
export function stemOf(word: string): string {
  return word.replace(/(?:ing|ion|ed|er|e|y)$/, '');
}

/**
 * Whether one word may be the other with a letter or two gone wrong. In short words one letter makes another word of
 * it: fox and box, tuba and tuna, bell and ball.
 */
export function isTypo(given: string, word: string): boolean {
  if (given[0] !== word[0] || word.length < 4) return false;
  if (word.length === 4 && given.length === word.length && !isSwap(given, word)) return false;
  const count = editDistance(given, word);
  return count === 1 || (count === 2 && word.length >= 7);
}

/** Whether a single letter of a long word went wrong. */
function isSlip(given: string, word: string): boolean {
  return given[0] === word[0] && word.length > 6 && editDistance(given, word) === 1;
}

function isSwap(given: string, word: string): boolean {
  return given.split('').toSorted().join('') === word.split('').toSorted().join('');
}

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

export const isKnownName = (name: string): boolean => NAMES.has(name);

/** The poison or remedy that a long word nobody knows is one slip away from. */
export function mendName(word: string): string | undefined {
  return word.length < 6 ? undefined : TAKEN.find((name) => isSlip(word, name));
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

/** The group of words that are no things, but say how one is. */
const MARKS = 'mark';

const KINDS = Object.entries(lexicon).flatMap(([group, kinds]) =>
  Object.entries<string>(kinds).map(([kind, list]) => ({ group, kind, list })),
);

type NameMeaning = Pick<ItemPart, 'things' | 'marks'>;

// The 21,000 names take about 100 ms to index: this module is imported on demand, when the first item is judged.
const NAMES: ReadonlyMap<string, NameMeaning> = indexNames();
/** The number of words of the longest name that begins with a word. */
const LONGEST_FROM: ReadonlyMap<string, number> = indexLongest();
/** The names of medicines and poisons. */
const TAKEN: readonly string[] = [...NAMES].flatMap(([name, { things }]) =>
  isTaken(name, things) ? [name] : [],
);

function indexNames(): ReadonlyMap<string, NameMeaning> {
  const names = new Map<string, NameMeaning>();
  for (const { group, kind, list } of KINDS) {
    const mark = { things: [], marks: [kind] };
    // A kind is a name as well: "fish" is a thing of the kind fish.
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

function indexLongest(): ReadonlyMap<string, number> {
  const longest = new Map<string, number>();
  for (const name of NAMES.keys()) {
    const [first = '', ...more] = name.split(' ');
    longest.set(first, Math.max(longest.get(first) ?? 0, 1 + more.length));
  }
  return longest;
}

/** Names that mean one thing share it: there are thousands of them. */
function joinMeanings(meant: NameMeaning | undefined, more: NameMeaning): NameMeaning {
  if (meant === undefined) return more;
  const others = more.things.filter(({ kind }) => meant.things.every((thing) => thing.kind !== kind));
  return { things: [...meant.things, ...others], marks: [...meant.marks, ...more.marks] };
}

/** The text with everyday words of other languages in English; as it was when there are none. */
export function translateToEnglish(text: string): string {
  const words = rawWords(text);
  const meanings = words.map((word) => MEANINGS.get(word) ?? MEANINGS.get(singular(word)) ?? splitWord(word));
  if (meanings.every((meaning) => meaning === undefined)) return text;
  return words
    .map((word, at) => meanings[at] ?? word)
    .filter((word) => !STOP_WORDS.has(word))
    .join(' ');
}

/** What joins the parts of a word. */
const LINK = /^(?:[のとにをはかて的]|e?[sn])(?=.)/;
const LONGEST_PART = 16;

/** The parts of a word that some languages write as one: fish soup is Fischsuppe, and Japanese has no blanks at all. */
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

/**
 * What people bring most, in Spanish, French, German, Italian, Portuguese, Japanese and Chinese. Words that also are
 * English, such as pain, pan, gift and lit, are left out.
 */
const MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(translations).flatMap(([english, words]) =>
    words.split(' ').flatMap((word) => rawWords(word).map((each) => [each, english] as const)),
  ),
);

export const THING_KINDS = [
  'food',
  'fruit',
  'fish',
  'meat',
  'vegetable',
  'sweet',
  'drink',
  'toy',
  'ball',
  'puzzle',
  'music',
  'story',
  'brush',
  'bath',
  'blanket',
  'light',
  'flower',
  'shiny',
  'code',
  'medicine',
  'outdoors',
  'picture',
] as const;
/** What a thing is, as people would say it. */
export type ThingKind = (typeof THING_KINDS)[number];

/** Everything an item is, by what the house knows of its name; nothing when it knows nothing. */
export function thingKindsOf(item: string): readonly ThingKind[] {
  const things = readItem(wordsOf(item)).head;
  return THING_KINDS.filter((kind) =>
    things.some((thing) => [thing.name, thing.kind, thing.group].some((word) => WORDS[kind].has(word))),
  );
}

/** The names, kinds and groups of the lexicon that are of each kind. */
const WORDS: Readonly<Record<ThingKind, ReadonlySet<string>>> = recordOf(
  THING_KINDS,
  (kind) =>
    new Set(
      {
        food: 'food, chocolate, onions and garlic, grapes, avocado, macadamia nuts, salt',
        fruit: 'fruit, tropical fruit, berries, citrus, grapes, avocado',
        fish: 'fish, shellfish, squid',
        meat: 'meat, processed meat, organ meat, poultry, prey, bones',
        vegetable:
          'vegetables, leafy greens, squash, potatoes, mushrooms, beans and lentils, onions and garlic',
        sweet: 'sweets, nectar and syrup, chocolate, ice cream',
        drink: 'drinks, water, soft drinks, soups, caffeine, alcohol, milk',
        toy: 'balls, things to fetch, chew toys, tug toys, soft toys, dangling toys, boxes, tunnels and courses, things on wheels',
        ball: 'balls, snowball',
        puzzle: 'puzzles, board games',
        music: 'music, soft sounds',
        story: 'stories, storytelling, ghost story, bedtime routine',
        brush: 'brushes and combs, dental care',
        bath: "baths, pet shampoo, people's soap, soft cloths, water, dust baths",
        blanket: 'blankets, beds, pillows, nests, hideaways',
        light: 'light, fire, harsh light, laser pointer, heat lamp, sunny windowsill',
        flower: 'flowers, leafy greens, hay, poisonous plants, twigs and bark, cactus, moss',
        shiny: 'gems, shiny coin, mirror, coin, treasure, treasure chest, ring, jewelry',
        code: 'data, code, mathematics, digital cleaning, digital repair',
        medicine: "remedy, digital repair, people's medicine",
        outdoors: 'outings, water play',
        picture: 'self portrait, drawing, painting, photo shoot, photography, screens',
      }[kind].split(', '),
    ),
);
