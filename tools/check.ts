import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';

import { end, readArguments } from './support/arguments.ts';

const PARTS: readonly (readonly [name: string, command: string])[] = [
  ['format', 'oxfmt --check'],
  ['lint', 'node tools/check/lint.ts'],
  // Several threads would repeat each other's work and take a core from the part that runs in parallel.
  ['types', 'tsc --singleThreaded --incremental --tsBuildInfoFile node_modules/.cache/tsc.tsbuildinfo'],
  ['shape', 'TEST_QUICK=1 vitest run test/shape --maxWorkers=1 --silent=passed-only --reporter=dot'],
  ['unused', 'knip'],
  ['content', 'node tools/check/content.ts'],
  ['agent', 'node tools/check/agent-types.ts'],
  ['commits', 'node tools/check/commits.ts'],
];

const USAGE = `Usage: node tools/check.ts [${PARTS.map(([name]) => name).join(' | ')}] [--with-tests]
Checks the sources; without a word all of it, two parts at a time, the longest first.
  --with-tests  runs all tests at the same time`;

// The tools written in Go end within half a minute: they collect garbage only when memory would run short.
const [GOGC, GOMEMLIMIT] = ['off', '3GiB'];
const env = { ...process.env, GOGC, GOMEMLIMIT, PATH: `node_modules/.bin:${process.env['PATH']}` };

const { positionals: wanted, values } = readArguments(USAGE, { 'with-tests': { type: 'boolean' } });
const withTests = values['with-tests'] === true;
if (wanted.some((word) => !PARTS.some(([name]) => name === word))) end(USAGE, 2);
// Tests wait for programs and databases: the check takes the time in which they leave a core idle.
const [WORKERS, NICENESS] = withTests ? [1, 10] : [2, 0];
// The shape is a folder of tests.
const parts = PARTS.filter(([name]) => !withTests || name !== 'shape');
const waiting = parts.filter(([name]) => wanted.length === 0 || wanted.includes(name));

async function worker(): Promise<void> {
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    const [name, command] = part;
    const began = performance.now();
    const child = spawn(command, { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk));
    const [code] = (await once(child, 'close')) as [number | null];
    console.log(`${code === 0 ? '✓' : '✗'} ${name} ${((performance.now() - began) / 1000).toFixed(1)} s`);
    if (code === 0) continue;
    process.exitCode = 1;
    console.log(String(Buffer.concat(said)));
  }
}

async function runTests(): Promise<void> {
  const tests = spawn('vitest', ['run'], { env, stdio: 'inherit' });
  const [code] = (await once(tests, 'close')) as [number | null];
  if (code !== 0) process.exitCode = 1;
}

await Promise.all([...Array.from({ length: WORKERS }, worker), ...(withTests ? [runTests()] : [])]);
