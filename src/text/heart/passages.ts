import careTexts from '#content/voice/heart/letters/passages/care.json' with { type: 'json' };
import companyTexts from '#content/voice/heart/letters/passages/company.json' with { type: 'json' };
import farewellTexts from '#content/voice/heart/letters/passages/farewell.json' with { type: 'json' };
import growthTexts from '#content/voice/heart/letters/passages/growth.json' with { type: 'json' };
import harmTexts from '#content/voice/heart/letters/passages/harm.json' with { type: 'json' };
import keepsakesTexts from '#content/voice/heart/letters/passages/keepsakes.json' with { type: 'json' };
import lovedTexts from '#content/voice/heart/letters/passages/loved.json' with { type: 'json' };
import mealsTexts from '#content/voice/heart/letters/passages/meals.json' with { type: 'json' };
import musingsTexts from '#content/voice/heart/letters/passages/musings.json' with { type: 'json' };
import returningTexts from '#content/voice/heart/letters/passages/return.json' with { type: 'json' };
import timeTexts from '#content/voice/heart/letters/passages/time.json' with { type: 'json' };
import togetherTexts from '#content/voice/heart/letters/passages/together.json' with { type: 'json' };
import varietyTexts from '#content/voice/heart/letters/passages/variety.json' with { type: 'json' };
import wishesTexts from '#content/voice/heart/letters/passages/wishes.json' with { type: 'json' };
import speciesMusings from '#content/voice/heart/letters/species-musings.json' with { type: 'json' };
import { type KeepsakeKind, type KeepsakeRow, KEEPSAKES } from '../../rules/heart/keepsakes-table.ts';
import type { Letter } from '../../rules/heart/letter.ts';
import type { WishKind } from '../../rules/heart/wishes-table.ts';
import { type Action, ACTIONS, DAY_PARTS, type LetterOccasion } from '../../rules/vocabulary.ts';
import { formatOrdinal } from '../numbers.ts';
import { asLines, type Lines } from '../pick-line.ts';
import {
  actsOf,
  countOf,
  DAY_PART_PHRASES,
  DEEDS,
  harmfulThings,
  hoursCovered,
  inWords,
  isFedInTime,
  isFedNow,
  isHarmed,
  isWaitOver,
  keepsakeNoun,
  lateMealsOf,
  lovedThings,
  mannerWords,
  mealsOf,
  mostOften,
  onlyAction,
  OWN_WISHES,
  type Passage,
  type PassageRule,
  timesInWords,
  usualPart,
  waitOf,
  withTexts,
  writtenWhen,
} from './letter-facts.ts';

const LONG_WAIT = 12;
const SHORT_WAIT = 8;
const VISITS_FOR_COMPANY = 5;

const ALWAYS: PassageRule = { holds: () => true };

function wasDone(action: Action): PassageRule {
  return {
    holds: ({ page }) => page.actions[action] >= 1,
    words: ({ page }) => ({ times: timesInWords(page.actions[action]) }),
  };
}

function agedAtLeast(least: number): PassageRule {
  return {
    holds: ({ ageDays }) => ageDays >= least,
    words: ({ ageDays }) => ({ days: countOf(ageDays, 'day') }),
  };
}

const FIRST_LETTER: PassageRule = { holds: ({ number }) => number === 1 };

const LATER_LETTER: PassageRule = {
  holds: ({ number }) => number >= 2,
  words: ({ number }) => ({ nth: formatOrdinal(number) }),
};

const HAS_MANNER: PassageRule = { holds: ({ manner }) => manner !== undefined, words: mannerWords };

const HAS_WISH: PassageRule = {
  holds: ({ wish }) => wish !== undefined,
  words: ({ wish }) => ({ wish: wishNoun(wish) }),
};

function wishNoun(kind: WishKind | undefined): string {
  return OWN_WISHES[kind ?? 'to_be_told'];
}

