import type { Family } from '../../core/vocabulary.ts';
import { fill, pair, put, stroke, type Canvas, type Svg } from '../drawing/canvas.ts';
import { darker, lighter, type Colour } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import { loop, mirrored, oval, pts, scaled, shaggy, type Point } from '../drawing/paths.ts';
import { coatColoursOf, type CoatColours } from '../parts/coat-colours.ts';
import { drawCoatMarks } from '../parts/coat-marks.ts';
import { drawFurredHead, headHeight } from '../parts/furred-head.ts';
import { drawLeg, drawPaw } from '../parts/legs.ts';
import { drawTail, hasTail, tailReach } from '../parts/tail.ts';
import { drawLying } from './lying.ts';

/** A furred creature that sits and looks at us. */
export function drawSitting(canvas: Canvas, family: Family): Figure {
  if (canvas.posture === 'lying') return drawLying(canvas, family, lyingBuild(canvas));
  const { growth } = canvas;
  const colours = coatColoursOf(canvas.look);
  const high = (canvas.look.text.startsWith('round') ? 140 : 176) * growth.body;
  const wide = growth.width * stoutness(canvas);
  const headScale = growth.head * 1.08;
  const headY = -high - 42 * headScale;
  const side = Math.max(104 * headScale, 104 * wide);
  const lean = canvas.random.between(-3, 3);
  const tilt = canvas.expression === 'curious' ? 8 : lean;
  return {
    body:
      (hasTail(canvas) ? put(drawTail(canvas, colours.tail), { x: 60 * wide, y: -26 }) : '') +
      membrane(canvas, [wide, high]) +
      haunches(canvas, colours, wide) +
      torso(canvas, colours, [wide, high]) +
      foreLegs(canvas, colours, [wide, high]),
    head: put(drawFurredHead(canvas, family), { y: headY, scale: headScale, turn: tilt }),
    neck: { x: 0, y: -high + (canvas.look.parts.ruff ? 62 : 30) * growth.body, width: 66 * wide + 10 },
    reach: {
      left: side,
      right: hasTail(canvas) ? Math.max(side, 60 * wide + tailReach(canvas)[0]) : side,
      top: -headY + headHeight(canvas, family) * headScale,
    },
    crown: { x: 0, y: headY - 70 * headScale, width: 80 * headScale },
  };
}

const lyingBuild = (canvas: Canvas) => ({ long: 268, high: 124 * stoutness(canvas), head: 1 });

function stoutness({ look }: Canvas): number {
  if (/slim|lean|sleek/.test(look.text)) return 0.86;
  if (look.text.startsWith('round')) return 1.36;
  return /stocky|muscular|broad|huge|enormous dark|heavy|thick|woolly/.test(look.text) ? 1.12 : 1;
}

function membrane(canvas: Canvas, [wide, high]: Point): Svg {
  if (!/gliding skin/.test(canvas.look.text)) return '';
  const colour = lighter(canvas.look.coat, 0.3);
  return canvas.paint(
    loop(scaled(mirrored(pts('0 -0.94, 60 -0.96, 136 -0.82, 112 -0.42, 116 -0.02, 0 0')), wide, high)),
    {
      fill: colour,
      depth: 12,
      marks: stroke('M-124 -150Q-96 -70 -110 0M124 -150Q96 -70 110 0', darker(colour, 0.25), 5, 0.6),
    },
  );
}

function torso(canvas: Canvas, colours: CoatColours, [wide, high]: Point): Svg {
  const { look, paint } = canvas;
  const half = pts('0 -1.06, 44 -1, 62 -0.72, 72 -0.4, 78 -0.14, 60 0, 0 0.02');
  const points = scaled(mirrored(half), wide, high);
  const fluffy = /shaggy|very long \w+ fur|fluffy|wiry|wavy/.test(look.text);
  const saddle = colours.saddle
    ? pair((side) =>
        fill(loop(scaled(pts('30 -1.1, 90 -1, 100 0, 52 -0.2'), side, high)), colours.saddle ?? ''),
      )
    : '';
  const blotch = colours.blotch
    ? fill(loop(scaled(pts('20 -1, 90 -0.9, 96 -0.2, 50 -0.3, 40 -0.6'), wide, high)), colours.blotch)
    : '';
  const front = colours.chest
    ? chest(canvas, colours.chest, [wide, high])
    : fill(oval(0, -high * 0.4, 40 * wide, high * 0.44), colours.belly, 0.6);
  const marks =
    saddle +
    blotch +
    (colours.chest ? '' : front) +
    drawCoatMarks(canvas, { x: -80 * wide, y: -high * 0.95, w: 160 * wide, h: high * 0.95 }) +
    (colours.chest ? front : '');
  return paint(fluffy ? shaggy(points, 26, 9) : loop(points), { fill: colours.main, marks, depth: 15 });
}

function chest({ look }: Canvas, colour: Colour, [wide, high]: Point): Svg {
  if (/star/.test(look.parts.chest?.text ?? ''))
    return fill(
      loop(
        scaled(
          pts(
            '0 -0.74, 12 -0.62, 26 -0.58, 14 -0.5, 10 -0.36, 0 -0.46, -10 -0.36, -14 -0.5, -26 -0.58, -12 -0.62',
          ),
          wide,
          high,
        ),
        0.4,
      ),
      colour,
    );
  return fill(
    shaggy(scaled(mirrored(pts('0 -1.1, 40 -1, 46 -0.66, 30 -0.34, 0 -0.2')), wide, high), 18, 7),
    colour,
  );
}

function haunches(canvas: Canvas, colours: CoatColours, wide: number): Svg {
  const tall = 62 * Math.max(0.62, canvas.growth.body);
  return pair((side) => {
    const thigh = loop(scaled(pts('30 0, 26 -0.7, 52 -1, 84 -0.72, 92 -0.2, 74 0'), side * wide, tall));
    const marks = drawCoatMarks(canvas, { x: side === 1 ? 20 : -100, y: -tall, w: 80, h: tall });
    return (
      canvas.paint(thigh, { fill: colours.main, marks, depth: 11 }) +
      drawPaw(canvas, {
        x: 78 * side * wide,
        y: -3,
        size: 0.95 * Math.max(0.8, canvas.growth.legs),
        colour: colours.paws,
      })
    );
  });
}

function foreLegs(canvas: Canvas, colours: CoatColours, [wide, high]: Point): Svg {
  const { growth, stage } = canvas;
  const thick = (stage === 'teen' ? 26 : 32) * (0.6 + wide * 0.4) * Math.max(0.8, growth.legs);
  return pair((side) => {
    const x = 27 * side * wide;
    const spine: readonly Point[] = [
      [x * 1.1, -high * 0.6],
      [x * 1.05, -high * 0.3],
      [x, -10],
    ];
    const sock =
      colours.paws === colours.legs ? '' : fill(oval(x, -2, thick, 26 * growth.legs + 6), colours.paws);
    const colour =
      colours.legs === colours.main && colours.chest && colours.paws === colours.chest
        ? colours.main
        : colours.legs;
    return (
      drawLeg(canvas, spine, [thick * 1.15, thick, thick * 0.95], { fill: colour, marks: sock, depth: 7 }) +
      drawPaw(canvas, { x, y: 0, size: Math.max(0.85, growth.legs), colour: colours.paws })
    );
  });
}
