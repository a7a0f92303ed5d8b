import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What a server is asked, and what it tells. */
export type Word = 'cpu' | 'stop';
export type Report =
  { readonly port: number; readonly keys: readonly string[] } | { readonly cpuMicros: number };

/** A server in a process of its own. */
export interface ServerProcess {
  readonly port: number;
  /** Of agents that live there. */
  readonly keys: readonly string[];
  /** All the CPU time it has used so far, its threads included. */
  cpuMicros(): Promise<number>;
  stop(): Promise<void>;
}

const CHILD = fileURLToPath(new URL('server-child.ts', import.meta.url));

/** Starts a house whose database is in `given`, or a bare server that answers with the JSON `given`. */
export async function startServer(kind: 'house' | 'bare', given: string): Promise<ServerProcess> {
  // Log lines are made and written as in production; only nobody keeps them.
  const child = fork(CHILD, [kind, given], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ready = await nextReport(child);
  if (!('port' in ready)) throw new Error('a server spoke before it was ready');
  return {
    ...ready,
    async cpuMicros() {
      const report = nextReport(child);
      say(child, 'cpu');
      const told = await report;
      return 'cpuMicros' in told ? told.cpuMicros : 0;
    },
    async stop() {
      const gone = once(child, 'exit');
      say(child, 'stop');
      await gone;
    },
  };
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
