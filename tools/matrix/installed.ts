import { execFile, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Drops the npm and service settings of the calling process; keeps the registry. */
const NOT_FOR_THEM =
  /^npm_(?!config_(?:registry|cache|userconfig|cafile|\w*proxy)$)|^ARKHOUSE_|^(?:PORT|HOST|NODE_OPTIONS)$/i;
const inherited = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !NOT_FOR_THEM.test(name)),
);

export interface Installed {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Installs into an empty folder, by a Node of this place or by the one that runs this. */
export async function install(
  folder: string,
  packages: readonly string[],
  node?: Installed,
): Promise<Installed> {
  mkdirSync(folder, { recursive: true });
  const bin = node ? join(node.folder, 'node_modules/node/bin') : join(process.execPath, '..');
  const env = { ...inherited, PATH: [bin, process.env['PATH']].join(delimiter) };
  const args = ['install', '--no-audit', '--no-fund', '--prefix', folder, ...packages];
  await promisify(execFile)('npm', args, { cwd: folder, env });
  return { folder, env };
}

interface ProgramEnd {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs an installed program to its end, with its folder as HOME. With `until`, stdin stays open until stdout matches it. */
export async function runProgram(
  { folder, env }: Installed,
  program: string,
  args: readonly string[],
  given: {
    readonly env?: Readonly<Record<string, string>>;
    readonly input?: string;
    readonly until?: RegExp;
  } = {},
): Promise<ProgramEnd> {
  const path = [join(folder, 'node_modules/.bin'), env['PATH']].join(delimiter);
  const { promise, resolve, reject } = Promise.withResolvers<ProgramEnd>();
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...env, HOME: folder, ...given.env, PATH: path },
    timeout: 120_000,
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString();
    if (given.until?.test(said.out)) child.stdin.end();
  });
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  child.on('error', reject).on('close', (code) => resolve({ code, ...said }));
  child.stdin.write(given.input ?? '');
  if (!given.until) child.stdin.end();
  return promise;
}

export function expectThat(holds: boolean, { code, out, err }: ProgramEnd): void {
  if (!holds) throw new Error(`it ended with ${code}. ${out}${err}`.trim());
}
