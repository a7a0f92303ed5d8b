import { darker, lighter, mix } from './colours.ts';
import { fill, put, stroke, type Art, type Easel } from './easel.ts';
import { eye } from './eyes.ts';
import type { Figure } from './figure.ts';
import { mouth } from './mouth.ts';
import { curve, limb, loop, n, oval, pts, type Point } from './pen.ts';

/** A long body that rises out of water in humps. */
export function surfacing(easel: Easel): Figure {
  const { growth, look } = easel;
  const size = 0.62 + 0.38 * growth.body;
  const coat = look.parts.coat?.colours.length ? look.coat : mix('#3f6a6c', '#2c3a52', 0.3);
  const scale = growth.head * 1.04;
  const head = { x: -92 * size, y: -214 * size };
  return {
    body: humps(easel, coat, size) + neck(easel, coat, head, size),
    head: put(jawed(easel, coat), { ...head, scale }) + water(),
    neck: undefined,
    crown: { x: head.x + 20, y: head.y - 60 * scale, width: 80 * scale },
    reach: { left: Math.max(190, -head.x + 106 * scale), right: 226 * size, top: -head.y + 76 * scale },
  };
}

function humps(easel: Easel, coat: string, size: number): Art {
  const hump = (x: number, r: number) => {
    const shape = limb(
      [
        [(x - r) * size, 20],
        [(x - r * 0.7) * size, -r * 1.1 * size],
        [x * size, -r * 1.7 * size],
        [(x + r * 0.7) * size, -r * 1.1 * size],
        [(x + r) * size, 20],
      ],
      [62 * size, 66 * size, 70 * size, 62 * size, 54 * size],
    );
    return (
      easel.form(shape, { fill: coat, marks: belly(x * size, r * size, coat), depth: 10 }) +
      overgrowth(x * size, -r * 1.7 * size - 30 * size, size)
    );
  };
  const fluke = put(
    easel.form('M0 60Q-8 20 -4 0Q-40 -6 -52 -44Q-18 -48 2 -22Q22 -50 56 -44Q46 -6 10 2Q10 30 16 60Z', {
      fill: coat,
      depth: 7,
    }),
    { x: 204 * size, y: -20, scale: size, turn: 10 },
  );
  return fluke + hump(122, 44) + hump(40, 58);
}

const belly = (x: number, r: number, coat: string) =>
  stroke(`M${n(x - r * 0.5)} 10Q${n(x)} ${n(-r * 1.5)} ${n(x + r * 0.5)} 10`, lighter(coat, 0.35), 16);

function overgrowth(x: number, y: number, size: number): Art {
  const moss = fill(
    loop([
      [x - 32 * size, y + 12],
      [x - 14 * size, y - 8],
      [x + 8 * size, y - 4],
      [x + 30 * size, y + 10],
      [x, y + 16],
    ]),
    '#7d9850',
  );
  const coral = stroke(`M${n(x)} ${n(y)}v-22m0 10l-12 -12m12 6l12 -14`, '#ee7461', 7);
  return coral + moss;
}

function neck(
  easel: Easel,
  coat: string,
  head: { readonly x: number; readonly y: number },
  size: number,
): Art {
  const spine: readonly Point[] = [
    [-40 * size, 26],
    [-60 * size, -60 * size],
    [-30 * size, -140 * size],
    [head.x + 30, head.y + 10],
  ];
  const stripe = stroke(
    curve(spine.map(([x, y]): Point => [x - 24 * size, y])),
    lighter(coat, 0.35),
    26 * size,
  );
  const fin = put(
    easel.form('M0 0Q40 -30 74 -14Q60 0 66 20Q46 18 40 40Q20 30 0 40Z', {
      fill: mix(coat, '#8fe0b0', 0.4),
      depth: 5,
    }),
    { x: -18 * size, y: -170 * size, scale: size },
  );
  return (
    fin +
    easel.form(
      limb(
        spine,
        [92, 88, 82, 84].map((wide) => wide * size),
      ),
      { fill: coat, marks: stripe, depth: 12 },
    ) +
    overgrowth(14 * size, -150 * size, size * 0.8)
  );
}

function jawed(easel: Easel, coat: string): Art {
  const skull = loop(pts('-104 4, -82 -34, -20 -56, 44 -50, 76 -8, 60 40, 0 56, -70 50, -102 30'));
  const throat =
    fill(loop(pts('-110 16, -40 24, 50 20, 70 70, -100 70')), lighter(coat, 0.42)) +
    stroke('M-90 34Q-30 40 40 34M-80 46Q-30 50 30 46', darker(coat, 0.2), 3.5, 0.6);
  const lip =
    easel.expression === 'calm' || easel.expression === 'curious'
      ? stroke('M-104 14Q-40 30 20 12', darker(coat, 0.65), 5)
      : put(mouth(easel, { y: 18, width: 30, ink: lighter(coat, 0.6), kind: 'line' }), { x: -50 });
  const glow = /glow/.test(easel.look.text)
    ? fill(oval(-60, -24, 5) + oval(-38, -36, 5) + oval(40, -20, 5) + oval(52, 0, 5), '#b8f2c4')
    : '';
  return (
    easel.form(skull, { fill: coat, marks: throat, depth: 12 }) +
    lip +
    glow +
    put(eye(easel, { side: -1, size: 16, pupil: 'round', lid: coat }), { x: -2, y: -12 })
  );
}

function water(): Art {
  const wave = `M-500 2q21 -18 42 0${'t42 0'.repeat(23)}V160H-500Z`;
  return (
    fill(wave, '#8cc4cf', 0.92) +
    stroke('M-230 30q20 -12 40 0t40 0M40 40q20 -12 40 0t40 0M-60 56q20 -12 40 0', '#e9f7f5', 5, 0.8)
  );
}
