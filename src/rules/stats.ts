import { STATS, type Stat } from './vocabulary.ts';

/** The stats of a creature, each from 0 to 100. */
export type Stats = Readonly<Record<Stat, number>>;

/** Stats as shown; a stat that is left out is hidden. */
export type VisibleStats = Readonly<Partial<Stats>>;

/** Changes of stats; a stat that is left out does not change. */
export type StatChanges = Readonly<Partial<Record<Stat, number>>>;

export function clampStat(value: number): number {
  return Math.min(100, Math.max(0, value));
}

export function addChanges(one: StatChanges, other: StatChanges): StatChanges {
  const sum: ChangesDraft = {};
  for (const stat of STATS) {
    const { [stat]: first } = one;
    const { [stat]: second } = other;
    if (first !== undefined || second !== undefined) sum[stat] = (first ?? 0) + (second ?? 0);
  }
  return sum;
}

type ChangesDraft = Partial<Record<Stat, number>>;

/** Multiplies gains of stats, not costs. */
export function scaleGains(factor: number, changes: StatChanges): StatChanges {
  return mapChanges(changes, (change) => (change > 0 ? change * factor : change));
}

export function mapChanges(changes: StatChanges, by: (change: number) => number): StatChanges {
  const mapped: ChangesDraft = {};
  for (const stat of STATS) {
    const { [stat]: change } = changes;
    if (change !== undefined) mapped[stat] = by(change);
  }
  return mapped;
}
