import type { Instant } from '../core/clock.ts';
import type { Creature } from '../core/creature.ts';
import type { Happening } from '../core/live.ts';
import type { Refusal, Stats } from '../core/mechanic.ts';
import type { Reached } from '../core/milestones.ts';
import type { Species } from '../core/species/species.ts';
import type { Action, Effectiveness, ItemCategory, Timing } from '../core/vocabulary.ts';
import type { KeeperKind } from './keeper.ts';

/** Something that happened in a life, at its own moment. */
export type StoryEvent = Hatching | Cared | Refused | Happening;

export interface Hatching {
  readonly kind: 'hatched';
  readonly at: Instant;
}

export interface Cared {
  readonly kind: 'cared';
  readonly at: Instant;
  readonly action: Action;
  readonly item: { readonly name: string; readonly category: ItemCategory } | undefined;
  readonly timing: Timing | undefined;
  readonly effectiveness: Effectiveness;
  readonly milestones: readonly Reached[];
  /** What it really was afterwards, whoever may see it. */
  readonly after: Stats;
}

export interface Refused {
  readonly kind: 'refused';
  readonly at: Instant;
  readonly action: Action;
  readonly reason: Refusal | 'asleep';
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
}
