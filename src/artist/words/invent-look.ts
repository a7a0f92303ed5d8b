import { seedOf } from '../../rules/base/dice.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Family, Trait } from '../../rules/vocabulary.ts';
import { seededRandom } from '../drawing/random.ts';
import { findColours } from './colour-words.ts';
import { findKind, type Kind } from './kinds.ts';
import { firstMatch, type WordTable } from './word-table.ts';

/**
 * A body part that a description may name, and the phrases it becomes in the artist's vocabulary. COLOUR
 * stands for the colour beside the noun in the description, or else that of the coat.
 */
interface Feature {
  readonly noun: RegExp;
  /** Phrases by the words right before the noun. */
  readonly beside: WordTable<string>;
  /** Phrases by a word anywhere in the description, such as the name of an animal that has such a part. */
  readonly anywhere?: WordTable<string>;
  /** The phrase for the noun without a known adjective. */
  readonly alone?: string;
  /** The part's default colour, if not that of the coat. */
  readonly usual?: string;
}

const PARTS: readonly Feature[] = [
  {
    noun: /^(?:eyes?|eyed)$/,
    beside: [
      [/many|hundred|dozen|countless|several|six|eight|cluster/, 'many small COLOUR eyes'],
      [/three|third/, 'three COLOUR eyes'],
      [/one|single|lone/, 'one great COLOUR eye'],
      [/glow|luminous|burning|lamp|shining/, 'glowing COLOUR eyes'],
      [/huge|enormous|big|large|wide|saucer/, 'enormous COLOUR eyes'],
      [/tiny|small|beady|button/, 'button COLOUR eyes'],
      [/sleepy|half-closed|drowsy|heavy-lidded/, 'half-closed COLOUR eyes'],
      [/almond|narrow|slanted|sharp/, 'almond COLOUR eyes'],
    ],
    anywhere: [
      [/many-eyed/, 'many small COLOUR eyes'],
      [/three-eyed/, 'three COLOUR eyes'],
      [/one-eyed|cyclops/, 'one great COLOUR eye'],
    ],
    alone: 'COLOUR eyes',
  },
  {
    noun: /^(?:horns?|horned|antlers?|antlered|antennae|feelers)$/,
    usual: 'ivory',
    beside: [[/one|single|lone|spiral|narwhal/, 'single COLOUR horn']],
    anywhere: [
      [/\bantler|jackalope|\bstag\b|\bmoose\b|\belk\b/, 'branching COLOUR antlers'],
      [/unicorn/, 'single COLOUR horn'],
      [/\bhorn(?:s|ed)?\b|\bgoat\b|\bram\b|\bdevil|\bdemon|\bimp\b/, 'curved COLOUR horn pair'],
      [
        /antenna|\bfeelers?\b|\bmoth\b|butterfl|beetle|bee\b|\binsect|\bcricket/,
        'COLOUR feelers on its head',
      ],
    ],
  },
  {
    noun: /^(?:wings?|winged)$/,
    beside: [
      [/\bbat|leather/, 'COLOUR bat wings'],
      [/feather|plume/, 'COLOUR plumed wings'],
      [/glass|clear|transparent|gossamer|translucent|dragonfly|insect|veined/, 'COLOUR glass wings'],
    ],
    anywhere: [
      [/\bangel|pegasus|griffin|gryphon/, 'COLOUR plumed wings'],
      [/bat-winged/, 'COLOUR bat wings'],
      [/dragonfl|\bfairy|bee\b|\bwasp/, 'COLOUR glass wings'],
    ],
    alone: 'COLOUR moth wings',
  },
  {
    noun: /^(?:tails?|tailed)$/,
    beside: [
      [/fluffy|bushy|plumed|feathery|squirrel/, 'bushy COLOUR tail'],
      [/curled|curly|coiled|ringlet/, 'curled COLOUR tail'],
      [/ringed|striped|banded/, 'long ringed tail'],
      [/short|stub|bobbed|\bno\b/, 'stub COLOUR tail'],
      [/long|whip|thin|prehensile|snaking/, 'long thin COLOUR tail'],
    ],
    anywhere: [[/tailless/, 'stub COLOUR tail']],
  },
  {
    noun: /^(?:ears?|eared)$/,
    beside: [
      [/floppy|droop|hanging|\blop/, 'floppy COLOUR ears'],
      [/long|rabbit|\bhare/, 'long upright COLOUR ears'],
      [/huge|enormous|giant|big|large|\bbat/, 'huge upright COLOUR ears'],
      [/tufted/, 'tufted COLOUR ears'],
      [/round|small|tiny/, 'small round COLOUR ears'],
      [/point|sharp/, 'pointed COLOUR ears'],
    ],
    anywhere: [[/lop-eared/, 'floppy COLOUR ears']],
  },
  {
    noun: /^(?:legs?|paws?|feet)$/,
    beside: [
      [/six|eight|many|dozens|hundred/, 'many thin COLOUR legs'],
      [/long|stilt|spindly|lanky/, 'very long legs'],
      [/short|stubby|tiny/, 'very short legs'],
      [/white|pale|cream|black|dark/, 'COLOUR paws'],
    ],
  },
];

