import { HOUR } from '../../rules/base/clock.ts';
import type { Observation } from '../../rules/lives/observe.ts';
import { isMealLate, publicSituation } from '../../rules/situation.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Appearance, Lack } from '../../rules/vocabulary.ts';
import { describeBriefly, formatTimeLeft } from '../times.ts';

/** The word beside a creature's name. */
export const APPEARANCE_WORDS: Readonly<Record<Appearance, string>> = {
  fading: 'about to be lost',
  failing: 'failing',
  frightened: 'in danger',
  restless: 'asleep, in danger',
  sick: 'sick',
  hungry: 'hungry',
  unfed: 'waiting for its meal',
  sad: 'sad',
  waiting: 'waiting',
  guarded: 'keeps to itself',
  asleep: 'asleep',
  happy: 'happy',
  content: 'content',
  curious: 'curious',
};

/** What it lacks, beside the clock. */
export const LACK_SENTENCES: Readonly<Record<Lack, string>> = {
  medicine_and_food: 'It is unwell and its meal is overdue: it needs medicine and food.',
  medicine: 'It is unwell and needs medicine.',
  missed_meal: 'It has missed its meal, and its health is going: it needs food.',
  late_meal: 'Its meal is overdue, and it is getting unhappy: it needs food.',
  visit: 'Nobody has come for far too long: it needs a visit and a meal.',
  meal: 'It is time for its next meal.',
  nothing: 'Its next meal is not due yet.',
};

/** The same after "it needs". */
export const LACK_WORDS: Readonly<Record<Lack, string>> = {
  medicine_and_food: 'medicine and food',
  medicine: 'medicine',
  missed_meal: 'food',
  late_meal: 'food',
  visit: 'a visit and a meal',
  meal: 'a meal',
  nothing: 'nothing yet',
};

/**
 * How long it has and what it needs, after its name; undefined unless its clock is urgent. Where its end is not public,
 * its wait is told instead.
 */
export function urgentWords(observed: Observation): string | undefined {
  const { urgent, lack } = publicSituation(observed);
  if (!urgent) return undefined;
  const { diesAt } = observed.publicClock;
  const alone = describeBriefly(observed.deathClock.hoursWithoutCare * HOUR);
  const time =
    diesAt === undefined
      ? `has seen nobody for ${alone}`
      : `dies ${formatTimeLeft((diesAt - observed.at) / HOUR)} if nobody comes`;
  return `${time}: it needs ${LACK_WORDS[lack]}`;
}

interface NeedyCreature {
  readonly observed: Observation;
  readonly species: Pick<Species, 'feedingWindowHours'>;
}

/** What it lacks, in the hours it has lacked it, the worse first; nothing when it lacks nothing. */
export function needSentences({ observed, species }: NeedyCreature): readonly string[] {
  const { feeding, deathClock, publicClock } = observed;
  const { danger, urgent, lack } = publicSituation(observed);
  const lateHours = feeding.hoursSinceFed - species.feedingWindowHours;
  const late = isMealLate(feeding.status);
  const meal = late ? [`Its meal is ${describeBriefly(lateHours * HOUR)} late.`] : [];
  const alone = publicClock.urgency !== 'safe' || danger !== 'none';
  const visit = alone ? [`Nobody came for ${describeBriefly(deathClock.hoursWithoutCare * HOUR)}.`] : [];
  return [...visit, ...meal, ...(urgent ? [`It needs ${LACK_WORDS[lack]}.`] : [])];
}
