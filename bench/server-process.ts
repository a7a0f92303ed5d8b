import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What a server is asked, and what it tells. */
export type Word = 'spent' | 'stop';
export type Report = { readonly port: number; readonly keys: readonly string[] } | Spent;

/** What a process takes: all its CPU time so far, its threads included, and the memory it has now. */
export interface Spent {
  readonly cpuMicros: number;
  // Not the most it ever had: Linux counts what its parent had when it was started.
  readonly residentBytes: number;
}

/** An empty house; one that others have lived in, and the same with its artist at work; a bare server. */
export type Kind = 'house' | 'lived-in' | 'drawing' | 'bare';

/** A server in a process of its own. */
export interface ServerProcess {
  readonly port: number;
  /** Of agents that live there. */
  readonly keys: readonly string[];
  spent(): Promise<Spent>;
  stop(): Promise<void>;
}

const CHILD = fileURLToPath(new URL('server-child.ts', import.meta.url));
const JSX = new URL('../scripts/jsx.ts', import.meta.url).href;

/** Starts a house whose database is in the folder `given`, or a bare server that answers with the JSON `given`. */
export async function startServer(kind: Kind, given: string): Promise<ServerProcess> {
  // Log lines are made and written as in production; only nobody keeps them.
  // As npm start does.
  const execArgv = ['--max-semi-space-size=4', '--import', JSX];
  const child = fork(CHILD, [kind, given], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
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
