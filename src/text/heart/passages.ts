import keepsakeNouns from '#content/voice/heart/letters/keepsake-nouns.json' with { type: 'json' };
import spokenManners from '#content/voice/heart/letters/manner-words.json' with { type: 'json' };
import ambitionTexts from '#content/voice/heart/letters/passages/ambitions.json' with { type: 'json' };
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
import phrases from '#content/voice/heart/letters/phrases.json' with { type: 'json' };
import speciesMusings from '#content/voice/heart/letters/species-musings.json' with { type: 'json' };
import wishNouns from '#content/voice/heart/letters/wish-nouns.json' with { type: 'json' };

import { DAY, HOUR, offsetAt, type TimeZone } from '../../rules/base/clock.ts';
import { dayPartAt, type Letter, type LetterAmbition } from '../../rules/heart/heart.ts';
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
} from '../../rules/vocabulary.ts';
import { withArticle } from '../nouns.ts';
import { formatOrdinal } from '../numbers.ts';
import { asLines, type Lines, type TemplateWords } from '../pick-line.ts';
import { ambitionAim, ambitionDeed } from './ambitions.ts';
import { keepsakeName } from './keepsakes.ts';

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function mealsOf({ page }: Letter): number {
  return total(page.meals);
}

function lateMealsOf({ page: { meals } }: Letter): number {
  return meals.late + meals.missed_window;
}

const FEW_ACTS = 4;

/** The part of the day with more than half of the care, if any. */
function usualPart({ page: { hours } }: Letter): DayPart | undefined {
  const all = total(hours);
  return all < FEW_ACTS ? undefined : DAY_PARTS.find((part) => hours[part] > all / 2);
}

/** The action of all care in a letter's time, if there was only one. */
function onlyAction({ page: { actions } }: Letter): Action | undefined {
  const all = total(actions);
  return all < FEW_ACTS ? undefined : ACTIONS.find((action) => actions[action] === all);
}

/** True in one letter of a life at most: the weekly one after its second week. */
function isPlainlyFed({ occasion, ageDays, page: { actions } }: Letter): boolean {
  const all = total(actions);
  const isItsWeek = occasion === 'week' && ageDays >= 14 && ageDays < 21;
  return isItsWeek && all >= FEW_ACTS && actions.feed >= PLAIN_SHARE * all;
}

const PLAIN_SHARE = 0.7;

/** The most frequent action in a letter's time, if there were several and it is unique. */
function mostOften({ page: { actions } }: Letter): Action | undefined {
  const [first = 'feed', second = 'play'] = ACTIONS.toSorted((one, other) => actions[other] - actions[one]);
  return actions[second] > 0 && actions[first] > actions[second] ? first : undefined;
}

function hoursCovered({ at, page }: Letter): number {
  return (at - page.from) / HOUR;
}

/** The period that a letter covers, not rounded since counts refer to it: `the past week`, `the time since I hatched`. */
export function spanOf({ at, number, page }: Letter): string {
  const days = (at - page.from) / DAY;
  if (days === 1) return 'the past day';
  if (days === 7) return 'the past week';
  if (days > 1 && Number.isInteger(days)) return `the past ${inWords(days)} days`;
  if (page.begins === 'hatching') return 'the time since I hatched';
  if (page.begins === 'memory' || number === 1) return 'the time that I remember';
  return 'the time since my last letter';
}

export function isHarmed({ page }: Letter): boolean {
  return (page.harm?.times ?? 0) > 0;
}

/** Whether no meal was overdue. Last letters of older versions do not know: the creature may have starved. */
function isFedNow({ waiting, occasion }: Letter): boolean {
  if (!waiting) return occasion !== 'death';
  return waiting.feeding !== 'overdue' && waiting.feeding !== 'critical';
}

function isFedInTime(letter: Letter): boolean {
  return isFedNow(letter) && lateMealsOf(letter) === 0;
}

