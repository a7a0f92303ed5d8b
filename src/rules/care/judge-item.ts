import { recordOf } from '../../../packages/base/collections.ts';
import type { LikenessScale } from '../../../packages/tastes/embedding-score.ts';
import {
  contentWords,
  isKnownName,
  isTypo,
  type ItemPart,
  type ItemReading,
  JOINTS,
  type KnownThing,
  MEASURES,
  mendName,
  readItem,
  stemOf,
  translateToEnglish,
  wordsOf,
} from '../../../packages/tastes/lexicon.ts';
import { APPROVED_ITEMS, approvedItem, CATALOG } from '../species/catalog.ts';
import { FAMILY_TASTES, type Species, type Tastes } from '../species/species.ts';
import {
  FAMILIES,
  type Family,
  ITEM_ACTIONS,
  ITEM_CATEGORIES,
  type ItemAction,
  type ItemCategory,
} from '../vocabulary.ts';
import { categoryOf, scoreWithin } from './care.ts';
import rules from './taste-rules.json' with { type: 'json' };

/** Diets and habits of species, each a column of taste-rules.json. */
const WAYS = ['cat', 'dog', 'meat', 'mixed', 'seed', 'graze', 'snack', 'ai', 'ember'] as const;
type WayOfLife = (typeof WAYS)[number];

const CATEGORY_OF_LETTER: Readonly<Record<string, ItemCategory>> = {
  l: 'liked',
  n: 'neutral',
  d: 'disliked',
  h: 'harmful',
};

type RuleTable = Readonly<Record<string, string>>;
const RULES: Readonly<Record<ItemAction | 'any', RuleTable>> = rules;

/** The rule for an item: looked up by name, then kind, then group; an action's own table precedes the common one. */
function ruleFor({ name, kind, group }: KnownThing, action: ItemAction, way: WayOfLife): ItemCategory {
  const tables = [RULES[action], RULES.any];
  const row = [name, kind, group].flatMap((key) => tables.map((table) => table[key])).find(Boolean) ?? 'n';
  return CATEGORY_OF_LETTER[row.length === 1 ? row : row.charAt(WAYS.indexOf(way))] ?? 'neutral';
}

function markRuleFor(mark: string, action: ItemAction, way: WayOfLife): ItemCategory {
  return ruleFor({ name: mark, kind: mark, group: mark }, action, way);
}

const ANIMALS =
  /^(?:fish|shellfish|squid|poultry|meat|processed meat|organ meat|bones|prey|eggs|insects|worms)$/;
const GREENS = /^(?:leafy greens|hay|flowers|cactus|twigs and bark)$/;
const FRUITS =
  /^(?:fruit|tropical fruit|berries|citrus|vegetables|squash|grains|seeds|nuts|nectar and syrup|beans and lentils)$/;

function isSameDiet(one: string, other: string): boolean {
  return one === other || [ANIMALS, GREENS, FRUITS].some((diet) => diet.test(one) && diet.test(other));
}

function wayOfLife(family: Family, meals: readonly KnownThing[]): WayOfLife {
  if (family === 'cat' || family === 'dog') return family;
  const eats = (kinds: RegExp) => meals.some(({ kind }) => kinds.test(kind));
  if (family === 'ai-native') {
    if (eats(/^fire$/)) return 'ember';
    return meals.some(({ group }) => group === 'food') ? 'snack' : 'ai';
  }
  if (eats(ANIMALS)) return eats(GREENS) || eats(FRUITS) ? 'mixed' : 'meat';
  if (eats(GREENS)) return 'graze';
  return eats(FRUITS) ? 'seed' : 'mixed';
}

interface Favourite {
  readonly item: string;
  /** Without fillers. */
  readonly words: readonly string[];
  readonly stems: ReadonlySet<string>;
  readonly letterPairs: ReadonlySet<string>;
  /** All but articles. */
  readonly allWords: readonly string[];
  readonly reading: ItemReading;
  /** Qualities of the words, each read alone. */
  readonly marks: readonly string[];
}

