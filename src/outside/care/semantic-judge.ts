import { cosine, nearestCosine, type LikenessScale, type Vector } from '../../core/care/embedding-score.ts';
import {
  isOpenToMeaning,
  judgeByKnowledge,
  judgeByMeaning,
  type Judgement,
  type OfferedItem,
} from '../../core/care/items/judge-item.ts';
import { translateToEnglish } from '../../core/care/items/translate.ts';
import { LruCache } from '../../core/engine/lru-cache.ts';
import type { ItemAction } from '../../core/vocabulary.ts';
import { CircuitBreakerError } from '../engine/circuit-breaker.ts';
import { nameEmoji } from './emoji-names.ts';
import type { TasteQuestion, TasteJudge } from './taste-judge.ts';
import type { VectorCache } from './vector-cache.ts';

interface SemanticJudgeSettings {
  /** Ready when it is needed; it may fail. */
  readonly vectors: () => Promise<VectorCache>;
  readonly scale: () => Promise<LikenessScale>;
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
    const judged = isOpenToMeaning(known)
      ? await within(
          PATIENCE_MS,
          orNothing(() => byMeaning(brought, known)),
        )
      : known;
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
      const near = await nearnessOf(await vectors(), brought);
      return judgeByMeaning(known, near, await scale());
    } finally {
      waiting -= 1;
    }
  }

  async function closestOf(text: string, meanings: readonly string[]): Promise<number | undefined> {
    const known = await vectors();
    const [held, [asked]] = await Promise.all([
      known.vectorsOf(meanings, 'always'),
      known.vectorsOf([await normalizeItem(text)], 'recently'),
    ]);
    return asked && nearestIndex(asked, held);
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
    closest: (text, meanings) =>
      within(
        PATIENCE_MS,
        orNothing(() => closestOf(text, meanings)),
      ),
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
  const others = await known.vectorsOf(favourites, 'always');
  const [vector] = await known.vectorsOf([itemPhrase(action, item)], 'recently');
  if (vector === undefined) throw new Error('one text, one vector');
  return nearestCosine(vector, others);
}

/** An item with what is done with it: a ball to play with is another than one to eat. */
export const itemPhrase = (action: ItemAction, item: string): string => `${action} ${item}`;

/** What comes in time. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
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
