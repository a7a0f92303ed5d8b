import mannerEmblems from '#content/pictures/manner-emblems.json' with { type: 'json' };

import { type Canvas, drawEach, fill, outlined, put, stroke, type Svg } from './drawing/canvas.ts';
import { type Colour, darker, lighter, mix } from './drawing/colours.ts';
import type { Figure } from './drawing/figure.ts';
import { glow, spark } from './drawing/light.ts';
import { limb, n, oval, ovals, type Point, pointList, polygon, pts } from './drawing/paths.ts';
import type { Path } from './facts.ts';
import { drawNeckwear } from './parts/accessories.ts';
import type { ParsedLook } from './words/look.ts';

interface LifeMarks {
  readonly behind?: (canvas: Canvas, figure: Figure) => Svg;
  readonly neck?: (canvas: Canvas, figure: Figure, accent: Colour) => Svg;
  readonly before?: (canvas: Canvas, figure: Figure) => Svg;
  readonly opacity?: number;
}

export const LIFE_MARKS: Readonly<Record<Path, LifeMarks>> = {
  high_care: { behind: hearthGlow, before: embers },
  balanced: { neck: trailScarf },
  low_care: { before: mist, opacity: 0.66 },
  rescue: { before: bandageAndScar },
};

export function fadeForPath(path: Path | undefined, look: ParsedLook): ParsedLook {
  if (path !== 'low_care') return look;
  return {
    ...look,
    coat: cold(look.coat),
    mark: cold(look.mark),
    second: look.second && cold(look.second),
    third: look.third && cold(look.third),
  };
}

const cold = (colour: Colour) => mix(colour, '#bccbe6', 0.5);

function hearthGlow(canvas: Canvas, { reach }: Figure): Svg {
  const r = Math.max(reach.top * 0.62, (reach.left + reach.right) * 0.52);
  const at = [(reach.right - reach.left) / 2, -reach.top * 0.46] as const;
  return glow(canvas, at, r * 1.15, '#ffb347') + glow(canvas, at, r * 0.8, '#ffe59a');
}

function embers(_canvas: Canvas, { reach }: Figure): Svg {
  const places = pts('-0.96 0.62, -0.86 0.9, 0.9 0.84, 0.98 0.5, -1 0.3, 0.6 1').map(([x, y]): Point => [
    (x < 0 ? reach.left : reach.right) * x,
    -reach.top * y,
  ]);
  const sparks = places.map((at, index) => spark(at, index % 2 ? 11 : 17));
  return fill(sparks.join(''), '#ff9d3c') + fill(ovals(places, 4), '#fff3c4');
}

function trailScarf(canvas: Canvas, { neck, reach }: Figure, accent: Colour): Svg {
  return neck ? drawNeckwear(canvas, 'scarf', neck, accent) : bundle(canvas, reach.left, accent);
}

function bundle({ paint }: Canvas, left: number, accent: Colour): Svg {
  const stick = paint(limb(pts('-40 8, 0 -90, 26 -190'), [12, 12, 10]), { fill: '#a2714a', depth: 4 });
  const outline =
    'M-6 0Q-44 14 -40 52Q0 76 40 50Q42 14 8 0Q18 -20 26 -22Q4 -24 0 -8Q-8 -24 -26 -20Q-14 -14 -6 0Z';
  const marks = fill(ovals(pts('-16 30, 12 22, 18 46, -8 54'), 5), lighter(accent, 0.6));
  const cloth = paint(outline, { fill: accent, depth: 9, marks });
  return put(stick + put(cloth, { x: 26, y: -182, scale: 0.9 }), { x: -left + 34, scale: 0.94 });
}

