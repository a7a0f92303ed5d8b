import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';

import whole from './vitest.config.ts';

// On SQLite alone, without browsers, programs, the model or Redis.
Object.assign(process.env, { TEST_QUICK: '1', LAW_RUNS: '50' });

export default mergeConfig(
  whole,
  defineConfig({
    test: {
      exclude: [
        ...configDefaults.exclude,
        'test/{shape,program}/**',
        'test/client/{caretakers,examples,paying,python}.test.ts',
        'test/packages/**',
        'test/moderation/admin-program.test.ts',
        'test/mcp/{conformance,door,life,set-up}.test.ts',
        'test/engine/crash.test.ts',
        'test/cluster/**',
        'test/power-loss/power-loss.test.ts',
        'test/care/tastes-*.test.ts',
        'test/laws/{balance,literal,visit-rhythm,ways-of-playing,words}.test.ts',
        'test/lives/walk.test.ts',
        'test/pictures/{portrait,draw-picture}.test.ts',
        'test/upgrades/**',
        'test/pages/payloads.test.ts',
        'test/server/{bad-requests,raw-http}.test.ts',
        'src/outside/*-redis.test.ts',
      ],
    },
  }),
);
