import { findBuiltIn } from '../../src/rules/species/catalog.ts';
import type { ItemAction } from '../../src/rules/vocabulary.ts';
import type { TasteQuestion, VectorStore } from '../../src/outside/taste-judge.ts';

export function offer(item: string, action: ItemAction = 'feed', slug = 'housecat'): TasteQuestion {
  const species = findBuiltIn(slug);
  if (species === undefined) throw new Error(`${slug} is no species`);
  return { item, action, species };
}

export function memoryInMap() {
  const kept = new Map<string, Uint8Array>();
  const memory: VectorStore = {
    read: async (model, text) => kept.get(`${model} ${text}`),
    write: async (model, text, vector) => void kept.set(`${model} ${text}`, vector),
  };
  return { kept, memory };
}

export const brokenMemory: VectorStore = {
  read: () => Promise.reject(new Error('the database is away')),
  write: () => Promise.reject(new Error('the database is away')),
};
