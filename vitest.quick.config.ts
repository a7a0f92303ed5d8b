import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';

import whole from './vitest.config.ts';

// On SQLite alone, without browsers, programs, the model or Redis.
export default mergeConfig(
  whole,
  defineConfig({
    test: {
      env: { TEST_QUICK: '1' },
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
