import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { HERE } from '../support/report.ts';
import type { WorkDone } from './count-work.ts';

/** Messages to and from a server process. Other checkouts use the same messages, so do not change them. */
export type Word = 'spent' | 'stop';
export type Report = { readonly port: number; readonly keys: readonly string[] } | Spent;

/** Cost of a process so far; fields an older checkout does not count are absent. */
export interface Spent extends Partial<Queried & WorkDone> {
  /** Its threads included. */
  readonly cpuMicros: number;
  /** Now. Not the most it ever had: Linux counts what its parent had when it was started. */
  readonly residentBytes: number;
  /** On the heap of its main thread; buffers are elsewhere. */
  readonly allocatedBytes?: number;
}

export interface Queried {
  readonly statements: number;
  /** Statements that are sent without waiting for one another share one. */
  readonly roundTrips: number;
}

/** `house`: an empty service; `lived-in`: one with data; `postgres`: one on a PostgreSQL that it fills; `node`: one of several nodes;
 * `bare`: only node:http; `plain`: what an engineer writes in a day; `work`: one that counts what it does. */
export type Kind = 'house' | 'lived-in' | 'postgres' | 'node' | 'bare' | 'plain' | 'work';

export interface NodeOptions {
  readonly databaseUrl: string;
  readonly aheadMs?: number;
}

export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

/** `given` is the database folder or URL, or the options of a node or a bare server as JSON. CPU profiles go to `profiles`. */
export async function startServer(
  kind: Kind,
  given: string,
  { root = HERE, profiles }: { readonly root?: string; readonly profiles?: string | undefined } = {},
) {
  const profile = ['--cpu-prof', '--cpu-prof-interval=200', `--cpu-prof-dir=${profiles}`];
  const child = fork(benchFile(root, 'server-child.ts'), [kind, given], {
    execArgv: [...flagsOfStart(root), '--import', jsxOf(root), ...(profiles === undefined ? [] : profile)],
    // Log lines are formatted and written as in production, then discarded.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exit = once(child, 'exit');
  const died = exit.then(() => Promise.reject(new Error('a server ended before it answered')));
  died.catch(() => undefined);
  // The child sends nothing but reports, each when it is asked for one, and several subjects may ask it at once.
  const waiting: ((report: Report) => void)[] = [];
  child.on('message', (report) => waiting.shift()?.(report as Report));
  const nextReport = () => Promise.race([new Promise<Report>((resolve) => waiting.push(resolve)), died]);
  return {
    ...((await nextReport()) as Exclude<Report, Spent>),
    spent() {
      const report = nextReport() as Promise<Spent>;
      child.send('spent' satisfies Word);
      return report;
    },
    async stop() {
      child.send('stop' satisfies Word);
      await exit;
    },
  };
}

function flagsOfStart(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string };
  };
  return [...scripts.start.matchAll(/ (--\S+)/g)].map(([, flag = '']) => flag);
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
