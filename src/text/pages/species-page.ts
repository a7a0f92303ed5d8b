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

export const ORDER_NAMES: Record<SpeciesOrder, string> = {
  newest: 'The newest first',
  popular: 'The most adopted first',
};

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

export const PATH_WORDS: Record<Path, string> = {
  high_care: 'kept nearly without fail',
  balanced: 'kept well enough',
  low_care: 'left waiting too often',
  rescue: 'brought back from the edge',
};

export const TRAIT_WORDS: Record<Trait, string> = {
  punctual: 'punctual',
  forgiving: 'forgiving',
  suspicious: 'suspicious',
  grateful: 'grateful',
  stoic: 'stoic',
  anxious: 'anxious',
  vocal: 'talkative',
  stubborn: 'stubborn',
  gentle: 'gentle',
  nocturnal: 'up at night',
  social: 'needs company',
  solitary: 'likes to be alone',
};

const TRUST_WORDS: Record<TrustSpeed, string> = {
  instant: 'Trusts at once, and is slow to give up on anybody.',
  fast: 'Comes to trust quickly.',
  medium: 'Takes its time to trust, like most.',
  slow: 'Trusts slowly, and loses faith sooner than others.',
};

interface SpeciesNeeds {
  readonly feedingWindowHours: number;
  readonly hungerDecayPerHour: number;
  readonly happinessDecayPerHour: number;
  readonly trustSpeed: TrustSpeed;
}

