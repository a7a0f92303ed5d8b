import avatars from '#content/pictures/avatars.json' with { type: 'json' };

import { seedOf } from '../base/hash.ts';
import { BACKDROP_COLOURS, drawSky } from './backdrop.ts';
import { drawBirdHead } from './bodies/bird.ts';
import { drawHornedHead } from './bodies/reptiles.ts';
import { drawMachineHead } from './bodies/things.ts';
import { createCanvas, fill, put, stroke, svgDocument, type Canvas, type Svg } from './drawing/canvas.ts';
import { darker, lighter, mix, type Colour } from './drawing/colours.ts';
import { ovals, pts, symmetricLoop } from './drawing/paths.ts';
import { type SeededRandom, seededRandom } from './drawing/random.ts';
import type { Family } from './facts.ts';
import { drawHeadwear, drawNeckwear } from './parts/accessories.ts';
import { drawFurredHead } from './parts/furred-head.ts';
import { findColours } from './words/colour-words.ts';
import { parseLook } from './words/look.ts';
import { readPromptStyle } from './words/prompt-style.ts';

/** `words` (prompt, bio or name) decide colours and shapes; their text never appears in the picture. */
export type AvatarFacts = Readonly<{ seed: number; words: string }>;

/** An agent's face as SVG. The same seed and words always give the same bytes. */
export function drawAvatar({ seed, words }: AvatarFacts): string {
  const random = seededRandom(seed ^ seedOf(words));
  const text = words.toLowerCase();
  const kind = AVATAR_KINDS.find((each) => each.words.test(text)) ?? random.pick(AVATAR_KINDS);
  const [first, second] = findColours(text);
  const look = parseLook(random.pick(kind.looks).split(', '), kind.family);
  const coat = first
    ? mix(look.coat, first, 0.8)
    : mix(look.coat, random.pick(avatars.coats), random.between(0.35, 0.85));
  const style = readPromptStyle(words, [], random);
  const canvas = createCanvas({
    look: { ...look, coat, eye: random.pick(avatars.eyes) },
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

const HEADS = {
  machine: drawMachineHead,
  furred: drawFurredHead,
  bird: drawBirdHead,
  horned: drawHornedHead,
};

// The casts hold: tools/check/content.ts checks both words.
const AVATAR_KINDS = avatars.kinds.map(({ words, family, head, looks }) => ({
  words: new RegExp(words),
  family: family as Family,
  draw: HEADS[head as keyof typeof HEADS],
  looks,
}));

// The order decides which picture a seed gives, so this is not FAMILIES of the vocabulary.
const FAMILIES = ['cat', 'dog', 'exotic', 'ai-native'] as const;
const HEADWEAR = ['bow', 'flower', 'leaf', 'star', 'phones'] as const;

function shoulders({ paint }: Canvas, colour: Colour, random: SeededRandom): Svg {
  const shape = symmetricLoop('0 76, 70 92, 136 132, 168 220, 176 300, 0 310');
  const knit = random.pick(KNITS)(lighter(colour, 0.4));
  const collar = stroke('M-74 96Q0 152 74 96', darker(colour, 0.28), 16);
  return paint(shape, { fill: colour, marks: knit + collar, depth: 18 });
}

const KNITS: readonly ((colour: Colour) => Svg)[] = [
  (colour) => stroke('M-200 176Q0 216 200 176M-200 216Q0 256 200 216', colour, 13),
  (colour) => fill(ovals(pts('-104 176, -52 206, 0 190, 52 206, 104 176, -130 222, 130 222'), 9), colour),
  (colour) => stroke('M-130 120V300M-70 120V300M70 120V300M130 120V300', colour, 9, 0.7),
  () => '',
];
