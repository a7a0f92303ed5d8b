import type { Family } from '../../core/vocabulary.ts';
import { fill, put, type Canvas, type Svg } from '../drawing/canvas.ts';
import { darker } from '../drawing/colours.ts';
import type { Figure, Position } from '../drawing/figure.ts';
import { loop, oval, shaggy, type Point } from '../drawing/paths.ts';
import { coatColoursOf, type CoatColours } from '../parts/coat-colours.ts';
import { drawCoatMarks } from '../parts/coat-marks.ts';
import { drawFurredHead, headHeight } from '../parts/furred-head.ts';
import { drawLeg, drawPaw } from '../parts/legs.ts';
import { drawTail, tailReach } from '../parts/tail.ts';
import { firstMatch, type WordTable } from '../words/word-table.ts';
import { drawLying } from './lying.ts';

interface StandingBuild {
  readonly legs: number;
  readonly long: number;
  readonly deep: number;
  readonly tuck: number;
  readonly head: number;
}

// How high on its legs, how long, how deep in the chest, how slim in the waist.
const BUILDS: WordTable<StandingBuild> = [
  [/very short legs/, { legs: 42, long: 190, deep: 92, tuck: 0.04, head: 1.03 }],
  [/slinky/, { legs: 40, long: 236, deep: 72, tuck: 0, head: 0.81 }],
  [/barrel/, { legs: 62, long: 214, deep: 136, tuck: -0.06, head: 0.96 }],
  [/very long(?: black)? legs|very long hind/, { legs: 146, long: 166, deep: 84, tuck: 0.22, head: 0.85 }],
  [/tucked waist/, { legs: 128, long: 190, deep: 92, tuck: 0.36, head: 0.85 }],
];
const USUAL_BUILD: StandingBuild = { legs: 118, long: 176, deep: 88, tuck: 0.16, head: 0.92 };

/** A furred creature on its four legs, seen from the side, that turns its head to us. */
export function drawStanding(canvas: Canvas, family: Family): Figure {
  const { growth, stage, look } = canvas;
  const colours = coatColoursOf(look);
  const build = firstMatch(BUILDS, look.text) ?? USUAL_BUILD;
  if (canvas.posture === 'lying')
    return drawLying(canvas, family, { long: build.long * 1.44, high: build.deep * 1.24, head: build.head });
  const legs = build.legs * (0.3 + 0.7 * growth.legs);
  const long = build.long * (0.42 + 0.58 * Math.min(1, growth.body + 0.1));
  const deep = build.deep * (stage === 'teen' ? 0.86 : 0.5 + 0.5 * growth.width);
  const back = -legs - deep;
  const scale = build.head * growth.head;
  const head = { x: -long * 0.5 - 14, y: back - 30 * scale };
  const frame = { legs, long, deep, back, tuck: build.tuck };
  return {
    body:
      (/tail| coat/.test(look.text)
        ? put(drawTail(canvas, colours.tail), {
            x: long * 0.44,
            y: back + deep * 0.34,
            turn: build.legs < 70 ? 6 : -6,
          })
        : '') +
      legPair(canvas, colours, frame, 'far') +
      trunk(canvas, colours, frame, head) +
      legPair(canvas, colours, frame, 'near'),
    head: put(drawFurredHead(canvas, family), {
      ...head,
      scale,
      turn: canvas.expression === 'curious' ? -8 : 0,
    }),
    neck: { x: head.x + 12, y: head.y + 62 * scale, width: 62 * scale },
    reach: {
      left: -head.x + 96 * scale,
      right: long * 0.5 + (/tail/.test(look.text) ? tailReach(canvas)[0] - 12 : 30),
      top: Math.max(-head.y + headHeight(canvas, family) * scale, -back + tailReach(canvas)[1] - 30),
    },
    crown: { x: head.x, y: head.y - 70 * scale, width: 80 * scale },
  };
}

interface StandingFrame {
  readonly legs: number;
  readonly long: number;
  readonly deep: number;
  readonly back: number;
  readonly tuck: number;
}

function trunk(
  canvas: Canvas,
  colours: CoatColours,
  { legs, long, deep, back, tuck }: StandingFrame,
  head: Position,
): Svg {
  const { look, paint } = canvas;
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
  const shaggyCoat = /shaggy|wiry|thick/.test(look.text);
  const saddle = colours.saddle ? fill(oval(half * 0.2, back - 4, half, deep * 0.5), colours.saddle) : '';
  const mane = /mane/.test(look.parts.ruff?.text ?? '')
    ? fill(
        loop([
          [head.x + 10, head.y - 20],
          [-half * 0.3, back - 10],
          [-half * 0.5, back + deep * 0.4],
          [head.x + 40, head.y + 40],
        ]),
        '#38343f',
      )
    : '';
  const under = fill(oval(-half * 0.1, -legs + 6, half * 1.1, deep * 0.3), colours.belly, 0.85);
  const chest = colours.chest ? fill(oval(-half - 8, back + deep * 0.5, 30, deep * 0.56), colours.chest) : '';
  const blotch = colours.blotch
    ? fill(oval(half * 0.4, back + 6, half * 0.5, deep * 0.6), colours.blotch)
    : '';
  const marks =
    under +
    saddle +
    blotch +
    drawCoatMarks(canvas, { x: -half - 10, y: back, w: long + 20, h: deep * 0.82 }) +
    mane +
    chest;
  return paint(shaggyCoat ? shaggy(points, 30, 8) : loop(points), { fill: colours.main, marks, depth: 14 });
}

function legPair(
  canvas: Canvas,
  colours: CoatColours,
  { legs, long, deep }: StandingFrame,
  which: 'near' | 'far',
): Svg {
  const half = long / 2;
  const [shift, tone] = which === 'near' ? [0, 0] : [legs > 80 ? 28 : 20, 0.24];
  const thick = (legs > 120 ? 25 : 30) * Math.max(0.8, canvas.growth.width);
  const colour = darker(colours.legs, tone);
  const feet = darker(colours.paws, tone);
  const one = (spine: readonly Point[], widths: readonly [number, number, number]) => {
    const [x = 0] = spine.at(-1) ?? [];
    const sock = colours.paws === colours.legs ? '' : fill(oval(x, 0, thick, Math.min(44, legs * 0.5)), feet);
    const pattern = drawCoatMarks(canvas, { x: x - 22, y: -legs, w: 44, h: legs * 0.7 });
    return (
      drawLeg(canvas, spine, widths, { fill: colour, marks: pattern + sock, depth: 6 }) +
      drawPaw(canvas, { x: x - 5, y: 0, size: 0.8, colour: feet })
    );
  };
  const fore = one(
    [
      [-half * 0.72 + shift, -legs - deep * 0.3],
      [-half * 0.74 + shift, -legs * 0.5],
      [-half * 0.74 + shift, -10],
    ],
    [thick * 1.3, thick, thick * 0.85],
  );
  // On long legs the hock shows; short ones are mostly foot.
  const hock = legs > 80 ? 0.92 : 0.72;
  const hind = one(
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
