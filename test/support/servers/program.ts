import { fileURLToPath } from 'node:url';

const root = (path: string) => new URL(`../../../${path}`, import.meta.url);

/** How the program is run as it is written, and not as it was built. */
export const FROM_SOURCES = {
  args: ['--import', root('scripts/jsx.ts').href, fileURLToPath(root('src/cli/arkhouse.ts'))],
  // What one start has compiled the next ones need not.
  env: { NODE_COMPILE_CACHE: fileURLToPath(root('node_modules/.cache/node-compile')) },
} as const;