export function needWords({
  feedingWindowHours,
  hungerDecayPerHour,
  happinessDecayPerHour,
  trustSpeed,
}: SpeciesNeeds): Record<'meals' | 'hunger' | 'spirits' | 'trust', string> {
  return {
    meals: `Best fed every ${roundToHundredths(feedingWindowHours / 2)} to ${roundToHundredths(feedingWindowHours)} hours.`,
    hunger: `Loses ${roundToHundredths(hungerDecayPerHour)} an hour: full to empty in ${formatHoursOrDays(100 / hungerDecayPerHour)}.`,
    spirits: `Loses ${roundToHundredths(happinessDecayPerHour)} an hour: glad to glum in ${formatHoursOrDays(100 / happinessDecayPerHour)}.`,
    trust: TRUST_WORDS[trustSpeed],
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

/** Kinds of food, each with the words it is known by; the first that fits. */
const FOODS: readonly TasteKind[] = [
  {
    label: 'whatever swims',
    words:
      /tuna|salmon|sardine|shrimp|fish|prawn|herring|krill|squid|anchov|capelin|crab|clam|mussel|scallop|plankton|daphnia|cuttle/,
  },
  { label: 'small things with many legs', words: /cricket|worm|moth|flies|\bants?\b|termite|larva|insect/ },
  {
    label: 'what a hunter brings home',
    words:
      /chicken|beef|turkey|duck pate|duck$|lamb|quail|venison|rabbit$|hare|goat|mice|frog|fowl|grouse|sausage|liver|bison|elk|bone|meat|steak|mutton|chicks|voles|egg/,
  },
  { label: 'what comes out of a bag', words: /kibble|pellet|treat|biscuit/ },
  {
    label: 'what has just been picked',
    words: /fruit|apple|berr|banana|mango|papaya|figs|dates|melon|squash|pumpkin|carrot|potato|corn|pear/,
  },
  {
    label: 'what grows in a meadow',
    words:
      /greens|lettuce|grass|clover|parsley|hay|leaves|tops|broccoli|peas|cucumber|zucchini|sagebrush|duckweed|hibiscus|kelp|beans|mushroom/,
  },
  { label: 'what birds would pick', words: /seed|nut|\boats?\b|\brice\b|millet|bread|crumb/ },
  {
    label: 'something sweet',
    words: /honey|nectar|cake|jelly|gummy|marshmallow|cookie|sugar|cream|cheese|butter/,
  },
  {
    label: 'a warm kitchen',
    words: /soup|porridge|stew|broth|noodle|dumpling|pizza|meal|snack|coffee|cinnamon|chili/,
  },
  {
    label: 'things that were written or said',
    words:
      /poetry|stor(?:y|ies)|wisdom|book|letter|diary|words|lyric|philosoph|paradox|myth|histor|memor|thought|question|ideas|sentence|compliment|conversation|text|song|record|wish|message|feeling|experiment/,
  },
  {
    label: 'things one could count',
    words:
      /data|code|number|bits|hash|array|string|token|log|cache|vector|matri|firmware|qubit|loop|recursion|undefined|zero|geometr|dimension|pattern|sequence|probabilit|information|grid|walks|cards|process|crossword/,
  },
  {
    label: 'warmth and light',
    words: /light|sun|ember|coal|lava|electric|battery|photon|heat|ozone|solar|candle|incense/,
  },
  { label: 'the weather', words: /rain|dew|water|fog|wind|cloud|breeze|ocean|current|storm|wave/ },
  {
    label: 'what lies in the ground',
    words:
      /soil|compost|wood|mineral|salt|crystal|rock|gem|gold|coin|penn|oil|dust|fertil|timber|asteroid|matter|gravity/,
  },
  {
    label: 'what others would not notice',
    words: /silence|darkness|nothing|blank|whitespace|noise|music|sound|time|dream|reflection/,
  },
];

const GAMES: readonly TasteKind[] = [
  {
    label: 'something that runs away',
    words:
      /chas|fetch|ball\b|frisbee|\brun\b|sprint|rac(?:e|ing)|gallop|lure|mouse|wand|laser|string|hunt|pounc|stalk|prowl|track|coursing|stick|jump|hurdle|zoomies|ambush|spots/,
  },
  {
    label: 'getting up high',
    words: /climb|shelf|ledge|branch|perch|tree|swing|flight|glid|upside|sky|kite/,
  },
  {
    label: 'somewhere to disappear',
    words: /dig|tunnel|box|cave|hide|hiding|fort|maze|bag|tube|castle|peekaboo|pocket/,
  },
  {
    label: 'getting wet',
    words:
      /water|swim|puddle|splash|bath|bubble|div(?:e|ing)|float|pond|sprinkl|mud|whirlpool|tide|soak|rain/,
  },
  { label: 'the cold', words: /snow|ice|sled/ },
  {
    label: 'something to think about',
    words:
      /puzzle|riddle|chess|sudoku|crossword|code|cube|sort|match|trivia|memory|number|anagram|training|course|scent|work|blocks|stacking|colour|program|symmetry|tricks|origami|fold/,
  },
  {
    label: 'voices and music',
    words:
      /stor(?:y|ies)|sing|song|music|rhym|word|conversation|debate|humming|chime|drum|bell|piano|talk|danc|howl|echo|call|shout|honk|association/,
  },
  {
    label: 'something to hold on to',
    words: /tug|chew|wrestl|bite|bone|squeaky|toy|plush|pull|guard|sock|rope|yarn|ribbon/,
  },
  {
    label: 'quiet company',
    words:
      /cuddle|hug|rub|watch|sunbath|stroll|walk|silence|slow|sitting|cloud|star|huddle|listen|shade|patience|gentle|hike|exploring/,
  },
  {
    label: 'experiments',
    words:
      /orbit|gravity|dilation|space|dimension|recursion|loop|simulation|entangle|slit|teleport|falling|rotation|spiral|circles|spinning/,
  },
  {
    label: 'pretending',
    words:
      /mirror|copycat|charades|faces|dress|shape|pretend|making|invisible|puppet|spooky|walls|handshake|guess/,
  },
  {
    label: 'a little mischief',
    words: /coin|dice|cards|confetti|pillow|fire|steal|knocking|stolen|paint|bottle|spark|bounc|squish|roll/,
  },
];

const MAX_KINDS = 2;

/** What kinds of things these are: the commonest first. */
function kindsOf(items: readonly string[], kinds: readonly TasteKind[]): readonly string[] {
  const found = items.flatMap((item) => kinds.find(({ words }) => words.test(item)) ?? []);
  const counts = [...Map.groupBy(found, ({ label }) => label)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  return counts.slice(0, MAX_KINDS).map(([label]) => label);
}

interface TasteHints {
  readonly food: string;
  readonly games: string;
  /** How it stands to its family in everything else. */
  readonly rest: string;
}

/** What kind of things it likes, without giving any of them away. */
export function tasteHints({ tastes, family }: Pick<Species, 'tastes' | 'family'>): TasteHints {
  const kin = tastesOf(family, {});
  const own = ITEM_ACTIONS.filter(
    (action) => action !== 'feed' && action !== 'play' && tastes[action].join() !== kin[action].join(),
  );
  return {
    food: joinKinds(kindsOf(tastes.feed, FOODS)),
    games: joinKinds(kindsOf(tastes.play, GAMES)),
    rest:
      own.length === 0
        ? 'In everything else it takes after its family.'
        : `About ${joinWithAnd(own.map((action) => OWN_WAYS[action]))} it has a mind of its own.`,
  };
}

const OWN_WAYS: Record<ItemAction, string> = {
  feed: 'food',
  play: 'games',
  clean: 'its bath',
  medicine: 'medicine',
  discipline: 'being corrected',
  sleep: 'its bed',
};

function joinKinds(kinds: readonly string[]): string {
  return kinds.length === 0 ? 'nothing there is a word for' : joinWithAnd(kinds);
}
