import {
  type Canvas,
  fill,
  type FilledPaint,
  LINE_WIDTH,
  outlined,
  pair,
  put,
  stroke,
  type Svg,
} from '../drawing/canvas.ts';
import { type Colour, darker, lighter, outlineColour } from '../drawing/colours.ts';
import type { Figure, Position } from '../drawing/figure.ts';
import { footIn } from '../drawing/motion.ts';
import {
  curve,
  limb,
  loop,
  mirrored,
  offset,
  oval,
  type Point,
  pointList,
  pts,
  sampleCurve,
  scaled,
  shaggy,
  symmetricLoop,
  widthAt,
} from '../drawing/paths.ts';
import type { Family } from '../facts.ts';
import { type CoatColours, coatColoursOf, drawCoatMarks } from '../parts/coat-marks.ts';
import { drawFurredHead, headHeight } from '../parts/furred-head.ts';
import { drawTail, hasTail, tailReach } from '../parts/tail.ts';
import { firstMatch, type WordTable } from '../words/word-table.ts';

function drawLeg(canvas: Canvas, spine: readonly Point[], widths: readonly number[], paint: FilledPaint) {
  const samples = sampleCurve(spine, 4).filter(({ part }) => part > 0.34);
  const side = (which: 1 | -1) =>
    curve(samples.map(({ at, across, part }) => offset(at, across, (widthAt(widths, part) / 2) * which)));
  return (
    canvas.paint(limb(spine, widths), { ...paint, width: 0 }) +
    stroke(side(1) + side(-1), outlineColour(paint.fill), LINE_WIDTH)
  );
}

function patch(outline: string, colour: Colour | undefined): Svg {
  return colour ? fill(outline, colour) : '';
}

function drawPaw({ look, paint }: Canvas, x: number, y: number, size: number, colour: Colour): Svg {
  const broad = /snowshoe|broad|wide/.test(look.parts.paws?.text ?? '');
  const outline = loop(pts('-25 0, -23 -15, -8 -24, 8 -24, 23 -15, 25 0, 0 4'));
  const foot = paint(outline, { fill: colour, depth: 6 });
  const toes = stroke('M-8 1V-9M8 1V-9', darker(colour, 0.55), 3.4);
  return put(foot + toes, { x, y, scale: size * (broad ? 1.22 : 1) });
}

/** Draws a furred creature lying down, its chin between its paws. `adult` is the frame of an adult. */
function drawLying(canvas: Canvas, family: Family, adult: LyingFrame, headSize: number): Figure {
  const { growth, look } = canvas;
  const colours = coatColoursOf(look);
  const long = adult[0] * (0.5 + 0.5 * growth.body);
  const high = adult[1] * (0.52 + 0.48 * growth.width);
  const scale = growth.head * headSize;
  const head = { x: -long * 0.3, y: -68 * scale };
  const height = headHeight(canvas, family);
  const tail = { x: long * 0.46, y: -14, flip: -1, turn: -58, scale: 0.76 } as const;
  return {
    body:
      lyingTrunk(canvas, colours, [long, high]) +
      haunch(canvas, colours, [long, high]) +
      (hasTail(canvas) ? put(drawTail(canvas, colours.tail), tail) : '') +
      forePaws(canvas, colours, head.x),
    head: put(drawFurredHead(canvas, family), { ...head, scale, turn: -7 }),
    neck: { x: head.x + 62 * scale, y: -high * 0.5, width: 40 * scale },
    crown: { x: head.x, y: head.y - 70 * scale, width: 80 * scale },
    reach: {
      left: -head.x + Math.max(112, height * 0.92) * scale,
      right: long * 0.56,
      top: Math.max(high, -head.y + height * scale),
    },
  };
}

type LyingFrame = readonly [long: number, high: number];

const SHAGGY = /shaggy|very long \w+ fur|fluffy|wiry|wavy/;

const BACK = pts(
  '-0.44 -0.5, -0.3 -0.86, 0 -0.98, 0.28 -0.98, 0.48 -0.72, 0.56 -0.34, 0.5 0, 0.1 0.02, -0.36 0.02, -0.5 -0.14',
);

