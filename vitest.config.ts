import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Far from UTC, at an odd quarter of an hour, with summer time: code that reads the zone of the machine fails here.
process.env['TZ'] ??= 'Pacific/Chatham';
// Halves the time in which a worker imports the sources.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('node_modules/.cache/node-compile', import.meta.url),
);

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'packages/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/whole-run.ts'],
    isolate: false,
    // Node strips types by itself; Vite would transform every module and put a getter before every import.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ['--import', new URL('tools/support/jsx.ts', import.meta.url).href],
    // On two cores: tests wait for databases, programs and browsers much of the time.
    maxWorkers: 3,
    // A slow machine only makes the tests slower: they wait for what they expect.
    expect: { poll: { timeout: 60_000, interval: 20 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