const LIGHT: Feature = {
  noun: /^(?:glow\w*|light\w*|lumin\w*|shimmer\w*|aura|radian\w*)$/,
  beside: [],
  anywhere: [[/\bglow|lumin|\bradian|\baura\b|\blantern|\bshimmer|phosphor|incandesc/, 'COLOUR aura']],
};

const TEXTURES: WordTable<string> = [
  [/\bstrip(?:e|ed|es)\b|\btiger|\bzebra|\bbanded\b/, 'dark stripes'],
  [/\bspot(?:s|ted|ty)?\b|\bspeckle|\bdots?\b|\bdotted|\bfreckle|\bdapple/, 'dark spots'],
  [/\brosette|\bleopard|\bjaguar|\bocelot/, 'dark rosettes'],
  [/\bpatch(?:es|work|y)\b|\bpiebald|\bpinto|\bmottled/, 'dark patches'],
];

const HAIR: WordTable<string> = [
  [/\bshaggy|\blong (?:fur|hair|coat)|\bunkempt|\btangled/, 'shaggy hair'],
  [/\bfluff|\bfuzz|\bdown\b|\bdowny|\bplush|\bvelvet|\bpuffy/, 'fluffy hair'],
  [/\bwool/, 'woolly hair'],
  [/\bwiry|\bbristl/, 'wiry hair'],
  [/\bmane\b|\bruff\b/, 'soft ruff'],
];

const GROWTHS: WordTable<string> = [
  [/\bmoss|\blichen|\bovergrown|\bleaves\b|\bleafy|\bivy/, 'green tufts on its back'],
  [/\bstars?\b|\bstarry|\bstardust|\bcosmic|\bgalax|\bconstellation|\bnebul/, 'star flecks'],
  [/\bcrystals?\b|\bshards?\b|\bgems?\b|\bquartz|\bicicle/, 'quartz shards'],
  [/\bflame|\bfire\b|\bfiery|\bember|\bburning|\bsmoulder/, 'small flame'],
];

const SIZES: WordTable<string> = [
  [/\b(?:tiny|minuscule|thumb-sized|pocket-sized|miniature|little)\b/, 'tiny build'],
  [/\b(?:huge|enormous|giant|gigantic|massive|hulking|towering)\b/, 'stocky build'],
];

function findFeatures(said: string, coat: string): readonly string[] {
  const words = wordsOf(said);
  const parts = [...PARTS, LIGHT].flatMap((feature) => {
    const phrase = phraseFor(feature, words, said);
    const colour = words[indexBeside(words, feature.noun) ?? -1] ?? feature.usual ?? coat;
    return phrase === undefined ? [] : [phrase.replace('COLOUR', colour)];
  });
  const others = [TEXTURES, HAIR, GROWTHS, SIZES].map((table) => firstMatch(table, said));
  return [...parts, ...others.filter((phrase) => phrase !== undefined)];
}

