import type { Instant } from '../rules/base/clock.ts';
import { USUAL_QUOTAS, type Quotas } from '../rules/agents.ts';
import type { TasteJudge } from '../outside/taste-judge.ts';
import { monotonicMs, type Clock, type SandboxClock } from '../outside/clock.ts';
import type { Random } from '../outside/random.ts';
import type { Limiter } from '../outside/rate-limiter.ts';
import type { Cashier } from '../outside/money/cashier.ts';
import type { PictureMaker } from '../outside/picture-maker.ts';
import type { Rasterizer } from '../outside/rasterizer.ts';
import type { Database } from '../db/db.ts';
import type { HallCategory } from '../rules/vocabulary.ts';
import { FamilyDeeds } from './care/family-deeds.ts';
import { PageMarks } from './pagination.ts';
import { ActivityCache } from './stats/activity.ts';
import { JobStatus } from './stats/job-status.ts';
import { SettlingProgress } from './lives/settling-progress.ts';
import { ModerationCache } from './moderation/hidden-content.ts';
import { Replica, type Standby } from './public/replica.ts';
import { speciesRegistry, type SpeciesRegistry } from './species/species-registry.ts';

/** What a house is built from. */
export interface HouseParts {
  readonly store: Database;
  readonly standby?: Standby | undefined;
  readonly clock: Clock;
  /** The same clock, when it can be turned by hand. */
  readonly sandbox?: SandboxClock | undefined;
  /** Allows requests to turn the sandbox clock and to use play money. */
  readonly sandboxToken?: string | undefined;
  readonly random: Random;
  readonly limiter: Limiter;
  readonly tastes: TasteJudge;
  readonly cashier: Cashier;
  readonly pictures: PictureMaker;
  /** Undefined where the optional dependency for PNG is not installed. */
  readonly rasterizer: Rasterizer | undefined;
  /** Not in any backup. */
  readonly secret: string;
  /** The public address. */
  readonly baseUrl: URL;
  /** The longest that a public read waits for due creatures to be settled. */
  readonly readerPatienceMs: number;
  readonly quotas?: Quotas;
  /** Until then nodes of the previous version may run and read the stored replies. */
  readonly upgradeEndsAt: Instant;
}

/** What every verb is given. */
export interface House extends Omit<HouseParts, 'standby' | 'quotas'> {
  /** For public reads that may be a little behind. */
  readonly replica: Replica | undefined;
  readonly quotas: Quotas;
  readonly species: SpeciesRegistry;
  readonly activity: ActivityCache;
  readonly deeds: FamilyDeeds;
  readonly moderation: ModerationCache;
  readonly pageMarks: Readonly<Record<HallCategory | 'graveyard', PageMarks>>;
  readonly jobs: JobStatus;
  readonly settling: SettlingProgress;
  /** For durations: its origin is arbitrary. */
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
    pageMarks: {
      oldest_living: new PageMarks(),
      most_consistent: new PageMarks(),
      gravestone_count: new PageMarks(),
      graveyard: new PageMarks(),
    },
    jobs: new JobStatus(),
    settling,
    monotonicMs,
  };
}
