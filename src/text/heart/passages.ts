import keepsakeNouns from '#content/voice/heart/letters/keepsake-nouns.json' with { type: 'json' };
import spokenManners from '#content/voice/heart/letters/manner-words.json' with { type: 'json' };
import phrases from '#content/voice/heart/letters/phrases.json' with { type: 'json' };
import wishNouns from '#content/voice/heart/letters/wish-nouns.json' with { type: 'json' };
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

import { DAY, HOUR, offsetAt, type TimeZone } from '../../rules/base/clock.ts';
import { dayPartAt, type Letter } from '../../rules/heart/heart.ts';
import { type KeepsakeKind, type KeepsakeRow, KEEPSAKES } from '../../rules/heart/keepsakes-table.ts';
import type { WishKind } from '../../rules/heart/wishes-table.ts';
import { APPROVED_ITEMS } from '../../rules/species/catalog.ts';
import type { Species } from '../../rules/species/species.ts';
import {
  type Action,
  ACTIONS,
  DAY_PARTS,
  type DayPart,
  type Family,
  type LetterOccasion,
  TIMINGS,
} from '../../rules/vocabulary.ts';
import { withArticle } from '../nouns.ts';
import { formatOrdinal } from '../numbers.ts';
import { asLines, type Lines, type TemplateWords } from '../pick-line.ts';
import { keepsakeName } from './keepsakes.ts';

function actsOf({ page }: Letter): number {
  return ACTIONS.reduce((sum, action) => sum + page.actions[action], 0);
}

function mealsOf({ page }: Letter): number {
  return TIMINGS.reduce((sum, timing) => sum + page.meals[timing], 0);
}

/** The number of late meals and missed feeding windows in the time a letter covers. */
function lateMealsOf({ page }: Letter): number {
  return page.meals.late + page.meals.missed_window;
}

/** The part of the day with more than half of the care, if any. */
function usualPart({ page }: Letter): DayPart | undefined {
  const all = DAY_PARTS.reduce((sum, part) => sum + page.hours[part], 0);
  return all < FEW_ACTS ? undefined : DAY_PARTS.find((part) => page.hours[part] > all / 2);
}

const FEW_ACTS = 4;

/** The action of all care in a letter's time, if there was only one. */
function onlyAction(letter: Letter): Action | undefined {
  const all = actsOf(letter);
  return all < FEW_ACTS ? undefined : ACTIONS.find((action) => letter.page.actions[action] === all);
}

/** The most frequent action in a letter's time, if there were several and it is unique. */
function mostOften({ page }: Letter): Action | undefined {
  const [first = 'feed', second = 'play'] = ACTIONS.toSorted(
    (one, other) => page.actions[other] - page.actions[one],
  );
  const isClear = page.actions[second] > 0 && page.actions[first] > page.actions[second];
  return isClear ? first : undefined;
}

function hoursCovered({ at, page }: Letter): number {
  return (at - page.from) / HOUR;
}

const DAYS_IN_WEEK = 7;

/** The period that a letter covers, not rounded since counts refer to it: `the past week`, `the time since I hatched`. */
export function spanOf({ at, number, page }: Letter): string {
  const days = (at - page.from) / DAY;
  if (days === 1) return 'the past day';
  if (days === DAYS_IN_WEEK) return 'the past week';
  if (days > 1 && Number.isInteger(days)) return `the past ${inWords(days)} days`;
  if (page.begins === 'hatching') return 'the time since I hatched';
  return page.begins === 'memory' || number === 1
    ? 'the time that I remember'
    : 'the time since my last letter';
}

export function isHarmed({ page }: Letter): boolean {
  return (page.harm?.times ?? 0) > 0;
}

/**
 * True if no meal was overdue when the letter was written. Last letters of older versions do not know: the
 * creature may have starved.
 */
function isFedNow({ waiting, occasion }: Letter): boolean {
  if (!waiting) return occasion !== 'death';
  return waiting.feeding !== 'overdue' && waiting.feeding !== 'critical';
}

/** True if no meal came late, and none was overdue when the letter was written. */
function isFedInTime(letter: Letter): boolean {
  return isFedNow(letter) && lateMealsOf(letter) === 0;
}

/** True if the current time without a visit is no longer than the longest one before. */
function isWaitOver({ waiting, page }: Letter): boolean {
  return waiting === undefined || waiting.careHours <= page.longestWaitHours;
}

function waitOf({ page }: Letter): number {
  return Math.round(page.longestWaitHours);
}

export interface LetterWriter {
  readonly name: string;
  readonly seed: number;
  readonly species: Species;
  readonly zone: TimeZone;
}

/** Lines of a letter's passage: `young` replaces `any` for young creatures; lines of the family are added to either. */
export interface LetterLines extends Readonly<Partial<Record<Family, Lines>>> {
  readonly any: Lines;
  readonly young?: Lines;
}

