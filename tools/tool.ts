import { spawnSync } from 'node:child_process';

const USAGE = `Usage: npm run tool -- NAME [arguments]
Runs one of these; \`npm run tool -- NAME --help\` tells its arguments.`;
const VITEST = 'node_modules/vitest/vitest.mjs';

/** Commands for `node`, run one after the other; arguments go to the last. */
const TOOLS: Readonly<Record<string, readonly [what: string, ...commands: string[]]>> = {
  openapi: [
    'writes openapi.json and its recorded examples',
    `${VITEST} run test/agent-docs/examples.test.ts -t the.examples.of --update`,
    'tools/generate.ts openapi',
  ],
  python: ['writes the generated part of packages/python', 'tools/generate.ts python'],
  settings: ['writes docs/run/settings.md', 'tools/generate.ts settings'],
  skill: ['writes skills/arkhouse', 'tools/generate.ts skill'],
  'doctor-docs': [
    'writes docs/run/doctor.md',
    `${VITEST} run test/doctor/doctor.test.ts -t docs/run/doctor.md --update`,
  ],
  regexes: [
    'checks new regular expressions for linear time',
    `${VITEST} run test/shape/linear-regexes.test.ts --update`,
  ],
  promises: ['writes the promises of the next release', 'tools/promises.ts'],
  'upgrade-fixture': ['keeps a small database of a release', 'tools/upgrade-fixture.ts'],
  'test-long': ['runs the laws with 100,000 cases each', `${VITEST} run test/laws --testTimeout 3600000`],
  planted: ['plants the bugs of test/mistakes/planted-bugs.json one at a time', 'tools/planted.ts'],
  mutate: ['mutates the sources with Stryker', 'tools/mutate.ts'],
  'power-loss': ['cuts the power of a busy service on SQLite at every write', 'tools/power-loss.ts'],
  soak: ['runs whole lives, faults and attackers at once', 'tools/soak.ts'],
  'deploy-check': ['builds and runs the image, checks deploy/', 'tools/deploy-check.ts'],
  'bench-scale': ['compares a thousand creatures with a million on SQLite', 'tools/bench-scale.ts'],
  'bench-cluster': ['the same on PostgreSQL with several nodes', 'tools/bench-cluster.ts'],
  corpus: ['records and compares the replies of two builds', 'tools/corpus.ts'],
  'files-run': ['counts the source files that one request runs', 'tools/files-run.ts'],
  'lived-in': ['makes a database in which 200 creatures have lived', 'tools/lived-in.ts'],
  sheet: ['draws every creature, or every page with --pages', 'tools/sheet.ts'],
  'tastes-build': ['writes the vectors of approved items', 'tools/tastes.ts build'],
  'tastes-fit': ['fits the scale of an embedding model', 'tools/tastes.ts fit'],
  'tastes-eval': ['measures the judgement of items', 'tools/tastes.ts eval'],
};

const [name = '', ...args] = process.argv.slice(2);
const [, ...commands] = TOOLS[name] ?? [];
if (commands.length === 0) {
  console.log(USAGE);
  for (const [tool, [what]] of Object.entries(TOOLS)) console.log(`  ${tool.padEnd(16)} ${what}`);
  process.exitCode = name === '' || name === '--help' ? 0 : 2;
}
for (const [nth, command] of commands.entries()) {
  const given = nth === commands.length - 1 ? args : [];
  const { status } = spawnSync(process.execPath, [...command.split(' '), ...given], {
    stdio: 'inherit',
    env: { ...process.env, ...(name === 'test-long' && { LAW_RUNS: '100000' }) },
  });
  process.exitCode = status ?? 1;
  if (status !== 0) break;
}
