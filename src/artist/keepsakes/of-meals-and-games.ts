import { fill, flippedPair, put, stroke, type Svg } from '../drawing/canvas.ts';
import { spark } from '../drawing/light.ts';
import { oval, ovals, pts, star } from '../drawing/paths.ts';
import {
  BLUE,
  cord,
  CREAM,
  disc,
  gleam,
  GLOW,
  GOLD,
  GREEN,
  halo,
  INK,
  NIGHT,
  PINK,
  PLUM,
  RED,
  shape,
  SILVER,
  WOOD,
} from './strokes.ts';

/** What is left of meals that were wished for. */
export const MEAL_KEEPSAKES = {
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
} as const satisfies Readonly<Record<string, Svg>>;

/** What is left of games that were wished for. */
export const GAME_KEEPSAKES = {
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
} as const satisfies Readonly<Record<string, Svg>>;

function ticket(colour: string): Svg {
  return (
    shape('M-24 -11H24V-4Q18 0 24 4V11H-24V4Q-18 0 -24 -4Z', colour) + stroke('M-13 -7V8M13 -7V8', GLOW, 2)
  );
}
