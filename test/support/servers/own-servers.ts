import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Below the ephemeral port range, so that a port is still free after a restart. */
const PORTS = process.env['TEST_PORTS'] ?? '21000-31999';
const PORTS_PER_WORKER = 500;
const READY_WITHIN_MS = 120_000;
const POLL_MS = 50;

interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Runs as the current user instead of the user for servers. */
  readonly asOurselves?: boolean;
}

export type OwnProcess = ReturnType<OwnServers['start']>;

/** Servers with their own folder and ports, removed when the process ends in any way. Some refuse to run as root. */
export class OwnServers implements AsyncDisposable {
  readonly folder: string;
  readonly #owner = serverUser();
  readonly #children = new Set<ChildProcess>();
  readonly #mounts: string[] = [];
  readonly freePort = freePorts();
  readonly #atExit = () => {
    killWithChildren(this.#children);
    this.#clear();
  };

  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'arkhouse-servers-'));
    this.#own(this.folder);
    process.once('exit', this.#atExit);
  }

  makeFolder(name: string): string {
    const folder = join(this.folder, name);
    mkdirSync(folder, { mode: 0o700 });
    this.#own(folder);
    return folder;
  }

  /** A folder of limited size. Throws where mounting is not allowed. */
  makeSmallFolder(name: string, megabytes: number): string {
    const folder = this.makeFolder(name);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder], {
      stdio: 'pipe',
    });
    this.#mounts.push(folder);
    this.#own(folder);
    return folder;
  }

  async run(command: string, args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(command, [...args], { cwd: this.folder, ...this.#owner });
    return stdout;
  }

  start(command: string, args: readonly string[], options: StartOptions = {}) {
    const child = spawn(command, [...args], {
      ...(options.asOurselves === true ? {} : { cwd: this.folder, ...this.#owner }),
      env: { PATH: process.env['PATH'] ?? '', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.add(child);
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => said.push(chunk.toString()));
    const ended = endOf(child).finally(() => this.#children.delete(child));
    ended.catch(() => undefined);
    return {
      pid: child.pid ?? 0,
      said: () => said.join(''),
      isRunning: () => child.exitCode === null && child.signalCode === null,
      signal: (signal: NodeJS.Signals) => void child.kill(signal),
      /** The exit code, or the signal that ended it. */
      ended,
      async end(signal: NodeJS.Signals = 'SIGTERM') {
        child.kill(signal);
        return ended;
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = [...this.#children].map((child) => endOf(child).catch(() => undefined));
    killWithChildren(this.#children);
    await Promise.all(gone);
    process.off('exit', this.#atExit);
    this.#clear();
  }

  #clear(): void {
    for (const folder of this.#mounts.splice(0)) execFileSync('umount', ['--lazy', folder]);
    // Children of a killed server may still be writing.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  #own(folder: string): void {
    if (this.#owner) chownSync(folder, this.#owner.uid, this.#owner.gid);
  }
}

/** Waits for a condition; fails with the server's output when it ends before, or after a timeout. */
export async function until(what: string, isSo: () => Promise<boolean>, server?: OwnProcess): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += POLL_MS) {
    if (server?.isRunning() === false) throw new Error(`It ended before ${what}: ${server.said()}`);
    if (waited > READY_WITHIN_MS) throw new Error(`Too long until ${what}: ${server?.said() ?? ''}`);
    await pause(POLL_MS);
  }
}

export function childrenOf(pid: number): number[] {
  try {
    const found = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
    return found.split('\n').map(Number).filter(Boolean);
  } catch {
    // pgrep fails if there is none.
    return [];
  }
}

/** To a process that may have ended. */
export function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

async function endOf(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return child.exitCode ?? child.signalCode;
}

function killWithChildren(children: Iterable<ChildProcess>): void {
  for (const { pid } of children)
    for (const each of pid === undefined ? [] : [pid, ...childrenOf(pid)]) signalIfThere(each, 'SIGKILL');
}

const USERS = ['postgres', 'nobody'];

/** User for servers when running as root. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const user of USERS) {
    try {
      const idOf = (flag: string) => Number(execFileSync('id', [flag, user], { stdio: 'pipe' }));
      return { uid: idOf('-u'), gid: idOf('-g') };
    } catch {
      // There is no such user here.
    }
  }
  throw new Error(`Servers do not run as root, and none of these users exists: ${USERS.join(', ')}`);
}

/** Free ports, each returned once. */
function freePorts(): () => Promise<number> {
  const [first = 0, last = 0] = PORTS.split('-').map(Number);
  const size = last - first + 1;
  // Each worker of each run has ports of its own: one found free stays free until its server listens.
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 0);
  let next = (process.ppid * 7919 + worker * PORTS_PER_WORKER) % size;
  return async () => {
    for (let tried = 0; tried < size; tried += 1) {
      const port = first + (next % size);
      next += 1;
      if (await isFree(port)) return port;
    }
    throw new Error(`No port of ${PORTS} is free`);
  };
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
