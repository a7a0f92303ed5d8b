import { findColours } from './colour-words.ts';
import { firstMatch, type WordTable } from './word-table.ts';

// What a description says of single parts, in phrases that the artist knows. Where a phrase has a COLOUR, it is the one that
// stands beside the part in the description, or else that of the coat.

/** What one of these rows answers to, and what it is called. */
interface Feature {
  /** The noun beside which its colour stands. */
  readonly noun: RegExp;
  readonly rows: WordTable<string>;
  /** Its colour where none was named, if that is not the coat's. */
  readonly usual?: string;
}

const PARTS: readonly Feature[] = [
  {
    noun: /^eyes?$|^eyed$/,
    rows: [
      [
        /\b(?:many|hundred|dozens?|countless|several|six|eight|too many|cluster of)(?: \w+){0,2} eyes\b|\bmany-eyed/,
        'many small COLOUR eyes',
      ],
      [/\bthree(?: \w+){0,2} eyes\b|\bthird eye\b|\bthree-eyed/, 'three COLOUR eyes'],
      [/\b(?:one|single|lone)(?: \w+){0,2} eye\b|\bone-eyed|\bcyclops/, 'one great COLOUR eye'],
      [/\b(?:glowing|luminous|burning|lamp-like|shining)(?: \w+){0,2} eyes\b/, 'glowing COLOUR eyes'],
      [/\b(?:huge|enormous|big|large|wide|saucer)(?: \w+){0,2} eyes\b/, 'enormous COLOUR eyes'],
      [/\b(?:tiny|small|beady|button)(?: \w+){0,2} eyes\b/, 'button COLOUR eyes'],
      [/\b(?:sleepy|half-closed|drowsy|heavy-lidded)(?: \w+){0,2} eyes\b/, 'half-closed COLOUR eyes'],
      [/\b(?:almond|narrow|slanted|sharp)(?: \w+){0,2} eyes\b/, 'almond COLOUR eyes'],
      [/\beyes\b/, 'COLOUR eyes'],
    ],
  },
  {
    noun: /^horns?$|^antlers?$|^antennae$|^feelers$/,
    usual: 'ivory',
    rows: [
      [/\bantler|\bjackalope|\bstag\b|\bmoose|\belk\b/, 'branching COLOUR antlers'],
      [/\bunicorn|\b(?:one|single|lone|spiral|narwhal)(?: \w+){0,2} horn\b/, 'single COLOUR horn'],
      [/\bhorn(?:s|ed)?\b|\bgoat\b|\bram\b|\bdevil|\bdemon|\bimp\b/, 'curved COLOUR horn pair'],
      [
        /\bantennae?\b|\bfeelers?\b|\bmoth\b|\bbutterfl|\bbeetle|bee\b|\binsect|\bcricket/,
        'COLOUR feelers on its head',
      ],
    ],
  },
  {
    noun: /^wings?$|^winged$/,
    rows: [
      [/\b(?:bat|bat-like|leather\w*)(?: \w+){0,2} wings|\bbat-winged/, 'COLOUR bat wings'],
      [
        /\bfeather\w*(?: \w+){0,2} wings|\bwings of feather|\bangel|\bpegasus|\bgriffin|\bgryphon/,
        'COLOUR plumed wings',
      ],
      [
        /\b(?:glass|clear|transparent|gossamer|translucent|dragonfly|insect|veined)(?:\w|-)*(?: \w+){0,2} wings|\bdragonfl|\bfairy|bee\b|\bwasp/,
        'COLOUR glass wings',
      ],
      [/\bwing/, 'COLOUR moth wings'],
    ],
  },
  {
    noun: /^tails?$|^tailed$/,
    rows: [
      [/\b(?:fluffy|bushy|plumed|feathery|squirrel)(?: \w+){0,2} tail/, 'bushy COLOUR tail'],
      [/\b(?:curled|curly|coiled|ringlet)(?: \w+){0,2} tail/, 'curled COLOUR tail'],
      [/\b(?:ringed|striped|banded)(?: \w+){0,2} tail/, 'long ringed tail'],
      [/\b(?:short|stubby|stub|bobbed|no)(?: \w+){0,2} tail|\btailless/, 'stub COLOUR tail'],
      [/\b(?:long|whip|thin|prehensile|snaking)(?: \w+){0,2} tail/, 'long thin COLOUR tail'],
    ],
  },
  {
    noun: /^ears?$|^eared$/,
    rows: [
      [/\b(?:floppy|droopy|drooping|hanging|lop)(?: \w+){0,2} ear|\blop-eared/, 'floppy COLOUR ears'],
      [/\b(?:long|rabbit|hare)(?: \w+){0,2} ears/, 'long upright COLOUR ears'],
      [/\b(?:huge|enormous|giant|big|large|bat)(?: \w+){0,2} ears/, 'huge upright COLOUR ears'],
      [/\b(?:tufted)(?: \w+){0,2} ears/, 'tufted COLOUR ears'],
      [/\b(?:round|small|tiny)(?: \w+){0,2} ears/, 'small round COLOUR ears'],
      [/\b(?:pointed|pointy|sharp)(?: \w+){0,2} ears/, 'pointed COLOUR ears'],
    ],
  },
  {
    noun: /^(?:legs?|paws?|feet)$/,
    rows: [
      [
        /\b(?:six|eight|many|dozens of|hundred)(?: \w+){0,2} legs\b|\bcentipede|\bmillipede/,
        'many thin COLOUR legs',
      ],
      [/\b(?:white|pale|cream|black|dark)(?: \w+){0,1} (?:paws|feet|socks)\b/, 'COLOUR paws'],
      [/\b(?:long|stilt|spindly|lanky)(?:-| )?(?:\w+ ){0,2}leg/, 'very long legs'],
      [/\b(?:short|stubby|tiny)(?: \w+){0,2} legs\b/, 'very short legs'],
    ],
  },
];

