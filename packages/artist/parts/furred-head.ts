import shapes from '#content/pictures/shapes.json' with { type: 'json' };

import {
  type Canvas,
  drawEach,
  type Expression,
  fill,
  flippedPair,
  outlined,
  pair,
  stroke,
  type Svg,
} from '../drawing/canvas.ts';
import { brightness, type Colour, darker, lighter, mix } from '../drawing/colours.ts';
import { loop, mirrored, moved, oval, ovals, pts, scaled, shaggy, symmetricLoop } from '../drawing/paths.ts';
import type { Family } from '../facts.ts';
import type { WordTable } from '../words/word-table.ts';
import {
  type CoatColours,
  coatColoursOf,
  type CoatPattern,
  coatPattern,
  drawCoatMarks,
  markColour,
} from './coat-marks.ts';
import { drawEars, earHeight, type EarKind } from './ears.ts';
import { drawEyes, drawMouth, type EyesPlacement } from './face.ts';

function drawFaceMarks(canvas: Canvas, colours: CoatColours): Svg {
  const marks = MARKS.filter(([words]) => words.test(canvas.look.text));
  return coatOnFace(canvas, colours) + drawEach(marks, ([, draw]) => draw(canvas, colours));
}

function coatOnFace(canvas: Canvas, { blotch }: CoatColours): Svg {
  const patch = blotch
    ? fill(loop(pts('6 -96, 100 -80, 104 20, 56 34, 22 10, 16 -40')), blotch) +
      fill(loop(pts('-26 -96, -100 -80, -104 10, -62 26, -30 4')), blotch)
    : '';
  return patch + ON_FACE[coatPattern(canvas)](canvas);
}

const FLECKS = ovals(pts('-66 26, -76 6, -58 44, 66 26, 76 6, 58 44'), 5, 4);
const flecks = (canvas: Canvas) => forehead(markColour(canvas), 7) + fill(FLECKS, markColour(canvas));

const ON_FACE: Readonly<Record<CoatPattern, (canvas: Canvas) => Svg>> = {
  plain: () => '',
  stripes: (canvas) => forehead(markColour(canvas)) + cheekStripes(markColour(canvas)),
  spots: flecks,
  rosettes: flecks,
  patches: (canvas) => drawCoatMarks(canvas, { x: -98, y: -92, w: 196, h: 100 }),
};

function forehead(mark: Colour, width = 10): Svg {
  return stroke(
    'M0 -84V-48M-24 -84Q-22 -62 -12 -46M24 -84Q22 -62 12 -46M-46 -78Q-44 -58 -34 -44M46 -78Q44 -58 34 -44',
    mark,
    width,
  );
}

function cheekStripes(mark: Colour): Svg {
  return flippedPair(() => stroke('M100 4Q80 6 64 0M98 26Q78 28 62 22M88 46Q76 46 64 40', mark, 9));
}

const WHITE = '#f8f3ea';
const lower = (colour: Colour) =>
  fill(symmetricLoop('0 -26, 14 -10, 40 -22, 62 -10, 78 4, 104 0, 84 80, 0 100'), colour);

// Face marks by words of the look: every matching row is drawn, in this order.
const MARKS: WordTable<(canvas: Canvas, colours: CoatColours) => Svg> = [
  [/half-(\w+) face/, ({ look }) => fill('M0 -110H-120V110H-6Q8 0 0 -110Z', look.second ?? look.mark)],
  [
    /white face mask|face disc/,
    () => lower(WHITE) + pair((side) => fill(oval(34 * side, -34, 12, 9), WHITE)),
  ],
  [/(?:dark brown|dark) mask/, darkMask],
  [/black mask/, () => fill(symmetricLoop('0 0, 30 -12, 48 12, 56 50, 40 90, 0 100'), '#3b343c')],
  [
    /cream cheeks|white cheek|and white coat|white throat/,
    (_, { muzzle }) =>
      brightness(muzzle) > 0.75 ? fill(symmetricLoop('0 18, 24 8, 58 14, 100 2, 84 80, 0 100'), muzzle) : '',
  ],
  [/blaze|black white and tan/, () => fill(symmetricLoop('0 -90, 12 -80, 9 -30, 14 20, 0 40'), WHITE)],
  [/pale muzzle|white muzzle|pale furry face/, (_, { muzzle }) => fill(oval(0, 44, 54, 42), muzzle)],
  [
    /tear marks|black face lines/,
    () => flippedPair(() => stroke('M21 12Q15 28 21 46M30 -34Q28 -46 22 -56', '#38343f', 7)),
  ],
  [
    /wrinkle/,
    (_, { main }) =>
      stroke('M-30 -50Q0 -40 30 -50M-24 -36Q0 -28 24 -36M-18 -63Q0 -56 18 -63', darker(main, 0.36), 4),
  ],
  [/back stripe/, ({ look }) => fill(symmetricLoop('0 -96, 12 -86, 14 -46, 0 -14'), darker(look.coat, 0.5))],
  [/rosy cheeks/, () => pair((side) => fill(oval(56 * side, 34, 17, 11), '#ee8f96', 0.6))],
];

