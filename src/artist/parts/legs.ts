import { LINE_WIDTH, stroke, type Svg, type Paint, type Canvas } from '../drawing/canvas.ts';
import { outlineColour } from '../drawing/colours.ts';
import { sampleCurve, curve, limb, offset, type Point } from '../drawing/paths.ts';

type LegWidths = readonly [number, number, number];

/** A leg that grows out of a body: no line where it begins. */
export function drawLeg({ paint }: Canvas, spine: readonly Point[], widths: LegWidths, coat: Paint): Svg {
  const shown = sampleCurve(spine, 4).filter(({ part }) => part > 0.34);
  const side = (which: 1 | -1) =>
    curve(shown.map(({ at, across, part }) => offset(at, across, halfWidth(widths, part) * which)));
  const line = coat.line ?? outlineColour(coat.fill);
  return paint(limb(spine, widths), { ...coat, width: 0 }) + stroke(side(1) + side(-1), line, LINE_WIDTH);
}

function halfWidth([from, middle, to]: LegWidths, part: number): number {
  const wide = part < 0.5 ? from + (middle - from) * part * 2 : middle + (to - middle) * (part - 0.5) * 2;
  return wide / 2;
}
