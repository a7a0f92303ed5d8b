import farewellTexts from '#content/voice/heart/letters/passages/farewell.json' with { type: 'json' };

import { formatOrdinal } from '../../../engine/numbers.ts';
import { countOf, inWords, timesInWords } from '../count-words.ts';
import { hoursCovered, isFedInTime, isHarmed, lateMealsOf, mealsOf, waitOf } from '../facts.ts';
import { keepsakeNoun } from '../keepsake-nouns.ts';
import { lovedThings } from '../loved-things.ts';
import { ALWAYS, withTexts } from '../passage.ts';
import { mannerWords } from '../manner-words.ts';
import { OWN_WISHES } from '../wish-nouns.ts';

const LONG_WAIT = 12;

/** What a last letter tells: no blame, and nothing made better than it was. */
export const FAREWELL_PASSAGES = withTexts(farewellTexts, {
  goodbye: {
    about: 'occasion',
    fond: true,
    holds: () => true,
    weight: ALWAYS,
    place: 'lead',
  },
  plainGoodbye: {
    about: 'occasion',
    holds: isHarmed,
    weight: ALWAYS,
    place: 'lead',
  },
  starved: {
    about: 'cause',
    holds: ({ cause }) => cause === 'hunger',
    weight: ALWAYS,
  },
  neglected: {
    about: 'cause',
    holds: ({ cause }) => cause === 'neglect',
    weight: ALWAYS,
  },
  poisoned: {
    about: 'harm',
    holds: ({ cause }) => cause === 'harm',
    weight: 4 * ALWAYS,
  },
  visited: {
    about: 'visits',
    fond: true,
    holds: ({ page }) => page.visits >= 1,
    weight: 2,
    words: ({ page }) => ({ times: timesInWords(page.visits) }),
  },
  alone: {
    about: 'visits',
    holds: (letter) => letter.page.visits === 0 && hoursCovered(letter) >= LONG_WAIT,
    weight: 4,
  },
  missedMeals: {
    about: 'meals',
    fond: true,
    holds: (letter) => lateMealsOf(letter) >= 1 && mealsOf(letter) > lateMealsOf(letter),
    weight: 2.4,
    words: (letter) => ({ late: inWords(lateMealsOf(letter)), meals: countOf(mealsOf(letter), 'meal') }),
  },
  lateMeals: {
    about: 'meals',
    fond: true,
    holds: (letter) => mealsOf(letter) >= 1 && lateMealsOf(letter) === mealsOf(letter),
    weight: 2.6,
    words: (letter) => ({ meals: countOf(mealsOf(letter), 'meal') }),
  },
  punctual: {
    about: 'meals',
    fond: true,
    holds: (letter) => mealsOf(letter) >= 2 && isFedInTime(letter) && letter.cause !== 'hunger',
    weight: 1.4,
    words: (letter) => ({ meals: countOf(mealsOf(letter), 'meal') }),
  },
  unfed: {
    about: 'meals',
    holds: (letter) =>
      mealsOf(letter) === 0 && letter.waiting?.everFed !== false && hoursCovered(letter) >= LONG_WAIT,
    weight: 3,
  },
  neverFed: {
    about: 'meals',
    holds: ({ waiting }) => waiting?.everFed === false,
    weight: 3,
  },
  waited: {
    about: 'wait',
    holds: (letter) => letter.page.visits > 0 && waitOf(letter) >= LONG_WAIT,
    weight: 1.6,
    words: (letter) => ({ hours: countOf(waitOf(letter), 'hour') }),
  },
  loved: {
    about: 'loved',
    fond: true,
    holds: (letter) => lovedThings(letter).length >= 1,
    weight: 2.2,
    words: (letter) => ({ loved: lovedThings(letter).at(-1) ?? '' }),
  },
  granted: {
    about: 'granted',
    fond: true,
    holds: ({ page }) => page.granted.length >= 1,
    weight: 2.2,
    words: ({ page }) => ({ wish: OWN_WISHES[page.granted.at(-1) ?? 'to_be_told'] }),
  },
  lastWish: {
    about: 'wish',
    holds: ({ wish }) => wish !== undefined,
    weight: 1.8,
    place: 'end',
    words: ({ wish }) => ({ wish: OWN_WISHES[wish ?? 'to_be_told'] }),
  },
  kept: {
    about: 'kept',
    holds: ({ page }) => page.kept.length >= 1,
    weight: 1.5,
    words: ({ page }) => ({ thing: keepsakeNoun(page.kept.at(-1) ?? 'piece_of_shell') }),
  },
  words: {
    about: 'words',
    fond: true,
    holds: ({ page }) => page.actions.reflect >= 1 || page.actions.play >= 1,
    weight: 1.5,
  },
  age: {
    about: 'age',
    holds: ({ ageDays }) => ageDays >= 2,
    weight: 1.2,
    words: ({ ageDays }) => ({ days: countOf(ageDays, 'day') }),
  },
  oneDay: {
    about: 'age',
    holds: ({ ageDays }) => ageDays === 1,
    weight: 1.2,
  },
  manner: {
    about: 'stage',
    fond: true,
    holds: ({ manner }) => manner !== undefined,
    weight: 1.6,
    words: (letter) => mannerWords(letter),
  },
  onlyLetter: {
    about: 'number',
    holds: ({ number }) => number === 1,
    weight: 1.2,
  },
  number: {
    about: 'number',
    holds: ({ number }) => number >= 2,
    weight: 0.7,
    words: ({ number }) => ({ nth: formatOrdinal(number) }),
  },
  noBlame: {
    about: 'blame',
    fond: true,
    holds: () => true,
    weight: 1,
    place: 'end',
  },
});
