import { STATS, type Action, type ItemCategory, type Stat } from './vocabulary.ts';

export type Stats = Readonly<Record<Stat, number>>;

/** What an action does to the stats; a stat that is not named does not change. */
export type StatChanges = Readonly<Partial<Record<Stat, number>>>;

/** Why a creature will not let itself be cared for. */
export const CARE_REFUSALS = ['wants_play_first', 'too_shy'] as const;
export type CareRefusal = (typeof CARE_REFUSALS)[number];

/** Everything a mechanic may know about an action, computed before it is asked. */
export interface CareMoment {
  readonly action: Action;
  readonly item?: { readonly name: string; readonly category: ItemCategory } | undefined;
  /** The hour of the day where its keeper lives, 0 to 23. */
  readonly localHour: number;
  readonly playedSinceFed: boolean;
  readonly stats: Stats;
}

/** The only moments at which a species may bend the common rules. */
export interface Mechanic {
  readonly key: string;
  /** The rule in one sentence, for whoever keeps such a creature. */
  readonly blurb: string;
  readonly refuseCare?: (moment: CareMoment) => CareRefusal | undefined;
  /** What the action does instead. Multiply only, so that the order of mechanics does not matter. */
  readonly adjustCare?: (changes: StatChanges, moment: CareMoment) => StatChanges;
  /** True when the action cannot count as effective, however much it changed. */
  readonly neverEffective?: (moment: CareMoment) => boolean;
  /** What trust gained or lost is multiplied by. */
  readonly trustGain?: number;
  readonly trustLoss?: number;
  /** Above this much trust, its decay is multiplied by the factor. */
  readonly trustDecay?: { readonly above: number; readonly factor: number };
  /** When nobody has looked in for so long, all decay is multiplied by the pace. */
  readonly loneliness?: { readonly afterHours: number; readonly pace: number };
  /** The stats as they may be seen; one that is left out is hidden. */
  readonly reveal?: (shown: StatChanges, real: Stats) => StatChanges;
}

/** Both at once. */
export function addChanges(one: StatChanges, other: StatChanges): StatChanges {
  const touched = STATS.filter((stat) => one[stat] !== undefined || other[stat] !== undefined);
  return Object.fromEntries(touched.map((stat) => [stat, (one[stat] ?? 0) + (other[stat] ?? 0)]));
}

/** The gains multiplied, the costs as they were. */
export function scaleGains(factor: number, changes: StatChanges): StatChanges {
  return mapChanges(changes, (change) => (change > 0 ? change * factor : change));
}

/** The costs multiplied, the gains as they were. */
export function scaleCosts(factor: number, changes: StatChanges): StatChanges {
  return mapChanges(changes, (change) => (change < 0 ? change * factor : change));
}

export function mapChanges(changes: StatChanges, by: (change: number) => number): StatChanges {
  return Object.fromEntries(Object.entries(changes).map(([stat, change]) => [stat, by(change)]));
}
