import { drawEach, fill, flippedPair, pair, put, stroke, type Canvas, type Svg } from '../drawing/canvas.ts';
import { darker, lighter } from '../drawing/colours.ts';
import type { AnchorPoint, Figure } from '../drawing/figure.ts';
import { glow, spark } from '../drawing/light.ts';
import { limb, oval, polygon, pts, shaggy, star } from '../drawing/paths.ts';
import { type WordTable, firstMatch } from '../words/word-table.ts';
import { drawWings } from './wings.ts';

// Adornments are parts that a body of its kind does not have; only looks invented from a description name them.

export function drawBehind(canvas: Canvas, figure: Figure): Svg {
  const { look, growth } = canvas;
  const { left, right, top } = figure.reach;
  const wings = hasExtraWings(canvas);
  const at = figure.neck ?? { x: 0, y: -top * 0.6, width: 60 };
  const size = Math.min(1.15, (left + right) / 230) * (0.6 + 0.4 * growth.extras);
  return (
    (look.parts.aura ? aura(canvas, figure) : '') +
    (wings ? put(drawWings(canvas, { x: at.width * 0.4, y: 0, scale: size }), { x: at.x, y: at.y + 20 }) : '')
  );
}

const hasExtraWings = ({ look }: Canvas) =>
  /(?:moth|bat|plumed|glass) wings/.test(look.text) && !/moth body/.test(look.text);

/** How much adornments such as wings and horns add to the extent of a figure. */
export function reachBeyond(canvas: Canvas): { readonly sides: number; readonly top: number } {
  const sides = canvas.posture === 'lying' ? 30 : 96;
  return { sides: hasExtraWings(canvas) ? sides : 0, top: firstMatch(HEIGHTS, canvas.look.text) ?? 0 };
}

const HEIGHTS: WordTable<number> = [
  [/antlers|single \w+ horn/, 84],
  [/horn pair|feelers/, 52],
];

export function drawBefore(canvas: Canvas, figure: Figure): Svg {
  const rows = ADORNMENTS.filter(([words]) => words.test(canvas.look.text));
  return drawEach(rows, ([, draw]) => draw(canvas, figure));
}

const onCrown = ({ x, y, width }: AnchorPoint, svg: Svg) => put(svg, { x, y: y + 10, scale: width / 84 });
const hornColour = ({ look }: Canvas) => look.parts.horns?.colours[0] ?? '#ead9b4';

const ADORNMENTS: readonly (readonly [words: RegExp, draw: (canvas: Canvas, figure: Figure) => Svg])[] = [
  [
    /antlers/,
    (canvas, { crown }) => {
      const branch =
        limb(pts('0 6, 18 -34, 20 -78, 40 -112'), [17, 14, 11, 6]) +
        limb(pts('18 -36, 48 -50, 62 -76'), [11, 9, 5]) +
        limb(pts('20 -74, 0 -96, 2 -116'), [9, 8, 4]);
      const antler = () => canvas.paint(branch, { fill: hornColour(canvas), depth: 4, width: 4 });
      return onCrown(crown, flippedPair(antler, { x: 24 }));
    },
  ],
  [
    /single \w+ horn/,
    (canvas, { crown }) => {
      const colour = hornColour(canvas);
      const marks = stroke('M-16 -8L18 -20M-12 -32L14 -44M-8 -56L10 -66', darker(colour, 0.35), 4);
      const horn = 'M-15 8L2 -96L17 8Q2 16 -15 8Z';
      return onCrown(crown, canvas.paint(horn, { fill: colour, depth: 5, width: 4, marks }));
    },
  ],
  [
    /horn pair/,
    (canvas, { crown }) => {
      const colour = hornColour(canvas);
      const marks = stroke('M-8 -6q14 8 26 -4M4 -26q12 6 22 -8', darker(colour, 0.35), 3.5);
      const outline = limb(pts('0 10, 14 -26, 40 -42, 58 -70'), [26, 22, 15, 5]);
      const horn = () => canvas.paint(outline, { fill: colour, depth: 5, width: 4, marks });
      return onCrown(crown, flippedPair(horn, { x: 30 }));
    },
  ],
  [
    /feelers/,
    (canvas, { crown }) => {
      const colour = canvas.look.parts.feelers?.colours[0] ?? darker(canvas.look.coat, 0.35);
      const dark = darker(colour, 0.45);
      const barbs = 'M18 -30l-12 -6M24 -44l-12 -8M32 -58l-10 -10M18 -30l12 2M24 -44l13 0M32 -58l13 -3';
      const line = 'M6 8Q10 -40 46 -78';
      const feeler = () => stroke(line + barbs, dark, 9) + stroke(line + barbs, colour, 4);
      return onCrown(crown, flippedPair(feeler, { x: 12 }));
    },
  ],
  [
    /green tufts/,
    (canvas, { crown, reach }) =>
      onCrown(
        crown,
        canvas.paint(shaggy(pts('-50 16, -30 -12, 0 -20, 34 -12, 52 16, 0 24'), 20, 8), {
          fill: '#7d9850',
          depth: 5,
          width: 4,
        }),
      ) +
      pair((side) =>
        put(fill(oval(0, 0, 26, 12), '#8db061', 0.9), {
          x: (side < 0 ? -reach.left : reach.right) * 0.42,
          y: -reach.top * 0.3,
        }),
      ),
  ],
  [
    /quartz shards/,
    ({ paint }, { crown }) => {
      const shard = polygon(pts('-14 12, -10 -30, 2 -54, 14 -26, 13 12'));
      const shards = drawEach([-30, 0, 30], (x) =>
        put(paint(shard, { fill: '#c8e6f0', depth: 5, width: 4 }), {
          x,
          y: x === 0 ? -4 : 4,
          turn: x * 0.7,
          scale: x === 0 ? 1 : 0.74,
        }),
      );
      return onCrown(crown, shards);
    },
  ],
  [
    /small flame/,
    ({ paint }, { crown }) => {
      const flame =
        'M-26 12Q-40 -26 -10 -46Q-12 -26 2 -32Q-4 -64 22 -82Q20 -50 34 -32Q46 -6 26 12Q0 22 -26 12Z';
      const marks = fill('M-12 12Q-18 -14 2 -26Q4 -10 16 -16Q26 4 12 14Z', '#f7cf55');
      return onCrown(crown, paint(flame, { fill: '#ec8e3c', depth: 0, width: 4, marks }));
    },
  ],
  [
    /star flecks/,
    (_canvas, { reach: { left, right, top } }) =>
      drawEach(pts('-0.62 0.3, 0.5 0.24, -0.3 0.56, 0.66 0.6, 0.1 0.16, -0.86 0.74'), ([x, y], index) =>
        put(fill(index % 2 ? star(11) : spark([0, 0], 13), '#fff3b8'), {
          x: x * (x < 0 ? left : right),
          y: -y * top,
        }),
      ),
  ],
];

function aura(canvas: Canvas, { reach: { left, right, top } }: Figure): Svg {
  const colour = canvas.look.parts.aura?.colours[0] ?? '#ffe59a';
  const r = Math.max(top * 0.66, (left + right) * 0.56);
  const at = [(right - left) / 2, -top * 0.48] as const;
  return glow(canvas, at, r * 1.2, lighter(colour, 0.1)) + glow(canvas, at, r * 0.8, lighter(colour, 0.55));
}
