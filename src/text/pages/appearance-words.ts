import appearanceWords from '#content/voice/public/appearance-words.json' with { type: 'json' };

import { HOUR } from '../../rules/base/clock.ts';
import type { Observation } from '../../rules/lives/observe.ts';
import { isMealLate, publicSituation } from '../../rules/situation.ts';
import type { Species } from '../../rules/species/species.ts';
import { describeBriefly, formatRoughlyUntil } from '../times.ts';

/** Words about appearances; `lackWords` follow "it needs". */
export const {
  appearanceWords: APPEARANCE_WORDS,
  lackSentences: LACK_SENTENCES,
  lackWords: LACK_WORDS,
} = appearanceWords;

/** Follows the name; undefined unless the death clock is urgent. Where that is not public, the time without care is given. */
export function urgentWords(observed: Observation): string | undefined {
  const { urgent, lack } = publicSituation(observed);
  if (!urgent) return undefined;
  const { diesAt } = observed.publicClock;
  const alone = describeBriefly(observed.deathClock.hoursWithoutCare * HOUR);
  const time =
    diesAt === undefined
      ? `has seen nobody for ${alone}`
      : `dies ${formatRoughlyUntil((diesAt - observed.at) / HOUR)} if nobody comes`;
  return `${time}: it needs ${LACK_WORDS[lack]}`;
}

export function needSentences(of: {
  readonly observed: Observation;
  readonly species: Pick<Species, 'feedingWindowHours'>;
}): readonly string[] {
  const { observed, species } = of;
  const { feeding, deathClock, publicClock } = observed;
  const { urgent, lack } = publicSituation(observed);
  const lateHours = feeding.hoursSinceFed - species.feedingWindowHours;
  const late = isMealLate(feeding.status);
  const meal = late ? [`Its meal is ${describeBriefly(lateHours * HOUR)} late.`] : [];
  const alone = publicClock.waited !== 'safe';
  const visit = alone ? [`Nobody came for ${describeBriefly(deathClock.hoursWithoutCare * HOUR)}.`] : [];
  return [...visit, ...meal, ...(urgent ? [`It needs ${LACK_WORDS[lack]}.`] : [])];
}
