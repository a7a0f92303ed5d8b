import { brightness, darker, lighter, type Colour } from './colours.ts';
import { fill, pair, type Art, type Easel } from './easel.ts';
import { eyes } from './eyes.ts';
import { mouth } from './mouth.ts';
import { oval } from './pen.ts';

export interface FacePlace {
  readonly apart: number;
  readonly y: number;
  readonly size: number;
  readonly lid: Colour;
  /** How far the mouth is below the eyes; none without. */
  readonly mouth?: number;
  readonly wide?: number;
  readonly blush?: number;
}

/** Eyes, a mouth and a blush: the face of whoever has no muzzle. */
export function face(
  easel: Easel,
  { apart, y, size, lid, mouth: below, wide = 22, blush = 0 }: FacePlace,
): Art {
  const dark = brightness(lid) < 0.35;
  const smile =
    below === undefined
      ? ''
      : mouth(easel, {
          y: y + below,
          width: wide,
          ink: dark ? lighter(lid, 0.6) : darker(lid, 0.7),
          kind: 'line',
        });
  const cheeks =
    blush > 0
      ? pair((side) =>
          fill(oval((apart + size * 1.1) * side, y + size * 1.5, size * 0.8, size * 0.5), '#ee8496', blush),
        )
      : '';
  return cheeks + eyes(easel, { apart, y, size, lid }) + smile;
}
