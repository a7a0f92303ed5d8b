import type { OfferedItem } from '../rules/care/judge-item.ts';
import type { Species } from '../rules/species/species.ts';

export interface TasteQuestion extends OfferedItem {
  readonly species: Species;
}

export interface TasteJudge {
  /** The score of an item, 0 to 1, or null when it cannot be judged now. Never rejects, and takes at most two seconds. */
  judge(offer: TasteQuestion): Promise<number | null>;
  /** The index of the meaning closest to a text, or undefined. Never rejects, and takes at most two seconds. */
  closest(text: string, meanings: readonly string[]): Promise<number | undefined>;
  close(): Promise<void>;
}

export function lazyTasteJudge(open: () => Promise<TasteJudge>): TasteJudge {
  let opened: Promise<TasteJudge> | undefined;
  const ask = async <T>(question: (judge: TasteJudge) => Promise<T>): Promise<T | undefined> => {
    try {
      return await question(await (opened ??= open()));
    } catch {
      // Opening a judge that failed is retried with the next question.
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

/** Stores quantized vectors; may reject or forget. */
export interface VectorStore {
  read(model: string, text: string): Promise<Uint8Array | undefined>;
  write(model: string, text: string, vector: Uint8Array): Promise<void>;
}
