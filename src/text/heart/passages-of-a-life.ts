import farewellTexts from '#content/voice/heart/letters/passages/farewell.json' with { type: 'json' };
import keepsakesTexts from '#content/voice/heart/letters/passages/keepsakes.json' with { type: 'json' };
import mealsTexts from '#content/voice/heart/letters/passages/meals.json' with { type: 'json' };
import returningTexts from '#content/voice/heart/letters/passages/return.json' with { type: 'json' };
import { type KeepsakeKind, type KeepsakeRow, KEEPSAKES } from '../../rules/heart/keepsakes-table.ts';
import type { Letter } from '../../rules/heart/letter.ts';
import { formatOrdinal } from '../numbers.ts';
import {
  actsOf,
  ALWAYS,
  hoursCovered,
  isFedInTime,
  isFedNow,
  isHarmed,
  lateMealsOf,
  mealsOf,
  waitOf,
  withTexts,
} from './letter-facts.ts';
import {
  countOf,
  inWords,
  keepsakeNoun,
  lovedThings,
  mannerWords,
  OWN_WISHES,
  timesInWords,
  writtenWhen,
} from './letter-words.ts';

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

const MANY = 3;

/** What it has kept, and what that is for. */
export const KEEPSAKE_PASSAGES = withTexts(keepsakesTexts, {
  kept: {
    about: 'kept',
    holds: (letter) => shelved(letter).length >= 1,
    weight: 1.5,
    words: (letter) => ({ thing: newest(letter) }),
  },
  keptMany: {
    about: 'kept',
    holds: (letter) => shelved(letter).length >= MANY,
    weight: 1.6,
    words: (letter) => ({
      thing: newest(letter),
      other: keepsakeNoun(shelved(letter)[0] ?? 'piece_of_shell'),
      count: inWords(letter.page.kept.length),
    }),
  },
  nearlyLost: {
    about: 'survived',
    holds: ({ page }) => page.kept.includes('thin_thread'),
    weight: 4,
  },
  rescued: {
    about: 'survived',
    holds: ({ page }) => page.kept.includes('folded_bandage'),
    weight: 4,
  },
  lateLamp: {
    about: 'survived',
    holds: ({ page }) => page.kept.includes('window_lamp'),
    weight: 3,
  },
  anniversary: {
    about: 'anniversary',
    fond: true,
    holds: (letter) => anniversary(letter) !== undefined,
    weight: 3,
    place: 'lead',
    words: (letter) => ({
      days: inWords(anniversary(letter)?.days ?? 0),
      thing: keepsakeNoun(anniversary(letter)?.kind ?? 'week_stone'),
    }),
  },
});

/** What has no passage of its own. */
function shelved({ page }: Letter): readonly KeepsakeKind[] {
  return page.kept.filter((kind) => {
    const { survived, days }: KeepsakeRow = KEEPSAKES[kind];
    return survived === undefined && days === undefined;
  });
}

function newest(letter: Letter): string {
  return keepsakeNoun(shelved(letter).at(-1) ?? 'piece_of_shell');
}

function anniversary({ page }: Letter) {
  return page.kept
    .map((kind) => ({ kind, days: (KEEPSAKES[kind] satisfies KeepsakeRow as KeepsakeRow).days }))
    .findLast(({ days }) => days !== undefined);
}

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
