import type { Changes } from '../../core/mechanic.ts';
import type { Observed } from '../../core/observe.ts';
import { hiddenStats } from '../../core/reveal.ts';
import type { Mood, Stat } from '../../core/vocabulary.ts';
import { tenths } from './numbers.ts';

/** A stat as its keeper may see it: null while it is hidden. */
export function shownOf(shown: Changes, stat: Stat): number | null {
  const value = shown[stat];
  return value === undefined ? null : tenths(value);
}

/** The names of what is hidden, when something is. */
export function namesOf(hidden: readonly Stat[]): Stat[] | undefined {
  return hidden.length === 0 ? undefined : [...hidden];
}

export function hiddenIn(shown: Changes): Stat[] | undefined {
  return namesOf(hiddenStats(shown));
}

/** Its mood follows from its real stats: one that hides any of them keeps its face. */
export function moodShown({ mood, hidden }: Pick<Observed, 'mood' | 'hidden'>): Mood {
  return hidden.length === 0 || mood === 'sleeping' ? mood : 'content';
}
