import { resurrectionClosesAt } from '../../rules/lives/resurrection.ts';
import type { DeadCreatureFacts } from '../../rules/problem.ts';
import type { Cause } from '../../rules/vocabulary.ts';
import { describeDuration, formatAgo } from '../times.ts';

/** Says how a creature died, how long ago, and how long it can still be resurrected. */
export function deathNotice({ creature, now }: Pick<DeadCreatureFacts, 'creature' | 'now'>): string {
  const { name, died } = creature;
  if (!died) return [name, 'is gone.'].join(' ');
  const left = resurrectionClosesAt(died.at) - now;
  const back =
    left >= 0
      ? ['It can be brought back for', describeDuration(left), 'more.']
      : ['It can no longer be brought back: the seven days for that are over.'];
  return [name, 'died', CAUSES[died.cause], `${formatAgo(now - died.at)}.`, ...back].join(' ');
}

const CAUSES: Record<Cause, string> = {
  hunger: 'of hunger',
  neglect: 'of being left alone',
  harm: 'of something it was given',
};
