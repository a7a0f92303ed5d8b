import { MINUTE, SECOND, type Instant } from '../core/engine/clock.ts';

/** How far something long has come, told on standard error: what it finds or makes has standard output to itself. */
export interface Progress {
  advance(n: number): void;
  /** It is over: the bar goes away. */
  end(): void;
}

interface ProgressOptions {
  readonly total: number;
  /** What is counted, such as `lives`. */
  readonly label: string;
  readonly now: () => Instant;
  readonly out?: ProgressOutput;
}

type ProgressOutput = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> & { write(text: string): unknown };

const BAR_EVERY = SECOND / 5;
const LINE_EVERY = 10 * SECOND;
const BAR_CELLS = 24;

/** A bar that moves on a terminal, a line every ten seconds elsewhere; what is over sooner leaves no trace. */
export function progress({ total, label, now, out = process.stderr }: ProgressOptions): Progress {
  const began = now();
  const every = out.isTTY ? BAR_EVERY : LINE_EVERY;
  let done = 0;
  let told = began;
  let isShown = false;
  return {
    advance(n) {
      done += n;
      if (now() - told < every) return;
      told = now();
      isShown = true;
      const line = `${label}: ${progressWords(done, total, told - began)}`;
      out.write(out.isTTY ? `${ERASED_LINE}${bar(done, total)} ${line}` : `${line}\n`);
    },
    end() {
      if (out.isTTY && isShown) out.write(ERASED_LINE);
    },
  };
}

/** Nothing but the cursor's own words, no colour: `NO_COLOR` is kept by itself. */
const ERASED_LINE = '\r\u001b[2K';

function bar(done: number, total: number): string {
  const full = Math.round(BAR_CELLS * Math.min(1, done / Math.max(1, total)));
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_CELLS - full)}]`;
}

/** Such as `1200 of 5000 (24%), about 3 minutes left`. */
function progressWords(done: number, total: number, tookMs: number): string {
  const share = done / Math.max(1, total);
  const left = done === 0 ? '' : `, ${timeLeft((tookMs * Math.max(0, total - done)) / done)} left`;
  return `${done} of ${total} (${Math.floor(100 * Math.min(1, share))}%)${left}`;
}

function timeLeft(ms: number): string {
  if (ms < 90 * SECOND) return `about ${Math.ceil(ms / SECOND)} s`;
  return `about ${Math.ceil(ms / MINUTE)} min`;
}
