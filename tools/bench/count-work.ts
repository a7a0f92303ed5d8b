import { Session } from 'node:inspector/promises';

/** What a request makes the service do, whatever the machine. */
export const WORK = ['calls', 'observations', 'hearts', 'stats', 'templates', 'rows', 'statements'] as const;
export type WorkDone = Readonly<Record<(typeof WORK)[number], number>>;

/** Functions that stand for a kind of work, by the end of their file and their name. */
const COUNTED: readonly (readonly [file: string, name: string, kind: keyof WorkDone])[] = [
  ['rules/lives/observe.ts', 'observe', 'observations'],
  ['rules/heart/feel.ts', 'heartAt', 'hearts'],
  ['rules/lives/decay.ts', 'statsAt', 'stats'],
  ['text/pick-line.ts', 'fillTemplate', 'templates'],
  ['records/creatures.store.ts', 'storedCreatureFrom', 'rows'],
  ['database/sqlite.ts', '#prepare', 'statements'],
];

const OURS = /\/(?:src|packages)\//;

/** Counts calls of our functions from now on, by V8's precise coverage: nothing is optimized meanwhile, so that equal work allocates equally. */
export async function countWork(): Promise<() => Promise<WorkDone>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const sum = Object.fromEntries(WORK.map((kind) => [kind, 0])) as Record<keyof WorkDone, number>;
  return async () => {
    // Counts since the last time.
    const { result } = await session.post('Profiler.takePreciseCoverage');
    for (const { url, functions } of result) {
      if (!OURS.test(url) || url.includes('/node_modules/')) continue;
      for (const { functionName, ranges } of functions) {
        const calls = ranges[0]?.count ?? 0;
        sum.calls += calls;
        for (const [file, name, kind] of COUNTED)
          if (name === functionName && url.endsWith(file)) sum[kind] += calls;
      }
    }
    return { ...sum };
  };
}
