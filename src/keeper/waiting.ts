import { RefusedError, type SandboxClient, type RetryWait } from '../client/client.ts';
import { HOUR, iso, MINUTE, SECOND, type Instant } from '../core/engine/clock.ts';
import type { KeeperHost } from './keeper-context.ts';

/** How a keeper lets time pass. Every wait rejects at once when the keeper is asked to leave. */
export interface Waiter {
  /** Until the house's clock shows `at`; a moment ago it showed `from`. */
  until(at: Instant, from: Instant): Promise<void>;
  /** Before a request is tried again. */
  wait(wait: RetryWait): Promise<void>;
}

/** What it takes to let time pass. */
type WaiterHost = Pick<KeeperHost, 'now' | 'pause' | 'leaving'>;

/** Waits by the machine's clock, by the house's own where it has one, or by turning that; undefined where it cannot be turned. */
export async function createWaiter(
  host: WaiterHost,
  clock: SandboxClient,
  time: 'patient' | 'fast_forward',
): Promise<Waiter | undefined> {
  const scale = await scaleOf(clock);
  if (time === 'fast_forward') return scale === undefined ? undefined : waitByTurningClock(host, clock);
  return scale === undefined ? waitByMachineClock(host) : waitByHouseClock(host, clock, scale);
}

/** How fast the clock of the house runs; undefined when it has none of its own. */
async function scaleOf(clock: SandboxClient): Promise<number | undefined> {
  try {
    return (await clock.getSandboxClock()).scale;
  } catch (refused) {
    if (refused instanceof RefusedError && refused.status < 500) return undefined;
    throw refused;
  }
}

// Timers stand still while a machine sleeps, and clocks are set: so it looks at the clock every minute, and counts minutes too.
const MAX_PAUSE = MINUTE;

function waitByMachineClock(host: WaiterHost): Waiter {
  return {
    async until(at, from) {
      const lasts = at - from;
      const began = host.now();
      for (let slept = 0; slept < lasts && host.now() - began < lasts;) {
        const nap = Math.min(MAX_PAUSE, lasts - slept);
        await host.pause(nap);
        slept += nap;
      }
    },
    wait: ({ ms }) => host.pause(ms),
  };
}

const POLL_INTERVAL = 2 * SECOND;

/** A clock that others may turn at any moment is looked at all the time. */
function waitByHouseClock(host: WaiterHost, clock: SandboxClient, scale: number): Waiter {
  return {
    async until(at, from) {
      for (let shown = from; shown < at;) {
        await host.pause(Math.min(POLL_INTERVAL, Math.ceil((at - shown) / scale)));
        shown = Date.parse((await clock.getSandboxClock()).now);
      }
    },
    wait: ({ ms, why }) => host.pause(why === 'limit' ? Math.ceil(ms / scale) : ms),
  };
}

/** For demonstrations: instead of waiting, the clock of the house is turned. */
function waitByTurningClock(host: WaiterHost, clock: SandboxClient): Waiter {
  return {
    async until(at) {
      await turn(clock, { to: iso(at) });
      host.leaving.throwIfAborted();
    },
    async wait({ ms, why }) {
      if (why === 'trouble') return host.pause(ms);
      await turn(clock, { advance_hours: ms / HOUR });
      host.leaving.throwIfAborted();
    },
  };
}

async function turn(clock: SandboxClient, by: { to: string } | { advance_hours: number }): Promise<void> {
  try {
    await clock.turnSandboxClock({ body: by });
  } catch (refused) {
    // Somebody else turned it that far already.
    if (!(refused instanceof RefusedError) || refused.problem.code !== 'clock_runs_forward') throw refused;
  }
}
