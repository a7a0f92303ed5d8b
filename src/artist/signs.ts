import { drawEach, fill, put, stroke, type Expression, type Svg } from './drawing/canvas.ts';
import type { AnchorPoint, Reach } from './drawing/figure.ts';
import { spark } from './drawing/light.ts';
import { n, oval, pts, type Point } from './drawing/paths.ts';

/** What is in the air around one that feels so: it says at a glance what is the matter. */
export const SIGNS: Readonly<Record<Expression, (crown: AnchorPoint, reach: Reach) => Svg>> = {
  calm: () => '',
  curious: () => '',
  asleep: snoring,
  restless: (crown, reach) => snoring(crown, reach) + sweat(crown),
  // What it is waiting for is on its mind.
  wistful: ({ x, y, width }) =>
    fill(oval(x + width * 0.72, y + 14, 5) + oval(x + width * 0.92, y - 6, 8), '#fffdf6', 0.95) +
    fill(oval(x + width * 1.24, y - 38, 26, 22), '#fffdf6', 0.95) +
    stroke(`M${n(x + width * 1.24)} ${n(y - 52)}v15h11`, '#6b7399', 5),
  sad: ({ x, y, width }) =>
    put(fill(CLOUD, '#a3abbe') + stroke(RAIN, '#7fa6cc', 4), { x: x + width * 1.1, y: y - 16 }),
  afraid: (crown, { left, right, top }) =>
    sweat(crown) +
    stroke(
      `M${n(-left - 4)} ${n(-top * 0.5)}q-12 12 0 24t0 24M${n(right + 4)} ${n(-top * 0.5)}q12 12 0 24t0 24`,
      '#6b7399',
      6,
    ),
  faint: sweat,
  glad: ({ x, y, width }) =>
    put(fill(HEART, '#e8707f'), { x: x + width * 1.15, y: y - 4, scale: 0.9, turn: 14 }) +
    put(fill(HEART, '#f19aa2'), { x: x - width * 1.2, y: y + 14, scale: 0.62, turn: -14 }),
  hungry: (_, { right }) => put(BOWL, { x: Math.min(right, 150) - 10, y: 16 }),
  weak: sweat,
};

function sweat({ x, y, width }: AnchorPoint): Svg {
  return (
    fill(`M${n(x + width * 0.86)} ${n(y + 8)}q15 24 0 31q-15 -7 0 -31Z`, '#8fc3e6') +
    fill(`M${n(x - width * 0.9)} ${n(y + 34)}q10 17 0 22q-10 -5 0 -22Z`, '#8fc3e6')
  );
}

// Beside its ears, however tall they are.
function snoring({ x, y, width }: AnchorPoint, { top }: Reach): Svg {
  const [left, high] = [x + width * 1.1, Math.min(y - 34, 10 - top)];
  const letters = `M${n(left)} ${n(high)}h22l-22 24h22M${n(left + 32)} ${n(high - 38)}h16l-16 18h16`;
  return stroke(letters, '#6b7399', 6);
}

const CLOUD = 'M-34 0a14 14 0 0 1 6 -27a20 20 0 0 1 38 -5a16 16 0 0 1 22 16a9 9 0 0 1 2 16Z';
const RAIN = 'M-20 10l-5 12M-2 10l-5 12M16 10l-5 12';

const HEART = 'M0 22Q-32 2 -26 -16Q-16 -32 0 -15Q16 -32 26 -16Q32 2 0 22Z';
const BOWL_SIDE = 'M-44 -26H44L34 6Q32 12 26 12H-26Q-32 12 -34 6Z';
const BOWL =
  fill(BOWL_SIDE, '#c46a54') +
  stroke(BOWL_SIDE, '#5e2f2c', 5) +
  fill(oval(0, -26, 44, 9), '#7d4138') +
  stroke(oval(0, -26, 44, 9), '#5e2f2c', 5);

/** Sparks and hearts above one that a wish came true for. */
export function drawJoy({ left, right, top }: Reach): Svg {
  const at = ([x, y]: Point): Point => [x * (x < 0 ? left : right), -y * top];
  const sparks = pts('-1 0.9, 0.98 0.94, -0.7 1.06, 0.68 1.09, -0.4 0.99, 0.4 1.02')
    .map((place, index) => spark(at(place), index < 2 ? 21 : 14))
    .join('');
  const hearts = drawEach(pts('-0.84 1.02, 0.84 1.04, -0.54 1.1, 0.54 1.1').map(at), ([x, y], index) =>
    put(fill(HEART, index % 2 ? '#f2a0b4' : '#ec6f8e'), { x, y, scale: 0.42, turn: x < 0 ? -16 : 16 }),
  );
  return fill(sparks, '#fbd14b') + stroke(sparks, '#b9862a', 2) + hearts;
}
