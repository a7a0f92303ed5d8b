import { likenessByWords } from '../core/likeness.ts';
import { plainWords } from './tastes-by-meaning.ts';
import type { Tastes } from './tastes.ts';

/** Knows only what it was told: an item is liked when its words are, and of all others it cannot tell. */
export function lexicalTastes(): Tastes {
  return {
    async judge({ item, action, species }) {
      return likenessByWords(await plainWords(item), species.tastes[action]) ?? null;
    },
    async close() {},
  };
}