function darkMask({ look }: Canvas): Svg {
  const colour = look.parts.mask?.colours[0] ?? darker(look.coat, 0.55);
  const band = /fur/.test(look.text) && !/coat/.test(look.text);
  if (band) return fill(symmetricLoop('0 -20, 36 -28, 76 -8, 72 18, 34 22, 0 10'), colour);
  return fill(symmetricLoop('0 -50, 34 -40, 58 -4, 54 44, 30 84, 0 90'), colour, 0.92);
}

type MuzzleKind = 'cat' | 'dog' | 'pointed' | 'flat' | 'nibbling' | 'blunt';

const INK = '#33262c';

const MUZZLES: Readonly<Record<MuzzleKind, (canvas: Canvas, colours: CoatColours) => Svg>> = {
  cat: (canvas, colours) =>
    pair((side) => fill(oval(17 * side, 38, 25, 20), colours.muzzle)) +
    fill(oval(0, 54, 17, 13), colours.muzzle) +
    smallNose(canvas, 22, colours) +
    drawMouth(canvas, { y: 39, width: 30, ink: inkOn(colours.muzzle), kind: 'cat' }) +
    whiskers(canvas, 40),
  nibbling: (canvas, colours) => {
    const puffs =
      pair((side) => fill(oval(14 * side, 36, 22, 17), colours.muzzle)) +
      fill(oval(0, 50, 13, 12), colours.muzzle);
    const awake = canvas.expression === 'calm' || canvas.expression === 'curious';
    const teeth = awake
      ? fill('M-8 42h16v12a3 3 0 0 1 -3 3h-10a3 3 0 0 1 -3 -3Z', '#fffdf6') +
        stroke('M0 43V57M-8 42v12a3 3 0 0 0 3 3h10a3 3 0 0 0 3 -3v-12', INK, 2.5)
      : '';
    return (
      puffs +
      teeth +
      smallNose(canvas, 20, colours) +
      drawMouth(canvas, { y: 36, width: 26, ink: inkOn(colours.muzzle), kind: 'cat' }) +
      whiskers(canvas, 38)
    );
  },
  dog: (canvas, colours) => {
    const snout = symmetricLoop('0 2, 26 8, 46 34, 46 58, 26 76, 0 80');
    return (
      canvas.paint(snout, { fill: colours.muzzle, width: 0, depth: 9 }) +
      beard(canvas, colours) +
      bigNose(20, 22, colours) +
      stroke('M0 34V48', inkOn(colours.muzzle), 4.5) +
      drawMouth(canvas, { y: 49, width: 40, ink: inkOn(colours.muzzle), kind: 'dog' })
    );
  },
  pointed: (canvas, colours) => {
    const snout = symmetricLoop('0 -2, 18 10, 30 36, 26 64, 14 82, 0 86');
    return (
      canvas.paint(snout, { fill: colours.muzzle, width: 0, depth: 8 }) +
      beard(canvas, colours) +
      bigNose(44, 15, colours) +
      drawMouth(canvas, { y: 64, width: 24, ink: inkOn(colours.muzzle), kind: 'dog' })
    );
  },
  flat: (canvas, colours) =>
    pair((side) => canvas.paint(oval(24 * side, 44, 32, 27), { fill: colours.muzzle, width: 0, depth: 7 })) +
    bigNose(18, 19, colours) +
    drawMouth(canvas, { y: 40, width: 42, ink: inkOn(colours.muzzle), kind: 'dog' }),
  blunt: (canvas, colours) => {
    const square = loop(mirrored(pts('0 14, 42 16, 64 40, 66 82, 46 102, 0 104')), 0.9);
    const nostrils = flippedPair(() => fill(oval(20, 40, 9, 7), INK));
    const marks = fill(oval(0, 40, 42, 18), mix(colours.muzzle, INK, 0.4));
    return (
      canvas.paint(square, { fill: colours.muzzle, width: 0, depth: 9, marks }) +
      nostrils +
      stroke('M0 56V72', INK, 4) +
      drawMouth(canvas, { y: 73, width: 44, ink: INK, kind: 'dog' })
    );
  },
};