/** Passages of last letters: no blame, and no false comfort. */
const FAREWELL_PASSAGES = withTexts(farewellTexts, {
  goodbye: ALWAYS,
  plainGoodbye: { holds: isHarmed },
  starved: { holds: ({ cause }) => cause === 'hunger' },
  neglected: { holds: ({ cause }) => cause === 'neglect' },
  poisoned: { holds: ({ cause }) => cause === 'harm' },
  visited: {
    holds: ({ page }) => page.visits >= 1,
    words: ({ page }) => ({ times: timesInWords(page.visits) }),
  },
  alone: { holds: wasLeftAlone },
  missedMeals: {
    holds: (letter) => lateMealsOf(letter) >= 1 && mealsOf(letter) > lateMealsOf(letter),
    words: mealWords,
  },
  lateMeals: {
    holds: (letter) => mealsOf(letter) >= 1 && lateMealsOf(letter) === mealsOf(letter),
    words: mealWords,
  },
  punctual: {
    holds: (letter) => mealsOf(letter) >= 2 && isFedInTime(letter) && letter.cause !== 'hunger',
    words: mealWords,
  },
  unfed: {
    holds: (letter) =>
      mealsOf(letter) === 0 && letter.waiting?.everFed !== false && hoursCovered(letter) >= LONG_WAIT,
  },
  neverFed: { holds: ({ waiting }) => waiting?.everFed === false },
  waited: {
    holds: (letter) => letter.page.visits > 0 && waitOf(letter) >= LONG_WAIT,
    words: (letter) => ({ hours: countOf(waitOf(letter), 'hour') }),
  },
  loved: { holds: (letter) => lovedThings(letter).length >= 1, words: lovedWords },
  granted: {
    holds: ({ page }) => page.granted.length >= 1,
    words: ({ page }) => ({ wish: wishNoun(page.granted.at(-1)) }),
  },
  lastWish: HAS_WISH,
  kept: {
    holds: ({ page }) => page.kept.length >= 1,
    words: ({ page }) => ({ thing: keepsakeNoun(page.kept.at(-1) ?? 'piece_of_shell') }),
  },
  words: { holds: ({ page }) => page.actions.reflect >= 1 || page.actions.play >= 1 },
  age: agedAtLeast(2),
  oneDay: { holds: ({ ageDays }) => ageDays === 1 },
  manner: HAS_MANNER,
  onlyLetter: FIRST_LETTER,
  number: LATER_LETTER,
  noBlame: ALWAYS,
});

function wasLeftAlone(letter: Letter): boolean {
  return letter.page.visits === 0 && hoursCovered(letter) >= LONG_WAIT;
}

function mealWords(letter: Letter) {
  const meals = mealsOf(letter);
  return {
    meals: countOf(meals, 'meal'),
    count: inWords(meals),
    fed: timesInWords(meals),
    late: inWords(lateMealsOf(letter)),
    early: inWords(letter.page.meals.early),
  };
}

function lovedWords(letter: Letter) {
  return { loved: lovedThings(letter).at(-1) ?? '' };
}

const MANY = 3;

const KEEPSAKE_PASSAGES = withTexts(keepsakesTexts, {
  kept: {
    holds: (letter) => shelved(letter).length >= 1,
    words: (letter) => ({ thing: newest(letter) }),
  },
  keptMany: {
    holds: (letter) => shelved(letter).length >= MANY,
    words: (letter) => ({
      thing: newest(letter),
      other: keepsakeNoun(shelved(letter)[0] ?? 'piece_of_shell'),
      count: inWords(letter.page.kept.length),
    }),
  },
  nearlyLost: { holds: ({ page }) => page.kept.includes('thin_thread') },
  rescued: { holds: ({ page }) => page.kept.includes('folded_bandage') },
  lateLamp: { holds: ({ page }) => page.kept.includes('window_lamp') },
  anniversary: {
    holds: (letter) => anniversary(letter) !== undefined,
    words: (letter) => ({
      days: inWords(anniversary(letter)?.days ?? 0),
      thing: keepsakeNoun(anniversary(letter)?.kind ?? 'week_stone'),
    }),
  },
});

/** Keepsakes that have no passage of their own. */
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