function parseFavourite(item: string): Favourite {
  const words = contentWords(item);
  const allWords = wordsOf(item);
  return {
    item,
    words,
    stems: new Set(words.map(stemOf)),
    letterPairs: letterPairsOf(words),
    allWords,
    reading: readItem(allWords),
    marks: allWords.flatMap((word) => readItem([word]).parts.flatMap(({ marks }) => marks)),
  };
}

type Taster = Pick<Species, 'family' | 'tastes'>;

/** The species that receives an item: its way of life, and what it likes for any action. */
interface Receiver {
  readonly way: WayOfLife;
  readonly favourites: Readonly<Record<ItemAction, readonly Favourite[]>>;
  readonly kinds: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  readonly marks: ReadonlySet<string>;
}

const FAVOURITES: ReadonlyMap<string, Favourite> = new Map(
  [...APPROVED_ITEMS].map((item) => [item, parseFavourite(item)]),
);

/** Built-in species have tastes of their own, community species those of their family, so all are known at load. */
const RECEIVERS: ReadonlyMap<Tastes, Receiver> = new Map(
  [...CATALOG, ...FAMILIES.map((family) => ({ family, tastes: FAMILY_TASTES[family] }))].map((species) => [
    species.tastes,
    readTastes(species),
  ]),
);

export function receiverOf(species: Taster): Receiver {
  return RECEIVERS.get(species.tastes) ?? readTastes(species);
}

function readTastes({ family, tastes }: Taster): Receiver {
  const favourites = recordOf(ITEM_ACTIONS, (action) =>
    tastes[action].map((item) => FAVOURITES.get(item) ?? parseFavourite(item)),
  );
  const liked = Object.values(favourites).flat();
  const parts = liked.flatMap(({ reading }) => reading.parts);
  const words = new Set(liked.flatMap(({ allWords }) => allWords));
  return {
    way: wayOfLife(
      family,
      favourites.feed.flatMap(({ reading }) => reading.head),
    ),
    favourites,
    kinds: new Set(parts.flatMap(({ things }) => things.map(({ kind }) => kind))),
    words,
    stems: new Set([...words].map(stemOf)),
    marks: new Set(liked.flatMap(({ marks }) => marks)),
  };
}

function letterPairsOf(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.flatMap((word) => Array.from(word, (sign, at) => `${word[at - 1] ?? ' '}${sign}`)));
}

/** Similarity to the nearest favourite, 0 to 1: half by kind and half by letter pairs (Sørensen–Dice). */
function likenessTo(favourites: readonly Favourite[], head: readonly KnownThing[], words: readonly string[]) {
  const pairs = letterPairsOf(words);
  const likeness = favourites.map((each) => {
    const shared = pairs.intersection(each.letterPairs).size;
    return (kinshipOf(head, each.reading.head) + (2 * shared) / (pairs.size + each.letterPairs.size)) / 2;
  });
  return Math.max(0, ...likeness);
}

function kinshipOf(head: readonly KnownThing[], other: readonly KnownThing[]): number {
  if (sharing(head, other, 'name').length > 0) return 1;
  if (sharing(head, other, 'kind').length > 0) return 0.6;
  return sharing(head, other, 'group').length > 0 ? 0.3 : 0;
}

function mendWords(words: readonly string[], favourites: readonly Favourite[]): readonly string[] {
  const vocabulary = favourites.flatMap((each) => each.words);
  return words.map((word) => {
    if (vocabulary.includes(word) || isKnownName(word)) return word;
    return (
      vocabulary.find((each) => isTypo(word, each) || isTypo(word, `${each}s`)) ?? mendName(word) ?? word
    );
  });
}

function sameWords(given: readonly string[], words: readonly string[]): boolean {
  if (given.join('') === words.join('')) return true;
  return given.every((word) => words.includes(word)) && words.every((word) => given.includes(word));
}

/** How an item relates to a favourite. Loved: the same thing in other words. Liked: a thing of the same kind. */
function findLikeness(
  { head }: ItemReading,
  words: readonly string[],
  favourites: readonly Favourite[],
): Verdict | undefined {
  const stems = new Set(words.map(stemOf));
  const kind = head[0]?.kind;
  const variant = favourites.find(
    (each) =>
      sharing(head, each.reading.head, 'name').length > 0 ||
      each.stems.isSubsetOf(stems) ||
      sharesName(stems, head, each),
  );
  if (variant) return { category: 'loved', like: variant.item, kind };
  const kin = favourites.find((each) => sharing(head, each.reading.head, 'kind').length > 0);
  return kin && { category: 'liked', like: kin.item, kind: sharing(head, kin.reading.head, 'kind')[0] };
}

