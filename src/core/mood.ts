import { CRITICAL_HEALTH } from './care-record.ts';
import { dice } from './dice.ts';
import type { Stats } from './mechanic.ts';
import type { Mood } from './vocabulary.ts';

export interface Mind {
  readonly asleep: boolean;
  readonly stats: Stats;
  /** In this hour the dice made it curious. */
  readonly curious: boolean;
}

// The first that holds, in the order of the specification; curious takes the place of content, and only that.
const MOODS: readonly [Mood, (mind: Mind) => boolean][] = [
  ['sleeping', ({ asleep }) => asleep],
  ['critical', ({ stats }) => stats.health < CRITICAL_HEALTH],
  ['sick', ({ stats }) => stats.health < 40],
  ['hungry', ({ stats }) => stats.hunger < 30],
  ['happy', ({ stats }) => stats.happiness > 80 && stats.hunger > 50],
  ['curious', ({ curious }) => curious],
];

export function moodOf(mind: Mind): Mood {
  return MOODS.find(([, holds]) => holds(mind))?.[0] ?? 'content';
}

const CURIOUS_CHANCE = 0.4;

export function isCuriousHour(seed: number, localHour: number): boolean {
  return dice(seed, 'curious', localHour) < CURIOUS_CHANCE;
}
