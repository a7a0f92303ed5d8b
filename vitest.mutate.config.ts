import { defineConfig } from 'vitest/config';

// Only what states the rules of the core: the laws would find the same mutants, hours later.
export default defineConfig({ test: { include: ['src/core/**/*.test.ts'], isolate: false } });
