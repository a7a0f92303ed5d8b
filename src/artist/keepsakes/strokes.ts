import { fill, stroke, type Svg } from '../drawing/canvas.ts';
import { outlineColour, type Colour } from '../drawing/colours.ts';
import { n, oval } from '../drawing/paths.ts';

// What small things are drawn with: they have no shadow of their own, and lines that are half as wide as a creature's.

export const CREAM = '#f7efe2';
export const GOLD = '#e9b53c';
export const SILVER = '#c9d3dc';
export const WOOD = '#b9834f';
export const RED = '#d2583f';
export const BLUE = '#6fa3d8';
export const GREEN = '#8db061';
export const PINK = '#eda3ad';
export const PLUM = '#8b6aa3';
export const NIGHT = '#4b5a8c';
export const GLOW = '#ffe59a';
export const INK = '#5b4a58';

const LINE = 2.6;

/** Something with an outline. */
export function shape(outline: string, colour: Colour, width = LINE): Svg {
  return `<path d="${outline}" fill="${colour}" stroke="${outlineColour(colour)}" stroke-width="${n(width)}"/>`;
}

/** Something round with an outline. */
export function disc(x: number, y: number, r: number, colour: Colour, ry = r): Svg {
  return shape(oval(x, y, r, ry), colour);
}

/** Something long with an outline: a rope, a stick, a handle. */
export function cord(line: string, colour: Colour, width: number): Svg {
  return stroke(line, outlineColour(colour), width + LINE) + stroke(line, colour, width - LINE / 2);
}

/** Where the light falls on it. */
export function gleam(line: string, width = 2.6): Svg {
  return stroke(line, '#fffdf6', width, 0.75);
}

/** The light around something warm or bright. */
export function halo(x: number, y: number, r: number, colour: Colour = GLOW): Svg {
  return fill(oval(x, y, r), colour, 0.35) + fill(oval(x, y, r * 0.7), colour, 0.5);
}

/** The petals of a flower around its middle. */
export function petals(count: number, [rx, ry]: readonly [number, number], colour: Colour): Svg {
  const petal = shape(oval(0, -ry, rx, ry), colour, 2);
  return Array.from(
    { length: count },
    (_, index) => `<g transform="rotate(${n((index * 360) / count)})">${petal}</g>`,
  ).join('');
}
