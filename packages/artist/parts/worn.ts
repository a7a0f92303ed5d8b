import { type Canvas, put, stroke, type Svg } from '../drawing/canvas.ts';
import type { AnchorPoint, Figure, Reach } from '../drawing/figure.ts';
import { type DrawnKeepsake, KEEPSAKE_DRAWINGS } from '../keepsakes.ts';

export type WornKeepsakes = Readonly<Partial<Record<'head' | 'neck' | 'side', DrawnKeepsake>>>;

/** The placement of a keepsake, in units of an adult cat's head or neck. */
type Fitting = Readonly<{ x?: number; y: number; scale: number; turn?: number; string?: true }>;
type Fittings = Readonly<Partial<Record<DrawnKeepsake, Fitting>>>;

// Keepsakes are pinned left of the top of the head: headwear from the prompt is at the right.
const PINNED: Fitting = { x: -44, y: 2, scale: 1.05, turn: -18 };
export const HEAD_FITTINGS: Fittings = {
  pressed_leaf: PINNED,
  paper_hat: { y: -30, scale: 1.9 },
  soap_flower: PINNED,
  twig_ring: { y: -6, scale: 2.1 },
  evening_feather: { x: -40, y: -22, scale: 1.3, turn: -48 },
  pressed_daisy: { x: -42, y: -6, scale: 1.15, turn: -30 },
  evening_star: { x: -40, y: -4, scale: 1 },
  year_crown: { y: -28, scale: 1.75 },
  night_cap: { y: -24, scale: 1.7 },
  jester_hat: { y: -28, scale: 1.7 },
};

const HUNG: Fitting = { y: 34, scale: 1.1, string: true };
export const NECK_FITTINGS: Fittings = {
  checked_cloth: { y: 20, scale: 2 },
  little_bell: HUNG,
  bright_button: HUNG,
  star_on_a_string: HUNG,
  morning_ribbon: { y: 16, scale: 1.3 },
  patch_of_wool: { ...HUNG, scale: 1 },
  rosette: { ...HUNG, y: 36 },
  old_whistle: HUNG,
  seven_beads: { y: 10, scale: 1.9 },
  house_key: { ...HUNG, y: 38 },
  brass_compass: { ...HUNG, y: 36 },
  glass_drop: { ...HUNG, scale: 0.9 },
};

const HEAD_WIDTH = 84;
const NECK_WIDTH = 66;
const HALF = 26;

/** Draws a keepsake on the head; beside a hat it is smaller and at the side. */
export function drawOnHead(kind: DrawnKeepsake, figure: Figure, hat: Svg): Svg {
  const { x, y, width } = figure.places?.head ?? figure.crown;
  const fitting = HEAD_FITTINGS[kind] ?? PINNED;
  const fitted = hat === '' || fitting.x !== undefined ? fitting : { ...PINNED, scale: 1 };
  return put(put(KEEPSAKE_DRAWINGS[kind], fitted), { x, y, scale: width / HEAD_WIDTH });
}

/** Draws a keepsake around the neck, or on the front of a figure without a neck. */
export function drawOnNeck(kind: DrawnKeepsake, figure: Figure): Svg {
  const { string, ...fitting } = NECK_FITTINGS[kind] ?? HUNG;
  const drawing = KEEPSAKE_DRAWINGS[kind];
  const { x, y, width } = frontOf(figure);
  const place = { x, y, scale: width / NECK_WIDTH };
  if (!figure.neck || figure.places?.front)
    return put(put(drawing, { scale: Math.min(fitting.scale, 1.2) }), place);
  const hung = string ? stroke('M-52 -12Q-24 6 0 10Q24 6 52 -12', '#6b4a4f', 6) : '';
  // Pendants keep their size on a thick neck.
  const scale = string ? fitting.scale / Math.max(1, place.scale) : fitting.scale;
  const onGround = Math.min(y, -(fitting.y + HALF * scale) * place.scale);
  return put(hung + put(drawing, { ...fitting, scale }), { ...place, y: onGround });
}

export function frontOf({ neck, crown, reach, places }: Figure): AnchorPoint {
  return places?.front ?? neck ?? { x: crown.x, y: -reach.top * 0.2, width: Math.min(crown.width, 64) };
}

export function withHat(kind: DrawnKeepsake | undefined, figure: Figure): Figure {
  if (!kind || !HATS.has(kind)) return figure;
  const { crown, reach } = figure;
  const top = Math.max(reach.top, -crown.y + HAT_HEIGHT * (crown.width / HEAD_WIDTH));
  return { ...figure, reach: { ...reach, top } };
}

const HATS: ReadonlySet<DrawnKeepsake> = new Set(['paper_hat', 'year_crown', 'night_cap', 'jester_hat']);
const HAT_HEIGHT = 84;

export function drawAtSide(kind: DrawnKeepsake, { posture }: Canvas, { left, right }: Reach): Svg {
  const x = posture === 'lying' ? right - HALF : HALF - left;
  return put(KEEPSAKE_DRAWINGS[kind], { x, y: -30, scale: 1.5 });
}
