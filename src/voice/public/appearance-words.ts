import { HOUR } from '../../core/engine/clock.ts';
import type { Observation } from '../../core/lives/observe.ts';
import { dangerOf, isMealLate } from '../../core/public/appearance.ts';
import type { Species } from '../../core/species/species.ts';
import type { Appearance } from '../../core/vocabulary.ts';
import { describeBriefly } from '../engine/durations.ts';

/** The word beside a creature's name. */
export const APPEARANCE_WORDS: Readonly<Record<Appearance, string>> = {
  fading: 'about to be lost',
  failing: 'failing',
  frightened: 'in danger',
  restless: 'asleep, in danger',
  sick: 'sick',
  hungry: 'hungry',
  sad: 'sad',
  waiting: 'waiting',
  guarded: 'keeps to itself',
  asleep: 'asleep',
  happy: 'happy',
  content: 'content',
  curious: 'curious',
};

interface NeedyCreature {
  readonly observed: Observation;
  readonly species: Pick<Species, 'feedingWindowHours'>;
}

/** What it lacks, in the hours it has lacked it, the worse first; nothing when it lacks nothing. */
export function needSentences({ observed, species }: NeedyCreature): readonly string[] {
  const { feeding, deathClock, publicClock } = observed;
  const lateHours = feeding.hoursSinceFed - species.feedingWindowHours;
  const meal = isMealLate(observed) ? [`Its meal is ${describeBriefly(lateHours * HOUR)} late.`] : [];
  const alone = publicClock.urgency !== 'safe' || dangerOf(observed) !== 'none';
  const visit = alone ? [`Nobody came for ${describeBriefly(deathClock.hoursWithoutCare * HOUR)}.`] : [];
  return [...visit, ...meal];
}
