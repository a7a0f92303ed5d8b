import returningTexts from '#content/voice/heart/letters/passages/return.json' with { type: 'json' };

import { formatOrdinal } from '../../../engine/numbers.ts';
import { countOf } from '../count-words.ts';
import { writtenWhen } from '../clock-words.ts';
import { ALWAYS, withTexts } from '../passage.ts';
import { mannerWords } from '../manner-words.ts';

/** What one tells that is back from the dead; of the time it was away it knows nothing. */
export const RETURN_PASSAGES = withTexts(returningTexts, {
  back: {
    about: 'occasion',
    holds: () => true,
    weight: ALWAYS,
    place: 'lead',
  },
  away: {
    about: 'away',
    holds: () => true,
    weight: 3,
  },
  now: {
    about: 'now',
    holds: () => true,
    weight: 2.5,
  },
  ember: {
    about: 'kept',
    holds: ({ page }) => page.kept.includes('warm_ember'),
    weight: 3,
  },
  again: {
    about: 'kept',
    holds: ({ page }) => !page.kept.includes('warm_ember'),
    weight: 2,
  },
  age: {
    about: 'age',
    holds: ({ ageDays }) => ageDays >= 1,
    weight: 1.5,
    words: ({ ageDays }) => ({ days: countOf(ageDays, 'day') }),
  },
  who: {
    about: 'stage',
    holds: ({ manner }) => manner !== undefined,
    weight: 1.6,
    words: (letter) => mannerWords(letter),
  },
  number: {
    about: 'number',
    holds: ({ number }) => number >= 2,
    weight: 1,
    words: ({ number }) => ({ nth: formatOrdinal(number) }),
  },
  hour: {
    about: 'hour',
    holds: () => true,
    weight: 0.8,
    words: (letter, { zone }) => writtenWhen(letter, zone),
  },
  thanks: {
    about: 'thanks',
    holds: () => true,
    weight: 1.4,
    place: 'end',
  },
});
