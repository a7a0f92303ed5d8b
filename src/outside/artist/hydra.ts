import { darker, lighter } from './colours.ts';
import { fill, put, stroke, type Art, type Easel } from './easel.ts';
import { spikedTail, reptileFace } from './dragon.ts';
import type { Figure } from './figure.ts';
import { along, limb, loop, mirrored, moved, n, pts, type Point } from './pen.ts';

/** One body, three necks, three opinions. */
export function manyHeaded(easel: Easel): Figure {
  const { growth } = easel;
  const size = 0.5 + 0.5 * growth.body;
  const scale = growth.head * 0.62;
  const tips: readonly Point[] = pts('-128 -226, 128 -214, 0 -286').map(([x, y]): Point => [
    x * (0.6 + 0.4 * size),
    y * size - 20,
  ]);
  const necks = tips.map(([x, y]) => neck(easel, [x * 0.28, -88 * size], [x, y], size)).join('');
  // One head is drawn; the others are the same again.
  const id = easel.name();
  const heads = tips
    .map(([x, y], index) => {
      const one = index === 0 ? `<g id="${id}">${crested(easel)}</g>` : `<use href="#${id}"/>`;
      return put(one, { x, y: y - 6, scale, turn: index === 2 ? 0 : x * 0.07 });
    })
    .join('');
  return {
    body: spikedTail(easel, 0.62 + 0.38 * growth.extras) + necks + trunk(easel, size),
    head: heads,
    neck: { x: 0, y: -116 * size, width: 70 * size },
    crown: { x: 0, y: (tips[2]?.[1] ?? 0) - 50 * scale, width: 74 * scale },
    reach: { left: 130 + 74 * scale, right: 130 + 74 * scale, top: -(tips[2]?.[1] ?? 0) + 122 * scale },
  };
}

function neck(easel: Easel, from: Point, to: Point, size: number): Art {
  const { look } = easel;
  const spine: readonly Point[] = [
    from,
    [to[0] * 0.9 + from[0] * 0.1, (from[1] * 2 + to[1]) / 3],
    [to[0] * 0.86, (from[1] + to[1] * 2) / 3 + 10],
    to,
  ];
  const folds = along(spine, 4)
    .filter(({ part }) => part > 0.15)
    .map(({ at }) => `M${n(at[0] - 14)} ${n(at[1])}q14 8 28 0`);
  return easel.form(limb(spine, [70 * size, 56 * size, 46 * size, 44 * size]), {
    fill: look.coat,
    marks: stroke(folds.join(''), lighter(look.coat, 0.4), 6, 0.8),
    depth: 9,
  });
}

function crested(easel: Easel): Art {
  const { look, expression } = easel;
  const crest = easel.form('M-34 -52L-30 -100L-10 -76L0 -118L10 -76L30 -100L34 -52Z', {
    fill: darker(look.coat, 0.3),
    depth: 5,
  });
  const tongue = expression === 'calm' ? stroke('M0 62V86M0 86l-9 12M0 86l9 12', '#d2473a', 6) : '';
  return crest + reptileFace(easel) + tongue;
}

function trunk(easel: Easel, size: number): Art {
  const { look } = easel;
  const points = moved(mirrored(pts('0 -150, 70 -136, 104 -80, 100 -24, 72 0, 0 4')), 0, 0, [size, size]);
  const pale = lighter(look.coat, 0.5);
  const plates = Array.from(
    { length: 4 },
    (_, row) => `M${n(-46 * size)} ${n((-116 + row * 28) * size)}q${n(46 * size)} 14 ${n(92 * size)} 0`,
  );
  const marks =
    fill(loop(moved(mirrored(pts('0 -150, 52 -130, 56 -60, 40 -4, 0 2')), 0, 0, [size, size])), pale) +
    stroke(plates.join(''), darker(pale, 0.35), 4);
  const feet = [-70, 70].map((x) =>
    put(
      easel.form(loop(pts('-30 0, -26 -22, 0 -30, 26 -22, 30 0, 0 4')), {
        fill: look.coat,
        depth: 5,
        marks: fill('M-26 4l4 -14l7 14ZM-7 6l7 -15l7 15ZM16 4l6 -14l4 14Z', '#f5e7c6'),
      }),
      { x: x * size },
    ),
  );
  return easel.form(loop(points), { fill: look.coat, marks, depth: 16 }) + feet.join('');
}
