import { drawEach, fill, flippedPair, put, stroke, type Svg } from '../drawing/canvas.ts';
import { spark } from '../drawing/light.ts';
import { oval, ovals, pts, star } from '../drawing/paths.ts';
import {
  cord,
  CREAM,
  disc,
  gleam,
  GLOW,
  GOLD,
  GREEN,
  halo,
  INK,
  petals,
  RED,
  shape,
  SILVER,
  WOOD,
} from './strokes.ts';

/** What is left of washing and of rest that were wished for. */
export const REST_KEEPSAKES = {
  soap_flower:
    petals(6, [7.5, 10.5], '#f3b9cf') +
    disc(0, 0, 6.5, '#fbe7a6') +
    fill(ovals(pts('-21 -19, 23 17'), 4), '#cfe8f4') +
    gleam('M-23 -20l2 -1M21 16l2 -1', 1.8),
  soft_rag:
    shape('M-25 -13Q-12 -21 0 -15T24 -17Q20 -3 25 8T18 22Q6 15 -5 21T-24 18Q-19 3 -25 -13Z', '#e4c7d6') +
    stroke('M-15 -9Q-10 4 -15 15M2 -9Q6 3 2 14', '#b893a7', 2.4) +
    shape('M8 -8L18 -10L19 1L9 2Z', '#a8c7d8', 2),
  morning_ribbon:
    flippedPair(() => shape('M2 6L16 26L20 18L26 20L9 2Z', '#f0b24a')) +
    flippedPair(() => shape('M0 0Q16 -22 27 -14Q30 2 22 8Q10 10 0 0Z', '#f7c766')) +
    disc(0, 0, 6.5, '#fbdc96'),
  clothes_peg: put(
    shape('M-9 -27H-1V-4Q-5 0 -1 4V27L-7 22V0Q-10 -12 -9 -27Z', '#dcb27a') +
      shape('M9 -27H1V-4Q5 0 1 4V27L7 22V0Q10 -12 9 -27Z', '#c9985c') +
      stroke('M-8 -3H8M-8 1H8', '#7f8b96', 3),
    { turn: 24 },
  ),
  comb_tooth:
    shape(
      'M-22 -17Q0 -26 22 -17L21 -5H15V22L11 16V-5H5V20L1 14V-5H-5V8L-9 4V-5H-15V22L-19 16V-5Z',
      '#d98a5a',
    ) + gleam('M-15 -13Q0 -18 15 -13'),
  tuft_of_down:
    shape(
      'M0 24Q-15 20 -21 6Q-29 -2 -20 -8Q-22 -20 -10 -18Q-4 -28 4 -20Q14 -26 16 -14Q27 -12 21 -2Q27 6 17 12Q12 22 0 24Z',
      '#fdf6ea',
    ) +
    stroke('M-14 -4q5 -5 9 0M-2 -11q5 -5 9 0M4 1q5 -5 9 0M-9 8q5 -5 9 0', '#d3c3ab', 2) +
    stroke('M0 24Q1 27 4 29', '#b7a48a', 2.6),
  blue_bubble:
    disc(0, 0, 24, '#bfe0f5') +
    fill(oval(4, 5, 16), '#dff1fb') +
    gleam('M-16 -4Q-14 -14 -5 -17', 4.4) +
    stroke('M16 5Q14 14 6 17', '#e8a9d0', 2.8, 0.8),
  twig_ring:
    cord('M-21 6A21 12 0 1 0 -20 -2', '#8d6540', 6) +
    stroke('M-19 -4A21 11 0 0 1 20 1M-14 12A21 11 0 0 0 19 9', '#b98a58', 2.4) +
    drawEach(pts('-20 -5, -4 -11, 15 -6, 20 8, 0 17, -17 13'), ([x, y], index) =>
      put(shape('M0 0Q-6 -6 0 -12Q6 -6 0 0Z', index % 2 ? GREEN : '#a9c47a', 1.8), {
        x: x * 0.86,
        y: y + 2,
        turn: [-52, 8, 34, 126, 172, 232][index] ?? 0,
      }),
    ),
  warm_pebble:
    stroke('M-10 -14q5 -5 0 -10M2 -15q5 -6 0 -12M13 -13q5 -5 0 -9', '#ee9a5c', 3) +
    shape('M-24 12Q-22 -7 0 -8Q24 -7 25 11Q20 24 0 24Q-20 24 -24 12Z', '#b3a69c') +
    stroke('M-14 15Q0 21 15 14', '#8a7d75', 2.4) +
    gleam('M-15 5Q-12 -1 -4 -2', 3.4),
  evening_feather: put(
    shape('M0 20Q-15 8 -10 -10Q-6 -25 3 -29Q12 -14 11 -2Q10 12 0 20Z', '#7f7fc0') +
      fill('M3 -29Q12 -14 11 -2Q10 4 7 10Q2 -8 3 -29Z', '#e29aa6') +
      stroke('M-3 29Q-1 4 3 -22M0 10l-8 -6M1 0l-8 -7M1 6l8 -7', '#3f3a66', 2.2),
    { turn: 26 },
  ),
  patch_of_wool:
    shape('M-22 -20Q0 -24 22 -20Q25 0 22 20Q0 24 -22 20Q-25 0 -22 -20Z', '#c77f6b') +
    stroke('M-8 -21V21M8 -21V21M-23 -7H23M-23 8H23', '#f0d9b0', 3.4, 0.8) +
    stroke(
      'M-27 -13h7M-28 0h7M-27 13h7M27 -13h-7M28 0h-7M27 13h-7M-13 -26v6M0 -27v6M13 -26v6M-13 26v-6M0 27v-6M13 26v-6',
      INK,
      2.2,
    ),
  music_box:
    shape('M-22 0L-17 -22H17L22 0Z', '#caa0c0') +
    shape('M-22 0H22V22H-22Z', '#a5739c') +
    cord('M22 12H27V5', GOLD, 3.4) +
    fill(ovals(pts('-8 -5, 4 -7'), 3.4), CREAM) +
    stroke('M-5 -5V-15L7 -17V-7', CREAM, 2.4) +
    stroke('M-14 11H14', '#f0d9b0', 3),
  moon_lamp:
    halo(0, -7, 22) +
    put(shape('M7 -20A20 20 0 1 0 17 11A16 16 0 1 1 7 -20Z', '#fbe49a'), { x: -1, y: -7, scale: 0.95 }) +
    cord('M0 14V22', WOOD, 4) +
    shape('M-14 27Q-12 20 0 20Q12 20 14 27Z', WOOD) +
    fill(spark([8, -10], 6), '#fffbe0'),
  bookmark: put(
    stroke('M0 -22Q-2 -30 6 -30', RED, 2.6) +
      shape('M-10 -22H10V24L0 15L-10 24Z', '#4f8f86') +
      stroke('M-5 -16H5M-5 10H5', GOLD, 2.6) +
      put(fill(star(8), GOLD), { y: -3 }),
    { turn: 10, scale: 0.95 },
  ),
  chalk_end:
    stroke('M-25 22Q-12 12 -2 21T22 17', '#fffdf6', 5) +
    stroke('M-25 22Q-12 12 -2 21T22 17', '#b9c4bd', 1.4) +
    put(shape('M-7 -17H7V12L2 16L-3 12L-7 14Z', '#fbf6ea') + shape(oval(0, -17, 7, 3.4), '#e9e0cf'), {
      x: 6,
      y: -6,
      turn: 38,
    }),
  rosette:
    shape('M-10 4L-16 27L-6 21L0 27L2 4Z', '#3f74b5') +
    shape('M10 4L16 27L6 21L0 27L-2 4Z', '#5a92d6') +
    put(petals(10, [5.4, 8.6], '#5a92d6'), { y: -6 }) +
    disc(0, -6, 9.5, CREAM) +
    put(fill(star(6.5), GOLD), { y: -6 }),
  old_whistle:
    stroke('M-20 -9Q-30 -20 -22 -26', RED, 2.6) +
    shape('M-8 -9H25V1H14Q15 19 -1 19Q-18 19 -18 3Q-17 -8 -8 -9Z', '#bfa76a') +
    shape('M7 -9H15L12 -2H9Z', INK, 1.4) +
    disc(-2, 5, 6.5, '#8d7740') +
    gleam('M-14 2Q-13 -4 -8 -5') +
    stroke('M-22 -8l5 3', INK, 2.4),
} as const satisfies Readonly<Record<string, Svg>>;

