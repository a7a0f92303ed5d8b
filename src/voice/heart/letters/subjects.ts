import type { LetterOccasion } from '../../../core/vocabulary.ts';
import type { Lines } from '../../engine/pick-line.ts';

/** What a letter is called that was written for a reason; one of a week is called after what it tells. */
export const SUBJECTS: Readonly<Record<Exclude<LetterOccasion, 'week'>, Lines>> = {
  child: [
    'I grew',
    'I am not a baby any more',
    'I am a child now',
    'Bigger than before',
    'News from a child',
  ],
  teen: ['Half grown', 'I am not a child any more', 'About getting long', 'Neither small nor big', 'Elbows'],
  adult: [
    'Grown up',
    'Who I turned out to be',
    'I am what I am now',
    'As big as I get',
    '{manner}, it seems',
  ],
  death: ['Goodbye', 'My last letter', 'Before I go', 'From the end', 'A farewell'],
  return: ['I am back', 'Not over after all', 'From this side again', 'A letter you did not expect', 'Alive'],
};

/** What the letter of a week is called that has nothing to be called after. */
export const PLAIN_SUBJECTS: Lines = [
  'How it is with me',
  'A few lines',
  'From my corner',
  'As it was',
  'To you',
];