function mist(_canvas: Canvas, { reach }: Figure): Svg {
  const [left, right] = [-reach.left, reach.right];
  const low = `M${n(left)} -8q24 -26 48 -4t48 -2t48 2M${n(right - 120)} -22q24 -22 46 -2t50 0M${n(left * 0.5)} 14q30 -18 60 0t60 -2t40 2`;
  const high = `M${n(left + 6)} ${n(-reach.top * 0.6)}q10 -24 -4 -44M${n(right - 6)} ${n(-reach.top * 0.7)}q-10 -24 4 -44`;
  return stroke(low, '#f3f8ff', 12, 0.75) + stroke(high, '#f3f8ff', 7, 0.6);
}

function bandageAndScar({ paint }: Canvas, { crown, neck }: Figure): Svg {
  const { x, y, width } = crown;
  const wrap = limb(pts('-52 34, -20 12, 20 8, 56 26'), [17, 20, 20, 17]);
  const folds = stroke('M-40 20l8 12M-18 6l8 16M10 2l4 18M34 8l2 18', '#d8c7ae', 3);
  const knot = 'M-10 0L-26 -16L-20 -22L0 -8L20 -20L26 -12L10 2Z';
  const bandage =
    paint(wrap, { fill: '#f7efe2', depth: 4, width: 4, marks: folds }) +
    put(paint(knot, { fill: '#f7efe2', depth: 2, width: 3.5 }), { x: 46, y: 10, turn: 20 });
  const scar = stroke('M-50 74L-26 104M-48 92l12 -10M-40 102l12 -10', '#8c3f46', 4.5);
  const heart = 'M0 16Q-22 2 -18 -12Q-10 -22 0 -11Q10 -22 18 -12Q22 2 0 16Z';
  const medal = neck
    ? put(paint(heart, { fill: '#d9596a', depth: 4, width: 4 }), { x: neck.x, y: neck.y + 20 })
    : '';
  return put(bandage + scar, { x, y, scale: width / 84 }) + medal;
}

/** The emblem of a manner (character of an adult), centred on 0 0; the more varied its care was, the more colours it has. */
type MannerEmblem = Readonly<{ outline: string; colours: readonly [Colour, ...Colour[]] }>;

export type DrawnManner = keyof typeof mannerEmblems;

export const MANNER_EMBLEMS = mannerEmblems as object as Readonly<Record<DrawnManner, MannerEmblem>>;

interface MannerMarks {
  readonly rug: (emblem: MannerEmblem, halfWidth: number) => Svg;
  readonly neck: (canvas: Canvas, emblem: MannerEmblem) => Svg;
  readonly around: (emblem: MannerEmblem, figure: Figure) => Svg;
}

const ONE_COLOUR: MannerMarks = { rug: plainRug, neck: printedBand, around: () => '' };
const TWO_COLOURS: MannerMarks = { rug: borderedRug, neck: medallion, around: () => '' };
const MORE_COLOURS: MannerMarks = { rug: braidedRug, neck: bunting, around: drifting };

function marksOf(manner: DrawnManner): MannerMarks {
  const { length } = MANNER_EMBLEMS[manner].colours;
  return [ONE_COLOUR, TWO_COLOURS][length - 1] ?? MORE_COLOURS;
}

export function drawRug(manner: DrawnManner, halfWidth: number): Svg {
  return marksOf(manner).rug(MANNER_EMBLEMS[manner], halfWidth);
}

export function drawMannerWear(canvas: Canvas, { neck, places }: Figure, manner: DrawnManner): Svg {
  if (!neck || places?.front) return '';
  const { x, y, width } = neck;
  return put(marksOf(manner).neck(canvas, MANNER_EMBLEMS[manner]), { x, y, scale: width / 66 });
}

export function drawMannerAir(figure: Figure, manner: DrawnManner): Svg {
  return marksOf(manner).around(MANNER_EMBLEMS[manner], figure);
}

const RUG_HEIGHT = 40;

function rug(colour: Colour, halfWidth: number, part = 1): Svg {
  const outline = oval(0, 0, halfWidth - (1 - part) * 90, RUG_HEIGHT * part);
  return outlined(outline, colour, darker(colour, 0.4), 3);
}

