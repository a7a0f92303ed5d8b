import { drawEach, fill, put, stroke, type Svg } from '../drawing/canvas.ts';
import { spark } from '../drawing/light.ts';
import { oval, ovals, pts, star } from '../drawing/paths.ts';
import { cord, CREAM, disc, gleam, GOLD, halo, INK, PINK, PLUM, RED, shape, SILVER } from './strokes.ts';

/** Seven in a row, and the colours of wishes that came true. */
const RAINBOW = ['#d9534a', '#ec8e3c', '#f0c648', '#7fb058', '#5fa9c4', '#5a78c8', '#8f6bb5'] as const;

const PLASTER: Svg =
  shape('M-26 -8H26Q29 0 26 8H-26Q-29 0 -26 -8Z', '#e8b48e') + fill('M-9 -7H9V7H-9Z', '#f7dcc2');

/** What is left of first times, and of growing up. */
export const FIRST_KEEPSAKES = {
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
} as const satisfies Readonly<Record<string, Svg>>;

/** What it has for having been kept well, for a long time, and through hard days. */
export const DAYS_KEEPSAKES = {
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
} as const satisfies Readonly<Record<string, Svg>>;
