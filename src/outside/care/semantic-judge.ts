import { DANGEROUS_ITEMS, USELESS_ITEMS } from '../../core/care/anchor-words.ts';
import {
  cosine,
  similaritiesOf,
  scoreOf,
  type ScoreCalibration,
  type Vector,
  type ReferenceVectors,
} from '../../core/care/embedding-score.ts';
import { scoreByWords, scoreByMeaning, type OfferedItem } from '../../core/care/item-score.ts';
import { translateToEnglish } from '../../core/care/translate.ts';
import { LruCache } from '../../core/engine/lru-cache.ts';
import type { ItemAction } from '../../core/vocabulary.ts';
import { CircuitBreakerError } from '../engine/circuit-breaker.ts';
import { nameEmoji } from './emoji-names.ts';
import type { TasteQuestion, TasteJudge } from './taste-judge.ts';
import type { VectorCache } from './vector-cache.ts';

interface SemanticJudgeSettings {
  /** Ready when it is needed; it may fail. */
  readonly vectors: () => Promise<VectorCache>;
  readonly scale: () => Promise<ScoreCalibration>;
  /** What failed though nothing should have. */
  readonly onTrouble: (error: unknown) => void;
}

const MOST_SCORES = 20_000;
const PATIENCE_MS = 1_900;
/** Whoever comes later would wait in vain. */
const MOST_WAITING = 40;

/** Judges by words where they can tell, and by meaning where they cannot. */
export function semanticJudge({
  vectors,
  scale,
  onTrouble,
}: SemanticJudgeSettings): Omit<TasteJudge, 'close'> {
  const scores = new LruCache<number>(MOST_SCORES);
  const numberOf = objectNumbers();
  let waiting = 0;

  async function judgeAnew(offer: TasteQuestion, key: string): Promise<number | null> {
    try {
      const brought = { ...offer, item: await normalizeItem(offer.item) };
      const score = scoreByWords(brought) ?? (await byMeaning(brought));
      if (score !== null) scores.set(key, score);
      return score;
    } catch (error) {
      if (!(error instanceof CircuitBreakerError)) onTrouble(error);
      return null;
    }
  }

  async function byMeaning(brought: OfferedItem): Promise<number | null> {
    if (waiting >= MOST_WAITING) return null;
    waiting += 1;
    try {
      const known = await vectors();
      const world = await embedReferences(known, brought);
      const item = await embedItem(known, brought);
      return scoreByMeaning(scoreOf(similaritiesOf(item, world), await scale()), brought);
    } finally {
      waiting -= 1;
    }
  }

  async function closestOf(text: string, meanings: readonly string[]): Promise<number | undefined> {
    try {
      const known = await vectors();
      const [held, [asked]] = await Promise.all([
        known.vectorsOf(meanings, 'always'),
        known.vectorsOf([await normalizeItem(text)], 'recently'),
      ]);
      return asked && nearestIndex(asked, held);
    } catch (error) {
      if (!(error instanceof CircuitBreakerError)) onTrouble(error);
      return undefined;
    }
  }

  return {
    closest: async (text, meanings) => (await within(PATIENCE_MS, closestOf(text, meanings))) ?? undefined,
    async judge(offer) {
      const key = `${numberOf(offer.species.tastes)} ${offer.action} ${offer.item}`;
      return scores.get(key) ?? within(PATIENCE_MS, judgeAnew(offer, key));
    },
  };
}

/** Texts that have less in common are about different things. */
const LEAST_IN_COMMON = 0.3;

function nearestIndex(item: Vector, others: readonly Vector[]): number | undefined {
  const likeness = others.map((other) => cosine(item, other));
  const most = Math.max(...likeness);
  return most < LEAST_IN_COMMON ? undefined : likeness.indexOf(most);
}

/** What a model, and a list of words, can best make sense of. */
export async function normalizeItem(item: string): Promise<string> {
  return translateToEnglish(await nameEmoji(item))
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export async function embedItem(known: VectorCache, { item, action }: OfferedItem): Promise<Vector> {
  const [vector] = await known.vectorsOf([itemPhrase(action, item)], 'recently');
  if (vector === undefined) throw new Error('one text, one vector');
  return vector;
}

/** Everything the item is held against. */
export async function embedReferences(
  known: VectorCache,
  { action, species }: Omit<OfferedItem, 'item'>,
): Promise<ReferenceVectors> {
  const groups = [species.tastes[action], USELESS_ITEMS, DANGEROUS_ITEMS];
  const texts = groups.flat().map((item) => itemPhrase(action, item));
  // Asked for at once: a service that works again after a rest is tried with one question.
  const vectors = await known.vectorsOf(texts, 'always');
  const [approved = [], useless = [], dangers = []] = inGroups(vectors, groups);
  return { approved, useless, dangers };
}

function inGroups<T>(
  values: readonly T[],
  groups: readonly (readonly unknown[])[],
): readonly (readonly T[])[] {
  let from = 0;
  return groups.map(({ length }) => values.slice(from, (from += length)));
}

/** An item with what is done with it: a ball to play with is another than one to eat. */
export const itemPhrase = (action: ItemAction, item: string): string => `${action} ${item}`;

/** What comes in time, or null. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A number for every object, the same for the same one. */
function objectNumbers(): (object: object) => number {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (object) => {
    const known = numbers.get(object);
    if (known !== undefined) return known;
    numbers.set(object, ++last);
    return last;
  };
}