function alongFront(count: number, halfWidth: number, part: number): readonly Point[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = Math.PI * (0.88 - (0.76 * index) / (count - 1));
    return [Math.cos(angle) * (halfWidth - 34), Math.sin(angle) * RUG_HEIGHT * part] as const;
  });
}

function plainRug({ outline, colours: [colour] }: MannerEmblem, halfWidth: number): Svg {
  const mark = fill(outline, darker(colour, 0.35));
  const prints = drawEach(alongFront(9, halfWidth, 0.62), ([x, y]) => put(mark, { x, y }));
  return rug(lighter(colour, 0.45), halfWidth) + prints;
}

function borderedRug({ outline, colours: [cloth, ornament = cloth] }: MannerEmblem, halfWidth: number): Svg {
  const fringe = drawEach([-1, 1], (side) =>
    drawEach(
      [-16, -8, 0, 8, 16],
      (y) => `M${n(side * (halfWidth - 3 - Math.abs(y) / 3))} ${n(y)}h${n(side * 13)}`,
    ),
  );
  return (
    stroke(fringe, ornament, 4) +
    rug(cloth, halfWidth) +
    stroke(oval(0, 0, halfWidth - 14, RUG_HEIGHT - 8), ornament, 3.4) +
    put(fill(outline, ornament), { y: 19, scale: 1.2 })
  );
}

function braidedRug({ outline, colours }: MannerEmblem, halfWidth: number): Svg {
  const rings = drawEach(colours, (colour, index) => rug(colour, halfWidth, 1 - index * 0.2));
  const [first] = colours;
  const stitches = drawEach(alongFront(5, halfWidth, 0.9), ([x, y], index) =>
    put(fill(outline, lighter(colours[(index + 1) % colours.length] ?? first, 0.5)), { x, y, scale: 0.62 }),
  );
  return rings + stitches;
}

const BAND = limb(pts('-60 -14, -30 4, 0 9, 30 4, 60 -14'), [20, 24, 26, 24, 20]);

function printedBand({ paint }: Canvas, { outline, colours: [colour] }: MannerEmblem): Svg {
  const print = fill(outline, darker(colour, 0.35));
  const marks = drawEach(pts('-42 -4, -22 6, 0 9, 22 6, 42 -4'), ([x, y]) =>
    put(print, { x, y, scale: 0.72 }),
  );
  return paint(BAND, { fill: lighter(colour, 0.45), depth: 5, marks });
}

function medallion({ paint }: Canvas, { outline, colours: [cloth, ornament = cloth] }: MannerEmblem): Svg {
  return (
    paint(limb(pts('-56 -12, 0 8, 56 -12'), [10, 11, 10]), { fill: cloth, depth: 3 }) +
    put(paint(oval(0, 0, 21), { fill: cloth, depth: 5, width: 4, marks: fill(outline, ornament) }), { y: 26 })
  );
}

function bunting({ paint }: Canvas, { colours }: MannerEmblem): Svg {
  const flags = drawEach(pts('-46 -8, -24 4, 0 9, 24 4, 46 -8'), ([x, y], index) =>
    paint(polygon(pointList([x - 13, y - 4], [x + 13, y - 4], [x, y + 28])), {
      fill: colours[index % colours.length] ?? colours[0],
      depth: 3,
      width: 3.4,
    }),
  );
  return flags + stroke('M-60 -16Q-30 4 0 8Q30 4 60 -16', darker(colours[0], 0.3), 5);
}

function drifting({ outline, colours }: MannerEmblem, { reach: { left, right, top } }: Figure): Svg {
  return drawEach(pts('-1 0.5, 1 0.62, -0.94 0.76, 0.96 0.38'), ([x, y], index) => {
    const colour = colours[index % colours.length] ?? colours[0];
    return put(outlined(outline, colour, darker(colour, 0.45), 2), {
      x: x * ((x < 0 ? left : right) + 10),
      y: -y * top,
      scale: 1.4,
      turn: index * 17 - 24,
    });
  });
}