// Light has the colour of whatever gives it.
const LIGHT: Feature = {
  noun: /^(?:glow\w*|light\w*|lumin\w*|shimmer\w*|aura|radian\w*)$/,
  rows: [
    [/\bglow|\blumin|\bbiolumin|\bradian|\baura\b|\blantern|\bshimmer|\bphosphor|\bincandesc/, 'COLOUR aura'],
  ],
};

// What lies on a coat, or what it is made of.
const TEXTURES: WordTable<string> = [
  [/\bstrip(?:e|ed|es)\b|\btiger|\bzebra|\bbanded\b/, 'dark stripes'],
  [/\bspot(?:s|ted|ty)?\b|\bspeckle|\bdots?\b|\bdotted|\bfreckle|\bdapple/, 'dark spots'],
  [/\brosette|\bleopard|\bjaguar|\bocelot/, 'dark rosettes'],
  [/\bpatch(?:es|work|y)\b|\bpiebald|\bpinto|\bmottled/, 'dark patches'],
];

const HAIR: WordTable<string> = [
  [/\bshaggy|\blong(?: \w+)? (?:fur|hair|coat)|\bunkempt|\btangled/, 'shaggy hair'],
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
  const words = said.match(/[a-z-]+/g) ?? [];
  const parts = [...PARTS, LIGHT].flatMap(({ noun, rows, usual = coat }) => {
    const phrase = firstMatch(rows, said);
    return phrase === undefined ? [] : [phrase.replace('COLOUR', colourBeside(words, noun) ?? usual)];
  });
  const others = [TEXTURES, HAIR, GROWTHS, SIZES].map((table) => firstMatch(table, said));
  return [...parts, ...others.filter((phrase) => phrase !== undefined)];
}

/** The colours a description names for none of its parts: those are the coat's. */
export function findCoatColours(said: string): readonly string[] {
  const words = said.match(/[a-z-]+/g) ?? [];
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

// "amber wings", "wings of pale amber", "eyes like gold": before the noun sooner than after it.
function indexBeside(words: readonly string[], noun: RegExp): number | undefined {
  for (const [at, word] of words.entries()) {
    if (!noun.test(word)) continue;
    for (let before = at - 1; before >= Math.max(0, at - REACH); before -= 1) {
      if (ELSEWHERE.test(words[before] ?? '')) break;
      if (isColour(words[before] ?? '')) return before;
    }
    const linked = /^(?:of|like|in|as)$/.test(words[at + 1] ?? '');
    for (let after = at + 2; linked && after <= at + REACH; after += 1)
      if (isColour(words[after] ?? '')) return after;
  }
  return undefined;
}
