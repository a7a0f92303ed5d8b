import type { KeepsakeKind } from '../rules/heart/keepsakes-table.ts';
import { drawEach, fill, flippedPair, put, stroke, type Svg, times } from './drawing/canvas.ts';
import { type Colour, outlineColour } from './drawing/colours.ts';
import { spark } from './drawing/light.ts';
import { n, oval, ovals, pts, star } from './drawing/paths.ts';

// Keepsakes are drawn without shadow, with lines half as wide as a creature's.

const CREAM = '#f7efe2';
const GOLD = '#e9b53c';
const SILVER = '#c9d3dc';
const WOOD = '#b9834f';
const RED = '#d2583f';
const BLUE = '#6fa3d8';
const GREEN = '#8db061';
const PINK = '#eda3ad';
const PLUM = '#8b6aa3';
const NIGHT = '#4b5a8c';
const GLOW = '#ffe59a';
const INK = '#5b4a58';

const LINE = 2.6;

function shape(outline: string, colour: Colour, width = LINE): Svg {
  return `<path d="${outline}" fill="${colour}" stroke="${outlineColour(colour)}" stroke-width="${n(width)}"/>`;
}

function disc(x: number, y: number, r: number, colour: Colour, ry = r): Svg {
  return shape(oval(x, y, r, ry), colour);
}

function cord(line: string, colour: Colour, width: number): Svg {
  return stroke(line, outlineColour(colour), width + LINE) + stroke(line, colour, width - LINE / 2);
}

function gleam(line: string, width = 2.6): Svg {
  return stroke(line, '#fffdf6', width, 0.75);
}

function halo(x: number, y: number, r: number, colour: Colour = GLOW): Svg {
  return fill(oval(x, y, r), colour, 0.35) + fill(oval(x, y, r * 0.7), colour, 0.5);
}

function petals(count: number, [rx, ry]: readonly [number, number], colour: Colour): Svg {
  const petal = shape(oval(0, -ry, rx, ry), colour, 2);
  return times(count, (index) => `<g transform="rotate(${n((index * 360) / count)})">${petal}</g>`);
}

function ticket(colour: string): Svg {
  return (
    shape('M-24 -11H24V-4Q18 0 24 4V11H-24V4Q-18 0 -24 -4Z', colour) + stroke('M-13 -7V8M13 -7V8', GLOW, 2)
  );
}

function cushion(colour: string): Svg {
  return (
    shape(
      'M-25 -7Q-27 -11 -21 -11Q0 -5 21 -11Q27 -11 25 -7Q21 1 25 9Q26 12 20 11Q0 7 -20 11Q-26 12 -25 9Q-21 1 -25 -7Z',
      colour,
    ) + disc(0, 0, 3, GLOW)
  );
}

const RAINBOW = ['#d9534a', '#ec8e3c', '#f0c648', '#7fb058', '#5fa9c4', '#5a78c8', '#8f6bb5'] as const;

const PLASTER: Svg =
  shape('M-26 -8H26Q29 0 26 8H-26Q-29 0 -26 -8Z', '#e8b48e') + fill('M-9 -7H9V7H-9Z', '#f7dcc2');

