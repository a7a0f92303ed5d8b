import { lineOf } from './colours.ts';
import { LINE_WIDTH, stroke, type Art, type Coat, type Easel } from './easel.ts';
import { along, curve, limb, offset, type Point } from './pen.ts';

type Widths = readonly [number, number, number];

/** A leg that grows out of a body: no line where it begins. */
export function leg({ form }: Easel, spine: readonly Point[], widths: Widths, coat: Coat): Art {
  const shown = along(spine, 4).filter(({ part }) => part > 0.34);
  const side = (which: 1 | -1) =>
    curve(shown.map(({ at, across, part }) => offset(at, across, halfWidth(widths, part) * which)));
  const line = coat.line ?? lineOf(coat.fill);
  return form(limb(spine, widths), { ...coat, width: 0 }) + stroke(side(1) + side(-1), line, LINE_WIDTH);
}

function halfWidth([from, middle, to]: Widths, part: number): number {
  const wide = part < 0.5 ? from + (middle - from) * part * 2 : middle + (to - middle) * (part - 0.5) * 2;
  return wide / 2;
}
