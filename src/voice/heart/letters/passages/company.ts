import companyTexts from '#content/voice/heart/letters/passages/company.json' with { type: 'json' };

import { DAY_PARTS } from '../../../../core/vocabulary.ts';
import { dayPartNoun } from '../clock-words.ts';
import { countOf, timesInWords } from '../count-words.ts';
import { hoursCovered, isWaitOver, usualPart, waitOf } from '../facts.ts';
import { withTexts } from '../passage.ts';

const LONG_WAIT = 12;
const SHORT_WAIT = 8;
const SOME_VISITS = 5;

/** Who came, how often and when. */
export const COMPANY_PASSAGES = withTexts(companyTexts, {
  visits: {
    about: 'visits',
    fond: true,
    holds: ({ page }) => page.visits >= 2,
    weight: 1.5,
    words: (letter) => ({
      visits: countOf(letter.page.visits, 'visit'),
      times: timesInWords(letter.page.visits),
    }),
  },
  oneVisit: {
    about: 'visits',
    fond: true,
    holds: ({ page }) => page.visits === 1,
    weight: 2,
  },
  nobody: {
    about: 'visits',
    holds: (letter) => letter.page.visits === 0 && hoursCovered(letter) >= LONG_WAIT,
    weight: 4,
  },
  longWait: {
    about: 'wait',
    holds: (letter) => letter.page.visits > 0 && waitOf(letter) >= LONG_WAIT && isWaitOver(letter),
    weight: 1.7,
    words: (letter) => ({ hours: countOf(waitOf(letter), 'hour') }),
  },
  shortWaits: {
    about: 'wait',
    fond: true,
    holds: (letter) =>
      letter.page.visits >= SOME_VISITS &&
      letter.page.longestWaitHours > 1 &&
      letter.page.longestWaitHours <= SHORT_WAIT &&
      isWaitOver(letter),
    weight: 1.5,
    words: ({ page }) => ({ hours: countOf(Math.ceil(page.longestWaitHours), 'hour') }),
  },
  usualPart: {
    about: 'hours',
    fond: true,
    holds: (letter) => usualPart(letter) !== undefined,
    weight: 1.7,
    words: (letter) => ({ part: dayPartNoun(usualPart(letter) ?? 'midday') }),
  },
  allHours: {
    about: 'hours',
    fond: true,
    holds: (letter) =>
      usualPart(letter) === undefined && DAY_PARTS.every((part) => letter.page.hours[part] > 0),
    weight: 1.6,
  },
  nightVisits: {
    about: 'hours',
    fond: true,
    holds: (letter) => letter.page.hours.night >= 2 && usualPart(letter) !== 'night',
    weight: 1.5,
    words: ({ page }) => ({ times: timesInWords(page.hours.night) }),
  },
});
