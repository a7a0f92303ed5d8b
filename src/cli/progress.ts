import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { AuditStep } from '../features/audit/audit.ts';
import { systemClock } from '../outside/clock.ts';
import { type Instant, MINUTE, SECOND } from '../rules/base/clock.ts';

/** How far something long has come, told on standard error: what it finds or makes has standard output to itself. */
interface Progress {
  advance(n: number): void;
  reach(done: number): void;
  end(): void;
}

interface ProgressOptions {
  /** Undefined where nobody knows beforehand. */
  readonly total: number | undefined;
  readonly label: string;
  readonly now?: () => Instant;
  readonly out?: ProgressOutput;
}

type ProgressOutput = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> & { write(text: string): unknown };

const clock = systemClock();
const SHOWN_AFTER = 2 * SECOND;
const BAR_EVERY = SECOND / 5;
const LINE_EVERY = 10 * SECOND;
const BAR_CELLS = 24;

/** After two seconds a bar that moves on a terminal, and a line every ten elsewhere; what is over sooner leaves no trace. */
export function progress({
  total,
  label,
  now = () => clock.now(),
  out = process.stderr,
}: ProgressOptions): Progress {
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
    advance: (n) => reach(done + n),
    end() {
      if (out.isTTY && isShown) out.write(ERASED_LINE);
    },
  };
}

/** Looks every now and then how far something has come that does not tell by itself. */
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

/** For those who tell by themselves: so many out of so many, which is known with the first word of it. */
export function counted(label: string): (done: number, total: number) => void {
  let shown: Progress | undefined;
  return (done, total) => {
    shown ??= progress({ total, label });
    shown.reach(done);
    if (done === total) shown.end();
  };
}

/** Nothing but the cursor's own words, no colour: `NO_COLOR` is kept by itself. */
const ERASED_LINE = '\r\u001b[2K';

function bar(done: number, total: number | undefined): string {
  if (total === undefined) return '';
  const full = Math.round(BAR_CELLS * Math.min(1, done / Math.max(1, total)));
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_CELLS - full)}] `;
}

/** Such as `1200 of 5000 (24%), about 3 min left`, or `1200 in 40 s` when nobody knows how many there will be. */
function progressWords(done: number, total: number | undefined, tookMs: number): string {
  if (total === undefined) return `${done === 0 ? 'for' : `${done} in`} ${duration(tookMs)}`;
  const share = done / Math.max(1, total);
  const left = done === 0 ? '' : `, about ${duration((tookMs * Math.max(0, total - done)) / done)} left`;
  return `${done} of ${total} (${Math.floor(100 * Math.min(1, share))}%)${left}`;
}

function duration(ms: number): string {
  return ms < 90 * SECOND ? `${Math.ceil(ms / SECOND)} s` : `${Math.ceil(ms / MINUTE)} min`;
}

/** How many megabytes a file has, or everything in a folder; none while it is not there. */
export async function megabytesIn(path: string): Promise<number> {
  return Math.ceil((await bytesIn(path)) / 1e6);
}

async function bytesIn(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return found?.size ?? 0;
  // It may be whole by now, and have another name.
  const names = await readdir(path).catch(() => []);
  const sizes = names.map((name) => bytesIn(join(path, name)));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

export class AuditProgress {
  readonly #passedBefore: number;
  #progress: Progress | undefined;
  #of: AuditStep['done'] | undefined;

  constructor(passedBefore = 0) {
    this.#passedBefore = passedBefore;
  }

  tell(step: AuditStep): void {
    if (this.#of !== step.done) {
      this.end();
      this.#of = step.done;
      const [label, before] = step.done === 'check' ? ['checks', 0] : ['creatures', this.#passedBefore];
      this.#progress = progress({ total: step.of - before, label });
    }
    this.#progress?.advance(step.done === 'check' ? 1 : step.passed);
  }

  end(): void {
    this.#progress?.end();
  }
}
