import { judgeByKnowledge } from '../../src/core/care/items/judge-item.ts';
import { normalizeItem } from '../../src/outside/care/semantic-judge.ts';
import type { TasteJudge } from '../../src/outside/care/taste-judge.ts';

/** The judge without a model: of what the house has no words for, it cannot tell. */
export function lexicalJudge(): TasteJudge {
  return {
    judge: async (offer) =>
      judgeByKnowledge({ ...offer, item: await normalizeItem(offer.item) })?.score ?? null,
    closest: async () => undefined,
    async close() {},
  };
}
