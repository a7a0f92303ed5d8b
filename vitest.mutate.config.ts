import { defineConfig } from 'vitest/config';

import { KEPT_WORKER } from './tools/mutate/kept-worker.ts';

// In one process, on SQLite alone; which tests, `node tools/mutate.ts` says.
export default defineConfig({
  plugins: [
    {
      name: 'one worker for many bugs',
      // Stryker says which pool it wants, and knows of no other.
      configureVitest({ project }) {
        Object.assign(project.config, { pool: KEPT_WORKER.name, poolRunner: KEPT_WORKER });
      },
    },
  ],
  test: {
    env: { TEST_QUICK: '1' },
    include: process.env['MUTATION_TESTS']?.split(' ') ?? [],
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
