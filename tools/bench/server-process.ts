import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Messages to and from a server process. Other checkouts use the same messages, so do not change them. */
export type Word = 'spent' | 'stop';
export type Report = { readonly port: number; readonly keys: readonly string[] } | Spent;

/** Cost of a process so far; fields an older checkout does not count are absent. */
export interface Spent extends Partial<Queried> {
  /** Its threads included. */
  readonly cpuMicros: number;
  /** Now. Not the most it ever had: Linux counts what its parent had when it was started. */
  readonly residentBytes: number;
  /** On the heap of its main thread; buffers are elsewhere. */
  readonly allocatedBytes?: number;
}

/** Queries sent to PostgreSQL. */
export interface Queried {
  readonly statements: number;
  /** Statements that are sent without waiting for one another share one. */
  readonly roundTrips: number;
}

/** An empty service; one that others have lived in; on PostgreSQL one that fills it and one node of several; a bare server. */
export type Kind = 'house' | 'lived-in' | 'postgres' | 'node' | 'bare';

/** Options of a node, passed as JSON. */
export interface NodeOptions {
  readonly databaseUrl: string;
  /** Whether background jobs run; off where only requests may query. */
  readonly settles: boolean;
  /** Offset of its clock from the machine's. */
  readonly aheadMs?: number;
}

/** A server in a process of its own. */
export interface ServerProcess {
  readonly port: number;
  /** Of agents that live there. */
  readonly keys: readonly string[];
  spent(): Promise<Spent>;
  stop(): Promise<void>;
}

export interface StartOptions {
  /** The checkout to run. */
  readonly root: string;
  /** The folder in which a profile of its CPU is left when it stops. */
  readonly profiles?: string | undefined;
}

/** This very checkout. */
export const HERE = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts a server on the database folder or URL `given`, a node with the options `given`, or a bare server that responds
 * with the JSON `given`.
 */
export async function startServer(
  kind: Kind,
  given: string,
  { root, profiles }: StartOptions = { root: HERE },
): Promise<ServerProcess> {
  const child = fork(benchFile(root, 'server-child.ts'), [kind, given], {
    execArgv: [...flagsOfStart(root), '--import', jsxOf(root), ...profiling(profiles)],
    // Log lines are formatted and written as in production, then discarded.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ready = await nextReport(child);
  if (!('port' in ready)) throw new Error('a server spoke before it was ready');
  return {
    ...ready,
    async spent() {
      const report = nextReport(child);
      say(child, 'spent');
      const told = await report;
      if (!('cpuMicros' in told)) throw new Error('a server told something else than it was asked');
      return told;
    },
    async stop() {
      const gone = once(child, 'exit');
      say(child, 'stop');
      await gone;
    },
  };
}

/** The flags that `npm start` gives to Node. */
function flagsOfStart(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Package;
  return [...scripts.start.matchAll(/ (--\S+)/g)].map(([, flag = '']) => flag);
}

interface Package {
  readonly scripts: { readonly start: string };
}

/** A file of the bench in any checkout; commits before 2026-11-17 have it in bench/. */
export function benchFile(root: string, name: string): string {
  const file = join(root, 'tools/bench', name);
  return existsSync(file) ? file : join(root, 'bench', name);
}

function jsxOf(root: string): string {
  const file = join(root, 'tools/support/jsx.ts');
  return pathToFileURL(existsSync(file) ? file : join(root, 'scripts/jsx.ts')).href;
}

function profiling(folder: string | undefined): string[] {
  return folder === undefined ? [] : ['--cpu-prof', '--cpu-prof-interval=200', `--cpu-prof-dir=${folder}`];
}

function say(child: ChildProcess, word: Word): void {
  child.send(word);
}

async function nextReport(child: ChildProcess): Promise<Report> {
  const gone = new AbortController();
  const died = once(child, 'exit', { signal: gone.signal }).then(() => {
    throw new Error('a server ended before it answered');
  });
  died.catch(() => undefined);
  try {
    // The promise: the child sends nothing but reports.
    const [report] = (await Promise.race([once(child, 'message'), died])) as [Report];
    return report;
  } finally {
    gone.abort();
  }
}
