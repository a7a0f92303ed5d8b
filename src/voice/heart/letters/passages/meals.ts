import mealsTexts from '#content/voice/heart/letters/passages/meals.json' with { type: 'json' };

import { countOf, inWords, timesInWords } from '../count-words.ts';
import { actsOf, hoursCovered, isFedInTime, isFedNow, lateMealsOf, mealsOf } from '../facts.ts';
import { withTexts } from '../passage.ts';

const DAY_HOURS = 24;
const LONG_STREAK = 6;

/** What it ate, and when. */
export const MEAL_PASSAGES = withTexts(mealsTexts, {
  mealsInTime: {
    about: 'meals',
    fond: true,
    holds: (letter) => mealsOf(letter) >= 2 && letter.page.meals.early === 0 && isFedInTime(letter),
    weight: 1.6,
    words: (letter) => ({
      meals: countOf(mealsOf(letter), 'meal'),
      count: inWords(mealsOf(letter)),
      fed: timesInWords(mealsOf(letter)),
    }),
  },
  noneLate: {
    about: 'meals',
    fond: true,
    holds: (letter) => mealsOf(letter) >= 2 && letter.page.meals.early >= 1 && isFedInTime(letter),
    weight: 1.6,
    words: (letter) => ({
      meals: countOf(mealsOf(letter), 'meal'),
      early: inWords(letter.page.meals.early),
    }),
  },
  someLate: {
    about: 'meals',
    fond: true,
    holds: (letter) => lateMealsOf(letter) >= 1 && mealsOf(letter) > lateMealsOf(letter),
    weight: 1.7,
    words: (letter) => ({
      meals: countOf(mealsOf(letter), 'meal'),
      late: inWords(lateMealsOf(letter)),
    }),
  },
  allLate: {
    about: 'meals',
    fond: true,
    holds: (letter) => mealsOf(letter) >= 2 && mealsOf(letter) === lateMealsOf(letter),
    weight: 2,
    words: (letter) => ({ meals: countOf(mealsOf(letter), 'meal') }),
  },
  oneMeal: {
    about: 'meals',
    fond: true,
    holds: (letter) => mealsOf(letter) === 1,
    weight: 1.6,
  },
  overdue: {
    about: 'meals',
    holds: ({ page }) => page.meals.missed_window >= 1,
    weight: 1.6,
    words: ({ page }) => ({ times: timesInWords(page.meals.missed_window) }),
  },
  unfed: {
    about: 'meals',
    holds: (letter) =>
      letter.page.actions.feed === 0 &&
      letter.waiting?.everFed !== false &&
      actsOf(letter) > 0 &&
      hoursCovered(letter) >= DAY_HOURS,
    weight: 3,
  },
  neverFed: {
    about: 'meals',
    holds: (letter) => letter.waiting?.everFed === false && hoursCovered(letter) >= DAY_HOURS,
    weight: 4,
  },
  fedEarly: {
    about: 'early',
    fond: true,
    holds: ({ page }) => page.meals.early >= 2,
    weight: 1.6,
    words: ({ page }) => ({ times: timesInWords(page.meals.early) }),
  },
  streak: {
    about: 'streak',
    fond: true,
    holds: (letter) => letter.streak >= LONG_STREAK && isFedNow(letter),
    weight: 1.8,
    words: ({ streak }) => ({ streak: inWords(streak) }),
  },
});
