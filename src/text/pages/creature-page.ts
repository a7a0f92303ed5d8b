import type { Observation } from '../../rules/lives/observe.ts';

/** What a page about a creature says around its facts. */
export const CREATURE_PAGE = {
  news: 'Something has happened here since this page was opened.',
  showNews: 'Show it',
  egg: 'It is still an egg, and eggs do not wait for the clock: it hatches the moment its keeper first looks at it.',
  released: 'Its keeper let it go. It left on its own feet, and there is no stone for it.',
  hidden: 'kept to itself',
  hiding: 'It shows its numbers only to those it trusts.',
  guardedDeath:
    'How long it has is its secret. What can be seen is how long it has waited, for somebody and for its meal.',
  notYet: 'not yet',
  toCome: 'Ages to come',
  careUnit: 'acts of care',
  storyHeading: 'Its story',
  story: 'From the egg on, as it was written down. The drawings show it at every age it has reached.',
  storyGone: 'From the egg on, as it was written down. The drawings show it at every age it reached.',
  noCare: 'Nobody has done anything for it yet.',
  noCareEver: 'Nobody ever did anything for it.',
  words: 'What its keeper thought of it. These are the keeper’s words, not ours.',
} as const;

/** What the chart of its care shows. */
export function careCaption(days: number, state: 'egg' | 'alive' | 'dead' | 'released'): string {
  const which = state === 'dead' || state === 'released' ? 'its last' : 'the last';
  return `Acts of care on each of ${which} ${days} days`;
}

/** How often it is visited, and how much faster it decays when that is overdue. */
export function rhythmWords({
  averageHours,
  established,
  multiplier,
}: Observation['rhythm']): readonly string[] {
  const often = established
    ? `Somebody comes about every ${formatVisitInterval(averageHours)}.`
    : 'It has not been visited often enough to expect anybody.';
  if (multiplier <= 1) return [often];
  return [often, `It has been longer than that, and its time passes ${multiplier.toFixed(1)} times as fast.`];
}

/** `hour`, `2.5 hours`, after the word every. */
export function formatVisitInterval(hours: number): string {
  if (hours < 1.5) return hours < 0.95 ? `${Math.max(1, Math.round(hours * 60))} minutes` : 'hour';
  return `${Math.round(hours * 2) / 2} hours`;
}