function lyingTrunk(canvas: Canvas, colours: CoatColours, [long, high]: LyingFrame): Svg {
  const points = scaled(BACK, long, high);
  const marks =
    fill(oval(0, 4, long * 0.4, high * 0.16), colours.belly, 0.8) +
    patch(oval(long * 0.16, -high * 0.94, long * 0.34, high * 0.42), colours.saddle) +
    patch(oval(long * 0.2, -high * 0.8, long * 0.2, high * 0.4), colours.blotch) +
    drawCoatMarks(canvas, { x: -long * 0.42, y: -high, w: long * 0.94, h: high * 0.86 }) +
    patch(oval(-long * 0.42, -high * 0.3, long * 0.18, high * 0.5), colours.chest);
  const isShaggy = SHAGGY.test(canvas.look.text) || /thick/.test(canvas.look.text);
  const outline = isShaggy ? shaggy(points, 28, 8) : loop(points);
  return canvas.paint(outline, { fill: colours.main, marks, depth: 14 });
}

function haunch(canvas: Canvas, colours: CoatColours, [long, high]: LyingFrame): Svg {
  const thigh = loop(scaled(pts('0.16 0, 0.14 -0.36, 0.26 -0.6, 0.42 -0.52, 0.5 -0.16, 0.44 0'), long, high));
  const marks = drawCoatMarks(canvas, { x: long * 0.14, y: -high * 0.6, w: long * 0.34, h: high * 0.5 });
  const size = 0.95 * Math.max(0.8, canvas.growth.legs);
  return (
    canvas.paint(thigh, { fill: colours.legs, marks, depth: 9, width: 4 }) +
    drawPaw(canvas, long * 0.14, 0, size, colours.paws)
  );
}

function forePaws(canvas: Canvas, colours: CoatColours, x: number): Svg {
  const size = 1.08 * Math.max(0.8, canvas.growth.legs);
  const paw = (dx: number, y: number) => drawPaw(canvas, x + dx, y, size, colours.paws);
  const arm = loop(pts('-6 -2, 0 -26, 60 -34, 92 -22, 92 2'));
  const near = put(outlined(arm, colours.legs, outlineColour(colours.legs), 5), { x: x - 22 });
  return paw(-62, 0) + near + paw(-14, 4);
}

/** `deep`: of the chest; `tuck`: how far the waist is drawn in; both in units of the drawing. */
type StandingBuild = Readonly<Record<'legs' | 'long' | 'deep' | 'tuck' | 'head', number>>;

const BUILDS: WordTable<StandingBuild> = [
  [/very short legs/, { legs: 42, long: 190, deep: 92, tuck: 0.04, head: 1.03 }],
  [/slinky/, { legs: 40, long: 236, deep: 72, tuck: 0, head: 0.81 }],
  [/barrel/, { legs: 62, long: 214, deep: 136, tuck: -0.06, head: 0.96 }],
  [/very long(?: black)? legs|very long hind/, { legs: 146, long: 166, deep: 84, tuck: 0.22, head: 0.85 }],
  [/tucked waist/, { legs: 128, long: 190, deep: 92, tuck: 0.36, head: 0.85 }],
];
const USUAL_BUILD: StandingBuild = { legs: 118, long: 176, deep: 88, tuck: 0.16, head: 0.92 };

// Sitting creatures have big heads: on their feet they are short and stout.
const SITTERS_BUILD: StandingBuild = { legs: 88, long: 178, deep: 100, tuck: 0.1, head: 1.04 };

export function drawStanding(canvas: Canvas, family: Family): Figure {
  return drawWithBuild(canvas, family, firstMatch(BUILDS, canvas.look.text) ?? USUAL_BUILD);
}

function drawWithBuild(canvas: Canvas, family: Family, build: StandingBuild): Figure {
  const { growth, stage, look, expression, posture } = canvas;
  const colours = coatColoursOf(look);
  if (posture === 'lying')
    return drawLying(canvas, family, [build.long * 1.44, build.deep * 1.24], build.head);
  const legs = build.legs * (0.3 + 0.7 * growth.legs);
  const long = build.long * (0.42 + 0.58 * Math.min(1, growth.body + 0.1));
  const deep = build.deep * (stage === 'teen' ? 0.86 : 0.5 + 0.5 * growth.width);
  const back = -legs - deep;
  const scale = build.head * growth.head;
  const head = { x: -long * 0.5 - 14, y: back - 30 * scale };
  const frame = { legs, long, deep, back, tuck: build.tuck };
  const tail = { x: long * 0.44, y: back + deep * 0.34, turn: build.legs < 70 ? 6 : -6 };
  const turn = expression === 'curious' ? -8 : 0;
  return {
    body:
      (/tail| coat/.test(look.text) ? put(drawTail(canvas, colours.tail), tail) : '') +
      legPair(canvas, colours, frame, 'far') +
      standingTrunk(canvas, colours, frame, head) +
      legPair(canvas, colours, frame, 'near'),
    head: put(drawFurredHead(canvas, family), { ...head, scale, turn }),
    neck: { x: head.x + 12, y: head.y + 62 * scale, width: 62 * scale },
    reach: {
      left: -head.x + 96 * scale,
      right: long * 0.5 + (/tail/.test(look.text) ? tailReach(canvas)[0] - 12 : 30),
      top: Math.max(-head.y + headHeight(canvas, family) * scale, -back + tailReach(canvas)[1] - 30),
    },
    crown: { x: head.x, y: head.y - 70 * scale, width: 80 * scale },
  };
}