/** True for things of one kind with a common word besides the kind's own: a snow burrow is like a snow den. */
function sharesName(stems: ReadonlySet<string>, head: readonly KnownThing[], favourite: Favourite): boolean {
  return sharing(head, favourite.reading.head, 'kind').some((kind) => {
    const own = new Set(wordsOf(kind).map(stemOf));
    return favourite.stems.intersection(stems).difference(own).size > 0;
  });
}

function sharing(some: readonly KnownThing[], others: readonly KnownThing[], what: keyof KnownThing) {
  return some.map((each) => each[what]).filter((value) => others.some((other) => other[what] === value));
}

/** "Tuna without onions" is tuna, "not chocolate" is empty. The lexicon marks what negates the words after or before it. */
export function affirmedText(text: string): string {
  const divided = joinNegatedList(text).replaceAll(/[,;+]/g, ' with ');
  const { parts } = readItem(wordsOf(divided));
  const affirmed: ItemPart[] = [];
  for (let at = 0; at < parts.length;) {
    const next = endOfNegation(parts, at);
    if (next === at) affirmed.push(...parts.slice(at, at + 1));
    at = Math.max(next, at + 1);
  }
  if (affirmed.length === parts.length) return divided;
  const isEmpty = affirmed.every(({ words }) => JOINTS.has(words) || words === 'it');
  return isEmpty ? '' : affirmed.map(({ words }) => words).join(' ');
}

/** Repeats a negation for a list: "no onions, garlic or leeks" negates all three. */
function joinNegatedList(text: string): string {
  const [start, end] = [text.search(/\b(?:no|not|without)\b/i), text.lastIndexOf(' or ')];
  if (start === -1 || end < start) return text;
  return text.slice(0, start) + text.slice(start, end).replaceAll(',', ' or ') + text.slice(end);
}

function endOfNegation(parts: readonly ItemPart[], start: number): number {
  const marks = parts[start]?.marks ?? [];
  if (parts[start + 1]?.marks.includes('negating after')) return start + 2;
  if (marks.includes('negating next')) return Math.min(start + 2, parts.length);
  if (!marks.includes('negating')) return start;
  let end = start + 1;
  // Bad qualities after a negation are skipped: "not rotten tuna" is tuna.
  while (isBadMark(parts[end])) end++;
  if (end > start + 1) return end;
  while (end < parts.length && !endsPhrase(parts, end)) end++;
  return end > start + 1 ? end : start;
}

const BAD_MARKS = /spoiled|burning|hot|chilly|loud|wet|bright|rough|foul|unkind|useless/;

const isBadMark = (part: ItemPart | undefined): boolean =>
  part !== undefined && part.things.length === 0 && part.marks.some((mark) => BAD_MARKS.test(mark));

const CONTINUING = new Set(['of', 'and', 'or', 'nor']);
const ENDING = new Set(['but', 'just', 'only', 'plus', 'also']);

function endsPhrase(parts: readonly ItemPart[], at: number): boolean {
  const [word = '', next = ''] = parts.slice(at, at + 2).map(({ words }) => words);
  if (CONTINUING.has(word)) return JOINTS.has(next);
  return JOINTS.has(word) || ENDING.has(word);
}

export interface OfferedItem {
  readonly item: string;
  readonly action: ItemAction;
  readonly species: Taster;
}

export interface Judgement {
  /** 0 to 1. */
  readonly score: number;
  readonly kind?: string | undefined;
  readonly like?: string | undefined;
  /** True if an embedding model may not raise the score: part of the item is unknown or negated. */
  readonly isFinal?: boolean;
}

type Verdict = Omit<Judgement, 'score'> & { readonly category: ItemCategory };

const SAME = 1;
const MISSPELT = 0.92;

