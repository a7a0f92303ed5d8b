import appearanceWords from '#content/voice/public/appearance-words.json' with { type: 'json' };
import { HOUR } from '../../rules/base/clock.ts';
import type { Observation } from '../../rules/lives/observe.ts';
import { isMealLate, publicSituation } from '../../rules/situation.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Appearance, Lack } from '../../rules/vocabulary.ts';
import { describeBriefly, formatTimeLeft } from '../times.ts';

export const {
  appearanceWords: APPEARANCE_WORDS,
  lackSentences: LACK_SENTENCES,
  lackWords: LACK_WORDS,
} = appearanceWords as {
  /** The word beside a creature's name. */
  readonly appearanceWords: Readonly<Record<Appearance, string>>;
  /** What it lacks, beside the clock. */
  readonly lackSentences: Readonly<Record<Lack, string>>;
  /** The same after "it needs". */
  readonly lackWords: Readonly<Record<Lack, string>>;
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