type StandingFrame = Omit<StandingBuild, 'head'> & { readonly back: number };

function standingTrunk(canvas: Canvas, colours: CoatColours, frame: StandingFrame, head: Position): Svg {
  const { look, paint } = canvas;
  const { legs, long, deep, back, tuck } = frame;
  const half = long / 2;
  const points: readonly Point[] = [
    [head.x - 20, head.y + 10],
    [head.x + 40, head.y - 4],
    [-half * 0.5, back + 2],
    [0, back + 4],
    [half * 0.7, back],
    [half + 12, back + deep * 0.34],
    [half + 4, back + deep * 0.8],
    [half * 0.4, -legs - deep * tuck],
    [-half * 0.3, -legs + 8],
    [-half * 0.84, -legs + 4],
    [-half - 24, back + deep * 0.5],
  ];
  const mane: readonly Point[] = [
    [head.x + 10, head.y - 20],
    [-half * 0.3, back - 10],
    [-half * 0.5, back + deep * 0.4],
    [head.x + 40, head.y + 40],
  ];
  const marks =
    fill(oval(-half * 0.1, -legs + 6, half * 1.1, deep * 0.3), colours.belly, 0.85) +
    patch(oval(half * 0.2, back - 4, half, deep * 0.5), colours.saddle) +
    patch(oval(half * 0.4, back + 6, half * 0.5, deep * 0.6), colours.blotch) +
    drawCoatMarks(canvas, { x: -half - 10, y: back, w: long + 20, h: deep * 0.82 }) +
    (/mane/.test(look.parts.ruff?.text ?? '') ? fill(loop(mane), '#38343f') : '') +
    patch(oval(-half - 8, back + deep * 0.5, 30, deep * 0.56), colours.chest);
  const outline = /shaggy|wiry|thick/.test(look.text) ? shaggy(points, 30, 8) : loop(points);
  return paint(outline, { fill: colours.main, marks, depth: 14 });
}

function legPair(canvas: Canvas, colours: CoatColours, frame: StandingFrame, which: 'near' | 'far'): Svg {
  const { legs, long, deep } = frame;
  const half = long / 2;
  const [shift, tone] = which === 'near' ? [0, 0] : [legs > 80 ? 28 : 20, 0.24];
  const thick = (legs > 120 ? 25 : 30) * Math.max(0.8, canvas.growth.width);
  const colour = darker(colours.legs, tone);
  const feet = darker(colours.paws, tone);
  const one = (behind: number, standing: readonly Point[], widths: readonly number[]) => {
    const { wave } = canvas.motion;
    const waves = wave !== undefined && which === 'near' && behind === 0;
    const foot = footIn(canvas.motion, behind + (which === 'near' ? 0 : 0.5));
    const { ahead, lift } = waves ? { ahead: 1.2, lift: 1 + 2 * wave } : foot;
    const spine = stepping(standing, -ahead * legs * 0.3, -lift * legs * 0.24);
    const [x = 0, y = 0] = spine.at(-1) ?? [];
    const sock =
      colours.paws === colours.legs ? '' : fill(oval(x, y + 10, thick, Math.min(44, legs * 0.5)), feet);
    const pattern = drawCoatMarks(canvas, { x: x - 22, y: -legs, w: 44, h: legs * 0.7 });
    return (
      drawLeg(canvas, spine, widths, { fill: colour, marks: pattern + sock, depth: 6 }) +
      drawPaw(canvas, x - 5, y + 10, 0.8, feet)
    );
  };
  const foreX = -half * 0.74 + shift;
  const fore = one(
    0,
    pointList([-half * 0.72 + shift, -legs - deep * 0.3], [foreX, -legs * 0.5], [foreX, -10]),
    [thick * 1.3, thick, thick * 0.85],
  );
  // Long legs show the hock (ankle joint); short ones are mostly foot.
  const hock = legs > 80 ? 0.92 : 0.72;
  const hind = one(
    0.5,
    [
      [half * 0.6 + shift, -legs - deep * 0.36],
      [half * 0.76 + shift, -legs * 0.62],
      [half * hock + shift, -legs * 0.36],
      [half * 0.74 + shift, -10],
    ],
    [thick * (legs > 80 ? 2.4 : 2), thick * 1.2, thick * 0.85],
  );
  return hind + fore;
}

