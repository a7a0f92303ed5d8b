import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';

import whole from './vitest.config.ts';

// While one works: on SQLite alone, without browsers, programs, the model or Redis, and with fewer cases for every law.
export default mergeConfig(
  whole,
  defineConfig({
    test: {
      env: { TEST_QUICK: '1', LAW_RUNS: '200' },
      exclude: [
        ...configDefaults.exclude,
        'test/{shape,program}/**',
        'test/client/{caretakers,examples,paying}.test.ts',
        'test/packages/**',
        'test/moderation/admin-program.test.ts',
        'test/mcp/{life,conformance,set-up}.test.ts',
        'test/engine/crash.test.ts',
        'test/cluster/**',
        'test/power-loss/power-loss.test.ts',
        'test/care/tastes-*.test.ts',
        'test/laws/balance.test.ts',
        'test/pages/payloads.test.ts',
        'test/server/{bad-requests,raw-http}.test.ts',
        'src/outside/engine/*-redis.test.ts',
      ],
    },
  }),
);
