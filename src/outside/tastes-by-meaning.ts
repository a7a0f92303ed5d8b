import { scoreByWords, scoreByMeaning, type Brought } from '../core/likeness.ts';
import { DANGEROUS, USED_FOR_NOTHING } from '../core/likeness-anchors.ts';
import { closenessOf, scoreOf, type Scale, type Vector, type World } from '../core/likeness-score.ts';
import { inEnglish } from '../core/likeness-tongues.ts';
import type { ItemAction } from '../core/vocabulary.ts';
import { Unavailable } from './tastes-breaker.ts';
import { spelledOut } from './tastes-emoji.ts';
import { lately } from './tastes-lately.ts';
import type { Recall } from './tastes-recall.ts';
import type { Offer, Tastes } from './tastes.ts';

export interface MeaningSettings {
  /** Ready when it is needed; it may fail. */
  readonly recall: () => Promise<Recall>;
  readonly scale: () => Promise<Scale>;
  /** What failed though nothing should have. */
  readonly onTrouble: (error: unknown) => void;
}

const MOST_SCORES = 20_000;
const PATIENCE_MS = 1_900;
/** Whoever comes later would wait in vain. */
const MOST_WAITING = 40;

/** Judges by words where they can tell, and by meaning where they cannot. */
export function tastesByMeaning({ recall, scale, onTrouble }: MeaningSettings): Omit<Tastes, 'close'> {
  const scores = lately<number>(MOST_SCORES);
  const numberOf = numbered();
  let waiting = 0;

  async function judgeAnew(offer: Offer, key: string): Promise<number | null> {
    try {
      const brought = { ...offer, item: await plainWords(offer.item) };
      const score = scoreByWords(brought) ?? (await byMeaning(brought));
      if (score !== null) scores.set(key, score);
      return score;
    } catch (error) {
      if (!(error instanceof Unavailable)) onTrouble(error);
      return null;
    }
  }

  async function byMeaning(brought: Brought): Promise<number | null> {
    if (waiting >= MOST_WAITING) return null;
    waiting += 1;
    try {
      const known = await recall();
      const world = await worldOf(known, brought);
      const item = await meaningOf(known, brought);
      return scoreByMeaning(scoreOf(closenessOf(item, world), await scale()), brought);
    } finally {
      waiting -= 1;
    }
  }

  return {
    async judge(offer) {
      const key = `${numberOf(offer.species.tastes)} ${offer.action} ${offer.item}`;
      return scores.get(key) ?? within(PATIENCE_MS, judgeAnew(offer, key));
    },
  };
}

/** What a model, and a list of words, can best make sense of. */
export async function plainWords(item: string): Promise<string> {
  return inEnglish(await spelledOut(item))
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export async function meaningOf(known: Recall, { item, action }: Brought): Promise<Vector> {
  const [vector] = await known.vectorsOf([doingIt(action, item)], 'lately');
  if (vector === undefined) throw new Error('one text, one vector');
  return vector;
}

/** Everything the item is held against. */
export async function worldOf(known: Recall, { action, species }: Omit<Brought, 'item'>): Promise<World> {
  const groups = [species.tastes[action], USED_FOR_NOTHING, DANGEROUS];
  const texts = groups.flat().map((item) => doingIt(action, item));
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
export const doingIt = (action: ItemAction, item: string): string => `${action} ${item}`;

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
function numbered(): (object: object) => number {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (object) => {
    const known = numbers.get(object);
    if (known !== undefined) return known;
    numbers.set(object, ++last);
    return last;
  };
}
