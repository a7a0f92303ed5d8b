import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';

import whole from './vitest.config.ts';

// On SQLite alone, without browsers, programs, the model or Redis.
Object.assign(process.env, { TEST_QUICK: '1', LAW_RUNS: '50' });

/** They need what is not there, or take very long. */
const NOT_HERE = [
  'test/{shape,program}/**',
  'test/bench/work.test.ts',
  'test/client/{examples,paying,python}.test.ts',
  'test/packages/**',
  'test/release/sbom.test.ts',
  'test/moderation/admin-program.test.ts',
  'test/mcp/{conformance,door,life,set-up}.test.ts',
  'test/engine/crash.test.ts',
  'test/cluster/**',
  'test/power-loss/power-loss.test.ts',
  'test/care/tastes-*.test.ts',
  'test/laws/{literal,visit-rhythm,ways-of-playing,words}.test.ts',
  'test/lives/walk.test.ts',
  'test/pictures/{portrait,draw-picture,pet}.test.ts',
  'test/upgrades/**',
  'test/pages/payloads.test.ts',
  'test/server/{bad-requests,raw-http}.test.ts',
  'src/outside/*-redis.test.ts',
];

/**
 * Slow, and about rare events: crashes, races, unclear payments, the last moment of a limit. `node tools/planted.ts`
 * runs them with TEST_SLOW=1.
 */
const SLOW = [
  'test/engine/{audit,move,races,sandbox-clock}.test.ts',
  'test/figures/{recount,tracing,watch-house}.test.ts',
  'test/heart/{letters,reading-letters}.test.ts',
  'test/keeper/visits.test.ts',
  'test/keepers/departure.test.ts',
  'test/laws/{letters,zones}.test.ts',
  'test/lives/{settle,wrong-clock}.test.ts',
  'test/mcp/{keys,prompts,untrusted}.test.ts',
  'test/mistakes/{exact-moments,limit-moments,settle-moments,struck-down,time-limits}.test.ts',
  'test/moderation/{block,private-words}.test.ts',
  'test/money/{inline,play-money,stripe}.test.ts',
  'test/pages/cards.test.ts',
  'test/pictures/{jobs,rasterizer}.test.ts',
  'test/public/{live,public-reads}.test.ts',
  'test/server/{connections,heavy-requests,limits,untrusted}.test.ts',
];

export default mergeConfig(
  whole,
  defineConfig({
    test: {
      exclude: [
        ...configDefaults.exclude,
        ...NOT_HERE,
        ...(process.env['TEST_SLOW'] === undefined ? SLOW : []),
      ],
      // These tests compute and seldom wait.
      maxWorkers: 2,
    },
  }),
);