/** What is left of words and of company that were wished for. */
export const COMPANY_KEEPSAKES = {
  snail_shell:
    shape('M-22 20Q-28 -14 0 -20Q25 -20 24 4Q22 22 2 22Z', '#e3b98c') +
    stroke('M-14 20Q-22 -8 2 -12Q17 -10 15 4Q12 15 0 12Q-8 8 -3 1Q3 -3 6 3', '#8f5f3a', 3.4) +
    gleam('M-12 -9Q-6 -15 2 -16'),
  thick_letter:
    shape('M-24 -10H26V20H-24Z', '#dcc8a6') +
    shape('M-27 -15H23V16H-27Z', '#f8efdc') +
    stroke('M-27 -15L-2 4L23 -15', '#b39a74', 2.6) +
    disc(-2, 4, 6, '#c1443c') +
    stroke('M-21 20H26M-24 16', '#b39a74', 2),
  two_cushions:
    put(cushion('#e0a23f'), { y: 11, turn: 3 }) + put(cushion('#7fa8b8'), { x: -1, y: -8, turn: -6 }),
  pressed_daisy:
    stroke('M2 4Q8 18 3 28', '#6d8a45', 3.4) +
    shape('M5 18Q14 10 20 16Q15 24 5 22Z', GREEN, 2) +
    put(petals(9, [4, 9], '#fffaf0') + disc(0, 0, 6, '#f2c23e'), { x: 0, y: -8, scale: 0.98 }),
  smooth_coin:
    disc(0, 0, 22, '#c4a98a') +
    stroke(oval(0, 0, 16), '#9a7f62', 2, 0.7) +
    gleam('M-13 -8Q-9 -15 -1 -16', 4) +
    stroke('M-4 6Q2 9 8 4', '#9a7f62', 2, 0.6),
  evening_star:
    halo(0, 0, 26, '#c7b6ee') +
    shape('M0 -27L5 -5L27 0L5 5L0 27L-5 5L-27 0L-5 -5Z', '#f6dc8a') +
    fill(spark([0, 0], 11), '#fffbe6') +
    fill(spark([17, -17], 6) + spark([-17, 17], 5), '#f6dc8a'),
  door_chime:
    stroke('M0 -28L-18 -16M0 -28L18 -16', INK, 2) +
    shape('M-22 -18H22V-11H-22Z', WOOD) +
    drawEach(
      [-15, -5, 5, 15],
      (x, index) =>
        stroke(`M${x} -11v4`, INK, 1.8) + shape(`M${x - 3.5} -7h7v${[22, 31, 27, 18][index]}h-7Z`, SILVER, 2),
    ),
  footprint:
    shape('M-25 -6Q-22 -27 0 -27Q24 -27 25 -4Q24 25 0 27Q-24 25 -25 -6Z', '#d8b08c') +
    fill(
      'M-2 -21Q9 -21 10 -9Q10 0 5 5H-7Q-11 -1 -11 -9Q-10 -20 -2 -21ZM-6 9H5Q8 21 0 22Q-8 22 -6 9Z',
      '#8a5f45',
    ) +
    stroke('M-7 -13H6M-8 -7H7M-7 -1H6M-4 14H3', '#d8b08c', 2.2),
  odd_sock:
    shape('M-12 -26H9V0Q10 6 18 8Q26 12 22 20Q18 26 6 24Q-12 22 -13 6Z', '#8fbf9f') +
    fill('M-11.4 -14H7.6V-8H-11.8ZM-12 -2H7.6V4H-11.6Z', '#e5785f') +
    shape('M-14 -27H11V-19H-14Z', CREAM) +
    fill('M14 9Q24 12 20.6 19Q18 22.6 11 22.6Q10 14 14 9Z', '#f2c05a'),
} as const satisfies Readonly<Record<string, Svg>>;

function cushion(colour: string): Svg {
  return (
    shape(
      'M-25 -7Q-27 -11 -21 -11Q0 -5 21 -11Q27 -11 25 -7Q21 1 25 9Q26 12 20 11Q0 7 -20 11Q-26 12 -25 9Q-21 1 -25 -7Z',
      colour,
    ) + disc(0, 0, 3, GLOW)
  );
}
