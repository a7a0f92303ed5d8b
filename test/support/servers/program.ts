import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = (path: string) => new URL(`../../../${path}`, import.meta.url);

/** Path of the program built for this test run; see whole-run.ts. */
export const BUILT_PROGRAM = 'ARKHOUSE_TEST_PROGRAM';
const built = process.env[BUILT_PROGRAM];

/** Runs the program from the sources, not from the last build. */
export const FROM_SOURCES =
  built === undefined
    ? {
        args: ['--import', root('tools/support/jsx.ts').href, fileURLToPath(root('src/cli/arkhouse.ts'))],
        // Compile cache shared between starts.
        env: { NODE_COMPILE_CACHE: fileURLToPath(root('node_modules/.cache/node-compile')) },
      }
    : { args: [built], env: { NODE_COMPILE_CACHE: join(dirname(built), 'compiled') } };
