import { drawEach, fill, type Svg } from './drawing/canvas.ts';
import { darker, lighter, type Colour } from './drawing/colours.ts';
import { spark } from './drawing/light.ts';
import { n, oval, type Point } from './drawing/paths.ts';
import type { SeededRandom } from './drawing/random.ts';
import type { Family } from './facts.ts';

export const BACKDROP_COLOURS: Readonly<Record<Family, readonly Colour[]>> = {
  cat: ['#f4d6b8', '#f1cbbb', '#ead8b0', '#e6d0d2'],
  dog: ['#c9ddd3', '#d5dfba', '#c3d7e2', '#e8d9b8'],
  exotic: ['#c6dfc6', '#f2dba8', '#bfded9', '#f2cfb9'],
  'ai-native': ['#cfcaec', '#c0d5ea', '#e2cae4', '#c6e0e4'],
};

export function drawBackdrop(random: SeededRandom, back: Colour): Svg {
  const hill = `M0 ${n(430 + random.between(-8, 8))}Q${n(random.between(90, 170))} ${n(random.between(392, 410))} 256 414T512 ${n(random.between(404, 430))}V512H0Z`;
  return drawSky(random, back) + fill(hill, darker(back, 0.1));
}

export function drawSky(random: SeededRandom, back: Colour): Svg {
  const places = Array.from({ length: 6 }, (_, index): Point => [
    index < 3 ? random.between(16, 96) : random.between(416, 496),
    random.between(24, 340),
  ]);
  const motifs = drawEach(places, random.pick(MOTIFS));
  return (
    fill('M0 0H512V512H0Z', back) +
    fill(oval(256, 240, 212), lighter(back, 0.52)) +
    fill(motifs, lighter(back, 0.6), 0.8)
  );
}

const MOTIFS: readonly ((at: Point) => string)[] = [
  (at) => spark(at, 12),
  ([x, y]) => oval(x, y, 7),
  ([x, y]) => `M${n(x)} ${n(y)}q-14 -12 -2 -28q18 10 2 28Z`,
  ([x, y]) => `M${n(x - 24)} ${n(y)}a12 12 0 0 1 12 -12a16 16 0 0 1 28 2a10 10 0 0 1 6 10Z`,
];
