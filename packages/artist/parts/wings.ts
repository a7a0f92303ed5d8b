import { fill, mirroredPair, put, stroke, turnAbout, type Canvas, type Svg } from '../drawing/canvas.ts';
import { darker, lighter, mix, type Colour } from '../drawing/colours.ts';
import type { Position } from '../drawing/figure.ts';
import { limb, loop, oval, pts } from '../drawing/paths.ts';
import { firstMatch, type WordTable } from '../words/word-table.ts';

/** Draws a pair of wings; `place` is the position of the right one. */
export function drawWings(canvas: Canvas, place: Position & { readonly scale: number }): Svg {
  const words = canvas.look.parts.wings;
  const colour = words?.colours[0] ?? lighter(canvas.look.coat, 0.2);
  const draw = firstMatch(WING_KINDS, words?.text ?? '') ?? mothWing;
  return mirroredPair(canvas, put(turnAbout(draw(canvas, colour), canvas.motion.wings ?? 0), place));
}

const WING_KINDS: WordTable<(canvas: Canvas, colour: Colour) => Svg> = [
  [/bat wings/, batWing],
  [/plumed wings/, plumedWing],
  [/glass wings/, glassWing],
];

function mothWing({ paint }: Canvas, colour: Colour): Svg {
  const edge = darker(colour, 0.28);
  const eyeSpot = (x: number, y: number, r: number) =>
    fill(oval(x, y, r), darker(colour, 0.5)) +
    fill(oval(x, y, r * 0.66), lighter(colour, 0.66)) +
    fill(oval(x, y, r * 0.3), darker(colour, 0.7));
  const veins = stroke('M0 0Q60 -60 150 -110M0 0Q80 -30 168 -50M0 4Q70 10 150 6', edge, 5, 0.55);
  const upper = paint(loop(pts('-8 6, 18 -64, 84 -124, 160 -134, 180 -92, 160 -40, 128 0, 60 20')), {
    fill: colour,
    depth: 12,
    marks: stroke('M170 -130Q196 -70 130 4', edge, 26, 0.6) + veins + eyeSpot(112, -72, 25),
  });
  const lower = paint(loop(pts('-6 0, 50 6, 112 24, 124 72, 92 108, 44 100, 8 50')), {
    fill: mix(colour, '#fff7e8', 0.14),
    depth: 10,
    marks: stroke('M124 40Q120 110 50 108', edge, 20, 0.6) + eyeSpot(76, 56, 17),
  });
  return lower + upper;
}

function batWing({ paint }: Canvas, colour: Colour): Svg {
  const bones = 'M88 -104Q104 -50 132 -8M88 -104Q84 -40 88 14M88 -104Q56 -30 44 34';
  const sheet =
    'M0 26L26 -54Q56 -96 88 -108Q132 -92 168 -26Q148 -30 132 -8Q112 -20 90 16Q72 2 46 36Q24 22 0 48Z';
  return (
    paint(sheet, { fill: colour, marks: stroke(bones, darker(colour, 0.4), 5), depth: 9 }) +
    paint(limb(pts('0 34, 30 -48, 88 -106'), [20, 15, 9]), { fill: darker(colour, 0.2), depth: 4 })
  );
}

function plumedWing({ paint }: Canvas, colour: Colour): Svg {
  const feather = limb(pts('0 0, 70 -8, 138 0'), [30, 40, 12]);
  const feathers = [0, 1, 2, 3, 4].map((index) => {
    const tone = index % 2 ? colour : lighter(colour, 0.16);
    const place = { x: 30, y: -20, turn: -58 + index * 24, scale: 1 - index * 0.09 };
    return put(paint(feather, { fill: tone, depth: 5, width: 4 }), place);
  });
  const arm = paint(loop(pts('-10 26, 0 -40, 44 -64, 76 -46, 56 -2, 24 34')), {
    fill: lighter(colour, 0.28),
    depth: 9,
    marks: stroke('M6 -16q12 12 24 0t24 -2M4 6q12 12 22 0t18 -4', darker(colour, 0.25), 4, 0.6),
  });
  return feathers.toReversed().join('') + arm;
}

function glassWing(_canvas: Canvas, colour: Colour): Svg {
  const line = darker(colour, 0.45);
  const blade = (outline: string, turn: number) =>
    put(
      fill(outline, lighter(colour, 0.62), 0.72) +
        stroke(outline, line, 4, 0.8) +
        stroke('M6 0H150M30 -2L70 -20M70 -2L116 -20M60 2L100 16', line, 2.5, 0.5),
      { turn },
    );
  const shape = loop(pts('0 0, 50 -24, 120 -30, 172 -6, 140 18, 60 16'));
  return blade(shape, 6) + blade(shape, -34);
}
