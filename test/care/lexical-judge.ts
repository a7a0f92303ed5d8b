import { judgeByKnowledge } from '../../src/rules/care/judge-item.ts';
import { normalizeItem } from '../../src/outside/open-taste-judge.ts';
import type { TasteJudge } from '../../src/outside/taste-judge.ts';

/** The judge without a model: returns null for unknown words. */
export function lexicalJudge(): TasteJudge {
  return {
    judge: async (offer) =>
      judgeByKnowledge({ ...offer, item: await normalizeItem(offer.item) })?.score ?? null,
    closest: async () => undefined,
    async close() {},
  };
}