export function judgeByKnowledge({ item, action, species }: OfferedItem): Judgement | undefined {
  const english = translateToEnglish(item);
  const receiver = receiverOf(species);
  const favourites = receiver.favourites[action];
  const written = contentWords(english);
  const same = favourites.find(({ words }) => sameWords(written, words));
  if (same) return { score: SAME, like: same.item };
  const affirmed = wordsOf(affirmedText(english));
  if (affirmed.length === 0) return { score: scoreWithin('neutral', 0), isFinal: true };
  const meant = mendWords(affirmed, favourites);
  const words = contentWords(meant.join(' '));
  const misspelt = favourites.find((each) => sameWords(words, each.words));
  if (misspelt) return { score: MISSPELT, like: misspelt.item };
  const reading = withoutDefused(readItem(meant));
  const verdict =
    judgeDanger(reading, action, receiver) ??
    judgeLikeness(reading, words, action, receiver) ??
    judgeKind(reading, action, receiver);
  if (verdict === undefined) return undefined;
  const { category, ...reasons } = verdict;
  return { ...reasons, score: scoreWithin(category, likenessTo(favourites, reading.head, words)) };
}

/** True if an embedding model may raise an item's score; never for anything harmful or disliked. */
export function isOpenToMeaning(known: Judgement | undefined): boolean {
  if (known === undefined) return true;
  const category = categoryOf(known.score);
  return !known.isFinal && (category === 'neutral' || category === 'liked');
}

/** The embedding model alone makes nothing harmful, and nothing loved that the lexicon does not know. */
export function judgeByMeaning(known: Judgement | undefined, near: number, scale: LikenessScale): Judgement {
  const { liked, loved } = scale;
  if (known !== undefined && !isOpenToMeaning(known)) return known;
  if (known !== undefined && near >= loved) return { ...known, score: scoreWithin('loved', near) };
  const isLiked = near >= liked || (known !== undefined && categoryOf(known.score) === 'liked');
  const score = isLiked ? scoreWithin('liked', near / loved) : scoreWithin('neutral', near / liked);
  return { ...known, score };
}

/** Groups of things that harm wherever they are named: tuna with antifreeze is antifreeze. */
const DANGERS = new Set(['danger', 'toxic food', 'malware']);

function judgeDanger({ parts }: ItemReading, action: ItemAction, receiver: Receiver): Verdict | undefined {
  const hurting = parts.find((part) => hurts(part, action, receiver));
  return hurting && { category: 'harmful', kind: hurting.things[0]?.kind };
}

/** True if a part of an item harms; a kind that is on the creature's own lists does not. */
function hurts(part: ItemPart, action: ItemAction, { way, words, kinds }: Receiver): boolean {
  const isMarked = part.marks.some((mark) => markRuleFor(mark, action, way) === 'harmful');
  if (isMarked && !words.has(part.words)) return true;
  // An ambiguous name is read as its harmless meaning.
  return (
    part.things.length > 0 &&
    part.things.every(
      (thing) =>
        DANGERS.has(thing.group) && ruleFor(thing, action, way) === 'harmful' && !kinds.has(thing.kind),
    )
  );
}

/** The item without dangers that a word beside them rules out: a toy knife, a bomb-proof bed, xylitol-free gum. */
function withoutDefused(reading: ItemReading): ItemReading {
  const { parts } = reading;
  const left = parts.filter((part, at) => !(isDangerous(part) && isDefused(parts[at - 1], parts[at + 1])));
  return left.length === parts.length ? reading : readItem(left.flatMap(({ words }) => words.split(' ')));
}

function isDefused(before: ItemPart | undefined, after: ItemPart | undefined): boolean {
  return Boolean(
    before?.marks.includes('harmless before') ||
    before?.things.some(({ kind }) => kind === 'soft toys') ||
    after?.marks.includes('harmless after'),
  );
}

const isDangerous = ({ things, marks }: ItemPart): boolean =>
  marks.includes('spoiled') || marks.includes('burning') || things.some(({ group }) => DANGERS.has(group));

