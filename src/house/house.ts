import type { Chance } from '../outside/chance.ts';
import type { Clock, SandboxClock } from '../outside/clock.ts';
import type { Limiter } from '../outside/limiter.ts';
import type { Database } from '../store/db.ts';

/** What every verb is given. */
export interface House {
  readonly store: Database;
  readonly clock: Clock;
  /** The same clock, when it can be turned by hand. */
  readonly sandbox?: SandboxClock | undefined;
  readonly chance: Chance;
  readonly limiter: Limiter;
}