/** Moves the foot of a leg, and its joints the less the higher they are. */
function stepping(spine: readonly Point[], dx: number, dy: number): readonly Point[] {
  const last = spine.length - 1;
  return spine.map(([x, y], index): Point => [x + dx * (index / last) ** 1.4, y + dy * (index / last) ** 2]);
}

/** A creature that otherwise sits, on its feet. */
export function drawOnFeet(canvas: Canvas, family: Family): Figure {
  const { reach, ...figure } = drawWithBuild(canvas, family, SITTERS_BUILD);
  const tail = hasTail(canvas) ? 96 + tailReach(canvas)[0] : 0;
  return { ...figure, reach: { ...reach, left: reach.left + 22, right: Math.max(reach.right, tail) } };
}

export function drawSitting(canvas: Canvas, family: Family): Figure {
  const stout = stoutness(canvas);
  const { growth, look, expression, posture } = canvas;
  if (posture === 'lying') return drawLying(canvas, family, [268, 124 * stout], 1);
  const colours = coatColoursOf(look);
  const high = (look.text.startsWith('round') ? 140 : 176) * growth.body;
  const wide = growth.width * stout;
  const headScale = growth.head * 1.08;
  const headY = -high - 42 * headScale;
  const side = Math.max(104 * headScale, 104 * wide);
  const lean = canvas.random.between(-3, 3);
  const tilt = expression === 'curious' ? 8 : lean;
  return {
    body:
      (hasTail(canvas) ? put(drawTail(canvas, colours.tail), { x: 60 * wide, y: -26 }) : '') +
      membrane(canvas, wide, high) +
      haunches(canvas, colours, wide) +
      torso(canvas, colours, wide, high) +
      foreLegs(canvas, colours, wide, high),
    head: put(drawFurredHead(canvas, family), { y: headY, scale: headScale, turn: tilt }),
    arm: wavingLeg(canvas, colours, { x: 40 * wide, y: -high * 0.62 }, foreLegThickness(canvas, wide)),
    neck: { x: 0, y: -high + (look.parts.ruff ? 62 : 30) * growth.body, width: 66 * wide + 10 },
    reach: {
      left: side,
      right: hasTail(canvas) ? Math.max(side, 60 * wide + tailReach(canvas)[0]) : side,
      top: -headY + headHeight(canvas, family) * headScale,
    },
    crown: { x: 0, y: headY - 70 * headScale, width: 80 * headScale },
  };
}

function stoutness({ look }: Canvas): number {
  if (/slim|lean|sleek/.test(look.text)) return 0.86;
  if (look.text.startsWith('round')) return 1.36;
  return /stocky|muscular|broad|huge|enormous dark|heavy|thick|woolly/.test(look.text) ? 1.12 : 1;
}

function membrane({ look, paint }: Canvas, wide: number, high: number): Svg {
  if (!/gliding skin/.test(look.text)) return '';
  const colour = lighter(look.coat, 0.3);
  const skin = symmetricLoop('0 -0.94, 60 -0.96, 136 -0.82, 112 -0.42, 116 -0.02, 0 0', wide, high);
  const marks = stroke('M-124 -150Q-96 -70 -110 0M124 -150Q96 -70 110 0', darker(colour, 0.25), 5, 0.6);
  return paint(skin, { fill: colour, depth: 12, marks });
}