function judgeLikeness(
  reading: ItemReading,
  words: readonly string[],
  action: ItemAction,
  receiver: Receiver,
): Verdict | undefined {
  const found = findLikeness(reading, words, receiver.favourites[action]);
  if (found === undefined) return undefined;
  const { category, like, kind } = found;
  if (isUnpleasant(reading, action, receiver)) return { category: 'disliked', kind };
  // A bad side dish can be left; a bad part of anything else spoils the item.
  const isSpoilt = isServedBadly(reading, action, receiver);
  if (isSpoilt && action !== 'feed') return { category: 'neutral', isFinal: true };
  if (isSpoilt || isDoubtful(reading, receiver)) return { category: 'liked', like, kind, isFinal: true };
  return { category, like, kind };
}

/** True if a side dish is bad: tuna with mustard is tuna, but no treat. */
function isServedBadly({ parts }: ItemReading, action: ItemAction, { way, kinds }: Receiver): boolean {
  return sidesOf(parts).some(({ things }) =>
    things.every((thing) => !kinds.has(thing.kind) && isBad(ruleFor(thing, action, way))),
  );
}

const isBad = (category: ItemCategory): boolean => category === 'disliked' || category === 'harmful';

function sidesOf(parts: readonly ItemPart[]): readonly ItemPart[] {
  const joint = parts.findIndex(({ words }) => SIDE_JOINTS.has(words));
  return joint === -1 ? [] : parts.slice(joint).filter(({ things }) => things.length > 0);
}

const SIDE_JOINTS = new Set(['with', 'in', 'and', 'plus', 'or']);

/** True if the item has an unknown word, which may change what a favourite is. */
function isDoubtful({ parts }: ItemReading, { stems }: Receiver): boolean {
  return parts.some(
    (part) =>
      part.things.length + part.marks.length === 0 &&
      !MEASURES.has(part.words) &&
      !/^\d/.test(part.words) &&
      !stems.has(stemOf(part.words)),
  );
}

function judgeKind(reading: ItemReading, action: ItemAction, receiver: Receiver): Verdict | undefined {
  const isBadlyMade = isUnpleasant(reading, action, receiver);
  if (reading.head.length === 0)
    return isBadlyMade && !isDoubtful(reading, receiver) ? { category: 'disliked' } : undefined;
  const best = bestOf(reading.head, action, receiver.way);
  return isBadlyMade && !isBad(best.category) ? { ...best, category: 'disliked' } : best;
}

function bestOf(things: readonly KnownThing[], action: ItemAction, way: WayOfLife) {
  return things
    .map((thing) => ({ kind: thing.kind, category: ruleFor(thing, action, way) }))
    .reduce((best, next) => (rankOf(next.category) < rankOf(best.category) ? next : best));
}

const rankOf = (category: ItemCategory): number => ITEM_CATEGORIES.indexOf(category);

/** Qualities of its own favourites are not unpleasant: a creature that likes cold things does not mind cold. */
function isUnpleasant({ parts }: ItemReading, action: ItemAction, { way, marks }: Receiver): boolean {
  return parts.some((part) =>
    part.marks.some((mark) => !marks.has(mark) && markRuleFor(mark, action, way) === 'disliked'),
  );
}

/** Why an item was judged so, in words of our own lists only. */
export interface ItemReason {
  readonly kind: string | undefined;
  readonly like: string | undefined;
}

export function explainItem(offer: OfferedItem, category: ItemCategory): ItemReason | undefined {
  const known = judgeByKnowledge(offer);
  if (known === undefined) return undefined;
  // Only approved items are quoted: others are text of agents.
  const like = known.like && approvedItem(known.like);
  const { kind } = known;
  if (category === 'loved') return like ? { kind: undefined, like } : undefined;
  if (category === 'liked' && like && kind) return { kind, like };
  if (kind === undefined || categoryOf(known.score) !== category) return undefined;
  const named = { kind, like: undefined };
  if (category === 'liked') return named;
  // A kind of the same diet as something on the creature's list, or with a word of it, is not named as the reason.
  const { kinds, stems } = receiverOf(offer.species);
  const isOnList = contentWords(kind).some((word) => stems.has(stemOf(word)));
  return isOnList || [...kinds].some((each) => isSameDiet(each, kind)) ? undefined : named;
}
