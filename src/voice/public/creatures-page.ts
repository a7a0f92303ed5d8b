import { HOUR } from '../../core/engine/clock.ts';
import type { CreatureOrder, Family, Stage, Urgency } from '../../core/vocabulary.ts';
import { describeDuration, pluralize } from '../engine/durations.ts';
import { FAMILY_NAME, FAMILY_NAMES, STAGE_NAMES, URGENCY_WORDS } from './page-words.ts';

export const CREATURES_PAGE = {
  description: 'Every creature that lives in the Arkhouse now, by family and by age, each in its own window.',
  none: 'Nobody of this kind lives here right now. There is a room free.',
  noneInNeed: 'Nobody of this kind is short of time right now. Somebody has been looking after them.',
  seek: 'Look for somebody: a creature, a species or a keeper, by how the name begins',
  seekHint: 'a name',
  find: 'Find',
  needs: 'Needs somebody',
  everybody: 'Everybody',
  kept: 'Species that keep their feelings to themselves are not among them.',
  favourites: 'Your favourites',
  favouritesLead: 'They are remembered in your browser and nowhere else, for as long as it likes.',
  favouritesNone:
    'You have no favourites yet, or none of them is to be found. A heart beside a window makes one.',
} as const;

export const CREATURE_ORDER_NAMES: Record<CreatureOrder, string> = {
  youngest: 'Youngest',
  oldest: 'Oldest',
  trust: 'Most trusting',
  danger: 'Least time left',
};

const IN_ORDER: Record<CreatureOrder, string> = {
  youngest: 'the youngest first',
  oldest: 'the oldest first',
  trust: 'the most trusting first',
  danger: 'the least time left first',
};

/** What the page of residents is called, by whom it shows. */
export function residentsHeading(family: Family | undefined, stage: Stage | undefined): string {
  if (!stage) return family ? FAMILY_NAMES[family] : 'Who lives here';
  return family ? `${STAGE_NAMES[stage]} of the ${FAMILY_NAME[family]} family` : STAGE_NAMES[stage];
}

interface ResidentsFacts {
  readonly total: number | undefined;
  readonly order: CreatureOrder;
  readonly words: string | undefined;
  /** Only those with less time left than these hours. */
  readonly needyHours: number | undefined;
}

/** Whom the page shows, and in which order, in a sentence or two. */
export function residentsLead({ total, order, words, needyHours }: ResidentsFacts): string {
  const who = [
    words === undefined ? undefined : `Those whose name, species or keeper begins with “${words}”`,
    needyHours === undefined
      ? undefined
      : `${words === undefined ? 'Those who have' : 'and who have'} less than ${pluralize(needyHours, 'hour')} left if nobody comes`,
    total === undefined ? undefined : countOf(total),
  ].filter((part) => part !== undefined);
  if (who.length > 0) return `${[...who, IN_ORDER[order]].join(', ')}.`;
  return order === 'danger'
    ? `Those who have missed a meal, or have none left to miss, ${IN_ORDER.danger}.`
    : `Those who show what they feel, ${IN_ORDER[order]}.`;
}

function countOf(total: number): string {
  return total === 1 ? 'One' : pluralize(total, 'resident');
}

/** How much time is left; only how urgent it is, of one that hides its health. */
export function timeLeftWords(hours: number | undefined, urgency: Urgency): string {
  if (hours === undefined) return URGENCY_WORDS[urgency];
  if (hours < 1) return `${describeDuration(hours * HOUR)} left`;
  return `${pluralize(Math.floor(hours), 'hour')} left`;
}

export function trustWords(trust: number): string {
  return `trust ${Math.round(trust)} of 100`;
}