function torso(canvas: Canvas, colours: CoatColours, wide: number, high: number): Svg {
  const { look, paint } = canvas;
  const { chest, saddle } = colours;
  const half = pts('0 -1.06, 44 -1, 62 -0.72, 72 -0.4, 78 -0.14, 60 0, 0 0.02');
  const points = scaled(mirrored(half), wide, high);
  const flank = (side: 1 | -1) => loop(scaled(pts('30 -1.1, 90 -1, 100 0, 52 -0.2'), side, high));
  const blotch = loop(scaled(pts('20 -1, 90 -0.9, 96 -0.2, 50 -0.3, 40 -0.6'), wide, high));
  const marks =
    pair((side) => patch(flank(side), saddle)) +
    patch(blotch, colours.blotch) +
    (chest ? '' : fill(oval(0, -high * 0.4, 40 * wide, high * 0.44), colours.belly, 0.6)) +
    drawCoatMarks(canvas, { x: -80 * wide, y: -high * 0.95, w: 160 * wide, h: high * 0.95 }) +
    patch(sittingChest(canvas, wide, high), chest);
  const outline = SHAGGY.test(look.text) ? shaggy(points, 26, 9) : loop(points);
  return paint(outline, { fill: colours.main, marks, depth: 15 });
}

const CHEST = mirrored(pts('0 -1.1, 40 -1, 46 -0.66, 30 -0.34, 0 -0.2'));
const STAR_ON_CHEST = pts(
  '0 -0.74, 12 -0.62, 26 -0.58, 14 -0.5, 10 -0.36, 0 -0.46, -10 -0.36, -14 -0.5, -26 -0.58, -12 -0.62',
);

function sittingChest({ look }: Canvas, wide: number, high: number): string {
  const isStar = /star/.test(look.parts.chest?.text ?? '');
  return isStar ? loop(scaled(STAR_ON_CHEST, wide, high), 0.4) : shaggy(scaled(CHEST, wide, high), 18, 7);
}

function haunches(canvas: Canvas, colours: CoatColours, wide: number): Svg {
  const tall = 62 * Math.max(0.62, canvas.growth.body);
  const size = 0.95 * Math.max(0.8, canvas.growth.legs);
  return pair((side) => {
    const thigh = loop(scaled(pts('30 0, 26 -0.7, 52 -1, 84 -0.72, 92 -0.2, 74 0'), side * wide, tall));
    const marks = drawCoatMarks(canvas, { x: side === 1 ? 20 : -100, y: -tall, w: 80, h: tall });
    return (
      canvas.paint(thigh, { fill: colours.main, marks, depth: 11 }) +
      drawPaw(canvas, 78 * side * wide, -3, size, colours.paws)
    );
  });
}

const foreLegThickness = ({ growth, stage }: Canvas, wide: number) =>
  (stage === 'teen' ? 26 : 32) * (0.6 + wide * 0.4) * Math.max(0.8, growth.legs);

function foreLegs(canvas: Canvas, { legs, paws }: CoatColours, wide: number, high: number): Svg {
  const { growth, motion } = canvas;
  const thick = foreLegThickness(canvas, wide);
  return pair((side) => {
    if (side === 1 && motion.wave !== undefined) return '';
    const x = 27 * side * wide;
    // A sitting creature steps on the spot, as a cat kneads.
    const y = -22 * footIn(motion, side * 0.25).lift;
    const spine = pointList([x * 1.1, -high * 0.6], [x * 1.05, -high * 0.3], [x, y - 10]);
    const marks = paws === legs ? '' : fill(oval(x, y - 2, thick, 26 * growth.legs + 6), paws);
    return (
      drawLeg(canvas, spine, [thick * 1.15, thick, thick * 0.95], { fill: legs, marks, depth: 7 }) +
      drawPaw(canvas, x, y, Math.max(0.85, growth.legs), paws)
    );
  });
}

/** A foreleg raised beside the head; `x` and `y` are its shoulder. */
function wavingLeg(canvas: Canvas, colours: CoatColours, { x, y }: Position, thick: number): Svg {
  const { wave } = canvas.motion;
  if (wave === undefined) return '';
  const { legs, paws } = colours;
  const long = 96 * Math.max(0.7, canvas.growth.legs);
  const paw = { x: x + long * (0.92 - wave * 0.34), y: y - long * (0.42 + wave * 0.5) };
  const spine = pointList([x - 8, y + 12], [x + long * 0.62, y + long * 0.06], [paw.x, paw.y]);
  const turned = drawPaw(canvas, 0, 12, 1.08 * Math.max(0.85, canvas.growth.legs), paws);
  return (
    drawLeg(canvas, spine, [thick * 1.2, thick, thick * 0.95], { fill: legs, depth: 7 }) +
    put(turned, { ...paw, turn: 168 - wave * 30 })
  );
}
