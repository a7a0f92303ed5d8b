import { LINE_WIDTH, put, stroke, type Canvas, type FilledPaint, type Svg } from '../drawing/canvas.ts';
import { darker, outlineColour, type Colour } from '../drawing/colours.ts';
import type { Position } from '../drawing/figure.ts';
import { curve, limb, loop, offset, pts, sampleCurve, widthAt, type Point } from '../drawing/paths.ts';

/** A leg that grows out of a body: no outline where it begins. */
export function drawLeg(
  canvas: Canvas,
  spine: readonly Point[],
  widths: readonly [number, number, number],
  paint: FilledPaint,
): Svg {
  const outlined = sampleCurve(spine, 4).filter(({ part }) => part > 0.34);
  const side = (which: 1 | -1) =>
    curve(outlined.map(({ at, across, part }) => offset(at, across, (widthAt(widths, part) / 2) * which)));
  return (
    canvas.paint(limb(spine, widths), { ...paint, width: 0 }) +
    stroke(side(1) + side(-1), outlineColour(paint.fill), LINE_WIDTH)
  );
}

interface PawPlacement extends Position {
  readonly size: number;
  readonly colour: Colour;
}

export function drawPaw({ look, paint }: Canvas, { x, y, size, colour }: PawPlacement): Svg {
  const broad = /snowshoe|broad|wide/.test(look.parts.paws?.text ?? '');
  const foot = paint(loop(pts('-25 0, -23 -15, -8 -24, 8 -24, 23 -15, 25 0, 0 4')), {
    fill: colour,
    depth: 6,
  });
  const toes = stroke('M-8 1V-9M8 1V-9', darker(colour, 0.55), 3.4);
  return put(foot + toes, { x, y, scale: size * (broad ? 1.22 : 1) });
}
