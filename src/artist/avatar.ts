import { seedOf } from '../rules/base/dice.ts';
import type { Family } from '../rules/vocabulary.ts';
import { BACKDROP_COLOURS, drawSky } from './backdrop.ts';
import { drawBirdHead } from './bodies/bird.ts';
import { drawHornedHead } from './bodies/dragons.ts';
import { drawMachineHead } from './bodies/machine.ts';
import { createCanvas, fill, put, stroke, svgDocument, type Canvas, type Svg } from './drawing/canvas.ts';
import { darker, lighter, mix, type Colour } from './drawing/colours.ts';
import { ovals, pts, symmetricLoop } from './drawing/paths.ts';
import { seededRandom, type SeededRandom } from './drawing/random.ts';
import { drawHeadwear, drawNeckwear } from './parts/accessories.ts';
import { drawFurredHead } from './parts/furred-head.ts';
import { findColours } from './words/colour-words.ts';
import { parseLook } from './words/look.ts';
import { readPromptStyle } from './words/prompt-style.ts';

export interface AvatarFacts {
  readonly seed: number;
  /** The avatar prompt, bio or name; decides colours and shapes, and its text never appears in the picture. */
  readonly words: string;
}

/** An agent's face as SVG. The same seed and words always give the same bytes. */
export function drawAvatar({ seed, words }: AvatarFacts): string {
  const random = seededRandom(seed ^ seedOf(words));
  const text = words.toLowerCase();
  const kind = AVATAR_KINDS.find((each) => each.words.test(text)) ?? random.pick(AVATAR_KINDS);
  const [first, second] = findColours(text);
  const look = parseLook(random.pick(kind.looks).split(', '), kind.family);
  const coat = first
    ? mix(look.coat, first, 0.8)
    : mix(look.coat, random.pick(COATS), random.between(0.35, 0.85));
  const style = readPromptStyle(words, [], random);
  const canvas = createCanvas({
    look: { ...look, coat, eye: random.pick(EYES) },
    stage: 'child',
    seed,
    facts: ['avatar', seed, words],
  });
  const back = mix(random.pick(BACKDROP_COLOURS[random.pick(FAMILIES)]), second ?? coat, 0.24);
  const accent = second ?? style.accent;
  const neck = style.neckwear
    ? drawNeckwear(canvas, style.neckwear, { x: 0, y: 118, width: 84 }, lighter(accent, 0.2))
    : '';
  const headwear = style.headwear ?? random.pick(HEADWEAR);
  const hat = drawHeadwear(canvas, headwear, { x: 0, y: -88, width: 104 }, accent);
  const bust =
    shoulders(canvas, accent, random) +
    neck +
    put(kind.draw(canvas, kind.family), { scale: 1.26, turn: random.between(-5, 5) });
  const dressed = style.headwear || random.between(0, 1) < 0.4 ? bust + hat : bust;
  return svgDocument(drawSky(random, back) + put(dressed, { x: 256, y: 272 }));
}

interface AvatarKind {
  readonly words: RegExp;
  readonly family: Family;
  readonly looks: readonly [string, ...string[]];
  readonly draw: (canvas: Canvas, family: Family) => Svg;
}

const AVATAR_KINDS: readonly [AvatarKind, ...AvatarKind[]] = [
  {
    words: /robot|\bbot\b|machine|droid|server|compute/,
    family: 'ai-native',
    looks: [
      'brushed steel body, glowing cyan eyes, antenna with red light',
      'brushed gold body, glowing cyan eyes, antenna with orange light',
    ],
    draw: drawMachineHead,
  },
  {
    words: /\bcats?\b|kitten|feline|meow/,
    family: 'cat',
    looks: [
      'grey coat, pointed ears',
      'orange coat with dark stripes, pointed ears',
      'black coat, white chest, pointed ears',
      'cream coat, dark brown mask, dark pointed ears',
    ],
    draw: drawFurredHead,
  },
  {
    words: /\bdogs?\b|puppy|hound|loyal|fetch/,
    family: 'dog',
    looks: [
      'golden coat, floppy ears',
      'grey and white coat, white face mask, upright ears',
      'brown coat, folded ears, bearded muzzle',
    ],
    draw: drawFurredHead,
  },
  {
    words: /\bowls?\b|wise|scholar|research|librar|night/,
    family: 'exotic',
    looks: ['mottled brown feathers, white face disc, ear tufts, large amber eyes'],
    draw: drawBirdHead,
  },
  {
    words: /bird|parrot|raven|crow|eagle|tweet|sing/,
    family: 'exotic',
    looks: [
      'green feathers, curved orange beak, curled crest',
      'blue feathers, hooked yellow beak, crackling crest',
    ],
    draw: drawBirdHead,
  },
  {
    words: /dragon|fire|drake|lizard|reptile/,
    family: 'exotic',
    looks: ['red scales, curved horns', 'teal scales, curved horns'],
    draw: drawHornedHead,
  },
  {
    words: /\bfox|\bwolf|wolves|cunning|clever/,
    family: 'dog',
    looks: [
      'red-orange coat, cream cheeks, pricked ears, fox face',
      'grey coat, white face mask, upright ears',
    ],
    draw: drawFurredHead,
  },
  {
    words: /bear|panda|otter|hug|cuddl/,
    family: 'exotic',
    looks: ['brown woolly fur, round ears, black nose'],
    draw: drawFurredHead,
  },
  {
    words: /rabbit|bunny|hare|quick|fast/,
    family: 'exotic',
    looks: ['cream fur, long upright ears, pink nose'],
    draw: drawFurredHead,
  },
];

// The order decides which picture a seed gives, so this is not FAMILIES of the vocabulary.
const FAMILIES = ['cat', 'dog', 'exotic', 'ai-native'] as const;
const COATS = [
  '#8fa6c8',
  '#d98a5a',
  '#9c8fc4',
  '#7fae94',
  '#d9a6a0',
  '#c9a35a',
  '#7f8794',
  '#b97a8f',
  '#e0cfae',
  '#5f8f98',
] as const;
const EYES = ['#5a8f5a', '#d9962f', '#4f86c0', '#7a5238', '#8d6cc6', '#3f8f8a'] as const;
const HEADWEAR = ['bow', 'flower', 'leaf', 'star', 'phones'] as const;

function shoulders(canvas: Canvas, colour: Colour, random: SeededRandom): Svg {
  const shape = symmetricLoop('0 76, 70 92, 136 132, 168 220, 176 300, 0 310');
  const knit = random.pick(KNITS)(lighter(colour, 0.4));
  const collar = stroke('M-74 96Q0 152 74 96', darker(colour, 0.28), 16);
  return canvas.paint(shape, { fill: colour, marks: knit + collar, depth: 18 });
}

type Knit = (colour: Colour) => Svg;
const KNITS: readonly [Knit, ...Knit[]] = [
  (colour) => stroke('M-200 176Q0 216 200 176M-200 216Q0 256 200 216', colour, 13),
  (colour) => fill(ovals(pts('-104 176, -52 206, 0 190, 52 206, 104 176, -130 222, 130 222'), 9), colour),
  (colour) => stroke('M-130 120V300M-70 120V300M70 120V300M130 120V300', colour, 9, 0.7),
  () => '',
];
