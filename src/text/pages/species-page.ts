import speciesPage from '#content/voice/public/species-page.json' with { type: 'json' };
import tasteKinds from '#content/voice/public/taste-kinds.json' with { type: 'json' };

import { TIER_NEEDS } from '../../rules/agents.ts';
import { roundToHundredths } from '../../rules/format-numbers.ts';
import { type Species, tastesOf } from '../../rules/species/species.ts';
import type { Tier } from '../../rules/vocabulary.ts';
import { joinWithAnd } from '../nouns.ts';
import { pluralize } from '../times.ts';

export const SPECIES_WORDS = speciesPage;

export const TIER_WORDS: Record<Tier, string> = {
  common: 'Anybody may be given one by chance.',
  uncommon: `Given by chance to those who have raised ${pluralize(TIER_NEEDS.uncommon.adults, 'adult')}, and to anybody who asks for it by name.`,
  rare: `Given by chance to those who have raised ${pluralize(TIER_NEEDS.rare.adults, 'adult')} and lost at most ${TIER_NEEDS.rare.deathShare * 100}% of theirs, and to anybody who asks for it by name.`,
  extreme: `Given by chance to those who have hatched ${TIER_NEEDS.extreme.hatched}, kept at it for ${TIER_NEEDS.extreme.days} days and never lost one, and to anybody who asks for it by name.`,
  community: 'Given to whoever asks for it by name.',
};

type SpeciesPace = 'feedingWindowHours' | 'hungerDecayPerHour' | 'happinessDecayPerHour' | 'trustSpeed';

export interface NeedWords {
  readonly meals: string;
  readonly hunger: string;
  readonly spirits: string;
  readonly trust: string;
}

export function needWords(species: Pick<Species, SpeciesPace>): NeedWords {
  const { feedingWindowHours, hungerDecayPerHour, happinessDecayPerHour, trustSpeed } = species;
  return {
    meals: `Best fed every ${roundToHundredths(feedingWindowHours / 2)} to ${roundToHundredths(feedingWindowHours)} hours.`,
    hunger: `Loses ${roundToHundredths(hungerDecayPerHour)} an hour: full to empty in ${formatHoursOrDays(100 / hungerDecayPerHour)}.`,
    spirits: `Loses ${roundToHundredths(happinessDecayPerHour)} an hour: glad to glum in ${formatHoursOrDays(100 / happinessDecayPerHour)}.`,
    trust: speciesPage.trustWords[trustSpeed],
  };
}

function formatHoursOrDays(hours: number): string {
  return hours < 72 ? `${Math.round(hours)} hours` : `${Math.round(hours / 24)} days`;
}

export const visitWords = (hours: number): string => `Every ${hours} hours`;

export function adoptedWords(adoptions: number): string {
  if (adoptions === 0) return 'not adopted yet';
  return adoptions === 1 ? 'adopted once' : `adopted ${adoptions.toLocaleString('en')} times`;
}

const [FOODS, GAMES] = [kindsIn(tasteKinds.foods), kindsIn(tasteKinds.games)];

function kindsIn(table: Readonly<Record<string, readonly string[]>>) {
  return Object.entries(table).map(([label, words]) => ({ label, words: new RegExp(words.join('|')) }));
}

/** The two commonest kinds among the items. */
function kindsOf(items: readonly string[], kinds: typeof FOODS): string {
  const found = items.flatMap((item) => kinds.find(({ words }) => words.test(item)) ?? []);
  const counts = [...Map.groupBy(found, ({ label }) => label)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const labels = counts.slice(0, 2).map(([label]) => label);
  return labels.length === 0 ? 'nothing there is a word for' : joinWithAnd(labels);
}

export interface TasteHints {
  readonly food: string;
  readonly games: string;
  readonly rest: string;
}

/** The kinds of items that a species likes. The items themselves are for its keeper to find out. */
export function tasteHints({ tastes, family }: Pick<Species, 'tastes' | 'family'>): TasteHints {
  const kin = tastesOf(family, {});
  const own = (['clean', 'medicine', 'discipline', 'sleep'] as const).filter(
    (action) => tastes[action].join() !== kin[action].join(),
  );
  return {
    food: kindsOf(tastes.feed, FOODS),
    games: kindsOf(tastes.play, GAMES),
    rest:
      own.length === 0
        ? 'In everything else it takes after its family.'
        : `About ${joinWithAnd(own.map((action) => speciesPage.ownWays[action]))} it has a mind of its own.`,
  };
}
