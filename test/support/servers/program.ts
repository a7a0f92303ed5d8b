import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = (path: string) => new URL(`../../../${path}`, import.meta.url);

/** Where a run of the tests has put the program together; see build-program.ts. */
export const BUILT_PROGRAM = 'ARKHOUSE_TEST_PROGRAM';

const built = process.env[BUILT_PROGRAM];

/** How the program is run as it is written, and not as it was last built for people. */
export const FROM_SOURCES: ProgramCommand =
  built === undefined
    ? {
        args: ['--import', root('scripts/jsx.ts').href, fileURLToPath(root('src/cli/arkhouse.ts'))],
        // What one start has compiled the next ones need not.
        env: { NODE_COMPILE_CACHE: fileURLToPath(root('node_modules/.cache/node-compile')) },
      }
    : { args: [built], env: { NODE_COMPILE_CACHE: join(dirname(built), 'compiled') } };

interface ProgramCommand {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}
