import type { Instant } from '../rules/base/clock.ts';
import { recordOf } from '../rules/base/collections.ts';
import { USUAL_QUOTAS, type Quotas } from '../rules/agents.ts';
import type { TasteJudge } from '../outside/taste-judge.ts';
import { monotonicMs, type Clock, type SandboxClock, type WatchedClock } from '../outside/clock.ts';
import type { Random } from '../outside/random.ts';
import type { Limiter } from '../outside/rate-limiter.ts';
import type { Cashier } from '../outside/money/cashier.ts';
import type { PictureMaker } from '../outside/picture-maker.ts';
import type { DiskSpace } from '../outside/disk.ts';
import type { Rasterizer } from '../outside/rasterizer.ts';
import type { Tracing } from '../outside/tracing.ts';
import type { Database } from '../db/db.ts';
import { HALL_CATEGORIES, type HallCategory } from '../rules/vocabulary.ts';
import { FamilyDeeds } from './care/care.ts';
import { LettersInWriting } from './heart/letters.ts';
import { ProblemCache } from './audit/problems.ts';
import { PageMarks } from './pagination.ts';
import { ActivityCache } from './stats/counting.ts';
import { JobStatus, Readiness } from './stats/health.ts';
import { RecentDeaths } from './lives/hold-deaths.ts';
import { SettlingProgress } from './lives/settle.ts';
import { ModerationCache } from './moderation/hidden-content.ts';
import { Replica, type Standby } from './public/replica.ts';
import { speciesRegistry, type SpeciesRegistry } from './species/species-registry.ts';

export interface HouseParts {
  readonly store: Database;
  readonly standby?: Standby | undefined;
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
  readonly quotas?: Quotas;
  /** More deaths in a minute than this share of the living pause settling; undefined: never. */
  readonly deathsPercent?: number | undefined;
  /** The greatest age of a backup before the operator is warned; undefined: never. */
  readonly backupHours?: number | undefined;
  /** The folder of the SQLite file, and the space of its disk; undefined on PostgreSQL. */
  readonly dataDir?: string | undefined;
  readonly readDisk?: (() => Promise<DiskSpace>) | undefined;
  /** End of an upgrade: until then nodes of the previous version may run and read the stored replies. */
  readonly upgradeEndsAt: Instant;
}

export interface House extends Omit<HouseParts, 'standby' | 'quotas'> {
  readonly replica: Replica | undefined;
  readonly quotas: Quotas;
  readonly species: SpeciesRegistry;
  readonly activity: ActivityCache;
  readonly deeds: FamilyDeeds;
  readonly moderation: ModerationCache;
  readonly pageMarks: Readonly<Record<HallCategory | 'graveyard', PageMarks>>;
  readonly jobs: JobStatus;
  readonly readiness: Readiness;
  readonly problems: ProblemCache;
  readonly settling: SettlingProgress;
  readonly lettersInWriting: LettersInWriting;
  readonly recentDeaths: RecentDeaths;
  /** Monotonic clock for durations; its origin is arbitrary. */
  readonly monotonicMs: () => number;
}

export function buildHouse({ standby, ...parts }: HouseParts): House {
  const { store, clock } = parts;
  const settling = new SettlingProgress();
  const moderation = new ModerationCache(store, clock);
  return {
    quotas: USUAL_QUOTAS,
    ...parts,
    replica: standby && new Replica(store, standby, settling),
    species: speciesRegistry(store, moderation),
    activity: new ActivityCache(store),
    deeds: new FamilyDeeds(store),
    moderation,
    pageMarks: recordOf([...HALL_CATEGORIES, 'graveyard'], () => new PageMarks()),
    jobs: new JobStatus(),
    readiness: new Readiness(store),
    problems: new ProblemCache(),
    settling,
    lettersInWriting: new LettersInWriting(),
    recentDeaths: new RecentDeaths(clock.now()),
    monotonicMs,
  };
}