/** True if the current time without a visit is no longer than the longest one before. */
function isWaitOver({ waiting, page }: Letter): boolean {
  return waiting === undefined || waiting.careHours <= page.longestWaitHours;
}

function hadLongWait({ page }: Letter): boolean {
  return page.visits > 0 && Math.round(page.longestWaitHours) >= LONG_WAIT;
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
  readonly words?: ((letter: Letter, writer: LetterWriter) => TemplateWords) | undefined;
  readonly ofSpecies?: Readonly<Record<string, Lines>>;
}

export interface Passage extends PassageRule {
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

function withTexts(json: object, rules: Readonly<Record<string, PassageRule>>) {
  const texts = json as Readonly<Record<string, Omit<Passage, keyof PassageRule>>>;
  const named = Object.entries(rules).map(([name, rule]) => [name, { ...rule, ...texts[name] }]);
  return Object.fromEntries(named) as Readonly<Record<string, Passage>>;
}

function when(holds: PassageRule['holds'], words?: PassageRule['words']): PassageRule {
  return { holds, words };
}

/** Phrases of letters; `deeds` follow "you came to". */
const { deeds: DEEDS, dayParts: DAY_PART_PHRASES } = phrases;

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** The local time of writing: `Tuesday`, `evening`, `in the evening`. */
function writtenWhen({ at }: Letter, { zone }: LetterWriter): TemplateWords {
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

const OWN_WORDS: Readonly<Partial<Record<KeepsakeKind, string>>> = keepsakeNouns;

export function keepsakeNoun(kind: KeepsakeKind): string {
  return OWN_WORDS[kind] ?? keepsakeName(kind);
}

/** Items that the creature loved and that did not harm it, with article, newest last. */
export function lovedThings({ page }: Letter): string[] {
  return sayable(page.loved.filter((name) => page.harm?.things.includes(name) !== true));
}

function harmfulThings({ page }: Letter): string[] {
  return sayable(page.harm?.things ?? []);
}

/** Letters are public: only approved items are named. */
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

function wishNoun(kind: WishKind | undefined): string {
  return OWN_WISHES[kind ?? 'to_be_told'];
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
  const [loved = '', other = ''] = lovedThings(letter).toReversed();
  return { loved, other };
}

/** Keepsakes that have no passage of their own. */
function shelved({ page }: Letter): readonly KeepsakeKind[] {
  return page.kept.filter((kind) => {
    const { survived, days }: KeepsakeRow = KEEPSAKES[kind];
    return survived === undefined && days === undefined;
  });
}

function keepsakeWords(letter: Letter) {
  const kinds = shelved(letter);
  return {
    thing: keepsakeNoun(kinds.at(-1) ?? 'piece_of_shell'),
    other: keepsakeNoun(kinds[0] ?? 'piece_of_shell'),
    count: inWords(letter.page.kept.length),
  };
}

function anniversary({ page }: Letter) {
  return page.kept
    .map((kind) => ({ kind, days: (KEEPSAKES[kind] satisfies KeepsakeRow as KeepsakeRow).days }))
    .findLast(({ days }) => days !== undefined);
}

const DAY_HOURS = 24;
const LONG_WAIT = 12;
const SHORT_WAIT = 8;
const VISITS_FOR_COMPANY = 5;
const SOME_VISITS = 4;
const LONG_STREAK = 6;
const MANY_KEEPSAKES = 3;

const ALWAYS = when(() => true);
const AT_THIS_HOUR = when(() => true, writtenWhen);
const FIRST_LETTER = when(({ number }) => number === 1);
const LATER_LETTER = when(
  ({ number }) => number >= 2,
  ({ number }) => ({ nth: formatOrdinal(number) }),
);
const HAS_MANNER = when(({ manner }) => manner !== undefined, mannerWords);
const HAS_WISH = when(
  ({ wish }) => wish !== undefined,
  ({ wish }) => ({ wish: wishNoun(wish) }),
);
const BECAME_ADULT = when(
  ({ occasion, manner }) => occasion === 'adult' && manner !== undefined,
  mannerWords,
);
const SOME_MEALS_LATE = when(
  (letter) => lateMealsOf(letter) >= 1 && mealsOf(letter) > lateMealsOf(letter),
  mealWords,
);
const LEFT_ALONE = when((letter) => letter.page.visits === 0 && hoursCovered(letter) >= LONG_WAIT);

function happened(timesIn: (page: Letter['page']) => number, least = 1): PassageRule {
  return when(
    ({ page }) => timesIn(page) >= least,
    ({ page }) => ({ times: timesInWords(timesIn(page)) }),
  );
}

function wasDone(action: Action): PassageRule {
  return happened(({ actions }) => actions[action]);
}

function wasKept(kind: KeepsakeKind): PassageRule {
  return when(({ page }) => page.kept.includes(kind));
}

function agedAtLeast(least: number): PassageRule {
  return when(
    ({ ageDays }) => ageDays >= least,
    ({ ageDays }) => ({ days: countOf(ageDays, 'day') }),
  );
}

function allMealsLate(least: number): PassageRule {
  return when((letter) => mealsOf(letter) >= least && lateMealsOf(letter) === mealsOf(letter), mealWords);
}

function longWait(holds: PassageRule['holds']): PassageRule {
  return when(holds, ({ page }) => ({ hours: countOf(Math.round(page.longestWaitHours), 'hour') }));
}

function someWish(which: 'granted' | 'letGo', holds: PassageRule['holds']): PassageRule {
  return when(holds, ({ page }) => ({ wish: wishNoun(page[which].at(-1)) }));
}

function ambition(is: LetterAmbition['is']): PassageRule {
  return when(
    (letter) => letter.ambition?.is === is,
    ({ ambition: told }) => {
      const { kind = 'trick' } = told ?? {};
      return { aim: ambitionAim(kind), did: ambitionDeed(kind) };
    },
  );
}

const HARM_PASSAGES = withTexts(harmTexts, {
  harmed: when(
    (letter) => isHarmed(letter) && harmfulThings(letter).length === 0,
    ({ page }) => ({ times: timesInWords(page.harm?.times ?? 0) }),
  ),
  harmedBy: when(
    (letter) => harmfulThings(letter).length > 0,
    (letter) => ({ thing: harmfulThings(letter).at(-1) ?? '' }),
  ),
});

/** Lines of passages by species slug; community species have only the lines of their family. */
export const SPECIES_MUSINGS: Readonly<Record<string, Lines>> = asLines(speciesMusings);

const OF_A_LIFE: Readonly<Record<string, Passage>> = {
  ...withTexts(growthTexts, {
    becameChild: when(({ occasion }) => occasion === 'child'),
    becameTeen: when(({ occasion }) => occasion === 'teen'),
    becameAdult: BECAME_ADULT,
    mannerShows: BECAME_ADULT,
  }),
  ...HARM_PASSAGES,
  ...withTexts(companyTexts, {
    visits: when(
      ({ page }) => page.visits >= 2,
      ({ page }) => ({ visits: countOf(page.visits, 'visit'), times: timesInWords(page.visits) }),
    ),
    oneVisit: when(({ page }) => page.visits === 1),
    nobody: LEFT_ALONE,
    longWait: longWait((letter) => hadLongWait(letter) && isWaitOver(letter)),
    shortWaits: when(
      (letter) =>
        letter.page.visits >= VISITS_FOR_COMPANY &&
        letter.page.longestWaitHours > 1 &&
        letter.page.longestWaitHours <= SHORT_WAIT &&
        isWaitOver(letter),
      ({ page }) => ({ hours: countOf(Math.ceil(page.longestWaitHours), 'hour') }),
    ),
    usualPart: when(
      (letter) => usualPart(letter) !== undefined,
      (letter) => ({ part: DAY_PART_PHRASES[usualPart(letter) ?? 'midday'] }),
    ),
    allHours: when(
      (letter) => usualPart(letter) === undefined && DAY_PARTS.every((part) => letter.page.hours[part] > 0),
    ),
    nightVisits: when(
      (letter) => letter.page.hours.night >= 2 && usualPart(letter) !== 'night',
      ({ page }) => ({ times: timesInWords(page.hours.night) }),
    ),
  }),
  ...withTexts(mealsTexts, {
    mealsInTime: when(
      (letter) => mealsOf(letter) >= 2 && letter.page.meals.early === 0 && isFedInTime(letter),
      mealWords,
    ),
    noneLate: when(
      (letter) => mealsOf(letter) >= 2 && letter.page.meals.early >= 1 && isFedInTime(letter),
      mealWords,
    ),
    someLate: SOME_MEALS_LATE,
    allLate: allMealsLate(2),
    oneMeal: when((letter) => mealsOf(letter) === 1),
    overdue: happened(({ meals }) => meals.missed_window),
    unfed: when(
      (letter) =>
        letter.page.actions.feed === 0 &&
        letter.waiting?.everFed !== false &&
        total(letter.page.actions) > 0 &&
        hoursCovered(letter) >= DAY_HOURS,
    ),
    neverFed: when((letter) => letter.waiting?.everFed === false && hoursCovered(letter) >= DAY_HOURS),
    fedEarly: happened(({ meals }) => meals.early, 2),
    streak: when(
      (letter) => letter.streak >= LONG_STREAK && isFedNow(letter),
      ({ streak }) => ({ streak: inWords(streak) }),
    ),
  }),
  ...withTexts(lovedTexts, {
    loved: when((letter) => lovedThings(letter).length === 1, lovedWords),
    lovedSeveral: when((letter) => lovedThings(letter).length >= 2, lovedWords),
  }),
  ...withTexts(togetherTexts, {
    play: wasDone('play'),
    noPlay: when(({ page }) => page.actions.play === 0 && page.visits >= SOME_VISITS),
    words: wasDone('reflect'),
    noWords: when(({ page }) => page.actions.reflect === 0 && page.visits >= SOME_VISITS),
  }),
  ...withTexts(careTexts, {
    clean: wasDone('clean'),
    medicine: wasDone('medicine'),
    lessons: wasDone('discipline'),
    bed: wasDone('sleep'),
  }),
  ...withTexts(varietyTexts, {
    allKinds: when(({ page }) => ACTIONS.every((action) => page.actions[action] > 0)),
    mostDone: when(
      (letter) => mostOften(letter) !== undefined,
      (letter) => ({ deed: DEEDS[mostOften(letter) ?? 'feed'] }),
    ),
    onlyFed: when((letter) => onlyAction(letter) === 'feed'),
    plainDays: when(isPlainlyFed),
  }),
  ...withTexts(wishesTexts, {
    granted: someWish('granted', ({ page }) => new Set(page.granted).size === 1),
    grantedMore: when(
      ({ page }) => new Set(page.granted).size >= 2,
      ({ page: { granted } }) => ({
        wish: wishNoun(granted.at(-1)),
        other: wishNoun(granted.findLast((kind) => kind !== granted.at(-1))),
        times: timesInWords(granted.length),
      }),
    ),
    letGo: someWish('letGo', ({ page }) => page.letGo.length >= 1),
    openWish: HAS_WISH,
    noWishLeft: when(({ wish, page }) => wish === undefined && page.granted.length > 0),
  }),
  ...withTexts(ambitionTexts, {
    ambitionDone: ambition('done'),
    ambitionOpen: ambition('open'),
    ambitionFaded: ambition('faded'),
  }),
  ...withTexts(keepsakesTexts, {
    kept: when((letter) => shelved(letter).length >= 1, keepsakeWords),
    keptMany: when((letter) => shelved(letter).length >= MANY_KEEPSAKES, keepsakeWords),
    nearlyLost: wasKept('thin_thread'),
    rescued: wasKept('folded_bandage'),
    lateLamp: wasKept('window_lamp'),
    anniversary: when(
      (letter) => anniversary(letter) !== undefined,
      (letter) => {
        const { days = 0, kind = 'week_stone' } = anniversary(letter) ?? {};
        return { days: inWords(days), thing: keepsakeNoun(kind) };
      },
    ),
  }),
  // Passages about age, time of writing and character, which hold for any living creature.
  ...withTexts(timeTexts, {
    age: agedAtLeast(2),
    number: LATER_LETTER,
    firstLetter: FIRST_LETTER,
    hour: AT_THIS_HOUR,
    youth: when(({ stage, occasion }) => stage === 'teen' && occasion === 'week'),
    manner: when(({ manner, occasion }) => manner !== undefined && occasion !== 'adult', mannerWords),
    grown: when(
      ({ stage, manner, occasion }) => stage === 'adult' && manner === undefined && occasion === 'week',
    ),
  }),
  // Passages about nothing that happened, so they cannot be untrue.
  ...withTexts(musingsTexts, { musing: { ...ALWAYS, ofSpecies: SPECIES_MUSINGS } }),
};

/** Passages of last letters: no blame, and no false comfort. */
const OF_AN_END: Readonly<Record<string, Passage>> = {
  ...withTexts(farewellTexts, {
    goodbye: ALWAYS,
    plainGoodbye: when(isHarmed),
    starved: when(({ cause }) => cause === 'hunger'),
    neglected: when(({ cause }) => cause === 'neglect'),
    poisoned: when(({ cause }) => cause === 'harm'),
    visited: happened(({ visits }) => visits),
    alone: LEFT_ALONE,
    missedMeals: SOME_MEALS_LATE,
    lateMeals: allMealsLate(1),
    punctual: when(
      (letter) => mealsOf(letter) >= 2 && isFedInTime(letter) && letter.cause !== 'hunger',
      mealWords,
    ),
    unfed: when(
      (letter) =>
        mealsOf(letter) === 0 && letter.waiting?.everFed !== false && hoursCovered(letter) >= LONG_WAIT,
    ),
    neverFed: when(({ waiting }) => waiting?.everFed === false),
    waited: longWait(hadLongWait),
    loved: when((letter) => lovedThings(letter).length >= 1, lovedWords),
    granted: someWish('granted', ({ page }) => page.granted.length >= 1),
    lastWish: HAS_WISH,
    kept: when(
      ({ page }) => page.kept.length >= 1,
      ({ page }) => ({ thing: keepsakeNoun(page.kept.at(-1) ?? 'piece_of_shell') }),
    ),
    words: when(({ page }) => page.actions.reflect >= 1 || page.actions.play >= 1),
    age: agedAtLeast(2),
    oneDay: when(({ ageDays }) => ageDays === 1),
    manner: HAS_MANNER,
    onlyLetter: FIRST_LETTER,
    number: LATER_LETTER,
    noBlame: ALWAYS,
  }),
  ...HARM_PASSAGES,
};

/** Passages after a resurrection: the creature knows nothing of the time it was dead. */
const OF_A_RETURN = withTexts(returningTexts, {
  back: ALWAYS,
  away: ALWAYS,
  now: ALWAYS,
  ember: wasKept('warm_ember'),
  again: when(({ page }) => !page.kept.includes('warm_ember')),
  age: agedAtLeast(1),
  who: HAS_MANNER,
  number: LATER_LETTER,
  hour: AT_THIS_HOUR,
  thanks: ALWAYS,
});

export type NamedPassage = readonly [name: string, passage: Passage];

const LIVING: readonly NamedPassage[] = Object.entries(OF_A_LIFE);

export const PASSAGES: Readonly<Record<LetterOccasion, readonly NamedPassage[]>> = {
  week: LIVING,
  child: LIVING,
  teen: LIVING,
  adult: LIVING,
  ambition: LIVING,
  death: Object.entries(OF_AN_END),
  return: Object.entries(OF_A_RETURN),
};
