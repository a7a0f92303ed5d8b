import careTexts from '#content/voice/heart/letters/passages/care.json' with { type: 'json' };
import companyTexts from '#content/voice/heart/letters/passages/company.json' with { type: 'json' };
import growthTexts from '#content/voice/heart/letters/passages/growth.json' with { type: 'json' };
import harmTexts from '#content/voice/heart/letters/passages/harm.json' with { type: 'json' };
import lovedTexts from '#content/voice/heart/letters/passages/loved.json' with { type: 'json' };
import musingsTexts from '#content/voice/heart/letters/passages/musings.json' with { type: 'json' };
import timeTexts from '#content/voice/heart/letters/passages/time.json' with { type: 'json' };
import togetherTexts from '#content/voice/heart/letters/passages/together.json' with { type: 'json' };
import varietyTexts from '#content/voice/heart/letters/passages/variety.json' with { type: 'json' };
import wishesTexts from '#content/voice/heart/letters/passages/wishes.json' with { type: 'json' };
import speciesMusings from '#content/voice/heart/letters/species-musings.json' with { type: 'json' };
import type { Letter } from '../../rules/heart/letter.ts';
import { type Action, ACTIONS, DAY_PARTS, type LetterOccasion } from '../../rules/vocabulary.ts';
import { formatOrdinal } from '../numbers.ts';
import type { Lines } from '../pick-line.ts';
import {
  ALWAYS,
  hoursCovered,
  isHarmed,
  isWaitOver,
  mostOften,
  onlyAction,
  type Passage,
  usualPart,
  waitOf,
  withTexts,
} from './letter-facts.ts';
import {
  countOf,
  dayPartNoun,
  harmfulThings,
  lovedThings,
  mannerWords,
  OWN_WISHES,
  timesInWords,
  writtenWhen,
} from './letter-words.ts';
import {
  FAREWELL_PASSAGES,
  KEEPSAKE_PASSAGES,
  MEAL_PASSAGES,
  RETURN_PASSAGES,
} from './passages-of-a-life.ts';

const LONG_WAIT = 12;
const SHORT_WAIT = 8;
const VISITS_FOR_COMPANY = 5;

