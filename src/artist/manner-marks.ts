import { MANNERS, type MannerKind, type VarietyBand } from '../core/heart/manners-table.ts';
import { drawEach, fill, put, stroke, type Canvas, type Svg } from './drawing/canvas.ts';
import { darker, lighter, type Colour } from './drawing/colours.ts';
import type { Figure } from './drawing/figure.ts';
import { limb, n, oval, polygon, pts, type Point } from './drawing/paths.ts';
import { MANNER_EMBLEMS, type MannerEmblem } from './manner-emblems.ts';

/** How the way it was kept shows in an adult: on the rug it has, and around its neck where nothing else is. */
interface MannerMarks {
  readonly rug: (emblem: MannerEmblem, halfWidth: number) => Svg;
  readonly neck: (canvas: Canvas, emblem: MannerEmblem) => Svg;
  readonly around: (emblem: MannerEmblem, figure: Figure) => Svg;
}

const MARKS: Readonly<Record<VarietyBand, MannerMarks>> = {
  narrow: { rug: plainRug, neck: printedBand, around: () => '' },
  middle: { rug: borderedRug, neck: medallion, around: () => '' },
  wide: { rug: braidedRug, neck: bunting, around: drifting },
};

const marksOf = (manner: MannerKind) => MARKS[MANNERS[manner].band];

/** What it stands and lies on. */
export function drawRug(manner: MannerKind, halfWidth: number): Svg {
  return marksOf(manner).rug(MANNER_EMBLEMS[manner], halfWidth);
}

/** What it wears for who it is. */
export function drawMannerWear(canvas: Canvas, { neck, places }: Figure, manner: MannerKind): Svg {
  if (!neck || places?.front) return '';
  const { x, y, width } = neck;
  return put(marksOf(manner).neck(canvas, MANNER_EMBLEMS[manner]), { x, y, scale: width / 66 });
}

/** What is in the air around it. */
export function drawMannerAir(figure: Figure, manner: MannerKind): Svg {
  return marksOf(manner).around(MANNER_EMBLEMS[manner], figure);
}

const RUG_HEIGHT = 40;

/** An ellipse of cloth with a hem. */
function rug(colour: Colour, halfWidth: number, part = 1): Svg {
  const outline = oval(0, 0, halfWidth - (1 - part) * 90, RUG_HEIGHT * part);
  return fill(outline, colour) + stroke(outline, darker(colour, 0.4), 3);
}

/** Places along the front edge of a rug, from left to right. */
function alongFront(count: number, halfWidth: number, part: number): readonly Point[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = Math.PI * (0.88 - (0.76 * index) / (count - 1));
    return [Math.cos(angle) * (halfWidth - 34), Math.sin(angle) * RUG_HEIGHT * part] as const;
  });
}

// The same again and again.
function plainRug({ outline, colours: [colour] }: MannerEmblem, halfWidth: number): Svg {
  const mark = fill(outline, darker(colour, 0.35));
  return (
    rug(lighter(colour, 0.45), halfWidth) +
    drawEach(alongFront(9, halfWidth, 0.62), ([x, y]) => put(mark, { x, y }))
  );
}

// One thing, in the middle.
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

// Braided of all that was there.
function braidedRug({ outline, colours }: MannerEmblem, halfWidth: number): Svg {
  const rings = colours.map((colour, index) => rug(colour, halfWidth, 1 - index * 0.2));
  const [first] = colours;
  const stitches = drawEach(alongFront(5, halfWidth, 0.9), ([x, y], index) =>
    put(fill(outline, lighter(colours[(index + 1) % colours.length] ?? first, 0.5)), { x, y, scale: 0.62 }),
  );
  return rings.join('') + stitches;
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
    paint(
      polygon([
        [x - 13, y - 4],
        [x + 13, y - 4],
        [x, y + 28],
      ]),
      {
        fill: colours[index % colours.length] ?? colours[0],
        depth: 3,
        width: 3.4,
      },
    ),
  );
  return flags + stroke('M-60 -16Q-30 4 0 8Q30 4 60 -16', darker(colours[0], 0.3), 5);
}

/** A few of its things, each in another colour, in the air beside it. */
function drifting({ outline, colours }: MannerEmblem, { reach: { left, right, top } }: Figure): Svg {
  return drawEach(pts('-1 0.5, 1 0.62, -0.94 0.76, 0.96 0.38'), ([x, y], index) => {
    const colour = colours[index % colours.length] ?? colours[0];
    return put(fill(outline, colour) + stroke(outline, darker(colour, 0.45), 2), {
      x: x * ((x < 0 ? left : right) + 10),
      y: -y * top,
      scale: 1.4,
      turn: index * 17 - 24,
    });
  });
}
