import type { Parts } from '../src/house/house.ts';
import { NO_CASHIER } from '../src/outside/cashier.ts';
import { trueChance } from '../src/outside/chance.ts';
import type { Clock } from '../src/outside/clock.ts';
import { memoryLimiter } from '../src/outside/limiter-memory.ts';
import { pngPress } from '../src/outside/pictures-png.ts';
import { ownArtist } from '../src/outside/pictures.ts';
import { lexicalTastes } from '../src/outside/tastes-by-words.ts';
import type { Database } from '../src/store/db.ts';

/** All that a house is built from: the real thing where it needs nobody else. */
export function plainParts(store: Database, clock: Clock): Parts {
  return {
    store,
    clock,
    chance: trueChance,
    limiter: memoryLimiter(),
    tastes: lexicalTastes(),
    cashier: NO_CASHIER,
    pictures: ownArtist,
    press: pngPress(),
    baseUrl: new URL('http://127.0.0.1:3000'),
  };
}
