import { fill, flippedPair, pair, stroke, type Canvas, type Svg } from '../drawing/canvas.ts';
import { brightness, darker, lighter, mix, type Colour } from '../drawing/colours.ts';
import { loop, mirrored, oval, pts, shaggy, symmetricLoop } from '../drawing/paths.ts';
import type { CoatColours } from './coat-colours.ts';
import { drawMouth } from './mouth.ts';

export type MuzzleKind = 'cat' | 'dog' | 'pointed' | 'flat' | 'nibbling' | 'blunt';

const INK = '#33262c';

/** Nose, mouth and what they sit on. */
export function drawMuzzle(canvas: Canvas, kind: MuzzleKind, colours: CoatColours): Svg {
  return MUZZLES[kind](canvas, colours);
}

const MUZZLES: Readonly<Record<MuzzleKind, (canvas: Canvas, colours: CoatColours) => Svg>> = {
  cat: (canvas, colours) => {
    const puffs =
      pair((side) => fill(oval(17 * side, 38, 25, 20), colours.muzzle)) +
      fill(oval(0, 54, 17, 13), colours.muzzle);
    return (
      puffs +
      smallNose(canvas, 22, colours) +
      drawMouth(canvas, { y: 39, width: 30, ink: inkOn(colours.muzzle), kind: 'cat' }) +
      whiskers(canvas, 40)
    );
  },
  nibbling: (canvas, colours) => {
    const puffs =
      pair((side) => fill(oval(14 * side, 36, 22, 17), colours.muzzle)) +
      fill(oval(0, 50, 13, 12), colours.muzzle);
    const awake = canvas.expression === 'calm' || canvas.expression === 'curious';
    const teeth = awake
      ? fill('M-8 42h16v12a3 3 0 0 1 -3 3h-10a3 3 0 0 1 -3 -3Z', '#fffdf6') +
        stroke('M0 43V57M-8 42v12a3 3 0 0 0 3 3h10a3 3 0 0 0 3 -3v-12', INK, 2.5)
      : '';
    return (
      puffs +
      teeth +
      smallNose(canvas, 20, colours) +
      drawMouth(canvas, { y: 36, width: 26, ink: inkOn(colours.muzzle), kind: 'cat' }) +
      whiskers(canvas, 38)
    );
  },
  dog: (canvas, colours) => {
    const snout = symmetricLoop('0 2, 26 8, 46 34, 46 58, 26 76, 0 80');
    const face = canvas.paint(snout, { fill: colours.muzzle, width: 0, depth: 9 });
    return (
      face +
      beard(canvas, colours) +
      bigNose(20, 22, colours) +
      stroke('M0 34V48', inkOn(colours.muzzle), 4.5) +
      drawMouth(canvas, { y: 49, width: 40, ink: inkOn(colours.muzzle), kind: 'dog' })
    );
  },
  pointed: (canvas, colours) => {
    const snout = symmetricLoop('0 -2, 18 10, 30 36, 26 64, 14 82, 0 86');
    return (
      canvas.paint(snout, { fill: colours.muzzle, width: 0, depth: 8 }) +
      beard(canvas, colours) +
      bigNose(44, 15, colours) +
      drawMouth(canvas, { y: 64, width: 24, ink: inkOn(colours.muzzle), kind: 'dog' })
    );
  },
  flat: (canvas, colours) => {
    const jowls = pair((side) =>
      canvas.paint(oval(24 * side, 44, 32, 27), { fill: colours.muzzle, width: 0, depth: 7 }),
    );
    return (
      jowls +
      bigNose(18, 19, colours) +
      drawMouth(canvas, { y: 40, width: 42, ink: inkOn(colours.muzzle), kind: 'dog' })
    );
  },
  blunt: (canvas, colours) => {
    const square = loop(mirrored(pts('0 14, 42 16, 64 40, 66 82, 46 102, 0 104')), 0.9);
    const nostrils = flippedPair(() => fill(oval(20, 40, 9, 7), INK));
    const marks = fill(oval(0, 40, 42, 18), mix(colours.muzzle, INK, 0.4));
    return (
      canvas.paint(square, { fill: colours.muzzle, width: 0, depth: 9, marks }) +
      nostrils +
      stroke('M0 56V72', INK, 4) +
      drawMouth(canvas, { y: 73, width: 44, ink: INK, kind: 'dog' })
    );
  },
};

const inkOn = (colour: Colour) => (brightness(colour) < 0.32 ? lighter(colour, 0.55) : INK);

function smallNose({ look }: Canvas, y: number, colours: CoatColours): Svg {
  const dark = brightness(colours.muzzle) < 0.4 && !look.parts.nose;
  const colour = look.parts.nose?.colours[0] ?? (dark ? '#2d2429' : '#d9818a');
  return (
    fill(
      `M-11 ${y}Q0 ${y - 5} 11 ${y}Q8 ${y + 11} 0 ${y + 13}Q-8 ${y + 11} -11 ${y}Z`,
      darker(colour, 0.06),
    ) + fill(oval(-4, y + 2, 3, 1.8), '#fff7ee', 0.7)
  );
}

function bigNose(y: number, size: number, { muzzle: under }: CoatColours): Svg {
  const ink = brightness(under) < 0.3 ? '#17121a' : '#2f2429';
  return (
    fill(
      loop(
        mirrored([
          [0, y - size * 0.62],
          [size * 0.8, y - size * 0.5],
          [size, y],
          [size * 0.45, y + size * 0.62],
          [0, y + size * 0.75],
        ]),
      ),
      ink,
    ) + fill(oval(-size * 0.35, y - size * 0.28, size * 0.3, size * 0.16), '#fff7ee', 0.65)
  );
}

function beard({ look, stage }: Canvas, colours: CoatColours): Svg {
  if (!/beard/.test(look.text) || stage === 'baby') return '';
  const hair = shaggy(mirrored(pts('0 34, 36 28, 56 56, 40 98, 0 112')), 18, 11);
  return fill(hair, lighter(colours.muzzle, 0.12)) + stroke(hair, darker(colours.muzzle, 0.4), 3.5);
}

function whiskers({ look }: Canvas, y: number): Svg {
  const long = /whiskers/.test(look.text) ? 1.25 : 1;
  const colour = brightness(look.coat) < 0.45 ? '#f4eee6' : darker(look.coat, 0.5);
  const hairs = `M46 ${y - 4}Q70 ${y - 12} ${96 * long} ${y - 14}M47 ${y + 4}Q72 ${y + 2} ${100 * long} ${y + 6}M44 ${y + 11}Q66 ${y + 14} ${90 * long} ${y + 24}`;
  return flippedPair(() => stroke(hairs, colour, 2.6, 0.75));
}