function phraseFor({ noun, beside, anywhere = [], alone }: Feature, words: readonly string[], said: string) {
  const named = words.flatMap((word, at) => (noun.test(word) ? [wordsBefore(words, at).join(' ')] : []));
  const near = named.map((before) => firstMatch(beside, before)).find((phrase) => phrase !== undefined);
  return near ?? firstMatch(anywhere, said) ?? (named.length > 0 ? alone : undefined);
}

const wordsOf = (said: string): readonly string[] => said.match(/[a-z-]+/g) ?? [];

function findCoatColours(said: string): readonly string[] {
  const words = wordsOf(said);
  const taken = new Set(PARTS.flatMap(({ noun }) => indexBeside(words, noun) ?? []));
  return words.filter((word, index) => isColour(word) && !MATERIALS.has(word) && !taken.has(index));
}

// Colour names that are materials when they stand in a description.
const MATERIALS: ReadonlySet<string> = new Set(['crystal', 'clay', 'lightning']);

const isColour = (word: string) => findColours(word).length > 0;

const REACH = 3;

// Words that end the search for adjectives: words before one of these belong to another noun.
const ELSEWHERE = /^(?:with|and|has|have|whose|on|full|under|over)$/;

function wordsBefore(words: readonly string[], at: number): readonly string[] {
  const before = words.slice(Math.max(0, at - REACH), at);
  return before.slice(before.findLastIndex((word) => ELSEWHERE.test(word)) + 1);
}

/** The index of a noun's colour word, before or after the noun: "amber wings", "wings of pale amber", "eyes like gold". */
function indexBeside(words: readonly string[], noun: RegExp): number | undefined {
  for (const [at, word] of words.entries()) {
    if (!noun.test(word)) continue;
    const before = wordsBefore(words, at).findLastIndex(isColour);
    if (before !== -1) return at - wordsBefore(words, at).length + before;
    const linked = /^(?:of|like|in|as)$/.test(words[at + 1] ?? '');
    const after = linked ? words.slice(at + 2, at + 1 + REACH).findIndex(isColour) : -1;
    if (after !== -1) return at + 2 + after;
  }
  return undefined;
}

type Description = Pick<Species, 'slug' | 'name' | 'family' | 'personality' | 'traits'>;

/**
 * Invents a look for a species without one: from known words in its name, prompt and personality; the rest from its family, its
 * traits and its slug as a seed. `guessed` is the kind of body chosen by embeddings when no word names one.
 */
export function inventLook(species: Description, prompt: string, guessed?: Kind): readonly string[] {
  const { slug, family, traits } = species;
  const random = seededRandom(seedOf(slug));
  const said = descriptionOf(species, prompt);
  const kind = hasOneBody(family) ? undefined : (findKind(said) ?? guessed);
  const base = random.pick(kind ? [kind.look] : FAMILY_LOOKS[family]);
  const [coat = random.pick(COLOURS_OF[family]), ...others] = findCoatColours(said);
  const phrases = base.replaceAll('COLOUR', [coat, ...others.slice(0, 1)].join(' and ')).split(', ');
  const features = findFeatures(said, coat).filter((feature) => !isInborn(feature, base));
  const eyes = features.some((phrase) => /\beyes?$/.test(phrase)) ? [] : [`${random.pick(EYE_COLOURS)} eyes`];
  const named = new Set(features.map(nounOf));
  return [
    ...phrases.filter((phrase) => !named.has(nounOf(phrase))),
    ...features,
    ...traits.map((trait) => TRAIT_LOOKS[trait]),
    ...eyes,
  ];
}

