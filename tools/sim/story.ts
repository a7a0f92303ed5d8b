import type { Instant } from '../../src/rules/base/clock.ts';
import type { HeartEvent } from '../../src/rules/heart/feel.ts';
import type { WishKind } from '../../src/rules/heart/wishes-table.ts';
import type { Creature } from '../../src/rules/lives/creature.ts';
import type { Happening } from '../../src/rules/lives/live-until.ts';
import type { ReachedMilestone } from '../../src/rules/lives/milestones.ts';
import type { Species } from '../../src/rules/species/species.ts';
import type { Stats } from '../../src/rules/stats.ts';
import type { Action, CareRefusal, Effectiveness, ItemCategory, Timing } from '../../src/rules/vocabulary.ts';
import type { KeeperKind } from './keeper.ts';

/** Something that happened in a life, at its own moment. */
export type StoryEvent = HatchEvent | CareEvent | RefusalEvent | Happening;

interface HatchEvent {
  readonly kind: 'hatched';
  readonly at: Instant;
}

export interface CareEvent {
  readonly kind: 'cared';
  readonly at: Instant;
  readonly action: Action;
  readonly item: { readonly name: string; readonly category: ItemCategory } | undefined;
  readonly timing: Timing | undefined;
  readonly effectiveness: Effectiveness;
  readonly milestones: readonly ReachedMilestone[];
  /** The wish it granted. */
  readonly granted: WishKind | undefined;
  /** Its real state afterwards, hidden or not. */
  readonly after: Stats;
}

export interface RefusalEvent {
  readonly kind: 'refused';
  readonly at: Instant;
  readonly action: Action;
  readonly reason: CareRefusal | 'asleep';
}

export interface LifeStory {
  readonly species: Species;
  readonly keeper: KeeperKind;
  readonly seed: number;
  readonly zone: string;
  readonly startAt: Instant;
  /** Its death, or the moment the story stops. */
  readonly endedAt: Instant;
  readonly events: readonly StoryEvent[];
  readonly creature: Creature;
  /** Events of its heart, in order. */
  readonly felt: readonly HeartEvent[];
  /** Its wishes at its keeper's visits, each once. */
  readonly wishes: readonly WishSeen[];
}

/** A wish, and when its keeper first heard of it. */
export interface WishSeen {
  readonly number: number;
  readonly kind: WishKind;
  readonly at: Instant;
}
