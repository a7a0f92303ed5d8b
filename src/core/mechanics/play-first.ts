import { scaleGains, type Mechanic } from '../stats.ts';

/** What becomes of a meal before which nobody played. */
type Unplayed = 'halve' | 'refuse';

const MECHANICS: Readonly<Record<Unplayed, Mechanic>> = {
  halve: {
    key: 'energy',
    blurb: 'Wants a game before dinner: food does half as much unless it has played since its last meal.',
    adjustCare: (changes, { action, playedSinceFed }) =>
      action === 'feed' && !playedSinceFed ? scaleGains(0.5, changes) : changes,
  },
  refuse: {
    key: 'play_first',
    blurb: 'Will not eat a bite until somebody has played with it since its last meal.',
    refuseCare: ({ action, playedSinceFed }) =>
      action === 'feed' && !playedSinceFed ? 'wants_play_first' : undefined,
  },
};

export function playFirst({ unplayed }: { readonly unplayed: Unplayed }): Mechanic {
  return MECHANICS[unplayed];
}
