import { STATS, type Stat } from './vocabulary.ts';

/** Each from 0 to 100. */
export type Stats = Readonly<Record<Stat, number>>;

/** The stats as somebody may see them; one that is left out is hidden. */
export type VisibleStats = Readonly<Partial<Stats>>;

/** What an action does to the stats; a stat that is not named does not change. */
export type StatChanges = Readonly<Partial<Record<Stat, number>>>;

export function clampStat(value: number): number {
  return Math.min(100, Math.max(0, value));
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

export function mapChanges(changes: StatChanges, by: (change: number) => number): StatChanges {
  return Object.fromEntries(Object.entries(changes).map(([stat, change]) => [stat, by(change)]));
}
