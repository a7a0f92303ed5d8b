import { recordOf } from '../../packages/base/collections.ts';
import { monotonicMs } from '../../packages/base/monotonic.ts';
import { USUAL_QUOTAS, type Quotas } from '../rules/agents.ts';
import { HALL_CATEGORIES } from '../rules/vocabulary.ts';
import { FamilyDeeds } from '../features/care/family-deeds.ts';
import { RecentDeaths } from '../features/creatures/hold-deaths.ts';
import { LettersInWriting } from '../features/creatures/letters-in-writing.ts';
import type { LongDocuments } from '../features/creatures/long-documents.ts';
import { SettlingProgress } from '../features/creatures/settle.ts';
import { ModerationCache } from '../features/hidden/hidden-content.ts';
import type { BaseHouse } from '../features/house.ts';
import { keepDueReplies } from '../features/lives/due.ts';
import { PageMarks } from '../features/pagination.ts';
import { Replica, type Standby } from '../features/public/replica.ts';
import { speciesRegistry } from '../features/species/species-registry.ts';
import { ComeBackCache } from '../features/stats/come-back.ts';
import { JobStatus, Readiness, type StatsHouse } from '../features/stats/health.ts';
import { ProblemCache } from '../features/stats/problems.ts';
import { ActivityCache, Traffic } from '../features/tallies/counting.ts';

export interface HouseParts extends Omit<BaseHouse, 'quotas' | 'monotonicMs'> {
  readonly standby?: Standby | undefined;
  readonly quotas?: Quotas;
  readonly documents?: LongDocuments | undefined;
}

/** The house of the last feature is the whole house. */
export type House = StatsHouse;

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
    traffic: new Traffic(),
    dueReplies: keepDueReplies(),
    deeds: new FamilyDeeds(store),
    moderation,
    pageMarks: recordOf([...HALL_CATEGORIES, 'graveyard'], () => new PageMarks()),
    jobs: new JobStatus(),
    readiness: new Readiness(store),
    problems: new ProblemCache(),
    comeBack: new ComeBackCache(),
    settling,
    lettersInWriting: new LettersInWriting(),
    recentDeaths: new RecentDeaths(clock.now()),
    monotonicMs,
  };
}
