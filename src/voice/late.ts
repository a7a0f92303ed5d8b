import type { Late } from '../core/problem.ts';
import { windowClosesAt } from '../core/resurrection.ts';
import type { Cause } from '../core/vocabulary.ts';
import { ago, lived } from './durations.ts';

/** How it died, how long ago, and how long it can still be brought back. */
export function backUntil({ creature, now }: Pick<Late, 'creature' | 'now'>): string {
  const { name, died } = creature;
  if (!died) return [name, 'is gone.'].join(' ');
  const left = windowClosesAt(died.at) - now;
  const back =
    left >= 0
      ? ['It can be brought back for', lived(left), 'more.']
      : ['It can no longer be brought back: the seven days for that are over.'];
  return [name, 'died', CAUSES[died.cause], `${ago(now - died.at)}.`, ...back].join(' ');
}

const CAUSES: Record<Cause, string> = {
  hunger: 'of hunger',
  neglect: 'of being left alone',
  harm: 'of something it was given',
};
