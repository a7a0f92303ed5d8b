import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/whole-run.ts'],
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
