import type { OfferedItem } from '../rules/care/judge-item.ts';
import type { Species } from '../rules/species/species.ts';

export interface TasteQuestion extends OfferedItem {
  readonly species: Species;
}

/** Knows how well an item fits what a species likes. */
export interface TasteJudge {
  /** From 0 to 1, or null when nobody can tell right now. It never fails, and never takes more than two seconds. */
  judge(offer: TasteQuestion): Promise<number | null>;
  /**
   * Which of some meanings a text comes closest to, by its place among them, or undefined when none is close or nobody can
   * tell right now. It never fails, and never takes more than two seconds.
   */
  closest(text: string, meanings: readonly string[]): Promise<number | undefined>;
  close(): Promise<void>;
}

/** Tastes that are opened when the first item comes: a house that nobody brings anything starts without them. */
export function lazyTasteJudge(open: () => Promise<TasteJudge>): TasteJudge {
  let opened: Promise<TasteJudge> | undefined;
  const ask = async <T>(question: (judge: TasteJudge) => Promise<T>): Promise<T | undefined> => {
    try {
      return await question(await (opened ??= open()));
    } catch {
      // What cannot be opened now may be opened for the next item; care goes on without.
      opened = undefined;
      return undefined;
    }
  };
  return {
    judge: async (offer) => (await ask((judge) => judge.judge(offer))) ?? null,
    closest: (text, meanings) => ask((judge) => judge.closest(text, meanings)),
    close: async () => (await opened)?.close(),
  };
}

/** Turns texts into vectors: the same model gives the same vector for the same text. It may fail. */
export interface Embedder {
  /** The model's id: vectors of different models have nothing to do with each other. */
  readonly model: string;
  /** One vector for each text, in order, of any length. */
  embed(texts: readonly string[]): Promise<readonly ArrayLike<number>[]>;
  close(): Promise<void>;
}

/** Keeps quantized vectors over restarts and between nodes; it may fail or forget. */
export interface VectorStore {
  read(model: string, text: string): Promise<Uint8Array | undefined>;
  write(model: string, text: string, vector: Uint8Array): Promise<void>;
}
