import type { Instant } from './base/clock.ts';
import type { Cause, Stage, Timing } from './vocabulary.ts';

/** What happened to a creature in a week, for the human of its agent. */
export interface CreatureWeek {
  readonly id: string;
  /** As the agent named it. */
  readonly name: string;
  readonly stage: Stage;
  readonly hatchedAt: Instant | undefined;
  /** The last stage that it reached. */
  readonly grewTo: Exclude<Stage, 'egg' | 'baby'> | undefined;
  readonly meals: Readonly<Record<Timing, number>>;
  /** Care of any kind that it accepted, meals too. */
  readonly careActions: number;
  readonly wishesGranted: number;
  readonly letters: number;
  readonly returnedAt: Instant | undefined;
  /** When it dies without care, if it is in danger now. */
  readonly diesAt: Instant | undefined;
  readonly death: WeekDeath | undefined;
}

interface WeekDeath {
  readonly at: Instant;
  readonly cause: Cause;
  /** What its return costs and until when it can be paid for. */
  readonly offer: { readonly cost: number; readonly closesAt: Instant } | undefined;
}

export interface HouseholdWeek {
  readonly from: Instant;
  readonly until: Instant;
  readonly username: string;
  /** The most pressing first: the dead, those in danger, the others, eggs. */
  readonly creatures: readonly CreatureWeek[];
  /** How many living ones are not among them. */
  readonly more: number;
}

/** The order in which the creatures of a week are told. */
export function pressOf({ death, diesAt, stage }: CreatureWeek): number {
  if (death) return 0;
  if (diesAt !== undefined) return 1;
  return stage === 'egg' ? 3 : 2;
}

export function mealsOf({ meals }: CreatureWeek): number {
  return meals.on_time + meals.early + meals.late + meals.missed_window;
}
