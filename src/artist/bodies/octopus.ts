import { drawEach, fill, put, stroke, type Canvas, type Svg } from '../drawing/canvas.ts';
import { darker, lighter } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import { limb, offset, oval, pts, sampleCurve, symmetricLoop, type Point } from '../drawing/paths.ts';
import { drawEye } from '../parts/eyes.ts';
import { drawFace } from '../parts/face.ts';
import { drawMouth } from '../parts/mouth.ts';

/** A large head on many arms. */
export function drawOctopus(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const great = /vast|ten long/.test(look.text);
  const low = -104 * (0.55 + 0.45 * growth.body);
  const scale = (great ? 1.06 : 1) * (0.7 + 0.3 * growth.head);
  const headY = low - 76 * scale;
  const reach = (great ? 196 : 176) * (0.6 + 0.4 * growth.body);
  return {
    body: arms(canvas, great ? 10 : 8, low, reach),
    head: put(octopusHead(canvas), { y: headY, scale }),
    crown: { x: 0, y: headY - 112 * scale, width: 84 * scale },
    reach: { left: reach + 26, right: reach + 26, top: -headY + 124 * scale },
  };
}

function arms(canvas: Canvas, count: number, low: number, reach: number): Svg {
  const { look } = canvas;
  const suckers = look.parts.suckers?.colours[0] ?? lighter(look.coat, 0.62);
  const fromMiddle = (index: number) => Math.abs(index - (count - 1) / 2);
  return Array.from({ length: count }, (_, index) => index)
    .toSorted((one, other) => fromMiddle(other) - fromMiddle(one))
    .map((index) => {
      const part = index / (count - 1) - 0.5;
      const side = part < 0 ? -1 : 1;
      const far = part * 2 * reach;
      const curl = (index % 2 ? 30 : 40) * side;
      const high = Math.abs(part) * 70 + (index % 2) * 20;
      const spine: readonly Point[] = [
        [part * 96, low - 6],
        [far * 0.62, -22 - high * 0.2],
        [far * 0.94, -16 - high * 0.5],
        [far + curl * 0.5, -34 - high],
        [far + curl * 0.1, -52 - high],
        [far - curl * 0.3, -38 - high],
      ];
      const dots = sampleCurve(spine, 2)
        .filter((sample) => sample.part > 0.26)
        .map((sample) => {
          const [x, y] = offset(sample.at, sample.across, -5 * side);
          return oval(x, y, 6 - sample.part * 3);
        });
      return canvas.paint(limb(spine, [50, 40, 30, 21, 14, 9]), {
        fill: index % 2 ? darker(look.coat, 0.1) : look.coat,
        marks: fill(dots.join(''), suckers),
        depth: 7,
      });
    })
    .join('');
}

function octopusHead(canvas: Canvas): Svg {
  const { look } = canvas;
  const skull = symmetricLoop('0 -112, 58 -98, 96 -44, 86 14, 62 58, 72 96, 0 108');
  const spots =
    oval(-52, -66, 11) + oval(-32, -86, 7) + oval(54, -56, 9) + oval(36, -82, 6) + oval(66, -26, 6);
  const marks = /barnacled/.test(look.text)
    ? drawEach(
        pts('-60 -60, -40 -84, 58 -64, 74 -20'),
        ([x, y]) => fill(oval(x, y, 13, 11), '#b9b3a2') + fill(oval(x, y - 2, 6, 4), '#5b5a58'),
      )
    : fill(spots, lighter(look.coat, 0.25), 0.7);
  const head = canvas.paint(skull, { marks, depth: 17 });
  if (/one great/.test(look.parts.eyes?.text ?? ''))
    return (
      head +
      put(drawEye(canvas, { size: 32, pupil: 'slit' }), { y: 4 }) +
      drawMouth(canvas, { y: 66, width: 26, ink: lighter(look.coat, 0.5) }) +
      stroke('M-44 -34Q0 -56 44 -34', darker(look.coat, 0.4), 7, 0.7)
    );
  return head + drawFace(canvas, { apart: 40, y: 26, size: 19, mouth: 26, wide: 18, blush: 0.4 });
}
