import { seedOf } from '../base/hash.ts';
import { BACKDROP_COLOURS, drawBackdrop } from './backdrop.ts';
import {
  type Canvas,
  createCanvas,
  fill,
  put,
  stroke,
  type Svg,
  svgDocument,
  times,
} from './drawing/canvas.ts';
import { brightness, darker, lighter, mix, saturate, type Colour } from './drawing/colours.ts';
import { glow } from './drawing/light.ts';
import type { Nod } from './drawing/motion.ts';
import {
  limb,
  mirrored,
  n,
  oval,
  ovals,
  polygon,
  pts,
  shaggy,
  symmetricLoop,
  wobblyCircle,
} from './drawing/paths.ts';
import { seededRandom } from './drawing/random.ts';
import type { DrawnSpecies, Family } from './facts.ts';
import { lookOf } from './words/look.ts';

export function drawEgg({
  species,
  seed,
}: {
  readonly species: DrawnSpecies;
  readonly seed: number;
}): string {
  const look = lookOf(species, '');
  const canvas = createCanvas({ look, stage: 'egg', seed, facts: ['egg', species.slug, seed] });
  const backdropRandom = seededRandom(seed ^ seedOf('backdrop'));
  const back = backdropRandom.pick(BACKDROP_COLOURS[species.family]);
  return svgDocument(
    drawBackdrop(backdropRandom, back) +
      fill(oval(256, 448, 170, 20), darker(back, 0.5), 0.32) +
      put(drawNestedEgg(canvas, species.family), { x: 256, y: 442 }),
  );
}

/** Extent of an egg in its nest. */
export const EGG_REACH = { left: 176, right: 176, top: 318 };

/** An egg in its nest, 0 0 between them and the ground. */
export function drawNestedEgg(canvas: Canvas, family: Family, nod: Nod = {}): Svg {
  const { look } = canvas;
  const pale = lighter(look.coat, brightness(look.coat) < 0.35 ? 0.5 : 0.3);
  const tint = saturate(mix(pale, TINTS[family], 0.4), 1.25);
  const mark = mix(tint, look.second ?? look.mark, 0.55);
  const marks = SHELLS[family](canvas, mark);
  const egg = canvas.paint(SHELL, { fill: tint, marks, depth: 24, width: 6 });
  const light = `<ellipse cx="-44" cy="-212" rx="26" ry="44" fill="#fffdf6" opacity=".5" transform="rotate(24 -44 -212)"/>`;
  const lean = canvas.random.between(-5, 5);
  const { x = 0, y = 0, turn = 0 } = nod;
  const leaning = put(egg + light, { x, y: y - 14, turn: lean + turn });
  return nest(canvas, 'behind') + leaning + nest(canvas, 'before');
}

const TINTS = { cat: '#f2c9a0', dog: '#e6d3a0', exotic: '#b9dcb4', 'ai-native': '#c9b8ea' };

const SHELL = symmetricLoop('0 -300, 58 -276, 104 -196, 118 -112, 96 -36, 48 -4, 0 0');

const SHELLS: Readonly<Record<Family, (canvas: Canvas, mark: Colour) => Svg>> = {
  cat: (_, mark) => {
    const paw = (x: number, y: number, turn: number) => put(fill(PAW_PRINT, mark), { x, y, turn });
    return paw(-46, -216, -18) + paw(52, -170, 14) + paw(-58, -110, 6) + paw(44, -66, -12) + paw(8, -256, 8);
  },
  dog: ({ random }, mark) => {
    const blotch = (x: number, y: number, r: number) =>
      fill(wobblyCircle([x, y], r * random.between(0.85, 1.1), random.between(0, 6)), mark);
    return blotch(-60, -230, 46) + blotch(70, -180, 52) + blotch(-70, -90, 50) + blotch(50, -60, 40);
  },
  exotic: (_, mark) => {
    const scales = times(9 * 8, (index) => {
      const [row, column] = [Math.floor(index / 8), index % 8];
      return `M${n(-140 + column * 40 + (row % 2) * 20)} ${n(-290 + row * 34)}q20 26 40 0`;
    });
    return stroke(scales, mark, 6);
  },
  'ai-native': (canvas, mark) =>
    glow(canvas, [0, -130], 120, '#fffbe0') +
    stroke(CIRCUIT, mark, 7) +
    fill(ovals(pts('40 -150, -20 -110, 20 -210, -50 -200, -70 -90, 70 -220'), 9), mark),
};

const CIRCUIT =
  'M-110 -200H-50L-20 -170V-110L10 -80H120M120 -220H70L40 -190V-150M-120 -90H-70L-40 -60V0M-10 -300V-240L20 -210';

const PAW_PRINT =
  oval(0, 6, 15, 12) + oval(-17, -10, 6, 7) + oval(-6, -17, 6, 7) + oval(6, -17, 6, 7) + oval(17, -10, 6, 7);

function nest({ paint, look }: Canvas, part: 'behind' | 'before'): Svg {
  const straw = mix('#d8b06c', look.coat, 0.08);
  const back = symmetricLoop('0 -72, 110 -66, 152 -40, 120 -10, 0 0');
  if (part === 'behind') return paint(back, { fill: darker(straw, 0.3), depth: 0 });
  const rim = shaggy(mirrored(pts('0 -34, 100 -46, 160 -52, 140 -4, 80 14, 0 16')), 34, 9);
  const lines = 'M-120 -30q50 22 104 14M-60 -8q60 18 130 -8M20 -22q50 6 100 -16M-130 -10q30 16 70 14';
  const stalks = stroke(lines, darker(straw, 0.32), 4, 0.7);
  const loose =
    polygon(pts('-150 -44, -172 -62, -146 -52')) + limb(pts('140 -40, 160 -56, 172 -58'), [5, 5, 3]);
  return paint(rim, { fill: straw, marks: stalks, depth: 12 }) + fill(loose, straw);
}
