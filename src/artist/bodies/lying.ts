import type { Family } from '../../core/vocabulary.ts';
import { fill, put, stroke, type Canvas, type Svg } from '../drawing/canvas.ts';
import { outlineColour } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import { loop, oval, pts, scaled, shaggy } from '../drawing/paths.ts';
import { coatColoursOf, type CoatColours } from '../parts/coat-colours.ts';
import { drawCoatMarks } from '../parts/coat-marks.ts';
import { drawFurredHead, headHeight } from '../parts/furred-head.ts';
import { drawPaw } from '../parts/legs.ts';
import { drawTail, hasTail } from '../parts/tail.ts';

/** How far a body stretches when it lies, from its chest to its haunch, and how high its back is. */
interface LyingBuild {
  readonly long: number;
  readonly high: number;
  readonly head: number;
}

/** A furred creature that has lain down, its chin between its paws. */
export function drawLying(canvas: Canvas, family: Family, build: LyingBuild): Figure {
  const { growth, look } = canvas;
  const colours = coatColoursOf(look);
  const long = build.long * (0.5 + 0.5 * growth.body);
  const high = build.high * (0.52 + 0.48 * growth.width);
  const scale = growth.head * build.head;
  const head = { x: -long * 0.3, y: -68 * scale };
  return {
    body:
      trunk(canvas, colours, { long, high }) +
      haunch(canvas, colours, { long, high }) +
      (hasTail(canvas)
        ? put(drawTail(canvas, colours.tail), { x: long * 0.46, y: -14, flip: -1, turn: -58, scale: 0.76 })
        : '') +
      forePaws(canvas, colours, head.x),
    head: put(drawFurredHead(canvas, family), { ...head, scale, turn: -7 }),
    neck: { x: head.x + 62 * scale, y: -high * 0.5, width: 40 * scale },
    crown: { x: head.x, y: head.y - 70 * scale, width: 80 * scale },
    reach: {
      left: -head.x + Math.max(112, headHeight(canvas, family) * 0.92) * scale,
      right: long * 0.56,
      top: Math.max(high, -head.y + headHeight(canvas, family) * scale),
    },
  };
}

interface LyingFrame {
  readonly long: number;
  readonly high: number;
}

const BACK = pts(
  '-0.44 -0.5, -0.3 -0.86, 0 -0.98, 0.28 -0.98, 0.48 -0.72, 0.56 -0.34, 0.5 0, 0.1 0.02, -0.36 0.02, -0.5 -0.14',
);

function trunk(canvas: Canvas, colours: CoatColours, { long, high }: LyingFrame): Svg {
  const points = scaled(BACK, long, high);
  const shaggyCoat =
    /shaggy|very long \w+ fur|fluffy|wiry|wavy/.test(canvas.look.text) || /thick/.test(canvas.look.text);
  const saddle = colours.saddle
    ? fill(oval(long * 0.16, -high * 0.94, long * 0.34, high * 0.42), colours.saddle)
    : '';
  const blotch = colours.blotch
    ? fill(oval(long * 0.2, -high * 0.8, long * 0.2, high * 0.4), colours.blotch)
    : '';
  const chest = colours.chest
    ? fill(oval(-long * 0.42, -high * 0.3, long * 0.18, high * 0.5), colours.chest)
    : '';
  const marks =
    fill(oval(0, 4, long * 0.4, high * 0.16), colours.belly, 0.8) +
    saddle +
    blotch +
    drawCoatMarks(canvas, { x: -long * 0.42, y: -high, w: long * 0.94, h: high * 0.86 }) +
    chest;
  const outline = shaggyCoat ? shaggy(points, 28, 8) : loop(points);
  return canvas.paint(outline, { fill: colours.main, marks, depth: 14 });
}

// A thigh drawn up under the body, with its foot to the front.
function haunch(canvas: Canvas, colours: CoatColours, { long, high }: LyingFrame): Svg {
  const thigh = loop(scaled(pts('0.16 0, 0.14 -0.36, 0.26 -0.6, 0.42 -0.52, 0.5 -0.16, 0.44 0'), long, high));
  const marks = drawCoatMarks(canvas, { x: long * 0.14, y: -high * 0.6, w: long * 0.34, h: high * 0.5 });
  const size = 0.95 * Math.max(0.8, canvas.growth.legs);
  return (
    canvas.paint(thigh, { fill: colours.legs, marks, depth: 9, width: 4 }) +
    drawPaw(canvas, { x: long * 0.14, y: 0, size, colour: colours.paws })
  );
}

function forePaws(canvas: Canvas, colours: CoatColours, x: number): Svg {
  const size = 1.08 * Math.max(0.8, canvas.growth.legs);
  const arm = loop(pts('-6 -2, 0 -26, 60 -34, 92 -22, 92 2'));
  const near = put(fill(arm, colours.legs) + stroke(arm, outlineColour(colours.legs), 5), { x: x - 22 });
  return (
    drawPaw(canvas, { x: x - 62, y: 0, size, colour: colours.paws }) +
    near +
    drawPaw(canvas, { x: x - 14, y: 4, size, colour: colours.paws })
  );
}