const inkOn = (colour: Colour) => (brightness(colour) < 0.32 ? lighter(colour, 0.55) : INK);

function smallNose({ look }: Canvas, y: number, colours: CoatColours): Svg {
  const dark = brightness(colours.muzzle) < 0.4 && !look.parts.nose;
  const colour = look.parts.nose?.colours[0] ?? (dark ? '#2d2429' : '#d9818a');
  return (
    fill(
      `M-11 ${y}Q0 ${y - 5} 11 ${y}Q8 ${y + 11} 0 ${y + 13}Q-8 ${y + 11} -11 ${y}Z`,
      darker(colour, 0.06),
    ) + fill(oval(-4, y + 2, 3, 1.8), '#fff7ee', 0.7)
  );
}

const BIG_NOSE = mirrored(pts('0 -0.62, 0.8 -0.5, 1 0, 0.45 0.62, 0 0.75'));

function bigNose(y: number, size: number, { muzzle }: CoatColours): Svg {
  const ink = brightness(muzzle) < 0.3 ? '#17121a' : '#2f2429';
  return (
    fill(loop(moved(scaled(BIG_NOSE, size), 0, y)), ink) +
    fill(oval(-size * 0.35, y - size * 0.28, size * 0.3, size * 0.16), '#fff7ee', 0.65)
  );
}

function beard({ look, stage }: Canvas, colours: CoatColours): Svg {
  if (!/beard/.test(look.text) || stage === 'baby') return '';
  const hair = shaggy(mirrored(pts('0 34, 36 28, 56 56, 40 98, 0 112')), 18, 11);
  return outlined(hair, lighter(colours.muzzle, 0.12), darker(colours.muzzle, 0.4), 3.5);
}

function whiskers({ look }: Canvas, y: number): Svg {
  const long = /whiskers/.test(look.text) ? 1.25 : 1;
  const colour = brightness(look.coat) < 0.45 ? '#f4eee6' : darker(look.coat, 0.5);
  const hairs = `M46 ${y - 4}Q70 ${y - 12} ${96 * long} ${y - 14}M47 ${y + 4}Q72 ${y + 2} ${100 * long} ${y + 6}M44 ${y + 11}Q66 ${y + 14} ${90 * long} ${y + 24}`;
  return flippedPair(() => stroke(hairs, colour, 2.6, 0.75));
}

type SkullShape = Readonly<{ half: string; muzzle: MuzzleKind; ears: EarKind; eyes: EyesPlacement }>;

// The cast holds: tools/check/content.ts checks the words.
const SKULLS = shapes.skulls as object as Readonly<Record<keyof typeof shapes.skulls, SkullShape>>;

// Skull shapes by words of the look: the first matching row of the family, or of any family.
const SKULL_WORDS: readonly (readonly [family: Family | undefined, words: RegExp, skull: SkullShape])[] = [
  ['cat', /flat face/, SKULLS.flatCat],
  ['cat', /(?:)/, SKULLS.cat],
  [undefined, /flat wrinkled face/, SKULLS.flatDog],
  [undefined, /blunt square/, SKULLS.blunt],
  ['dog', /fox|enormous ears/, SKULLS.fox],
  ['dog', /sleek|tucked waist/, SKULLS.lean],
  ['dog', /upright|pricked ears|dire|bear-like/, SKULLS.wolf],
  ['dog', /(?:)/, SKULLS.dog],
  [undefined, /cheeks/, SKULLS.cheeky],
  [undefined, /slinky|woolly|black nose/, SKULLS.slim],
];

