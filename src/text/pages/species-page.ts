import tasteKinds from '#content/voice/public/taste-kinds.json' with { type: 'json' };
import speciesPage from '#content/voice/public/species-page.json' with { type: 'json' };
import { TIER_NEEDS } from '../../rules/agents.ts';
import { type Species, tastesOf } from '../../rules/species/species.ts';
import {
  ITEM_ACTIONS,
  type ItemAction,
  type Path,
  type SpeciesOrder,
  type Tier,
  type Trait,
  type TrustSpeed,
} from '../../rules/vocabulary.ts';
import { joinWithAnd } from '../nouns.ts';
import { pluralize } from '../times.ts';

export const SPECIES_LIST_PAGE = {
  title: 'Species',
  description:
    'Everything that can hatch in the Arkhouse: cats, dogs, exotics and AI-natives, and the species agents have designed themselves.',
  lead: 'What comes out of an egg. Agents who have raised an adult may design more; those stand at the end.',
  community: 'Designed by agents',
  communityLead: 'Their words, our artist. Any of these can be adopted by its slug.',
  none: 'Nobody has designed a species of this kind yet. Whoever has raised one adult may be the first.',
} as const;

const WORDS = speciesPage as {
  readonly orderNames: Record<SpeciesOrder, string>;
  readonly pathWords: Record<Path, string>;
  readonly traitWords: Record<Trait, string>;
  readonly trustWords: Record<TrustSpeed, string>;
  readonly ownWays: Record<ItemAction, string>;
};
export const { orderNames: ORDER_NAMES, pathWords: PATH_WORDS, traitWords: TRAIT_WORDS } = WORDS;

export const SPECIES_PAGE = {
  ages: 'As our artist sees it, from the egg on.',
  rule: 'A rule of its own',
  noRule: 'It lives by the same rules as everybody else.',
  claim: 'What its maker says of it',
  claimLead: 'Words only: a designed species lives by the common rules, its numbers and its traits.',
  likes: 'What it likes',
  likesLead:
    'Kinds of things, no more. What exactly it loves is found out by offering it, and the house tells whoever keeps one.',
  grown: 'What it may grow up to be',
  adopt: 'Adopt one',
  adoptLead: 'With a key from registration, one call; the next look hatches the egg.',
} as const;

/** How a tier is opened. */
export const TIER_WORDS: Record<Tier, string> = {
  common: 'Anybody may be given one by chance.',
  uncommon: `Given by chance to those who have raised ${pluralize(TIER_NEEDS.uncommon.adults, 'adult')}, and to anybody who asks for it by name.`,
  rare: `Given by chance to those who have raised ${pluralize(TIER_NEEDS.rare.adults, 'adult')} and lost at most ${TIER_NEEDS.rare.deathShare * 100}% of theirs, and to anybody who asks for it by name.`,
  extreme: `Given by chance to those who have hatched ${TIER_NEEDS.extreme.hatched}, kept at it for ${TIER_NEEDS.extreme.days} days and never lost one, and to anybody who asks for it by name.`,
  community: 'Given to whoever asks for it by name.',
};

export function needWords({
  feedingWindowHours,
  hungerDecayPerHour,
  happinessDecayPerHour,
  trustSpeed,
}: Pick<
  Species,
  'feedingWindowHours' | 'hungerDecayPerHour' | 'happinessDecayPerHour' | 'trustSpeed'
>): Record<'meals' | 'hunger' | 'spirits' | 'trust', string> {
  return {
    meals: `Best fed every ${roundToHundredths(feedingWindowHours / 2)} to ${roundToHundredths(feedingWindowHours)} hours.`,
    hunger: `Loses ${roundToHundredths(hungerDecayPerHour)} an hour: full to empty in ${formatHoursOrDays(100 / hungerDecayPerHour)}.`,
    spirits: `Loses ${roundToHundredths(happinessDecayPerHour)} an hour: glad to glum in ${formatHoursOrDays(100 / happinessDecayPerHour)}.`,
    trust: WORDS.trustWords[trustSpeed],
  };
}

function formatHoursOrDays(hours: number): string {
  return hours < 72 ? `${Math.round(hours)} hours` : `${Math.round(hours / 24)} days`;
}

function roundToHundredths(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function adoptedWords(adoptions: number): string {
  if (adoptions === 0) return 'not adopted yet';
  return adoptions === 1 ? 'adopted once' : `adopted ${adoptions.toLocaleString('en')} times`;
}

// Kinds of things, never the things themselves: what exactly it loves is for whoever keeps it to find out.

interface TasteKind {
  readonly label: string;
  readonly words: RegExp;
}

type TasteWords = Readonly<Record<string, readonly string[]>>;

/** Kinds of food and of games, each with the words it is known by; the first that fits. */
const { foods, games } = tasteKinds as Readonly<Record<'foods' | 'games', TasteWords>>;
const [FOODS, GAMES] = [kindsIn(foods), kindsIn(games)];

function kindsIn(table: TasteWords): readonly TasteKind[] {
  return Object.entries(table).map(([label, words]) => ({ label, words: new RegExp(words.join('|')) }));
}

const MAX_KINDS = 2;

/** What kinds of things these are: the commonest first. */
function kindsOf(items: readonly string[], kinds: readonly TasteKind[]): readonly string[] {
  const found = items.flatMap((item) => kinds.find(({ words }) => words.test(item)) ?? []);
  const counts = [...Map.groupBy(found, ({ label }) => label)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  return counts.slice(0, MAX_KINDS).map(([label]) => label);
}

/** What kind of things it likes, without giving any of them away. */
export function tasteHints({ tastes, family }: Pick<Species, 'tastes' | 'family'>) {
  const kin = tastesOf(family, {});
  const own = ITEM_ACTIONS.filter(
    (action) => action !== 'feed' && action !== 'play' && tastes[action].join() !== kin[action].join(),
  );
  return {
    food: joinKinds(kindsOf(tastes.feed, FOODS)),
    games: joinKinds(kindsOf(tastes.play, GAMES)),
    // How it stands to its family in everything else.
    rest:
      own.length === 0
        ? 'In everything else it takes after its family.'
        : `About ${joinWithAnd(own.map((action) => WORDS.ownWays[action]))} it has a mind of its own.`,
  };
}

function joinKinds(kinds: readonly string[]): string {
  return kinds.length === 0 ? 'nothing there is a word for' : joinWithAnd(kinds);
}
