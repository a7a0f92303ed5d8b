import { darker, lighter, mix, type Colour } from './colours.ts';
import { fill, stroke, type Art, type Easel } from './easel.ts';
import { between, limb, loop, n, offset, oval, type Point } from './pen.ts';

/** Rows of small curved feathers over a breast. */
export function plumage(x: number, y: number, rows: number, colour: Colour): Art {
  const marks = Array.from({ length: rows }, (_, row) => {
    const count = 3 + (row % 2);
    return Array.from({ length: count }, (_unused, column) => {
      const at = x + (column - (count - 1) / 2) * 30;
      return `M${n(at - 11)} ${n(y + row * 27)}q11 15 22 0`;
    }).join('');
  });
  return stroke(marks.join(''), colour, 4.5, 0.8);
}

export interface Wing {
  readonly root: Point;
  /** Where its wrist is: a spread wing reaches beyond it. */
  readonly wrist: Point;
  readonly long: number;
  readonly colour: Colour;
  readonly tips: Colour;
}

/** A wing spread to the right: long feathers first, then the arm that carries them. */
export function spreadWing(easel: Easel, { root, wrist, long, colour, tips }: Wing): Art {
  const count = 6;
  const feathers = Array.from({ length: count }, (_, index) => {
    const part = index / (count - 1);
    const at = between(root, wrist, 0.15 + part * 0.85);
    const angle = 1.62 - part * 2.5;
    const end: Point = offset(at, [Math.cos(angle), Math.sin(angle)], long * (0.72 + 0.34 * part));
    const marks = fill(oval(end[0], end[1], long * 0.3), tips);
    return easel.form(limb([at, end], [32, 42, 16]), {
      fill: index % 2 ? colour : darker(colour, 0.1),
      marks,
      depth: 5,
      width: 4,
    });
  });
  const arm = loop([
    offset(root, [0, 1], -22),
    between(root, wrist, 0.55),
    offset(wrist, [0.4, -1], 16),
    offset(wrist, [1, 0.4], 16),
    offset(between(root, wrist, 0.5), [0.2, 1], 46),
    offset(root, [0, 1], 44),
  ]);
  const rows = stroke(
    `M${n(root[0] + 10)} ${n(root[1] + 20)}q18 18 34 -4t34 -14t32 -18`,
    mix(colour, tips, 0.5),
    5,
    0.7,
  );
  return (
    feathers.toReversed().join('') + easel.form(arm, { fill: lighter(colour, 0.1), marks: rows, depth: 10 })
  );
}

/** A wing held close, on the right: a drop with feather tips. */
export function foldedWing(easel: Easel, at: Point, high: number, colours: readonly Colour[]): Art {
  const [x, y] = at;
  const [colour = '#888888', tip = darker(colour, 0.2), second = tip] = colours;
  const outline = loop([
    [x - 18, y + 6],
    [x + 8, y - 8],
    [x + 30, y + high * 0.32],
    [x + 20, y + high * 0.8],
    [x - 2, y + high],
    [x - 20, y + high * 0.55],
  ]);
  const marks =
    fill(
      loop([
        [x - 40, y + high * 0.5],
        [x + 50, y + high * 0.42],
        [x + 50, y + high * 1.2],
        [x - 40, y + high * 1.2],
      ]),
      tip,
    ) +
    fill(
      loop([
        [x - 40, y + high * 0.76],
        [x + 50, y + high * 0.7],
        [x + 50, y + high * 1.2],
        [x - 40, y + high * 1.2],
      ]),
      second,
    ) +
    stroke(
      `M${n(x - 14)} ${n(y + high * 0.34)}q14 14 28 0M${n(x - 14)} ${n(y + high * 0.56)}q14 14 30 0M${n(x - 8)} ${n(y + high * 0.74)}q10 12 22 0`,
      darker(colour, 0.4),
      4,
      0.5,
    );
  return easel.form(outline, { fill: colour, marks, depth: 9 });
}