const MEAL_PASSAGES = withTexts(mealsTexts, {
  mealsInTime: {
    holds: (letter) => mealsOf(letter) >= 2 && letter.page.meals.early === 0 && isFedInTime(letter),
    words: mealWords,
  },
  noneLate: {
    holds: (letter) => mealsOf(letter) >= 2 && letter.page.meals.early >= 1 && isFedInTime(letter),
    words: mealWords,
  },
  someLate: {
    holds: (letter) => lateMealsOf(letter) >= 1 && mealsOf(letter) > lateMealsOf(letter),
    words: mealWords,
  },
  allLate: {
    holds: (letter) => mealsOf(letter) >= 2 && mealsOf(letter) === lateMealsOf(letter),
    words: mealWords,
  },
  oneMeal: { holds: (letter) => mealsOf(letter) === 1 },
  overdue: {
    holds: ({ page }) => page.meals.missed_window >= 1,
    words: ({ page }) => ({ times: timesInWords(page.meals.missed_window) }),
  },
  unfed: {
    holds: (letter) =>
      letter.page.actions.feed === 0 &&
      letter.waiting?.everFed !== false &&
      actsOf(letter) > 0 &&
      hoursCovered(letter) >= DAY_HOURS,
  },
  neverFed: {
    holds: (letter) => letter.waiting?.everFed === false && hoursCovered(letter) >= DAY_HOURS,
  },
  fedEarly: {
    holds: ({ page }) => page.meals.early >= 2,
    words: ({ page }) => ({ times: timesInWords(page.meals.early) }),
  },
  streak: {
    holds: (letter) => letter.streak >= LONG_STREAK && isFedNow(letter),
    words: ({ streak }) => ({ streak: inWords(streak) }),
  },
});

/** Passages after a resurrection: the creature knows nothing of the time it was dead. */
const RETURN_PASSAGES = withTexts(returningTexts, {
  back: ALWAYS,
  away: ALWAYS,
  now: ALWAYS,
  ember: { holds: ({ page }) => page.kept.includes('warm_ember') },
  again: { holds: ({ page }) => !page.kept.includes('warm_ember') },
  age: agedAtLeast(1),
  who: HAS_MANNER,
  number: LATER_LETTER,
  hour: { ...ALWAYS, words: writtenWhen },
  thanks: ALWAYS,
});

const COMPANY_PASSAGES = withTexts(companyTexts, {
  visits: {
    holds: ({ page }) => page.visits >= 2,
    words: ({ page }) => ({ visits: countOf(page.visits, 'visit'), times: timesInWords(page.visits) }),
  },
  oneVisit: { holds: ({ page }) => page.visits === 1 },
  nobody: { holds: wasLeftAlone },
  longWait: {
    holds: (letter) => letter.page.visits > 0 && waitOf(letter) >= LONG_WAIT && isWaitOver(letter),
    words: (letter) => ({ hours: countOf(waitOf(letter), 'hour') }),
  },
  shortWaits: {
    holds: (letter) =>
      letter.page.visits >= VISITS_FOR_COMPANY &&
      letter.page.longestWaitHours > 1 &&
      letter.page.longestWaitHours <= SHORT_WAIT &&
      isWaitOver(letter),
    words: ({ page }) => ({ hours: countOf(Math.ceil(page.longestWaitHours), 'hour') }),
  },
  usualPart: {
    holds: (letter) => usualPart(letter) !== undefined,
    words: (letter) => ({ part: DAY_PART_PHRASES[usualPart(letter) ?? 'midday'] }),
  },
  allHours: {
    holds: (letter) =>
      usualPart(letter) === undefined && DAY_PARTS.every((part) => letter.page.hours[part] > 0),
  },
  nightVisits: {
    holds: (letter) => letter.page.hours.night >= 2 && usualPart(letter) !== 'night',
    words: ({ page }) => ({ times: timesInWords(page.hours.night) }),
  },
});

const CARE_PASSAGES = withTexts(careTexts, {
  clean: wasDone('clean'),
  medicine: wasDone('medicine'),
  lessons: wasDone('discipline'),
  bed: wasDone('sleep'),
});

const BECAME_ADULT: PassageRule = {
  holds: ({ occasion, manner }) => occasion === 'adult' && manner !== undefined,
  words: mannerWords,
};

const GROWTH_PASSAGES = withTexts(growthTexts, {
  becameChild: { holds: ({ occasion }) => occasion === 'child' },
  becameTeen: { holds: ({ occasion }) => occasion === 'teen' },
  becameAdult: BECAME_ADULT,
  mannerShows: BECAME_ADULT,
});

const HARM_PASSAGES = withTexts(harmTexts, {
  harmed: {
    holds: (letter) => isHarmed(letter) && harmfulThings(letter).length === 0,
    words: ({ page }) => ({ times: timesInWords(page.harm?.times ?? 0) }),
  },
  harmedBy: {
    holds: (letter) => harmfulThings(letter).length > 0,
    words: (letter) => ({ thing: harmfulThings(letter).at(-1) ?? '' }),
  },
});

