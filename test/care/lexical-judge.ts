import { similarityByWords } from '../../src/core/care/item-score.ts';
import { normalizeItem } from '../../src/outside/care/semantic-judge.ts';
import type { TasteJudge } from '../../src/outside/care/taste-judge.ts';

/** Knows only what it was told: an item is liked when its words are, and of all others it cannot tell. */
export function lexicalJudge(): TasteJudge {
  return {
    async judge({ item, action, species }) {
      return similarityByWords(await normalizeItem(item), species.tastes[action]) ?? null;
    },
    closest: async () => undefined,
    async close() {},
  };
}