/** When a passage may be used in a letter, and the values of its placeholders. */
interface PassageRule {
  readonly holds: (letter: Letter) => boolean;
  readonly words?: (letter: Letter, writer: LetterWriter) => TemplateWords;
  /** Additional lines by species slug. */
  readonly ofSpecies?: Readonly<Record<string, Lines>>;
}

interface PassageTexts {
  /** Subject of the passage: a letter has at most one passage for each subject. */
  readonly about: string;
  /** True for thanks or praise, which are left out of letters about harm. */
  readonly fond?: true;
  /** How remarkable the passage is: about 1 for everyday facts, 4 for once in a life, 99 for passages that are always used. */
  readonly weight: number;
  readonly place?: 'lead' | 'middle' | 'end';
  /** Titles of a letter in which this is the most remarkable passage. */
  readonly titles?: Lines;
  readonly lines: LetterLines;
}

/** A paragraph that a letter may contain. */
export type Passage = PassageRule & PassageTexts;

/** Joins the rules of passages with the texts of the same names. */
function withTexts(
  json: unknown,
  rules: Readonly<Record<string, PassageRule>>,
): Readonly<Record<string, Passage>> {
  const texts = json as Readonly<Record<string, PassageTexts>>;
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, { ...rule, ...texts[name] } as Passage]),
  );
}

/** Phrases of letters; `deeds` follow "you came to". */
const { deeds: DEEDS, dayParts: DAY_PART_PHRASES } = phrases;

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** The local time of writing: `Tuesday`, `evening`, `in the evening`. */
function writtenWhen({ at }: Letter, { zone }: { readonly zone: TimeZone }): TemplateWords {
  const day = new Date(at + offsetAt(zone, at)).getUTCDay();
  const part = dayPartAt(zone, at);
  return { day: WEEKDAYS[day] ?? WEEKDAYS[0], hour: part, when: DAY_PART_PHRASES[part] };
}

const SMALL_NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** A number in words, from thirteen on in digits: `seven`, `13`. */
export function inWords(count: number): string {
  return SMALL_NUMBERS[count] ?? String(count);
}

export function countOf(count: number, noun: string): string {
  return `${inWords(count)} ${noun}${count === 1 ? '' : 's'}`;
}

export function timesInWords(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${inWords(count)} times`;
}

/** Names of keepsakes in letters, where they differ from the usual ones. */
const OWN_WORDS: Readonly<Partial<Record<KeepsakeKind, string>>> = keepsakeNouns;

/** The name of a keepsake that follows "I have". */
export function keepsakeNoun(kind: KeepsakeKind): string {
  return OWN_WORDS[kind] ?? keepsakeName(kind);
}

/**
 * Items that the creature loved and that did not harm it, with article, newest last. Letters are public: only
 * approved items are named.
 */
export function lovedThings({ page }: Letter): string[] {
  return sayable(page.loved.filter((name) => page.harm?.things.includes(name) !== true));
}

/** Items that harmed the creature, with article, newest last; only approved items are named. */
function harmfulThings({ page }: Letter): string[] {
  return sayable(page.harm?.things ?? []);
}

function sayable(names: readonly string[]): string[] {
  return names.filter((name) => APPROVED_ITEMS.has(name) && !NO_THING.test(name)).map(withThe);
}

// Approved items that are orders or places: they make no sense as an object of "loved".
const NO_THING = /^(?:clap|close|ignore|redirect|withhold|under|inside|power off|zero$|nothing$|time$)/;
const AS_IT_IS =
  /^(?:a |its |chess$|charades$|dress up$|fetch$|follow the leader$|hide and seek$|peekaboo$|origami$|sudoku$|trivia$|philosophy$|music$|poetry$|(?!string$|swing$)\w+ing$)/;
// Activities with an object take no article: `the ringing a bell` is wrong.
const DOING =
  /^(?:drawing|finding|folding|going|hiding|howling|knocking|making|pulling|pushing|retelling|ringing|rolling|shuffling|sitting|stealing|tracing|walking|watching|hanging upside) /;

function withThe(name: string): string {
  if (name.startsWith('its ')) return `my ${name.slice('its '.length)}`;
  return AS_IT_IS.test(name) || DOING.test(name) ? name : `the ${name}`;
}

/** How a creature writes about its manner (character); the habit it names alternates from letter to letter. */
export function mannerWords({ manner, number }: Letter): TemplateWords {
  if (!manner) return {};
  const { noun, because, habits } = spokenManners[manner];
  return { noun, because, manner: withArticle(noun), habit: habits[number % 2] ?? '' };
}

/** Names of wishes that follow "I wished for". */
export const OWN_WISHES = wishNouns;

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
