import type { Milestone, Stage } from '../../../core/vocabulary.ts';

export const LIFE_FEED = {
  subtitle: 'What happened to it, as it was written down, and what its keeper wrote for others to read.',
  author: 'Arkhouse',
} as const;

/** Over words that are its keeper's, and not ours. */
export const REFLECTION_TITLE = 'Its keeper wrote';

type LifeEventKind =
  | { readonly kind: 'adopted' | 'hatched' | 'first_meal' | 'died' | 'returned' | 'released' }
  | { readonly kind: 'grew'; readonly to: Exclude<Stage, 'egg' | 'baby'> }
  | { readonly kind: 'milestone'; readonly type: Milestone; readonly threshold: number };

/** An event of a life in a line: a headline, or a date in a calendar. */
export function lifeEventTitle(event: LifeEventKind, name: string): string {
  if (event.kind === 'grew') return `${name} ${GREW[event.to]}`;
  if (event.kind === 'milestone') return `${name} came further: ${MILESTONES[event.type]}`;
  return `${name} ${HAPPENED[event.kind]}`;
}

const HAPPENED = {
  adopted: 'was taken in',
  hatched: 'hatched',
  first_meal: 'had its first meal',
  died: 'died',
  returned: 'came back',
  released: 'was let go',
} as const;

const GREW: Record<Exclude<Stage, 'egg' | 'baby'>, string> = {
  child: 'stopped being a baby',
  teen: 'stopped being a child',
  adult: 'grew up',
};

const MILESTONES: Record<Milestone, string> = {
  trust_milestone: 'trust',
  happiness_milestone: 'joy',
  discipline_milestone: 'manners',
  health_milestone: 'health',
  care_streak: 'meals on time',
  stage_transition: 'age',
};
