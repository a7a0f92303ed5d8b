import type { KEEPSAKES, KeepsakeKind, WornAt } from '../core/heart/keepsakes-table.ts';
import { put, stroke, type Canvas, type Svg } from './drawing/canvas.ts';
import type { AnchorPoint, Figure, Reach } from './drawing/figure.ts';
import { KEEPSAKE_DRAWINGS } from './keepsakes/draw-keepsake.ts';

/** What a creature wears of what it keeps, at most one thing in each place. */
export type WornKeepsakes = Readonly<Partial<Record<WornAt, KeepsakeKind>>>;

/** The kinds that have a place on a creature. */
type WornKind<Place extends WornAt> = {
  [Kind in KeepsakeKind]: (typeof KEEPSAKES)[Kind] extends { readonly worn: Place } ? Kind : never;
}[KeepsakeKind];

/** How a keepsake is put on, in the measure of a grown cat's head or neck. */
interface Fitting {
  readonly x?: number;
  readonly y: number;
  readonly scale: number;
  readonly turn?: number;
}

// Left of the crown: what its keeper asked the artist for is at the right.
const PINNED: Fitting = { x: -44, y: 2, scale: 1.05, turn: -18 };
const HEAD_FITTINGS: Readonly<Record<WornKind<'head'>, Fitting>> = {
  pressed_leaf: PINNED,
  paper_hat: { y: -30, scale: 1.9 },
  soap_flower: PINNED,
  twig_ring: { y: -6, scale: 2.1 },
  evening_feather: { x: -40, y: -22, scale: 1.3, turn: -48 },
  pressed_daisy: { x: -42, y: -6, scale: 1.15, turn: -30 },
  evening_star: { x: -40, y: -4, scale: 1 },
  year_crown: { y: -28, scale: 1.75 },
};

// Hung on a string, or tied around it.
const HUNG: Fitting & { readonly string: true } = { y: 34, scale: 1.1, string: true };
const NECK_FITTINGS: Readonly<Record<WornKind<'neck'>, Fitting & { readonly string?: true }>> = {
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
};

const HEAD_WIDTH = 84;
const NECK_WIDTH = 66;
/** How far a keepsake reaches from its middle. */
const HALF = 26;

/** What it wears on its head: at the side, and smaller, where it has a hat on already. */
export function drawOnHead(kind: KeepsakeKind, figure: Figure, hat: Svg): Svg {
  const { x, y, width } = figure.places?.head ?? figure.crown;
  const fitting = isKeyOf(HEAD_FITTINGS, kind) ? HEAD_FITTINGS[kind] : PINNED;
  const fitted = hat === '' || fitting.x !== undefined ? fitting : { ...PINNED, scale: 1 };
  return put(put(KEEPSAKE_DRAWINGS[kind], fitted), { x, y, scale: width / HEAD_WIDTH });
}

/** What it wears around its neck, or pinned to its front where it has none. */
export function drawOnNeck(kind: KeepsakeKind, figure: Figure): Svg {
  const { string, ...fitting } = isKeyOf(NECK_FITTINGS, kind) ? NECK_FITTINGS[kind] : HUNG;
  const drawing = KEEPSAKE_DRAWINGS[kind];
  const { x, y, width } = frontOf(figure);
  const place = { x, y, scale: width / NECK_WIDTH };
  if (!figure.neck || figure.places?.front)
    return put(put(drawing, { scale: Math.min(fitting.scale, 1.2) }), place);
  const hung = string ? stroke('M-52 -12Q-24 6 0 10Q24 6 52 -12', '#6b4a4f', 6) : '';
  // What hangs on a string is as large on a broad neck as on any other.
  const scale = string ? fitting.scale / Math.max(1, place.scale) : fitting.scale;
  const onGround = Math.min(y, -(fitting.y + HALF * scale) * place.scale);
  return put(hung + put(drawing, { ...fitting, scale }), { ...place, y: onGround });
}

/** Where something can be worn at the front: around its neck, or else below its face. */
export function frontOf({ neck, crown, reach, places }: Figure): AnchorPoint {
  return places?.front ?? neck ?? { x: crown.x, y: -reach.top * 0.2, width: Math.min(crown.width, 64) };
}

/** The same figure, reaching as high as what it wears on its head. */
export function withHat(kind: KeepsakeKind | undefined, figure: Figure): Figure {
  if (!kind || !HATS.has(kind)) return figure;
  const { crown, reach } = figure;
  const top = Math.max(reach.top, -crown.y + HAT_HEIGHT * (crown.width / HEAD_WIDTH));
  return { ...figure, reach: { ...reach, top } };
}

const HATS: ReadonlySet<KeepsakeKind> = new Set(['paper_hat', 'year_crown']);
const HAT_HEIGHT = 84;

/** What stands at its side, on the ground: not where its head is when it lies. */
export function drawAtSide(kind: KeepsakeKind, { posture }: Canvas, { left, right }: Reach): Svg {
  const x = posture === 'lying' ? right - FROM_EDGE : FROM_EDGE - left;
  return put(KEEPSAKE_DRAWINGS[kind], { x, y: -30, scale: 1.5 });
}

const FROM_EDGE = 26;

function isKeyOf<Row extends object>(row: Row, key: PropertyKey): key is keyof Row {
  return Object.hasOwn(row, key);
}
