import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/whole-run.ts'],
    isolate: false,
    // Half of the time is spent waiting for a disk, a database or a browser: one worker would leave a core to itself.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