function chooseSkull({ look }: Canvas, family: Family): SkullShape {
  const row = SKULL_WORDS.find(([of = family, words]) => of === family && words.test(look.text));
  return row?.[2] ?? SKULLS.round;
}

export function headHeight(canvas: Canvas, family: Family): number {
  return earHeight(canvas, chooseSkull(canvas, family).ears);
}

export function drawFurredHead(canvas: Canvas, family: Family): Svg {
  const skull = chooseSkull(canvas, family);
  const colours = coatColoursOf(canvas.look);
  const mane = ruff(canvas, colours);
  const face = canvas.paint(headOutline(canvas, skull), {
    fill: colours.main,
    marks: drawFaceMarks(canvas, colours),
    depth: 15,
  });
  const behind = drawEars(canvas, {
    usual: skull.ears,
    colour: colours.ears,
    where: 'behind',
    scale: skull.muzzle === 'blunt' ? 0.62 : 1,
  });
  const before = drawEars(canvas, { usual: skull.ears, colour: colours.ears, where: 'before' });
  const eyes = drawEyes(canvas, { ...skull.eyes, lid: colours.main });
  return (
    mane +
    behind +
    face +
    MUZZLES[skull.muzzle](canvas, colours) +
    eyes +
    forelock(canvas, colours) +
    brows(canvas, skull, colours) +
    before
  );
}

function headOutline({ look, stage }: Canvas, { half }: SkullShape): string {
  const shaggyCoat = /shaggy|wiry|very long \w+ fur|fluffy|woolly|thick (?!black|otter)/.test(look.text);
  const plump = stage === 'baby' ? 1.04 : 1;
  const points = scaled(mirrored(pts(half)), plump, 1);
  return shaggyCoat ? shaggy(points, 26, /shaggy|very long|wiry/.test(look.text) ? 10 : 7) : loop(points);
}

function ruff({ look, stage, paint }: Canvas, colours: CoatColours): Svg {
  const words = look.parts.ruff;
  if (!words || !/ruff|collar/.test(words.text) || stage === 'baby') return '';
  const colour = words.colours[0] ?? lighter(colours.main, 0.28);
  const half = pts('0 -60, 70 -50, 112 6, 108 62, 66 108, 0 124');
  return paint(shaggy(mirrored(half), 30, 17), { fill: colour, depth: 12 });
}

function forelock({ stage, paint }: Canvas, { main }: CoatColours): Svg {
  if (stage !== 'teen') return '';
  const lock =
    'M-26 -62Q-34 -96 -14 -110Q-14 -92 -4 -84Q-2 -112 20 -122Q14 -96 22 -86Q32 -98 44 -98Q30 -74 22 -60Q0 -48 -26 -62Z';
  return paint(lock, { fill: lighter(main, 0.12), depth: 5, width: 4 });
}

const BROWED: ReadonlySet<Expression> = new Set(['hungry', 'curious', 'weak', 'sad', 'afraid', 'restless']);

function brows({ expression }: Canvas, { eyes: { apart, y, size } }: SkullShape, colours: CoatColours): Svg {
  if (!BROWED.has(expression)) return '';
  const top = y - size * 1.75;
  const ink = darker(colours.main, 0.62);
  if (expression === 'curious')
    return stroke(`M${apart - 16} ${top - 4}Q${apart} ${top - 16} ${apart + 16} ${top - 6}`, ink, 4.5);
  const lift = expression === 'afraid' || expression === 'sad' ? 7 : 0;
  return flippedPair(() =>
    stroke(`M${apart - 15} ${top - 3 - lift}Q${apart} ${top - 4 - lift} ${apart + 15} ${top + 7}`, ink, 4.5),
  );
}
