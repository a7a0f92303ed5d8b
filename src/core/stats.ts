import { STATS, type Stat } from './vocabulary.ts';

export type Stats = Readonly<Record<Stat, number>>;

/** What an action does to the stats; a stat that is not named does not change. */
export type StatChanges = Readonly<Partial<Record<Stat, number>>>;

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
