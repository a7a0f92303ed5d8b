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

/** What every verb is given. */
export interface House {
  readonly store: Database;
  /** Where public reads may go that need not be of this very moment. */
  readonly replica: Replica | undefined;
  readonly clock: Clock;
  /** The same clock, when it can be turned by hand. */
  readonly sandbox?: SandboxClock | undefined;
  /** Requests with this token may turn that clock and are offered play money; set where there is one of them. */
  readonly sandboxToken?: string | undefined;
  readonly random: Random;
  readonly limiter: Limiter;
  readonly tastes: TasteJudge;
  readonly cashier: Cashier;
  readonly pictures: PictureMaker;
  /** Absent where what prints PNG was left out. */
  readonly rasterizer: Rasterizer | undefined;
  /** Known to this house and to no backup of it. */
  readonly secret: string;
  /** The address the world knows the house by. */
  readonly baseUrl: URL;
  /** No public read waits longer for what is due; what is left by then is said in the answer. */
  readonly readerPatienceMs: number;
  readonly quotas: Quotas;
  /** Nodes of the version before may be at work until then, and read what this one seals. */
  readonly upgradeEndsAt: Instant;
  readonly species: SpeciesRegistry;
  readonly activity: ActivityCache;
  readonly deeds: FamilyDeeds;
  readonly moderation: ModerationCache;
  /** Places in the lists that anybody may leaf through. */
  readonly pageMarks: Readonly<Record<HallCategory | 'graveyard', PageMarks>>;
  /** How the work is going that goes on while nobody asks. */
  readonly jobs: JobStatus;
  /** How far this node has come with what is due. */
  readonly settling: SettlingProgress;
  /** How long things take, in milliseconds since some moment; never what time it is. */
  readonly monotonicMs: () => number;
}

/** What a house is built from; the rest it makes itself. */
export type HouseParts = Omit<
  House,
  | 'replica'
  | 'quotas'
  | 'species'
  | 'activity'
  | 'deeds'
  | 'moderation'
  | 'pageMarks'
  | 'jobs'
  | 'settling'
  | 'monotonicMs'
> & { readonly standby?: Standby | undefined; readonly quotas?: Quotas };

export function buildHouse({ standby, ...parts }: HouseParts): House {
  const { store, clock } = parts;
  const settling = new SettlingProgress();
  const moderation = new ModerationCache(store, clock);
  const species = speciesRegistry(store, moderation);
  const activity = new ActivityCache(store);
  const deeds = new FamilyDeeds(store);
  const pageMarks = {
    oldest_living: new PageMarks(),
    most_consistent: new PageMarks(),
    gravestone_count: new PageMarks(),
    graveyard: new PageMarks(),
  };
  return {
    quotas: USUAL_QUOTAS,
    ...parts,
    replica: standby && new Replica(store, standby, settling),
    species,
    activity,
    deeds,
    moderation,
    pageMarks,
    jobs: new JobStatus(),
    settling,
    monotonicMs,
  };
}
