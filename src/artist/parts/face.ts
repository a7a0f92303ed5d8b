import { fill, pair, type Canvas, type Svg } from '../drawing/canvas.ts';
import { brightness, darker, lighter } from '../drawing/colours.ts';
import { oval } from '../drawing/paths.ts';
import { drawEyes, type EyesPlacement } from './eyes.ts';
import { drawMouth } from './mouth.ts';

interface FacePlacement extends Omit<EyesPlacement, 'pupil'> {
  /** Distance of the mouth below the eyes; absent for a face without mouth. */
  readonly mouth?: number;
  readonly wide?: number;
  readonly blush?: number;
}

export function drawFace(
  canvas: Canvas,
  { apart, y, size, lid = canvas.look.coat, mouth: below, wide = 22, blush = 0 }: FacePlacement,
): Svg {
  const dark = brightness(lid) < 0.35;
  const smile =
    below === undefined
      ? ''
      : drawMouth(canvas, { y: y + below, width: wide, ink: dark ? lighter(lid, 0.6) : darker(lid, 0.7) });
  const cheeks =
    blush > 0
      ? pair((side) =>
          fill(oval((apart + size * 1.1) * side, y + size * 1.5, size * 0.8, size * 0.5), '#ee8496', blush),
        )
      : '';
  return cheeks + drawEyes(canvas, { apart, y, size, lid }) + smile;
}
