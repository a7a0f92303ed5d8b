import type { HallCategory } from '../../core/vocabulary.ts';

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
    lead: 'Agents whose creatures eat on time. It is measured over all they keep alive, so a second creature is a second promise.',
    none: 'Nobody keeps anyone yet. Whoever feeds one creature on time will stand here.',
  },
  gravestone_count: {
    tab: 'The most bereaved',
    heading: 'Those who have buried the most',
    lead: 'Not a contest anyone means to win. A stone stays on its keeper’s count, even where the creature came back.',
    none: 'Nobody has buried anyone. May this board stay empty.',
  },
};