/** Who came, how often and when. */
const COMPANY_PASSAGES = withTexts(companyTexts, {
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
      letter.page.visits >= VISITS_FOR_COMPANY &&
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

/** What was done for it: washing, medicine, lessons, bed. */
const CARE_PASSAGES = withTexts(careTexts, {
  clean: {
    about: 'clean',
    fond: true,
    holds: ({ page }) => page.actions.clean >= 1,
    weight: 1.6,
    words: ({ page }) => ({ times: timesInWords(page.actions.clean) }),
  },
  medicine: {
    about: 'medicine',
    fond: true,
    holds: ({ page }) => page.actions.medicine >= 1,
    weight: 1.6,
    words: ({ page }) => ({ times: timesInWords(page.actions.medicine) }),
  },
  lessons: {
    about: 'lessons',
    fond: true,
    holds: ({ page }) => page.actions.discipline >= 1,
    weight: 1.7,
    words: ({ page }) => ({ times: timesInWords(page.actions.discipline) }),
  },
  bed: {
    about: 'bed',
    fond: true,
    holds: ({ page }) => page.actions.sleep >= 1,
    weight: 1.7,
    words: ({ page }) => ({ times: timesInWords(page.actions.sleep) }),
  },
});

/** What stands at the head of a letter of growing up. */
const GROWTH_PASSAGES = withTexts(growthTexts, {
  becameChild: {
    about: 'occasion',
    holds: ({ occasion }) => occasion === 'child',
    weight: ALWAYS,
    place: 'lead',
  },
  becameTeen: {
    about: 'occasion',
    holds: ({ occasion }) => occasion === 'teen',
    weight: ALWAYS,
    place: 'lead',
  },
  becameAdult: {
    about: 'occasion',
    holds: ({ occasion, manner }) => occasion === 'adult' && manner !== undefined,
    weight: ALWAYS,
    place: 'lead',
    words: (letter) => mannerWords(letter),
  },
  mannerShows: {
    about: 'stage',
    holds: ({ occasion, manner }) => occasion === 'adult' && manner !== undefined,
    weight: 2.5,
    words: (letter) => mannerWords(letter),
  },
});

/** What harmed it: told whenever it happened, and never praised. */
const HARM_PASSAGES = withTexts(harmTexts, {
  harmed: {
    about: 'harm',
    holds: (letter) => isHarmed(letter) && harmfulThings(letter).length === 0,
    weight: ALWAYS,
    words: ({ page }) => ({ times: timesInWords(page.harm?.times ?? 0) }),
  },
  harmedBy: {
    about: 'harm',
    holds: (letter) => harmfulThings(letter).length > 0,
    weight: ALWAYS,
    words: (letter) => ({ thing: harmfulThings(letter).at(-1) ?? '' }),
  },
});

/** What it loved, by names of the house. */
const LOVED_PASSAGES = withTexts(lovedTexts, {
  loved: {
    about: 'loved',
    fond: true,
    holds: (letter) => lovedThings(letter).length === 1,
    weight: 1.9,
    words: (letter) => ({ loved: lovedThings(letter).at(-1) ?? '' }),
  },
  lovedSeveral: {
    about: 'loved',
    fond: true,
    holds: (letter) => lovedThings(letter).length >= 2,
    weight: 1.7,
    words: (letter) => {
      const [other = '', loved = ''] = lovedThings(letter).slice(-2);
      return { loved, other };
    },
  },
});

/** What only one of its sort would think of, by slug; a species that somebody designed thinks what its family thinks. */
export const SPECIES_MUSINGS = speciesMusings as Readonly<Record<string, Lines>>;

/** What goes through its head: nothing that happened, so nothing that could be untrue. */
const MUSINGS = withTexts(musingsTexts, {
  musing: {
    about: 'musing',
    holds: () => true,
    weight: 1.7,
    ofSpecies: SPECIES_MUSINGS,
  },
});

/** How old it is, when it writes, who it is: true of any letter of a creature that lives on. */
const TIME_PASSAGES = withTexts(timeTexts, {
  age: {
    about: 'age',
    holds: ({ ageDays }) => ageDays >= 2,
    weight: 1.3,
    words: ({ ageDays }) => ({ days: countOf(ageDays, 'day') }),
  },
  number: {
    about: 'number',
    holds: ({ number }) => number >= 2,
    weight: 1.2,
    words: ({ number }) => ({ nth: formatOrdinal(number) }),
  },
  firstLetter: {
    about: 'number',
    holds: ({ number }) => number === 1,
    weight: 1.8,
  },
  hour: {
    about: 'hour',
    holds: () => true,
    weight: 1.2,
    words: (letter, { zone }) => writtenWhen(letter, zone),
  },
  childhood: {
    about: 'stage',
    holds: ({ stage, occasion }) => (stage === 'child' || stage === 'baby') && occasion === 'week',
    weight: 1,
  },
  youth: {
    about: 'stage',
    holds: ({ stage, occasion }) => stage === 'teen' && occasion === 'week',
    weight: 1.2,
  },
  manner: {
    about: 'stage',
    fond: true,
    holds: ({ manner, occasion }) => manner !== undefined && occasion !== 'adult',
    weight: 1.7,
    words: (letter) => mannerWords(letter),
  },
  grown: {
    about: 'stage',
    holds: ({ stage, manner, occasion }) => stage === 'adult' && manner === undefined && occasion === 'week',
    weight: 1.2,
  },
});

const SOME_VISITS = 4;

/** Time that was for nothing: games and company, and that there was none. */
const TOGETHER_PASSAGES = withTexts(togetherTexts, {
  play: {
    about: 'play',
    fond: true,
    holds: ({ page }) => page.actions.play >= 1,
    weight: 1.7,
    words: ({ page }) => ({ times: timesInWords(page.actions.play) }),
  },
  noPlay: {
    about: 'play',
    fond: true,
    holds: ({ page }) => page.actions.play === 0 && page.visits >= SOME_VISITS,
    weight: 1.3,
  },
  words: {
    about: 'words',
    fond: true,
    holds: ({ page }) => page.actions.reflect >= 1,
    weight: 1.7,
    words: ({ page }) => ({ times: timesInWords(page.actions.reflect) }),
  },
  noWords: {
    about: 'words',
    fond: true,
    holds: ({ page }) => page.actions.reflect === 0 && page.visits >= SOME_VISITS,
    weight: 1.2,
  },
});

/** What an action is, after "you came to". */
const DEEDS: Readonly<Record<Action, string>> = {
  feed: 'feed me',
  play: 'play with me',
  clean: 'make me clean',
  medicine: 'give me medicine',
  discipline: 'teach me manners',
  sleep: 'put me to bed',
  reflect: 'keep me company',
};

/** How much of everything there was. */
const VARIETY_PASSAGES = withTexts(varietyTexts, {
  allKinds: {
    about: 'variety',
    fond: true,
    holds: ({ page }) => ACTIONS.every((action) => page.actions[action] > 0),
    weight: 1.9,
  },
  mostDone: {
    about: 'variety',
    fond: true,
    holds: (letter) => mostOften(letter) !== undefined,
    weight: 1.4,
    words: (letter) => ({ deed: DEEDS[mostOften(letter) ?? 'feed'] }),
  },
  onlyFed: {
    about: 'variety',
    fond: true,
    holds: (letter) => onlyAction(letter) === 'feed',
    weight: 2.2,
  },
});

/** What it wished for, and what became of it. */
const WISH_PASSAGES = withTexts(wishesTexts, {
  granted: {
    about: 'granted',
    fond: true,
    holds: ({ page }) => new Set(page.granted).size === 1,
    weight: 2,
    words: (letter) => ({ wish: newestGranted(letter) }),
  },
  grantedMore: {
    about: 'granted',
    fond: true,
    holds: ({ page }) => new Set(page.granted).size >= 2,
    weight: 1.9,
    words: (letter) => ({
      wish: newestGranted(letter),
      other: otherGranted(letter),
      times: timesInWords(letter.page.granted.length),
    }),
  },
  letGo: {
    about: 'letGo',
    holds: ({ page }) => page.letGo.length >= 1,
    weight: 1.6,
    words: ({ page }) => ({ wish: OWN_WISHES[page.letGo.at(-1) ?? 'to_be_told'] }),
  },
  openWish: {
    about: 'wish',
    holds: ({ wish }) => wish !== undefined,
    weight: 1.6,
    place: 'end',
    words: ({ wish }) => ({ wish: OWN_WISHES[wish ?? 'to_be_told'] }),
  },
  noWishLeft: {
    about: 'wish',
    fond: true,
    holds: ({ wish, page }) => wish === undefined && page.granted.length > 0,
    weight: 1,
    place: 'end',
  },
});

function newestGranted({ page }: Letter): string {
  return OWN_WISHES[page.granted.at(-1) ?? 'to_be_told'];
}

/** The newest but one, of those that were for something else. */
function otherGranted({ page }: Letter): string {
  const newest = page.granted.at(-1);
  return OWN_WISHES[page.granted.findLast((kind) => kind !== newest) ?? 'to_be_told'];
}

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

/** All that a letter of an occasion may tell. */
export const PASSAGES: Readonly<Record<LetterOccasion, readonly NamedPassage[]>> = {
  week: OF_A_LIFE,
  child: OF_A_LIFE,
  teen: OF_A_LIFE,
  adult: OF_A_LIFE,
  death: OF_AN_END,
  return: OF_A_RETURN,
};