// A described part replaces the part that this kind of body usually has.
const nounOf = (phrase: string) => phrase.slice(phrase.lastIndexOf(' ') + 1);

const INBORN: readonly (readonly [part: RegExp, kind: RegExp])[] = [
  [/wings$/, /\bwings|feathers|flippers/],
  [/\bhorn\b/, /horns/],
  [/quartz/, /crystal/],
  [/star/, /star specks/],
  [/flame/, /flame-tipped/],
];

// True if the kind's drawing already has the feature: dragons have wings and horns, birds have wings.
function isInborn(feature: string, base: string): boolean {
  return INBORN.some(([part, kind]) => part.test(feature) && kind.test(base));
}

export function descriptionOf({ name, personality }: Description, prompt: string): string {
  return `${name} ${prompt} ${personality}`.toLowerCase();
}

/** True for families with one kind of body; the others have several. */
export function hasOneBody(family: Family): boolean {
  return family === 'cat' || family === 'dog';
}

const EYE_COLOURS = ['green', 'amber', 'blue', 'brown', 'gold', 'dark violet', 'hazel'] as const;

type TextChoices = readonly [string, ...string[]];

const COLOURS_OF: Readonly<Record<Family, TextChoices>> = {
  cat: ['grey', 'orange', 'cream', 'charcoal', 'cinnamon', 'lilac', 'silver', 'golden'],
  dog: ['golden', 'brown', 'fawn', 'charcoal', 'white', 'chestnut', 'blue-grey', 'cream'],
  exotic: ['green', 'teal', 'coral', 'golden', 'violet', 'sandy', 'olive', 'turquoise', 'rust'],
  'ai-native': ['cyan', 'violet', 'mint', 'indigo', 'rose', 'silver', 'gold', 'turquoise'],
};

const FAMILY_LOOKS: Readonly<Record<Family, TextChoices>> = {
  cat: [
    'COLOUR short coat with dark stripes, pointed ears, long thin tail, pink nose',
    'COLOUR fluffy coat, white chest, tufted ears, plumed tail',
    'COLOUR coat with dark spots, tall rounded ears, long legs, ringed tail',
    'COLOUR and white coat with dark patches, pointed ears, fluffy tail',
  ],
  dog: [
    'COLOUR wavy coat, floppy ears, feathered tail, broad head, black nose',
    'COLOUR and white coat, upright ears, curled bushy tail, white face mask',
    'COLOUR wiry coat, folded ears, bearded muzzle, short upright tail',
    'COLOUR short coat, tall upright ears, lean build, long thin tail',
  ],
  exotic: [
    'COLOUR feathers, curved orange beak, long tail feathers, yellow crown',
    'soft COLOUR fur, round ears, long bushy tail, pink nose',
    'COLOUR scales with shifting bands, curled tail, casque crest, mitten feet',
    'pale COLOUR body, feathery red gills, stubby legs, finned tail',
    'soft COLOUR fur, long upright ears, white cotton tail, pink nose',
  ],
  'ai-native': [
    'translucent COLOUR body, rippling rings, large round ears',
    'clear COLOUR crystal body, repeating hexagons, prism glow',
    'COLOUR cube-like body, scrolling white glyphs, angular ears',
    'round wobbly COLOUR jelly body, glossy surface, floating bubbles inside',
    'brushed COLOUR body, rounded square head, antenna with red light, rubber treads, chest screen',
  ],
};

const TRAIT_LOOKS: Readonly<Record<Trait, string>> = {
  punctual: 'white paws',
  forgiving: 'cream cheeks',
  suspicious: 'dark mask',
  grateful: 'white chest',
  stoic: 'broad build',
  anxious: 'large trembling whiskers',
  vocal: 'pink tongue',
  stubborn: 'wrinkled forehead',
  gentle: 'rosy cheeks',
  nocturnal: 'dark back stripe',
  social: 'white-tipped tail',
  solitary: 'soft ruff',
};
