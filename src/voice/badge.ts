import type { Mood, Stage } from '../core/vocabulary.ts';

interface Shown {
  readonly state: 'egg' | 'alive' | 'dead' | 'released';
  readonly stage: Stage;
  /** As far as strangers may know it. */
  readonly mood: Mood | undefined;
}

/** How it is, in a word or two. */
export function badgeWords({ state, stage, mood }: Shown): string {
  if (state === 'dead') return 'at rest';
  if (state === 'released') return 'set free';
  return state === 'egg' || mood === undefined ? stage : `${stage}, ${mood}`;
}
