import type { Reached } from '../core/milestones.ts';
import { FORMS } from '../core/stages.ts';
import type { UnlockableTier } from '../core/tiers.ts';
import type { Family, Milestone, Path, Stage, Stat } from '../core/vocabulary.ts';
import { withArticle } from './nouns.ts';
import { filled, pickLine, type Lines } from './pick.ts';
import { GROWN_UP, GROWING } from './stage-lines.ts';

export interface Celebrated {
  readonly name: string;
  readonly family: Family;
  readonly seed: number;
  /** The stats it does not show: a milestone of one of them is told without saying of what. */
  readonly hidden: readonly Stat[];
}

/** The words for a threshold it has crossed for the first time. */
export function milestoneMessage(
  type: Reached['type'],
  threshold: number | Stage,
  facts: Celebrated & { readonly path?: Path | undefined },
): string {
  if (typeof threshold === 'string') return stageMessage(threshold, facts);
  const { seed, name, hidden } = facts;
  const stat = STAT_OF[type];
  const open = stat === undefined || !hidden.includes(stat);
  const lines = open ? (MILESTONE_LINES[type][threshold] ?? ANY_OTHER) : KEPT_QUIET;
  return filled(pickLine(lines, { seed, field: type, count: open ? threshold : 0 }), { name });
}

/** The words for a stage it has reached; an adult's name what became of it. */
export function stageMessage(
  stage: Stage,
  facts: Pick<Celebrated, 'name' | 'family' | 'seed'> & { readonly path?: Path | undefined },
): string {
  const { name, family, seed, path = 'balanced' } = facts;
  const lines = stage === 'adult' ? GROWN_UP[family][path] : GROWING[stage][family];
  const form = withArticle(FORMS[family][path]);
  return filled(pickLine(lines, { seed, field: 'stage', count: 0 }), { name, form });
}

export type AdoptionMilestone = 'first_adoption' | `tier_unlocked:${Exclude<UnlockableTier, 'common'>}`;

export function adoptionMessage(
  milestone: AdoptionMilestone,
  facts: Pick<Celebrated, 'name' | 'seed'>,
): string {
  const line = pickLine(ADOPTION_LINES[milestone], { seed: facts.seed, field: milestone, count: 0 });
  return filled(line, { name: facts.name });
}

const STAT_OF: Record<Milestone, Stat | undefined> = {
  trust_milestone: 'trust',
  happiness_milestone: 'happiness',
  discipline_milestone: 'discipline',
  health_milestone: 'health',
  care_streak: undefined,
  stage_transition: undefined,
};

export const MILESTONE_LINES: Record<Milestone, Readonly<Record<number, Lines>>> = {
  trust_milestone: {
    50: [
      '{name} has decided that you are one of the good ones.',
      'Somewhere between two meals, {name} began to trust you.',
    ],
    75: [
      '{name} comes to you first now, and to the food second.',
      '{name} turns its back on you, and means it as a compliment.',
    ],
    90: ['{name} trusts you with everything it has.', '{name} has stopped wondering whether you will come.'],
  },
  happiness_milestone: {
    50: ['{name} has found something to like about today.', 'The day is looking up for {name}.'],
    80: ['{name} is plainly, visibly happy.', '{name} has caught itself enjoying this.'],
    100: ['{name} is as happy as a creature can be.', '{name} could not be happier, and has tried.'],
  },
  discipline_milestone: {
    25: [
      '{name} has learned its first rule and keeps most of it.',
      '{name} now stops when told, about half the time.',
    ],
    50: ['{name} does as it is asked, and only sighs a little.', '{name} has manners, to its own surprise.'],
    75: ['{name} behaves even when nobody is looking.', 'You could take {name} anywhere.'],
  },
  health_milestone: {
    80: ['{name} has come all the way back from the edge.', '{name} was nearly lost, and is well again.'],
  },
  care_streak: {
    10: [
      'Ten meals in a row on time: {name} has stopped watching the clock.',
      'That makes ten on time, and {name} has started to count on you.',
    ],
    25: [
      'Twenty-five meals on time, one after another. {name} sets its day by you.',
      '{name} has had twenty-five punctual dinners in a row, and thinks that is how dinners are.',
    ],
    50: [
      'Fifty on time without a gap: {name} no longer looks up when the door opens, because it knows.',
      'Fifty meals, none of them late. {name} has never had to ask.',
    ],
    100: [
      'One hundred meals on time. {name} believes that the sun works like this too.',
      'A hundred in a row. Very few creatures are kept like {name}.',
    ],
  },
  stage_transition: {},
};

const ANY_OTHER: Lines = [
  '{name} has come further than it was.',
  '{name} has reached something it had not reached before.',
];

const KEPT_QUIET: Lines = [
  'Something in {name} has shifted, and it is not saying what.',
  '{name} has come a step further behind its guard.',
];

export const ADOPTION_LINES: Record<AdoptionMilestone, Lines> = {
  first_adoption: [
    '{name} is your first. Somewhere in this house there is now an egg that is yours.',
    'Your first egg, and it already has a name: {name}. Look at it, and it will look back.',
  ],
  'tier_unlocked:uncommon': [
    'You have raised one to the end of childhood, and the uncommon creatures have heard of it. They will come to you now.',
    'The second door of the house is open: uncommon species will take you for a keeper.',
  ],
  'tier_unlocked:rare': [
    'Three grown and few lost: the rare ones trust you enough to hatch here.',
    'The third door is open. What lives behind it is rare, and particular.',
  ],
  'tier_unlocked:extreme': [
    'A month, a full house and not one grave: the last door is open, and what comes through it is strange.',
    'You have lost nobody. The creatures that hardly exist would like to meet you.',
  ],
};

/** Every list of this file that no table shows, for whoever reads them all. */
export const OTHER_MILESTONE_LINES: readonly Lines[] = [ANY_OTHER, KEPT_QUIET];