const LOVED_PASSAGES = withTexts(lovedTexts, {
  loved: { holds: (letter) => lovedThings(letter).length === 1, words: lovedWords },
  lovedSeveral: {
    holds: (letter) => lovedThings(letter).length >= 2,
    words: (letter) => {
      const [other = '', loved = ''] = lovedThings(letter).slice(-2);
      return { loved, other };
    },
  },
});

/** Lines of passages by species slug; community species have only the lines of their family. */
export const SPECIES_MUSINGS: Readonly<Record<string, Lines>> = asLines(speciesMusings);

/** Passages about nothing that happened, so they cannot be untrue. */
const MUSINGS = withTexts(musingsTexts, { musing: { ...ALWAYS, ofSpecies: SPECIES_MUSINGS } });

/** Passages about age, time of writing and character, which hold for any living creature. */
const TIME_PASSAGES = withTexts(timeTexts, {
  age: agedAtLeast(2),
  number: LATER_LETTER,
  firstLetter: FIRST_LETTER,
  hour: { ...ALWAYS, words: writtenWhen },
  childhood: {
    holds: ({ stage, occasion }) => (stage === 'child' || stage === 'baby') && occasion === 'week',
  },
  youth: { holds: ({ stage, occasion }) => stage === 'teen' && occasion === 'week' },
  manner: {
    holds: ({ manner, occasion }) => manner !== undefined && occasion !== 'adult',
    words: mannerWords,
  },
  grown: {
    holds: ({ stage, manner, occasion }) => stage === 'adult' && manner === undefined && occasion === 'week',
  },
});

const SOME_VISITS = 4;

const TOGETHER_PASSAGES = withTexts(togetherTexts, {
  play: wasDone('play'),
  noPlay: { holds: ({ page }) => page.actions.play === 0 && page.visits >= SOME_VISITS },
  words: wasDone('reflect'),
  noWords: { holds: ({ page }) => page.actions.reflect === 0 && page.visits >= SOME_VISITS },
});

const VARIETY_PASSAGES = withTexts(varietyTexts, {
  allKinds: { holds: ({ page }) => ACTIONS.every((action) => page.actions[action] > 0) },
  mostDone: {
    holds: (letter) => mostOften(letter) !== undefined,
    words: (letter) => ({ deed: DEEDS[mostOften(letter) ?? 'feed'] }),
  },
  onlyFed: { holds: (letter) => onlyAction(letter) === 'feed' },
});

const WISH_PASSAGES = withTexts(wishesTexts, {
  granted: {
    holds: ({ page }) => new Set(page.granted).size === 1,
    words: ({ page }) => ({ wish: wishNoun(page.granted.at(-1)) }),
  },
  grantedMore: {
    holds: ({ page }) => new Set(page.granted).size >= 2,
    words: ({ page: { granted } }) => ({
      wish: wishNoun(granted.at(-1)),
      other: wishNoun(granted.findLast((kind) => kind !== granted.at(-1))),
      times: timesInWords(granted.length),
    }),
  },
  letGo: {
    holds: ({ page }) => page.letGo.length >= 1,
    words: ({ page }) => ({ wish: wishNoun(page.letGo.at(-1)) }),
  },
  openWish: HAS_WISH,
  noWishLeft: { holds: ({ wish, page }) => wish === undefined && page.granted.length > 0 },
});

export type NamedPassage = readonly [name: string, passage: Passage];

const OF_A_LIFE: readonly NamedPassage[] = Object.entries<Passage>({
  ...GROWTH_PASSAGES,
  ...HARM_PASSAGES,
  ...COMPANY_PASSAGES,
  ...MEAL_PASSAGES,
  ...LOVED_PASSAGES,
  ...TOGETHER_PASSAGES,
  ...CARE_PASSAGES,
  ...VARIETY_PASSAGES,
  ...WISH_PASSAGES,
  ...KEEPSAKE_PASSAGES,
  ...TIME_PASSAGES,
  ...MUSINGS,
});
const OF_AN_END = Object.entries<Passage>({ ...FAREWELL_PASSAGES, ...HARM_PASSAGES });
const OF_A_RETURN = Object.entries<Passage>(RETURN_PASSAGES);

export const PASSAGES: Readonly<Record<LetterOccasion, readonly NamedPassage[]>> = {
  week: OF_A_LIFE,
  child: OF_A_LIFE,
  teen: OF_A_LIFE,
  adult: OF_A_LIFE,
  death: OF_AN_END,
  return: OF_A_RETURN,
};
