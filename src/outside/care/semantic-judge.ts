import { cosine, nearestCosine, type LikenessScale, type Vector } from '../../core/care/embedding-score.ts';
import {
  isOpenToMeaning,
  judgeByKnowledge,
  judgeByMeaning,
  type Judgement,
  type OfferedItem,
} from '../../core/care/items/judge-item.ts';
import { affirmedText } from '../../core/care/items/negations.ts';
import { translateToEnglish } from '../../core/care/items/translate.ts';
import { LruCache } from '../../core/engine/lru-cache.ts';
import type { ItemAction } from '../../core/vocabulary.ts';
import { CircuitBreakerError } from '../engine/circuit-breaker.ts';
import { within } from '../engine/within.ts';
import { nameEmoji } from './emoji-names.ts';
import type { TasteQuestion, TasteJudge } from './taste-judge.ts';
import type { VectorCache } from './vector-cache.ts';

interface SemanticJudgeSettings {
  readonly vectors: VectorCache;
  readonly scale: () => LikenessScale;
  /** What failed though nothing should have. */
  readonly onTrouble: (error: unknown) => void;
}

const MOST_SCORES = 20_000;
const PATIENCE_MS = 1_900;
/** Whoever comes later would wait in vain. */
const MOST_WAITING = 40;

/** Judges by what the house knows, and by meaning where that leaves something to say. */
export function semanticJudge({
  vectors,
  scale,
  onTrouble,
}: SemanticJudgeSettings): Omit<TasteJudge, 'close'> {
  const scores = new LruCache<number>(MOST_SCORES);
  const numberOf = objectNumbers();
  let waiting = 0;

  async function judgeAnew(offer: TasteQuestion, key: string): Promise<number | null> {
    const brought = { ...offer, item: await normalizeItem(offer.item) };
    const known = judgeByKnowledge(brought);
    const judged = isOpenToMeaning(known) ? await inTime(() => byMeaning(brought, known)) : known;
    if (judged) scores.set(key, judged.score);
    // Nothing is kept of what the model could not be asked about: it may say better next time.
    return (judged ?? known)?.score ?? null;
  }

  async function byMeaning(
    brought: OfferedItem,
    known: Judgement | undefined,
  ): Promise<Judgement | undefined> {
    if (waiting >= MOST_WAITING) return undefined;
    waiting += 1;
    try {
      return judgeByMeaning(known, await nearnessOf(vectors, brought), scale());
    } finally {
      waiting -= 1;
    }
  }

  async function closestOf(text: string, meanings: readonly string[]): Promise<number | undefined> {
    const [asked, ...held] = await vectors.vectorsOf([await normalizeItem(text), ...meanings]);
    return asked && nearestIndex(asked, held);
  }

  /** What comes in time and does not fail. */
  function inTime<T>(work: () => Promise<T>): Promise<T | undefined> {
    return within(PATIENCE_MS, orNothing(work)).catch(() => undefined);
  }

  async function orNothing<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CircuitBreakerError)) onTrouble(error);
      return undefined;
    }
  }

  return {
    closest: (text, meanings) => inTime(() => closestOf(text, meanings)),
    async judge(offer) {
      const key = `${numberOf(offer.species.tastes)} ${offer.action} ${offer.item}`;
      return scores.get(key) ?? (await orNothing(() => judgeAnew(offer, key))) ?? null;
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

/** How near an item is to the nearest thing on the creature's list. */
export async function nearnessOf(
  known: VectorCache,
  { item, action, species }: OfferedItem,
): Promise<number> {
  const favourites = species.tastes[action].map((each) => itemPhrase(action, each));
  const [vector, ...others] = await known.vectorsOf([itemPhrase(action, affirmedText(item)), ...favourites]);
  if (vector === undefined) throw new Error('one text, one vector');
  return nearestCosine(vector, others);
}

/** An item with what is done with it: a ball to play with is another than one to eat. */
export const itemPhrase = (action: ItemAction, item: string): string => `${action} ${item}`;

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
