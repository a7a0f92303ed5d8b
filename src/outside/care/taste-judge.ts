import type { OfferedItem } from '../../core/care/item-score.ts';
import type { Species } from '../../core/species/species.ts';

export interface TasteQuestion extends OfferedItem {
  readonly species: Species;
}

/** Knows how well an item fits what a species likes. */
export interface TasteJudge {
  /** From 0 to 1, or null when nobody can tell right now. It never fails, and never takes more than two seconds. */
  judge(offer: TasteQuestion): Promise<number | null>;
  close(): Promise<void>;
}

/** Tastes that are opened when the first item comes: a house that nobody brings anything starts without them. */
export function lazyTasteJudge(open: () => Promise<TasteJudge>): TasteJudge {
  let opened: Promise<TasteJudge> | undefined;
  return {
    async judge(offer) {
      try {
        return await (await (opened ??= open())).judge(offer);
      } catch {
        // What cannot be opened now may be opened for the next item; care goes on without.
        opened = undefined;
        return null;
      }
    },
    close: async () => (await opened)?.close(),
  };
}
