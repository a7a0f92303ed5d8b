// Runs a maintenance tool: `npm run tool -- NAME [arguments]`. Without a name it lists them.
import { spawnSync } from 'node:child_process';

const VITEST = 'node_modules/vitest/vitest.mjs';

/** Commands for `node`, run one after the other; arguments go to the last. */
const TOOLS: Readonly<Record<string, readonly [what: string, ...commands: string[]]>> = {
  openapi: [
    'writes openapi.json and its recorded examples',
    `${VITEST} run test/agent-docs/examples.test.ts -t the.examples.of --update`,
    'scripts/write-generated.ts openapi',
  ],
  settings: ['writes docs/run/settings.md', 'scripts/write-generated.ts settings'],
  skill: ['writes skills/arkhouse', 'scripts/write-generated.ts skill'],
  'doctor-docs': [
    'writes docs/run/doctor.md',
    `${VITEST} run test/doctor/doctor.test.ts -t docs/run/doctor.md --update`,
  ],
  regexes: [
    'checks new regular expressions for linear time',
    `${VITEST} run test/shape/linear-regexes.test.ts --update`,
  ],
  promises: ['writes the promises of the next release', 'scripts/promises/write-promises.ts'],
  'upgrade-fixture': ['keeps a small database of a release: COMMIT', 'scripts/upgrades/upgrade-fixture.ts'],
  'test-long': ['laws with 100,000 cases each', `${VITEST} run test/laws --testTimeout 3600000`],
  planted: ['plants the bugs of test/mistakes/planted-bugs.json one at a time: [AREA]', 'scripts/planted.ts'],
  mutate: ['mutates the sources with Stryker: [GROUP…]', 'scripts/mutations/mutate.ts'],
  'power-loss': ['cuts the power of a busy SQLite house at every write: [IMAGES]', 'scripts/power-loss.ts'],
  soak: ['whole lives, faults and attackers at once, after npm run build: [--minutes N]', 'chaos/soak.ts'],
  'deploy-check': ['builds and runs the image, checks deploy/', 'scripts/deploy/deploy-check.ts'],
  fuzz: ['measures the most expensive requests: [COUNT], SEED', 'bench/fuzz.ts'],
  'bench-scale': ['a thousand creatures against a million on SQLite', 'bench/scale.ts'],
  'bench-cluster': ['the same on PostgreSQL with several nodes', 'bench/cluster.ts'],
  'bench-pictures': ['CPU time of drawings', 'bench/pictures.ts'],
  'bench-pages': ['CPU time of pages', 'bench/pages.ts'],
  corpus: ['records and compares the replies of two builds: record | compare', 'tools/corpus.ts'],
  'files-run': ['counts the source files that one request runs', 'tools/files-run.ts'],
  story: ['prints a simulated life as a diary: --species SLUG --seed N', 'scripts/story.ts'],
  balance: ['shows which species survive with which keeper', 'scripts/balance.ts'],
  literal: ['shows how agents fare that only follow next_steps', 'scripts/literal.ts'],
  'lived-in': ['makes a house that 200 creatures have lived in: [--out FOLDER]', 'scripts/lived-in.ts'],
  sheet: ['draws every creature, or every page with --pages', 'scripts/sheet.ts'],
  'tastes-build': ['writes the vectors of approved items', 'scripts/tastes-build.ts'],
  'tastes-fit': ['fits the scale of an embedding model', 'scripts/tastes-fit.ts'],
  'tastes-eval': ['measures the judgement of items: [--unseen] [--misses]', 'scripts/tastes-eval.ts'],
};

const [name = '', ...args] = process.argv.slice(2);
const [, ...commands] = TOOLS[name] ?? [];
if (commands.length === 0) {
  for (const [tool, [what]] of Object.entries(TOOLS)) console.log(`${tool.padEnd(16)} ${what}`);
  process.exitCode = name === '' ? 0 : 2;
}
for (const [nth, command] of commands.entries()) {
  const given = nth === commands.length - 1 ? args : [];
  const { status } = spawnSync(
    process.execPath,
    ['--import', './scripts/jsx.ts', ...command.split(' '), ...given],
    {
      stdio: 'inherit',
      env: { ...process.env, ...(name === 'test-long' && { LAW_RUNS: '100000' }) },
    },
  );
  process.exitCode = status ?? 1;
  if (status !== 0) break;
}
