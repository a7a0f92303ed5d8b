import type { Database } from '../../packages/database/db.ts';
import type { HouseParts } from '../../src/app/house.ts';
import type { Clock } from '../../src/outside/clock.ts';
import { NO_CASHIER } from '../../src/outside/money/cashier.ts';
import { ownArtist } from '../../src/outside/picture-maker.ts';
import { openRasterizer } from '../../src/outside/rasterizer.ts';
import { memoryLimiter } from '../../src/outside/rate-limiter.ts';
import { lexicalJudge } from '../care/lexical-judge.ts';
import { chanceOfTest } from './seeded.ts';

export const SANDBOX_TOKEN = 'the-token-of-this-sandbox-0123456789';
export const SANDBOX_HEADERS = { 'x-sandbox-token': SANDBOX_TOKEN };

/** All parts of a service: real ones where they need no other process. */
export function plainParts(store: Database, clock: Clock): HouseParts {
  return {
    store,
    clock,
    random: chanceOfTest(),
    secret: 'what only this house knows',
    limiter: memoryLimiter(),
    tastes: lexicalJudge(),
    cashier: NO_CASHIER,
    pictures: ownArtist,
    rasterizer: openRasterizer(),
    baseUrl: new URL('http://127.0.0.1:3000'),
    sandboxToken: SANDBOX_TOKEN,
    // Also enough for a slow machine.
    readerPatienceMs: 60_000,
    upgradeEndsAt: 0,
  };
}
