import { type MannerKind, MANNERS, type VarietyBand } from '../rules/heart/manner.ts';
import type { Path } from '../rules/vocabulary.ts';
import { type Canvas, drawEach, fill, outlined, put, stroke, type Svg } from './drawing/canvas.ts';
import { type Colour, darker, lighter, mix } from './drawing/colours.ts';
import type { Figure } from './drawing/figure.ts';
import { glow, spark } from './drawing/light.ts';
import { limb, n, oval, ovals, type Point, pointList, polygon, pts, star } from './drawing/paths.ts';
import { drawNeckwear } from './parts/accessories.ts';
import type { ParsedLook } from './words/look.ts';

/** Marks in the portrait of an adult that show its evolution path. */
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

// Draws a bundle beside a figure that has no neck to wear a medal.
function bundle(canvas: Canvas, left: number, accent: Colour): Svg {
  const stick = canvas.paint(limb(pts('-40 8, 0 -90, 26 -190'), [12, 12, 10]), { fill: '#a2714a', depth: 4 });
  const outline =
    'M-6 0Q-44 14 -40 52Q0 76 40 50Q42 14 8 0Q18 -20 26 -22Q4 -24 0 -8Q-8 -24 -26 -20Q-14 -14 -6 0Z';
  const marks = fill(ovals(pts('-16 30, 12 22, 18 46, -8 54'), 5), lighter(accent, 0.6));
  const cloth = canvas.paint(outline, { fill: accent, depth: 9, marks });
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
interface MannerEmblem {
  readonly outline: string;
  readonly colours: readonly [Colour, ...Colour[]];
}

const MOON = 'M3 -12A12 12 0 1 0 11 7A11 11 0 0 1 3 -12Z';
const HALF_SUN = `M-7 9A7 7 0 0 1 7 9Z${burst([0, 9], [9.5, 17], [-1, -0.75, -0.5, -0.25, 0])}`;
const NOTE = `${oval(-4, 8, 5, 4)}M-2 8V-12L10 -8V-2L1 -5V8Z`;

export const MANNER_EMBLEMS: Readonly<Record<MannerKind, MannerEmblem>> = {
  connoisseur: {
    outline: 'M-2 0V12H2V0Q6 -2 6 -7Q5 -12 0 -12Q-5 -12 -6 -7Q-6 -2 -2 0Z',
    colours: ['#b5654a'],
  },
  tumbler: { outline: oval(0, 0, 9), colours: ['#c9574c'] },
  preener: { outline: 'M0 -12Q9 0 8 5Q6 12 0 12Q-6 12 -8 5Q-9 0 0 -12Z', colours: ['#5f9cc4'] },
  careful_breather: { outline: 'M-4 -11H4V-4H11V4H4V11H-4V4H-11V-4H-4Z', colours: ['#6fa386'] },
  drill_lover: { outline: 'M-10 4L0 -8L10 4V11L0 -1L-10 11Z', colours: ['#56618c'] },
  dozer: { outline: 'M-8 8A5 5 0 0 1 -8 -2A7 7 0 0 1 5 -5A6.5 6.5 0 0 1 8 8Z', colours: ['#8d93b8'] },
  listener: { outline: 'M-11 -9H11V5H2L-4 12V5H-11Z', colours: ['#8a6f9e'] },
  creature_of_habit: { outline: 'M-8 -8H8V8H-8Z', colours: ['#8c7a5c'] },
  one_song: { outline: NOTE, colours: ['#7d5a6e'] },
  dawn_waiter: { outline: HALF_SUN, colours: ['#d98a52'] },
  window_sitter: { outline: 'M-8 12V-4Q-8 -12 0 -12Q8 -12 8 -4V12Z', colours: ['#7a6a8f'] },
  lamp_keeper: { outline: 'M-3 -12H3L9 6H-9ZM-2 6H2V10H6V12H-6V10H-2Z', colours: ['#4f5f86'] },
  bowl_watcher: { outline: 'M-12 -5H12Q10 8 4 10H-4Q-10 8 -12 -5Z', colours: ['#9a6a4c'] },
  host: {
    outline: 'M-10 -8H6V-4Q13 -4 12 2Q10 6 5 5Q3 10 -2 10Q-9 10 -10 -8Z',
    colours: ['#a5493f', '#f3d9a4'],
  },
  teaser: { outline: 'M0 -12L8 -3L0 7L-8 -3ZM-2 7L2 7L5 13L-1 10L-5 13Z', colours: ['#2f8f86', '#f6c65c'] },
  tidy_one: { outline: ovals(pts('-5 4, 6 0, -2 -7'), 5), colours: ['#4f86b0', '#e8f4fa'] },
  nurse: { outline: 'M0 12Q-12 4 -6 -10Q8 -14 9 0Q8 8 0 12Z', colours: ['#f0e4d2', '#5f9a62'] },
  upright_one: { outline: 'M-9 -11H9V0Q8 9 0 12Q-8 9 -9 0Z', colours: ['#39496e', '#e9b53c'] },
  dreamer: {
    outline: `M-8 9A5 5 0 0 1 -8 -1A7 7 0 0 1 5 -4A6.5 6.5 0 0 1 8 9Z${spark([9, -9], 5)}`,
    colours: ['#8f86c4', '#fdf3d0'],
  },
  confidant: { outline: `${oval(0, -6, 6)}M-2 -2H2V12H7V8H2Z`, colours: ['#6b4468', '#f0c65a'] },
  early_bird: {
    outline: 'M-13 -3L-8 -5Q-7 -10 -2 -9Q2 -8 3 -3L13 -9Q13 3 6 7Q2 9 -2 8L-3 12H-5V7Q-9 4 -8 -1Z',
    colours: ['#e6a35a', '#fff3da'],
  },
  noon_stroller: {
    outline: oval(0, 0, 6) + burst([0, 0], [8, 13], [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75]),
    colours: ['#5aa0c8', '#fbd85a'],
  },
  dusk_dancer: { outline: 'M0 10L-12 -6Q-6 -13 0 -11Q6 -13 12 -6Z', colours: ['#9a4f7a', '#f5b98a'] },
  night_owl: { outline: MOON, colours: ['#2f3a63', '#f5e3a0'] },
  hoarder: {
    outline: 'M-9 -4Q-8 -12 0 -12Q8 -12 9 -4ZM-7 -2H7Q7 8 0 12Q-7 8 -7 -2Z',
    colours: ['#6d5a36', '#e0a85c'],
  },
  clockmaker: {
    outline:
      'M-2 -12H2L3 -8L7 -9L9 -5L7 -3L12 -2V2L8 3L9 7L5 9L3 7L2 12H-2L-3 8L-7 9L-9 5L-7 3L-12 2V-2L-8 -3L-9 -7L-5 -9L-3 -7Z',
    colours: ['#4a5560', '#d9b25a'],
  },
  greeter: {
    outline: 'M0 -12Q8 -10 8 0Q8 6 12 8H-12Q-8 6 -8 0Q-8 -10 0 -12ZM-3 9H3V12H-3Z',
    colours: ['#3f7f5c', '#f2c94c'],
  },
  hoper: { outline: star(12), colours: ['#7a6fb5', '#ffe07a'] },
  gourmet: {
    outline: `${ovals(pts('-5 6, 6 7'), 5)}M-5 2Q0 -6 8 -12L9 -10Q4 -5 7 3L5 3Q2 -2 3 -5Q-1 -2 -4 3Z`,
    colours: ['#e9d3b0', '#b53347'],
  },
  potluck_cook: {
    outline: 'M-12 -5H12V-1H10Q10 10 5 11H-5Q-10 10 -10 -1H-12ZM-2 -10H2V-6H-2Z',
    colours: ['#d2583f', '#f0b845', '#6fa35a', '#8a5a3c'],
  },
  inventor: {
    outline: 'M-4 5Q-9 0 -8 -5Q-6 -12 0 -12Q6 -12 8 -5Q9 0 4 5ZM-4 7H4V9H-4ZM-3 10H3L2 12H-2Z',
    colours: ['#f2c23e', '#4f9fb5', '#d9643f', '#6d5a8c'],
  },
  gardener: {
    outline: ovals(pts('0 -7, 7 -2, 4 6, -4 6, -7 -2'), 5),
    colours: ['#7fb058', '#e8788f', '#f4cd55', '#a87fc4'],
  },
  healer: {
    outline: 'M-1 12V-2Q-10 -2 -10 -9Q-2 -9 0 -3Q2 -10 10 -11Q10 -2 1 0V12Z',
    colours: ['#5fa97f', '#f3ead2', '#e58d6f', '#6fb0c4'],
  },
  scholar: {
    outline: 'M0 -7Q-6 -11 -12 -8V8Q-6 5 0 9Q6 5 12 8V-8Q6 -11 0 -7Z',
    colours: ['#6b3f4f', '#d9b25a', '#3f6f8a', '#a9b86a'],
  },
  stargazer: { outline: spark([0, 0], 13), colours: ['#3a4478', '#f7e08a', '#8fb8e6', '#c79fd8'] },
  storyteller: {
    outline: 'M-9 12Q-8 -2 2 -8Q8 -12 12 -12Q11 -2 4 4Q-1 8 -6 7L-7 12Z',
    colours: ['#a5574a', '#e0b060', '#4f7f8a', '#8a6aa3'],
  },
  sunrise_singer: {
    outline: `${HALF_SUN}M-13 11H13V13H-13Z`,
    colours: ['#f08f5a', '#f7cf6a', '#e8798f', '#7fb5d0'],
  },
  wayfarer: {
    outline: 'M0 -13L4 -4L13 0L4 4L0 13L-4 4L-13 0L-4 -4Z',
    colours: ['#6f9a5a', '#d98f4a', '#5a8fb5', '#f0d48a'],
  },
  lantern_bearer: {
    outline: 'M-3 -12H3V-9H7V-6H-7V-9H-3ZM-6 -5H6L8 8H-8ZM-8 9H8V12H-8Z',
    colours: ['#e08a4a', '#6a5a9a', '#f5cf6a', '#b5506a'],
  },
  moon_walker: { outline: MOON + spark([8, -5], 5.5), colours: ['#55639c', '#c9d3ee', '#f0d98a', '#7f5f9c'] },
  improviser: {
    outline: 'M3 -13L-9 3H-1L-4 13L9 -4H1Z',
    colours: ['#e5785f', '#4fa3a0', '#f2c448', '#8f6bb5'],
  },
  conductor: {
    outline: `${ovals(pts('-6 8, 6 6'), 4, 3.4)}M-4 8V-10L10 -12V6H8V-7L-2 -5V8Z`,
    colours: ['#3f3f5c', '#d9b25a', '#b5444f', '#5a9a8f'],
  },
  host_of_many: {
    outline: 'M0 -12L12 -1H9V11H3V3H-3V11H-9V-1H-12Z',
    colours: ['#c9574c', '#f0c65a', '#5a92b5', '#86a85a'],
  },
  wish_weaver: {
    outline: 'M0 -2Q6 -13 12 -9Q13 0 3 2Q11 5 8 11Q2 11 0 4Q-2 11 -8 11Q-11 5 -3 2Q-13 0 -12 -9Q-6 -13 0 -2Z',
    colours: ['#a86fb5', '#ffd774', '#5fb0b5', '#ee8a9c'],
  },
  collector: {
    outline: 'M-6 -9H6L12 -2L0 12L-12 -2Z',
    colours: ['#3f8f8a', '#e0a23f', '#c4566a', '#7f86c4'],
  },
};

/** Draws rays around a point between two radii; angles are in half turns. */
function burst([x, y]: Point, [near, far]: readonly [number, number], halfTurns: readonly number[]): string {
  const at = (turn: number, r: number): Point => [
    x + Math.cos(turn * Math.PI) * r,
    y + Math.sin(turn * Math.PI) * r,
  ];
  return drawEach(halfTurns, (turn) =>
    polygon([at(turn - 0.07, near), at(turn, far), at(turn + 0.07, near)]),
  );
}

/** Marks in the portrait of an adult that show its manner (character). */
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

export function drawRug(manner: MannerKind, halfWidth: number): Svg {
  return marksOf(manner).rug(MANNER_EMBLEMS[manner], halfWidth);
}

export function drawMannerWear(canvas: Canvas, { neck, places }: Figure, manner: MannerKind): Svg {
  if (!neck || places?.front) return '';
  const { x, y, width } = neck;
  return put(marksOf(manner).neck(canvas, MANNER_EMBLEMS[manner]), { x, y, scale: width / 66 });
}

export function drawMannerAir(figure: Figure, manner: MannerKind): Svg {
  return marksOf(manner).around(MANNER_EMBLEMS[manner], figure);
}

const RUG_HEIGHT = 40;

function rug(colour: Colour, halfWidth: number, part = 1): Svg {
  const outline = oval(0, 0, halfWidth - (1 - part) * 90, RUG_HEIGHT * part);
  return outlined(outline, colour, darker(colour, 0.4), 3);
}

/** Points along the front edge of a rug, from left to right. */
function alongFront(count: number, halfWidth: number, part: number): readonly Point[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = Math.PI * (0.88 - (0.76 * index) / (count - 1));
    return [Math.cos(angle) * (halfWidth - 34), Math.sin(angle) * RUG_HEIGHT * part] as const;
  });
}

function plainRug({ outline, colours: [colour] }: MannerEmblem, halfWidth: number): Svg {
  const mark = fill(outline, darker(colour, 0.35));
  return (
    rug(lighter(colour, 0.45), halfWidth) +
    drawEach(alongFront(9, halfWidth, 0.62), ([x, y]) => put(mark, { x, y }))
  );
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

/** Draws emblems in the air beside the figure. */
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
