import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { type Instant, MINUTE, SECOND } from '../rules/base/clock.ts';
import type { AuditStep } from '../features/audit/audit.ts';
import { systemClock } from '../outside/clock.ts';

export interface Progress {
  /** Shows that `n` of the total are done. */
  reach(n: number): void;
  /** Shows that `n` more are done. */
  advance(n: number): void;
  end(): void;
}

interface ProgressOptions {
  readonly total: number | undefined;
  readonly label: string;
  readonly now?: () => Instant;
  readonly out?: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> & { write(text: string): unknown };
}

const clock = systemClock();
const SHOWN_AFTER = 2 * SECOND;
const BAR_EVERY = SECOND / 5;
const LINE_EVERY = 10 * SECOND;
const BAR_CELLS = 24;

/** Writes to standard error after two seconds: a moving bar on a terminal, elsewhere a line every ten seconds. */
export function progress(options: ProgressOptions): Progress {
  const { total, label, now = () => clock.now(), out = process.stderr } = options;
  const began = now();
  const every = out.isTTY ? BAR_EVERY : LINE_EVERY;
  let done = 0;
  let nextAt = began + SHOWN_AFTER;
  let isShown = false;
  const reach = (n: number) => {
    done = n;
    const at = now();
    if (at < nextAt) return;
    nextAt = at + every;
    isShown = true;
    const line = `${label}: ${progressWords(done, total, at - began)}`;
    out.write(out.isTTY ? `${ERASED_LINE}${bar(done, total)}${line}` : `${line}\n`);
  };
  return {
    reach,
    advance: (n: number) => reach(done + n),
    end() {
      if (out.isTTY && isShown) out.write(ERASED_LINE);
    },
  };
}

export async function watched<T>(
  work: Promise<T>,
  { measure, ...options }: ProgressOptions & { readonly measure: () => Promise<number> },
): Promise<T> {
  const shown = progress(options);
  const look = async () => shown.reach(await measure());
  const timer = setInterval(() => void look(), BAR_EVERY);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    shown.end();
  }
}

/** Shows progress of work that reports it itself; the total comes with the first report. */
export function counted(label: string): (done: number, total: number) => void {
  let shown: Progress | undefined;
  return (done, total) => {
    shown ??= progress({ total, label });
    shown.reach(done);
    if (done === total) shown.end();
  };
}

/** Erases a terminal line. Cursor control is no colour, so it is allowed under `NO_COLOR`. */
const ERASED_LINE = '\r\u001b[2K';

function bar(done: number, total: number | undefined): string {
  if (total === undefined) return '';
  const full = Math.round(BAR_CELLS * Math.min(1, done / Math.max(1, total)));
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_CELLS - full)}] `;
}

function progressWords(done: number, total: number | undefined, tookMs: number): string {
  if (total === undefined) return `${done === 0 ? 'for' : `${done} in`} ${duration(tookMs)}`;
  const share = done / Math.max(1, total);
  const left = done === 0 ? '' : `, about ${duration((tookMs * Math.max(0, total - done)) / done)} left`;
  return `${done} of ${total} (${Math.floor(100 * Math.min(1, share))}%)${left}`;
}

const duration = (ms: number) =>
  ms < 90 * SECOND ? `${Math.ceil(ms / SECOND)} s` : `${Math.ceil(ms / MINUTE)} min`;

export async function megabytesIn(path: string): Promise<number> {
  return Math.ceil((await bytesIn(path)) / 1e6);
}

async function bytesIn(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return found?.size ?? 0;
  // The folder may have been renamed when the copy was completed.
  const names = await readdir(path).catch(() => []);
  const sizes = names.map((name) => bytesIn(join(path, name)));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

export interface AuditProgress {
  report(step: AuditStep): void;
  end(): void;
}

/** Progress of an audit; `passedBefore`: creatures that the interrupted audit had passed. */
export function auditProgress(passedBefore = 0): AuditProgress {
  let shown: Progress | undefined;
  let phase: AuditStep['done'] | undefined;
  return {
    report(step: AuditStep): void {
      if (phase !== step.done) {
        phase = step.done;
        shown?.end();
        const [label, before] = phase === 'check' ? ['checks', 0] : ['creatures', passedBefore];
        shown = progress({ total: step.of - before, label });
      }
      shown?.advance(step.done === 'check' ? 1 : step.passed);
    },
    end: () => shown?.end(),
  };
}