/** SVG drawings of the keepsakes, centred on 0 0, within 32 units to every side. */
export const KEEPSAKE_DRAWINGS: Readonly<Record<KeepsakeKind, Svg>> = {
  // Keepsakes of meals.
  tasting_spoon: put(
    shape('M-3 -6L-4 24Q0 28 4 24L3 -6Z', WOOD) + disc(0, -14, 9, WOOD, 12) + gleam('M-4 -18Q-4 -12 -1 -8'),
    { turn: 38 },
  ),
  chipped_bowl:
    shape('M-26 -8H-3L2 1L8 -8H26Q24 16 9 20H-9Q-24 16 -26 -8Z', BLUE) +
    stroke('M-20 4Q0 12 20 4', CREAM, 3) +
    gleam('M-20 -3Q-19 2 -17 6') +
    shape('M-9 20H9L11 25H-11Z', BLUE),
  egg_cup:
    shape('M-12 0Q-13 -26 0 -26Q13 -26 12 0Z', CREAM) +
    stroke('M-10 -13l5 4l5 -4l5 4l5 -4', '#b59f88', 2) +
    shape('M-15 -2H15Q13 13 4 15V20Q11 20 12 26H-12Q-11 20 -4 20V15Q-13 13 -15 -2Z', RED) +
    fill(ovals(pts('-7 6, 0 8, 7 6'), 1.8), CREAM),
  checked_cloth:
    shape('M-28 -14Q0 -8 28 -14Q16 8 0 24Q-16 8 -28 -14Z', CREAM) +
    stroke('M-13 -12V9M0 -10V22M13 -12V9M-22 -4H22M-15 6H15', RED, 4, 0.75),
  candle_stub:
    halo(0, -16, 13) +
    disc(0, 20, 24, WOOD, 6) +
    shape('M-9 -2Q-4 -6 0 -2Q4 2 9 -3V18Q0 22 -9 18Z', CREAM) +
    stroke('M-9 -2v9M0 -3V-9', INK, 2) +
    shape('M0 -26Q9 -14 0 -9Q-9 -14 0 -26Z', '#f5a83c', 2),
  silver_scale:
    shape('M0 -24Q24 -16 22 8Q14 24 0 25Q-14 24 -22 8Q-24 -16 0 -24Z', SILVER) +
    stroke('M-15 8Q0 20 15 8M-16 -2Q0 11 16 -2M-13 -11Q0 0 13 -11', '#8d9fb4', 2.4) +
    gleam('M-15 -6Q-13 -14 -5 -18'),
  fruit_stone:
    shape('M0 -18Q19 -10 16 9Q9 24 0 25Q-9 24 -16 9Q-19 -10 0 -18Z', '#a8673f') +
    stroke('M0 -14V20M-7 -8Q-11 4 -6 16M7 -8Q11 4 6 16', '#6d3f28', 2.2) +
    shape('M1 -17Q4 -28 18 -26Q15 -16 1 -17Z', GREEN, 2),
  wishbone:
    cord('M-20 24Q-19 -4 0 -18Q19 -4 20 24', CREAM, 7) +
    shape('M-6 -14Q-6 -27 0 -27Q6 -27 6 -14Q0 -8 -6 -14Z', CREAM),
  gold_wrapper:
    flippedPair(() => shape('M11 0L27 -13L25 -2L29 3L24 13Z', '#f3cd6a')) +
    shape('M-14 -12Q0 -17 14 -12Q18 0 14 12Q0 17 -14 12Q-18 0 -14 -12Z', GOLD) +
    stroke('M-6 -13Q-10 0 -6 13M6 -13Q2 0 6 13', '#fff1bd', 3),
  pressed_leaf: put(
    shape('M0 26Q-1 18 0 14Q-24 6 -14 -10Q-20 -24 0 -28Q20 -24 14 -10Q24 6 0 14', '#c98a3f') +
      stroke('M0 26V-20M0 4L-11 -3M0 4L11 -3M0 -9L-8 -15M0 -9L8 -15', '#7c4c22', 2),
    { turn: 14 },
  ),
  tin_mug:
    cord('M12 -8Q28 -10 26 3Q24 14 11 12', SILVER, 6) +
    shape('M-20 -18H14L12 20Q-3 25 -18 20Z', SILVER) +
    fill(oval(-3, -18, 17, 4), '#75838f') +
    gleam('M-14 -8V14') +
    stroke('M-1 2l6 5', '#8d9aa6', 2.4),
  warm_bit:
    halo(0, 0, 27, '#ffb26b') +
    shape('M-13 -9Q-13 -13 -9 -13H9Q13 -13 13 -9V9Q13 13 9 13H-9Q-13 13 -13 9Z', '#ee7f3a') +
    fill('M-6 -6H6V6H-6Z', '#ffe7ad') +
    stroke('M-6 -14v-6M6 -14v-6M-6 14v6M6 14v6M-14 -6h-6M-14 6h-6M14 -6h6M14 6h6', '#8a4520', 2.4),
  jar_of_glow:
    halo(0, 4, 28) +
    shape('M-12 -14Q-19 -8 -19 2V20Q-19 26 -12 26H12Q19 26 19 20V2Q19 -8 12 -14Z', '#d9eef0') +
    fill(oval(0, 8, 13), '#ffe27a') +
    fill(oval(0, 8, 7), '#fffbe0') +
    shape('M-14 -22H14V-13H-14Z', WOOD) +
    gleam('M-13 -2V14'),
  // Keepsakes of games.
  paper_hat:
    shape('M-23 12L2 -25L23 12Z', CREAM) +
    stroke('M2 -25L-2 12M-10 2h-4M-8 -5h-3M10 2h4M9 -5h3', '#a99a88', 2) +
    shape('M-28 9Q0 19 28 9L25 20Q0 29 -25 20Z', '#fffaf0'),
  worn_toy:
    flippedPair(() => put(shape('M0 0Q-6 -20 2 -22Q9 -20 6 0Z', '#c9a27c'), { x: 5, y: -8, turn: 12 })) +
    disc(0, -3, 13, '#c9a27c', 11) +
    shape('M-10 9Q0 4 10 9Q15 22 9 26H-9Q-15 22 -10 9Z', '#c9a27c') +
    shape('M-1 14H8V22H-1Z', BLUE, 1.8) +
    fill(oval(-5, -5, 2), INK) +
    stroke('M3 -7l4 4M7 -7l-4 4M-2 1Q0 3 2 1', INK, 2),
  dew_marble:
    disc(0, 2, 22, '#a9dccb') +
    stroke('M-14 10Q-4 -14 4 2T16 -6', '#3f9c86', 5) +
    stroke('M-11 14Q0 0 14 6', '#f0f7d0', 3) +
    gleam('M-14 -4Q-11 -13 -3 -15', 4),
  sun_token:
    disc(0, 0, 24, GOLD) +
    stroke('M0 -18v6M0 12v6M-18 0h6M12 0h6M-13 -13l4 4M9 9l4 4M13 -13l-4 4M-9 9l-4 4', '#8a6420', 3) +
    disc(0, 0, 7.5, '#fbdc7d'),
  firefly_lantern:
    halo(0, 6, 26, '#e6f08a') +
    stroke('M-9 -16Q0 -34 9 -16', INK, 3) +
    shape('M-13 -12H13L17 20H-17Z', '#e9f3c9') +
    fill(ovals(pts('-5 2, 6 8, -2 13, 5 -4'), 2.8), '#e0b400') +
    shape('M-15 -18H15V-11H-15Z', NIGHT) +
    shape('M-19 19H19V26H-19Z', NIGHT) +
    stroke('M0 -11V19', NIGHT, 2),
  small_ball:
    disc(0, 2, 23, RED) +
    fill('M-9 -18Q-18 2 -9 23Q0 27 9 23Q18 2 9 -18Q0 -23 -9 -18Z', CREAM) +
    stroke('M-9 -18Q-18 2 -9 22M9 -18Q18 2 9 22', '#7d2f26', 2.2) +
    gleam('M-17 -5Q-15 -11 -12 -14'),
  last_piece: put(
    shape(
      'M-18 -16H-5Q-9 -27 0 -27Q9 -27 5 -16H18V-4Q29 -9 29 1Q29 11 18 6V20H5Q8 10 0 10Q-8 10 -5 20H-18V6Q-9 10 -9 1Q-9 -8 -18 -4Z',
      '#6fb0a6',
    ),
    { x: -3, y: 3, scale: 0.9, turn: -10 },
  ),
  knotted_rope:
    cord('M-24 16Q-14 6 -4 2Q10 -4 24 -16', '#d9b98a', 9) +
    cord('M-8 10Q-16 -8 0 -10Q14 -10 10 4Q6 14 -6 6', '#d9b98a', 8) +
    stroke('M-22 20l-5 5M-25 14l-4 1M25 -19l4 -5M21 -14l7 1', '#8d6c45', 2.4),
  little_bell:
    stroke('M-5 -20Q0 -32 5 -20', '#8a6420', 3.4) +
    disc(0, 19, 5, '#b07c22') +
    shape('M0 -22Q15 -20 15 -2Q16 10 22 16Q0 22 -22 16Q-16 10 -15 -2Q-15 -20 0 -22Z', GOLD) +
    stroke('M-17 11Q0 16 17 11', '#a87a22', 2.4) +
    gleam('M-8 -12Q-9 -4 -9 4'),
  bright_button:
    disc(0, 0, 23, '#3f8fd0') +
    disc(0, 0, 15, '#6fb4ea') +
    fill(ovals(pts('-5 -5, 5 -5, -5 5, 5 5'), 3), '#1f4d78') +
    stroke('M-5 -5L5 5M5 -5L-5 5', CREAM, 2) +
    gleam('M-17 -8Q-14 -15 -7 -18'),
  acorn:
    shape('M-15 -4Q-16 18 0 26Q16 18 15 -4Z', '#c98f4d') +
    shape('M-19 -3Q-18 -18 0 -18Q18 -18 19 -3Q0 4 -19 -3Z', '#7f5a35') +
    cord('M0 -18Q1 -24 5 -27', '#7f5a35', 4) +
    stroke('M-12 -9l5 5M-3 -13l6 10M9 -13l4 7', '#5b3d20', 2) +
    gleam('M-8 6Q-7 13 -3 17'),
  star_on_a_string:
    stroke('M-12 -28Q4 -24 0 -12', INK, 2.2) +
    put(shape(star(21), '#f7d354') + gleam('M-4 -10L-8 0'), { y: 8, turn: 8 }),
  folded_riddle:
    shape('M-24 -12L-8 -20L8 -12L24 -20V12L8 20L-8 12L-24 20Z', '#f3ead2') +
    stroke('M-8 -20V12M8 -12V20', '#b9a886', 2.2) +
    fill(oval(0, -2, 4.6), PLUM) +
    fill('M-2 0H2L4 9H-4Z', PLUM) +
    stroke('M-19 -5h6M-19 1h6M13 -3h6M13 3h6', '#8fb3a0', 2.4),
  second_ticket:
    put(ticket('#f0c9a0'), { x: -2, y: -8, turn: -14 }) +
    put(ticket(PINK) + fill(spark([0, 0], 7), CREAM), { x: 2, y: 8, turn: 6 }),
  // Keepsakes of washing, rest and lessons.
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
  // Keepsakes of words and company.
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
  // Keepsakes of first times and growing up.
  first_crumb:
    disc(0, 14, 25, CREAM, 10) +
    stroke(oval(0, 14, 18, 6), '#c9b79d', 1.8) +
    shape('M-11 6Q-12 -8 0 -9Q8 -15 13 -4Q17 8 9 13Q-5 17 -11 6Z', '#d79d57') +
    fill(ovals(pts('-3 1, 5 -4, 4 7'), 1.8), '#8a5a2a'),
  first_string: cord(
    'M-22 16Q-26 -14 -2 -16Q20 -16 15 2Q10 15 -4 9Q-12 2 -2 -4Q8 -6 8 2M-22 16Q-14 26 2 23Q16 20 26 24',
    '#e58d6f',
    4.4,
  ),
  first_drop:
    shape('M-13 -20V18Q-13 27 0 27Q13 27 13 18V-20Z', '#e3f1f5') +
    shape('M0 -8Q10 4 9 10Q7 19 0 19Q-7 19 -9 10Q-10 4 0 -8Z', '#6fb5e2', 2.2) +
    gleam('M-4 9Q-4 13 -1 15') +
    gleam('M-9 -14V2', 2.2) +
    shape('M-9 -28H9V-17H-9Z', '#c99a66'),
  first_plaster:
    put(PLASTER, { turn: 45 }) +
    put(PLASTER + fill(ovals(pts('-3 -3, 3 -3, -3 3, 3 3'), 1.5), '#a96b4d'), { turn: -45 }),
  first_rule: put(
    shape('M-20 -25H14L21 -18V25H-20Z', '#fbf4e2') +
      shape('M14 -25V-18H21Z', '#dccfb2', 2) +
      stroke('M-5 -11H14M-5 1H12M-5 13H8', '#8a8296', 3) +
      stroke('M-15 -12l3 3l4 -6', RED, 3) +
      fill(ovals(pts('-12 1, -12 13'), 2.4), '#b9b0c0'),
    { turn: -7 },
  ),
  first_pillow:
    shape('M-27 -17Q0 -9 27 -17Q22 0 27 17Q0 10 -27 17Q-22 0 -27 -17Z', '#dfe6f4') +
    stroke('M-15 -7Q-9 0 -15 7M15 -7Q9 0 15 7', '#aab6cf', 2.4) +
    fill(oval(0, 0, 8, 3), '#c3cee4'),
  first_word:
    shape(
      'M-25 -18Q-25 -23 -20 -23H20Q25 -23 25 -18V6Q25 11 20 11H-2L-13 24V11H-20Q-25 11 -25 6Z',
      '#fffaf0',
    ) + fill(ovals(pts('-11 -6, 0 -6, 11 -6'), 3.4), '#6b7399'),
  heart_of_paper:
    shape('M0 25Q-28 4 -25 -11Q-19 -27 0 -13Q19 -27 25 -11Q28 4 0 25Z', '#e8707f') +
    fill('M0 25Q28 4 25 -11Q21 -22 10 -18Z', '#cf5567') +
    stroke('M0 -13L0 25', '#f7b3ba', 2),
  seven_beads:
    stroke('M-25 -16Q-22 22 0 22Q22 22 25 -16', INK, 2.4) +
    drawEach(pts('-24 -6, -20 7, -12 17, 0 21, 12 17, 20 7, 24 -6'), ([x, y], index) =>
      shape(oval(x, y, 5.2), RAINBOW[index] ?? GOLD, 2),
    ),
  piece_of_shell:
    shape('M-23 -4L-14 -11L-8 -2L1 -13L8 -3L16 -10L23 -2Q22 22 0 25Q-22 22 -23 -4Z', '#f3e3c8') +
    fill(ovals(pts('-10 8, 7 6, 12 15, -3 17'), 2.4), '#c79f76') +
    stroke('M1 -13L4 -22M-14 -11L-19 -19', '#c9b79d', 2.2),
  pencil_mark:
    shape('M-24 -26H-2V26H-24Z', '#d9a86c') +
    stroke('M-18 -20Q-15 0 -18 20M-9 -22Q-12 2 -8 22', '#b9834a', 2) +
    stroke('M-24 17H-12M-24 6H-12M-24 -9H-2', '#4a3b34', 3) +
    put(
      shape('M-3.5 -6H3.5V9L0 18L-3.5 9Z', GOLD) +
        fill('M-1.4 14L0 18L1.4 14Z', INK) +
        shape('M-3.5 -11H3.5V-6H-3.5Z', RED, 2),
      { x: 15, y: -9, turn: 70 },
    ),
  outgrown_basket:
    cord('M-16 -2Q-14 -26 0 -26Q14 -26 16 -2', '#a86f3d', 4) +
    shape('M-26 -3H26L19 22Q0 27 -19 22Z', '#d3a064') +
    stroke('M-22 8Q0 13 22 8M-20 16Q0 21 20 16M-12 2L-9 21M0 3V23M12 2L9 21', '#9a6535', 2.2) +
    shape('M-28 -8H28V-1H-28Z', '#b9804a'),
  house_key: put(
    cord('M0 -6V24M0 22H9M0 14H7', GOLD, 5.4) +
      disc(0, -15, 11, GOLD) +
      disc(0, -15, 4.6, CREAM) +
      gleam('M-7 -19Q-5 -23 0 -23'),
    { turn: 28 },
  ),
  // Keepsakes of long, good and hard days.
  knot_of_ten:
    cord('M-24 -20Q10 -26 20 -16Q26 -6 0 -3Q-26 0 -20 10Q-10 20 24 18', '#4f8f86', 5) +
    drawEach(pts('-18 -20, -6 -21, 7 -20, 18 -15, 13 -6, 0 -3, -13 0, -20 8, -8 16, 8 18'), ([x, y]) =>
      shape(oval(x, y, 4.6), '#7fc0b3', 2),
    ) +
    stroke('M24 18l4 -4M24 18l4 4', '#2f5f58', 2.4),
  braid_of_twenty_five:
    cord('M-6 -24Q14 -14 0 -6T-2 10T4 24', '#d8a35a', 8) +
    cord('M6 -24Q-14 -14 0 -6T3 10T-4 24', '#b9743f', 8) +
    stroke('M-3 -15L6 -11M-4 1L6 5', '#f0cf95', 3) +
    shape('M-10 -27H10V-20H-10Z', RED) +
    shape('M-8 18H8V24H-8Z', RED) +
    stroke('M-4 25v3M0 25v4M4 25v3', '#8d5a2c', 2),
  clock_hand: put(
    shape('M0 -29L7 -14Q3 -8 2 12H-2Q-3 -8 -7 -14Z', '#4a5568') +
      disc(0, 17, 8, '#4a5568') +
      disc(0, 17, 3, CREAM),
    { turn: 40 },
  ),
  little_sundial:
    disc(0, 14, 26, '#cdbfae', 11) +
    stroke('M-19 14h5M19 14h-5M-13 8l3 2M13 8l-3 2M-12 20l3 -2M12 20l-3 -2', '#7d6f60', 2.2) +
    fill('M0 15L20 19L4 21Z', '#8f8171', 0.8) +
    shape('M-8 15L4 -20L4 15Z', GOLD),
  thin_thread:
    put(shape('M-2.2 -26Q0 -30 2.2 -26L1.4 22L0 27L-1.4 22Z', SILVER, 2) + stroke('M0 -25v4', INK, 1.6), {
      x: 8,
      turn: 24,
    }) + stroke('M18 -22Q4 -30 -6 -20Q-18 -6 -4 2Q6 10 -8 15Q-18 17 -24 23', '#c9394a', 2),
  folded_bandage:
    shape('M-24 10H22Q28 15 22 21H-24Z', '#efe2ca') +
    shape('M24 -1H-22Q-28 4 -22 10H24Z', '#fbf3e4') +
    shape('M-24 -12H22Q28 -7 22 -1H-24Z', '#efe2ca') +
    shape('M20 -21H-20Q-26 -16 -20 -12H20Z', '#fbf3e4') +
    shape('M-9 -21H9V21H-9Z', '#fdf8ee', 2) +
    fill('M-2.4 -9H2.4V-3.6H7.6V1.2H2.4V6.6H-2.4V1.2H-7.6V-3.6H-2.4Z', RED),
  window_lamp:
    shape('M-22 26V-6Q-22 -27 0 -27Q22 -27 22 -6V26Z', '#3f4f7a') +
    halo(0, 6, 15) +
    stroke('M0 -26V26M-22 0H22', '#8a6a4c', 3.4) +
    shape('M-7 4L-4 -6H4L7 4Z', '#f7c766', 2) +
    stroke('M0 5v9M-5 15H5', '#e9d3a4', 2.6) +
    cord('M-25 26H25', '#8a6a4c', 4),
  week_stone:
    shape('M-25 8Q-24 -16 -4 -19Q20 -21 25 2Q24 20 8 22Q-18 24 -25 8Z', '#9fb0b5') +
    stroke(
      drawEach([0, 1, 2, 3, 4, 5, 6], (ring) => oval(1 - ring / 4, 2, 2 + ring * 3, 1.6 + ring * 2.5)),
      '#5f7279',
      1.8,
    ) +
    gleam('M-17 -8Q-11 -14 -4 -15'),
  moon_coin:
    disc(0, 0, 24, '#5a6aa3') +
    stroke(oval(0, 0, 19), '#b9c4ea', 1.8) +
    fill('M5 -14A14 14 0 1 0 13 8A11.4 11.4 0 1 1 5 -14Z', '#f7ecc0') +
    fill(spark([9, -4], 5), '#f7ecc0') +
    gleam('M-19 -7Q-16 -14 -11 -17'),
  hundred_rings:
    disc(0, 0, 26, '#7f5a3a', 24) +
    fill(oval(0, 0, 22, 20), '#e3bd88') +
    stroke(
      oval(-1, 0, 17, 15.6) + oval(-1, 0, 12.4, 11) + oval(-2, 0, 8, 7) + oval(-2, 0, 3.6, 3),
      '#a87a48',
      1.8,
    ) +
    stroke('M4 4L20 10', '#8a5f3a', 2.2),
  year_crown:
    shape('M-25 18L-28 -12L-14 2L-8 -18L0 -2L8 -18L14 2L28 -12L25 18Q0 25 -25 18Z', GOLD) +
    drawEach(pts('-28 -13, -8 -19, 8 -19, 28 -13'), ([x, y], index) =>
      shape(
        oval(x < 0 ? Math.max(x, -27) : Math.min(x, 27), y, 3.6),
        ['#7fb058', '#e8707f', '#ec8e3c', '#8fc3e6'][index] ?? RED,
        1.8,
      ),
    ) +
    stroke('M-21 12Q0 18 21 12', '#fff1bd', 3),
  worn_step:
    shape('M-29 5H29V24H-29Z', '#8f8378') +
    shape('M-23 -12Q-9 -14 -5 -9Q0 -3 7 -9Q11 -14 23 -12L29 5H-29Z', '#cbbfb2') +
    fill('M-8 -7Q0 3 9 -7L12 4H-12Z', '#b3a699') +
    stroke('M-20 14h9M4 17h14M-12 -1h-7M15 -4h6', '#6d6259', 2),
  polished_handle:
    shape('M-19 -26H-7Q-4 -26 -4 -22V22Q-4 26 -7 26H-19Q-22 26 -22 22V-22Q-22 -26 -19 -26Z', '#d8a83c') +
    cord('M-13 -6H18Q25 -6 25 1', '#f0c65a', 9) +
    gleam('M-8 -8H14', 2.8) +
    disc(-13, 14, 3.2, '#5b4318'),
  bunch_of_ten:
    stroke('M0 10L-16 -10M0 10L-6 -16M0 10L7 -16M0 10L17 -9M0 10L0 -4', '#6d8a45', 2.6) +
    shape('M-4 8H4L10 27H-10Z', '#8aa860') +
    drawEach(
      pts('-19 -8, -12 -17, -3 -22, 7 -21, 15 -15, 20 -6, -9 -6, 1 -11, 10 -5, 1 0'),
      ([x, y], index) => shape(oval(x, y, 5.4), RAINBOW[index % 7] ?? PINK, 1.8),
    ) +
    shape('M-8 8H8V14H-8Z', PINK, 2),
  full_jar:
    shape('M-12 -15Q-21 -9 -21 2V20Q-21 27 -13 27H13Q21 27 21 20V2Q21 -9 12 -15Z', '#e3f0f2') +
    drawEach(pts('-12 19, 0 20, 12 19, -13 8, -1 9, 11 8, -6 -2, 7 -3'), ([x, y], index) =>
      put(fill(star(7), RAINBOW[index % 7] ?? GOLD), { x, y, turn: index * 23 }),
    ) +
    disc(0, -18, 14, PLUM, 5) +
    gleam('M-16 0V14'),
  warm_ember:
    halo(0, 4, 28, '#ff9d5c') +
    shape('M-20 12L-16 -6L-4 -14L9 -11L20 2L17 17L2 23L-14 21Z', '#5a3a3f') +
    fill('M-9 6L-3 -6L7 -3L10 9L0 15Z', '#f2672e') +
    fill('M-3 6L1 -1L6 4L1 10Z', '#ffd774') +
    stroke('M-16 -2L-9 6M9 9L16 13M7 -4L10 -9', '#f2672e', 2.4) +
    fill(spark([-12, -20], 5) + spark([13, -20], 6), '#ffb347'),
};

/** A keepsake as SVG. With a title for screen readers, or hidden from them when its name is beside it. */
export function drawKeepsake(kind: KeepsakeKind, title?: string): string {
  const named =
    title === undefined ? ' aria-hidden="true">' : ` role="img"><title>${escapeXml(title)}</title>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64" stroke-linecap="round" stroke-linejoin="round"${named}${KEEPSAKE_DRAWINGS[kind]}</svg>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? '');
}
