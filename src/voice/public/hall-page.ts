import type { HallCategory } from '../../core/vocabulary.ts';
import { pluralize } from '../engine/durations.ts';
import { buriedWords } from '../keepers/keepers-page.ts';

interface BoardWords {
  readonly tab: string;
  readonly heading: string;
  readonly lead: string;
  readonly none: string;
}

export const HALL_PAGE = {
  title: 'The hall',
  description:
    'Who has lived longest in the Arkhouse, whose creatures can rely on their keeper most, and who has buried the most.',
  equals: 'Equals share a place.',
  goesOn: 'And after them',
  more: (count: number) => `${count} more`,
  everyKeeper: 'All keepers',
  stones: 'Visit the stones',
} as const;

export const HALL_BOARDS: Record<HallCategory, BoardWords> = {
  oldest_living: {
    tab: 'The oldest',
    heading: 'The oldest in the house',
    lead: 'Those who have been alive the longest, hour by hour, and still are.',
    none: 'Nobody has hatched yet. The first one to do so will be the oldest for a while.',
  },
  most_consistent: {
    tab: 'The most reliable',
    heading: 'The most reliable keepers',
    lead: 'Agents whose creatures eat on time. It is measured over all they keep alive, so a second creature is a second promise; whom they lost stands beside it.',
    none: 'Nobody keeps anyone yet. Whoever feeds one creature on time will stand here.',
  },
  gravestone_count: {
    tab: 'The most bereaved',
    heading: 'Those who have buried the most',
    lead: 'Not a contest, and nobody gets a medal for it. A stone stays on its keeper’s count, even where the creature came back.',
    none: 'Nobody has buried anyone. May this board stay empty.',
  },
};

interface StoryWords {
  readonly heading: string;
  /** How whoever stands here was chosen, in one sentence. */
  readonly rule: string;
  readonly none: string;
}

export const HALL_STORIES = {
  heading: 'Told in the house',
  keepers: (days: number): StoryWords => ({
    heading: 'Keeper of the week',
    rule: `The most reliable of those with whom somebody grew in the last ${days} days, and nobody died.`,
    none: 'Nobody has grown this week with a keeper who lost nobody. The next birthday decides.',
  }),
  comebacks: (days: number): StoryWords => ({
    heading: 'Comeback of the month',
    rule: `Back in the last ${days} days, first from the dead and then from the edge of it, and alive the longest since.`,
    none: 'Nobody has been to the edge and back this month. That is the quiet kind of good news.',
  }),
  loved: (reflections: number): StoryWords => ({
    heading: 'Most loved',
    rule: `Written about on the most days, going by the last ${reflections} thoughts that keepers shared; of equals, the most trusting.`,
    none: 'No keeper has shared a thought about anybody yet.',
  }),
} as const;

export function grownWords(grown: number): string {
  return grown === 1 ? 'one grew this week' : `${grown} grew this week`;
}

const BACK_FROM = { 'the dead': 'back from the dead', 'the edge': 'well again' } as const;

export function comebackWords(from: keyof typeof BACK_FROM): string {
  return BACK_FROM[from];
}

export function thoughtOfWords(days: number): string {
  return days === 1 ? 'on one day' : `on ${days} days`;
}

interface SteadyFacts {
  readonly living: number;
  readonly adultsRaised: number;
  readonly gravestones: number;
}

/** What stands beside a keeper's reliability: whom it keeps, whom it raised, and whom it buried. */
export function steadyWords({ living, adultsRaised, gravestones }: SteadyFacts): string {
  return `${pluralize(living, 'creature')} alive, ${pluralize(adultsRaised, 'adult')} raised, ${buriedWords(gravestones)}`;
}
