import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { ORIGIN, Recorder, SECRETS } from './corpus/recorder.ts';
import { runScript } from './corpus/script.ts';
import { end, readArguments } from './support/arguments.ts';
import { startService } from './support/service.ts';

const USAGE = `Usage: node tools/corpus.ts record --program DIR --out FILE [--seed N]
       node tools/corpus.ts compare FILE FILE [--except REGEX]
Compares two builds of the service over a recorded corpus of calls.
record   starts DIR/dist/cli/arkhouse.js with an empty data folder, makes the calls, and writes one JSON line per call.
  --seed N    which script (default 1); both recordings need the same
compare  prints the first 20 differences and exits 1 if there is any.
  --except REGEX  leaves out calls whose "METHOD path" matches`;
const SHOWN = 20;

async function record(program: string, file: string, seed: string) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'arkhouse-corpus-'));
  const data = folder.path;
  const preload = new URL('corpus/preload.ts', import.meta.url).href;
  const built = join(resolve(program), 'dist/cli/arkhouse.js');
  const service = await startService([process.execPath, '--import', preload, built, 'serve'], {
    cwd: data,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      HOME: data,
      TZ: 'UTC',
      CORPUS_SEED: seed,
      // Any free one: the address in replies is the fixed one.
      PORT: '0',
      ARKHOUSE_BASE_URL: ORIGIN,
      ARKHOUSE_DATA_DIR: data,
      ARKHOUSE_CLOCK: 'sandbox',
      ARKHOUSE_PAYMENTS: 'sandbox',
      ARKHOUSE_SANDBOX_TOKEN: SECRETS.sandboxToken,
      ARKHOUSE_ADMIN_KEY: SECRETS.adminKey,
      ARKHOUSE_METRICS_TOKEN: SECRETS.metricsToken,
      ARKHOUSE_SECURITY_CONTACT: 'mailto:security@house.example',
      ARKHOUSE_TRUST_PROXY: '1',
    },
  });
  const out = createWriteStream(file);
  try {
    const run = new Recorder(service, out, Number(seed));
    await runScript(run);
    console.log(`seed ${seed}: ${run.calls} calls -> ${file}`);
  } finally {
    service.process.kill('SIGKILL');
    await service.closed;
    out.end();
    await once(out, 'close');
  }
}

interface Line {
  readonly method: string;
  readonly path: string;
  readonly [part: string]: unknown;
}

function compare(files: readonly string[], except: RegExp | undefined): number {
  const [left = [], right = []] = files.map((file) => readFileSync(file, 'utf8').trimEnd().split('\n'));
  let differences = 0;
  for (let nth = 0; nth < Math.max(left.length, right.length); nth += 1) {
    if (left[nth] === right[nth]) continue;
    const [was, is] = [left[nth], right[nth]].map((line) => line && (JSON.parse(line) as Line));
    const { method, path } = (was || is) as Line;
    const call = `${method} ${path}`;
    if (except?.test(call)) continue;
    differences += 1;
    if (differences <= SHOWN) console.log(`#${nth + 1} ${call}\n${describeDifference(was, is)}\n`);
  }
  console.log(`${left.length} calls, ${differences} differences`);
  return differences;
}

export function describeDifference(was: Line | '' | undefined, is: Line | '' | undefined): string {
  if (!was || !is) return `  only in the ${was ? 'first' : 'second'} recording`;
  const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((part) => [part, textOf(was[part]), textOf(is[part])] as const)
    .filter(([, before, after]) => before !== after)
    .map(([part, before, after]) => {
      let at = 0;
      while (at < before.length && before[at] === after[at]) at += 1;
      const shorten = (text: string) => text.slice(Math.max(0, at - 60), at + 100);
      return `  ${part} at ${at}\n  - ${shorten(before)}\n  + ${shorten(after)}`;
    })
    .join('\n');
}

if (import.meta.main) {
  const { values, positionals } = readArguments(USAGE, {
    program: { type: 'string' },
    out: { type: 'string' },
    seed: { type: 'string', default: '1' },
    except: { type: 'string' },
  });
  const [command, ...files] = positionals;
  const { program, out, except } = values;
  if (command === 'record' && program !== undefined && out !== undefined)
    await record(program, out, values.seed);
  else if (command === 'compare' && files.length === 2)
    process.exitCode = compare(files, except === undefined ? undefined : new RegExp(except)) && 1;
  else end(USAGE, 2);
}
