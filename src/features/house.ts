import type { Database } from '../../packages/database/db.ts';
import type { Quotas } from '../rules/agents.ts';
import type { Instant } from '../rules/base/clock.ts';
import type { Clock, SandboxClock, WatchedClock } from '../outside/clock.ts';
import type { DiskSpace } from '../outside/disk.ts';
import type { Cashier } from '../outside/money/cashier.ts';
import type { PictureMaker } from '../outside/picture-maker.ts';
import type { Random } from '../outside/random.ts';
import type { Rasterizer } from '../outside/rasterizer.ts';
import type { Limiter } from '../outside/rate-limiter.ts';
import type { TasteJudge } from '../outside/taste-judge.ts';
import type { Tracing } from '../outside/tracing.ts';

/**
 * What every feature may use. A feature with state of its own extends the house of the feature before it, so that a function
 * can ask for no more than exists below it; `app/house.ts` builds the whole.
 */
export interface BaseHouse {
  readonly store: Database;
  readonly clock: Clock;
  /** The service's clock, if it is compared with other clocks; a sandbox clock is not. */
  readonly watch?: WatchedClock | undefined;
  readonly sandbox?: SandboxClock | undefined;
  /** Token with which requests may set the sandbox clock and use play money. */
  readonly sandboxToken?: string | undefined;
  readonly random: Random;
  readonly limiter: Limiter;
  readonly tastes: TasteJudge;
  readonly cashier: Cashier;
  readonly pictures: PictureMaker;
  readonly rasterizer: Rasterizer | undefined;
  /** A random secret of this database; not in any backup. */
  readonly secret: string;
  readonly tracing?: Tracing | undefined;
  readonly baseUrl: URL;
  /** The longest that a public read waits for due creatures to be settled. */
  readonly readerPatienceMs: number;
  readonly quotas: Quotas;
  /** More deaths in a minute than this share of the living pause settling; undefined: never. */
  readonly deathsPercent?: number | undefined;
  /** The greatest age of a backup before the operator is warned; undefined: never. */
  readonly backupHours?: number | undefined;
  /** The folder of the SQLite file, and the space of its disk; undefined on PostgreSQL. */
  readonly dataDir?: string | undefined;
  readonly readDisk?: (() => Promise<DiskSpace>) | undefined;
  /** End of an upgrade: until then nodes of the previous version may run and read the stored replies. */
  readonly upgradeEndsAt: Instant;
  /** Monotonic clock for durations; its origin is arbitrary. */
  readonly monotonicMs: () => number;
}
