import { approvedItem } from '../../species/approved-items.ts';
import type { Species } from '../../species/species.ts';
import { ITEM_CATEGORIES, type ItemAction, type ItemCategory } from '../../vocabulary.ts';
import type { LikenessScale } from '../embedding-score.ts';
import { categoryOf, scoreWithin } from '../item-effects.ts';
import { findLikeness, likenessTo, mendWords, receiverOf, sameWords, type Receiver } from './favourites.ts';
import { contentWords, MEASURES, stemOf, wordsOf } from './item-words.ts';
import { readItem, type ItemPart, type ItemReading, type KnownThing } from './lexicon.ts';
import { affirmedText } from './negations.ts';
import { isSameDiet, markRuleFor, ruleFor, type WayOfLife } from './taste-rules.ts';
import { translateToEnglish } from './translate.ts';

/** An item somebody brought, for what, and to whom. */
export interface OfferedItem {
  readonly item: string;
  readonly action: ItemAction;
  readonly species: Pick<Species, 'family' | 'tastes'>;
}

/** How well an item fits, from 0 to 1, and why: of which kind it is, and what on the creature's list it is like. */
export interface Judgement {
  readonly score: number;
  readonly kind?: string | undefined;
  readonly like?: string | undefined;
  /** Whether no model is to lift it: it is good as far as it is known, and there is more to it. */
  readonly isFinal?: boolean;
}

interface Verdict extends Omit<Judgement, 'score'> {
  readonly category: ItemCategory;
}

const SAME = 1;
const MISSPELT = 0.92;

/** What the house knows of an item by its words; undefined when it knows none of them. */
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

/** Whether a model that knows what is near what may still say better of it: nothing that hurts is lifted. */
export function isOpenToMeaning(known: Judgement | undefined): boolean {
  if (known === undefined) return true;
  const category = categoryOf(known.score);
  return !known.isFinal && (category === 'neutral' || category === 'liked');
}

/**
 * What is left to say when a model has told how near an item is to the nearest favourite. Alone it makes nothing harmful,
 * and nothing a favourite that the house knows nothing of: what nobody knows is neutral.
 */
export function judgeByMeaning(
  known: Judgement | undefined,
  near: number,
  { liked, loved }: LikenessScale,
): Judgement {
  if (known !== undefined && !isOpenToMeaning(known)) return known;
  if (known !== undefined && near >= loved) return { ...known, score: scoreWithin('loved', near) };
  const isLiked = near >= liked || (known !== undefined && categoryOf(known.score) === 'liked');
  const score = isLiked ? scoreWithin('liked', near / loved) : scoreWithin('neutral', near / liked);
  return { ...known, score };
}

/** Groups whose things hurt wherever they are named: tuna with antifreeze is antifreeze. */
const DANGERS = new Set(['danger', 'toxic food', 'malware']);

function judgeDanger({ parts }: ItemReading, action: ItemAction, receiver: Receiver): Verdict | undefined {
  const hurting = parts.find((part) => hurts(part, action, receiver));
  return hurting && { category: 'harmful', kind: hurting.things[0]?.kind };
}

/** A creature that likes something of a kind is not hurt by that kind. */
function hurts(part: ItemPart, action: ItemAction, { way, words, kinds }: Receiver): boolean {
  const isMarked = part.marks.some((mark) => markRuleFor(mark, action, way) === 'harmful');
  if (isMarked && !words.has(part.words)) return true;
  // A name that also means something harmless is meant well.
  return (
    part.things.length > 0 &&
    part.things.every(
      (thing) =>
        DANGERS.has(thing.group) && ruleFor(thing, action, way) === 'harmful' && !kinds.has(thing.kind),
    )
  );
}

/** The item without dangers that a word beside them takes away: a toy knife, a bomb-proof bed, xylitol-free gum. */
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
  // What is served beside food can be left; what else is done with something cannot.
  const isSpoilt = isServedBadly(reading, action, receiver);
  if (isSpoilt && action !== 'feed') return { category: 'neutral', isFinal: true };
  if (isSpoilt || isDoubtful(reading, receiver)) return { category: 'liked', like, kind, isFinal: true };
  return { category, like, kind };
}

/** Tuna with mustard is tuna, but no treat. */
function isServedBadly({ parts }: ItemReading, action: ItemAction, { way, kinds }: Receiver): boolean {
  return sidesOf(parts).some(({ things }) =>
    things.every((thing) => !kinds.has(thing.kind) && isBad(ruleFor(thing, action, way))),
  );
}

const isBad = (category: ItemCategory): boolean => category === 'disliked' || category === 'harmful';

/** The things an item names beside its main part. */
function sidesOf(parts: readonly ItemPart[]): readonly ItemPart[] {
  const joint = parts.findIndex(({ words }) => SIDE_JOINTS.has(words));
  return joint === -1 ? [] : parts.slice(joint).filter(({ things }) => things.length > 0);
}

const SIDE_JOINTS = new Set(['with', 'in', 'and', 'plus', 'or']);

/** Whether there is a word in it that nobody knows, and that may make anything of a favourite. */
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

/** The best that a name with several meanings may mean. */
function bestOf(things: readonly KnownThing[], action: ItemAction, way: WayOfLife) {
  return things
    .map((thing) => ({ kind: thing.kind, category: ruleFor(thing, action, way) }))
    .reduce((best, next) => (rankOf(next.category) < rankOf(best.category) ? next : best));
}

const rankOf = (category: ItemCategory): number => ITEM_CATEGORIES.indexOf(category);

/** Whoever likes something cold does not mind the cold. */
function isUnpleasant({ parts }: ItemReading, action: ItemAction, { way, marks }: Receiver): boolean {
  return parts.some((part) =>
    part.marks.some((mark) => !marks.has(mark) && markRuleFor(mark, action, way) === 'disliked'),
  );
}

/** Why an item is what it is to a creature, in words the house has itself. */
export interface ItemReason {
  readonly kind: string | undefined;
  readonly like: string | undefined;
}

/** What the house can say about why; undefined when a model had the last word, or nobody knows. */
export function explainItem(offer: OfferedItem, category: ItemCategory): ItemReason | undefined {
  const known = judgeByKnowledge(offer);
  if (known === undefined) return undefined;
  // A list of a community's own is written by strangers, and is not quoted.
  const like = known.like && approvedItem(known.like);
  const { kind } = known;
  if (category === 'loved') return like ? { kind: undefined, like } : undefined;
  if (category === 'liked' && like && kind) return { kind, like };
  if (kind === undefined || categoryOf(known.score) !== category) return undefined;
  // Nothing is said against a kind that something on its list is of.
  const isFavoured = [...receiverOf(offer.species).kinds].some((each) => isSameDiet(each, kind));
  return category !== 'liked' && isFavoured ? undefined : { kind, like: undefined };
}
