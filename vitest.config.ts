import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/whole-run.ts'],
    isolate: false,
    // Node reads TypeScript by itself. Vite would rewrite every module first, and every call into another one would go through a getter.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ['--import', new URL('tools/support/jsx.ts', import.meta.url).href],
    // Much of the time is spent waiting for a database, a program or a browser: two workers would leave two cores idle.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
