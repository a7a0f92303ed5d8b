import { ACTIONS, type Action } from './vocabulary.ts';

/** How many of the last actions are remembered. */
export const REMEMBERED_ACTIONS = 20;

/** How varied care has been: the entropy of its kinds, 0 for always the same and 100 for all seven alike. */
export function varietyOf(recent: readonly Action[]): number {
  const shares = ACTIONS.map((action) => recent.filter((each) => each === action).length / recent.length);
  const entropy = shares.reduce((sum, share) => (share > 0 ? sum - share * Math.log(share) : sum), 0);
  return (entropy / Math.log(ACTIONS.length)) * 100;
}

export function remembering(recent: readonly Action[], action: Action): readonly Action[] {
  return [...recent, action].slice(-REMEMBERED_ACTIONS);
}
