import { pino, type DestinationStream, type LogFn, type Logger } from 'pino';

import { redactSecrets } from '../rules/base/redact.ts';
import type { LogLevel } from '../config/config.ts';

const FOLD_MS = 10_000;
const WARN = 40;

export function openLog(level: LogLevel, to?: DestinationStream, foldMs = FOLD_MS): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.epochTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: { streamWrite: redactSecrets, logMethod: foldRepeats(foldMs) },
    },
    to ?? pino.destination({ sync: false }),
  );
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return { ...pino.stdSerializers.err(error), statement: statementIn(error) };
}

/** The name of the SQL statement that failed, which the database layer writes into the error or one of its causes. */
function statementIn(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'statement' in error ? String(error.statement) : statementIn(error.cause);
}

/** Folds repeated warnings with the same event, job, error and address: one line at first, and one at the end with `repeats`. */
function foldRepeats(foldMs: number) {
  const repeats = new Map<string, { count: number; last: Parameters<LogFn> }>();
  return function log(this: Logger, args: Parameters<LogFn>, write: LogFn, level: number): void {
    const [{ event, job = '', err, address } = {}] = args as unknown as [
      { event?: string; job?: string; err?: unknown; address?: string }?,
    ];
    const sameAs = err instanceof Error ? err.message : address;
    if (level < WARN || event === undefined || sameAs === undefined) return write.apply(this, args);
    const what = `${event} ${job} ${sameAs}`;
    const known = repeats.get(what);
    if (known) {
      known.count += 1;
      known.last = args;
      return;
    }
    write.apply(this, args);
    const folded = { count: 0, last: args };
    repeats.set(what, folded);
    setTimeout(() => {
      repeats.delete(what);
      const [fields, ...rest] = folded.last as unknown as [object, ...string[]];
      if (folded.count > 0) write.apply(this, [{ ...fields, repeats: folded.count }, ...rest]);
    }, foldMs).unref();
  };
}
