import { findColours } from './colour-words.ts';
import { firstMatch, type WordTable } from './word-table.ts';

// What a description says of single parts, in phrases that the artist knows. Where a phrase has a COLOUR, it is the one that
// stands beside the part in the description, or else that of the coat.

/** A part that a description may name. */
interface Feature {
  /** The noun beside which stand its colour and what it is like. */
  readonly noun: RegExp;
  /** By the words right before the noun. */
  readonly beside: WordTable<string>;
  /** By a word anywhere, such as the name of an animal that has such a part. */
  readonly anywhere?: WordTable<string>;
  /** Where the noun stands alone. */
  readonly alone?: string;
  /** Its colour where none was named, if that is not the coat's. */
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

// Light has the colour of whatever gives it.
const LIGHT: Feature = {
  noun: /^(?:glow\w*|light\w*|lumin\w*|shimmer\w*|aura|radian\w*)$/,
  beside: [],
  anywhere: [[/\bglow|lumin|\bradian|\baura\b|\blantern|\bshimmer|phosphor|incandesc/, 'COLOUR aura']],
};

// What lies on a coat, or what it is made of.
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

/** Every phrase that a description gives cause for, each with its own colour where one was named. */
export function findFeatures(said: string, coat: string): readonly string[] {
  const words = wordsOf(said);
  const parts = [...PARTS, LIGHT].flatMap((feature) => {
    const phrase = phraseFor(feature, words, said);
    const colour = colourBeside(words, feature.noun) ?? feature.usual ?? coat;
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

/** The colours a description names for none of its parts: those are the coat's. */
export function findCoatColours(said: string): readonly string[] {
  const words = wordsOf(said);
  const taken = new Set(PARTS.flatMap(({ noun }) => indexBeside(words, noun) ?? []));
  return words.filter((word, index) => isColour(word) && !MATERIALS.has(word) && !taken.has(index));
}

// What something is made of is a colour of other things.
const MATERIALS: ReadonlySet<string> = new Set(['crystal', 'clay', 'lightning']);

const isColour = (word: string) => findColours(word).length > 0;

function colourBeside(words: readonly string[], noun: RegExp): string | undefined {
  const index = indexBeside(words, noun);
  return index === undefined ? undefined : words[index];
}

const REACH = 3;

// What stands before one of these belongs to something else.
const ELSEWHERE = /^(?:with|and|has|have|whose|on|full|under|over)$/;

/** The few words before a place that belong to it. */
function wordsBefore(words: readonly string[], at: number): readonly string[] {
  const before = words.slice(Math.max(0, at - REACH), at);
  return before.slice(before.findLastIndex((word) => ELSEWHERE.test(word)) + 1);
}

// "amber wings", "wings of pale amber", "eyes like gold": before the noun sooner than after it.
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
