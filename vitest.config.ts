import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/whole-run.ts'],
    isolate: false,
    // Much of the time is spent waiting for a database, a program or a browser: two workers would leave two cores idle.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
