import { seedOf } from '../rules/base/dice.ts';
import type { KeepsakeKind, KEEPSAKES, WornAt } from '../rules/heart/keepsakes-table.ts';
import type { MannerKind } from '../rules/heart/manner.ts';
import type { Species } from '../rules/species/species.ts';
import type { Appearance, Path, Pose, Stage } from '../rules/vocabulary.ts';
import { BACKDROP_COLOURS, drawBackdrop } from './backdrop.ts';
import { bodyPlanFor } from './body-plans.ts';
import {
  type ByExpression,
  type Canvas,
  createCanvas,
  drawEach,
  type Expression,
  fill,
  outlined,
  put,
  stroke,
  type Svg,
  svgDocument,
} from './drawing/canvas.ts';
import { darker, mix } from './drawing/colours.ts';
import type { AnchorPoint, Figure, Reach, Rest } from './drawing/figure.ts';
import { spark } from './drawing/light.ts';
import { loop, n, oval, type Point, pts } from './drawing/paths.ts';
import { seededRandom } from './drawing/random.ts';
import { KEEPSAKE_DRAWINGS } from './keepsakes.ts';
import { drawMannerAir, drawMannerWear, drawRug, fadeForPath, LIFE_MARKS } from './marks.ts';
import { drawHeadwear, drawNeckwear } from './parts/accessories.ts';
import { drawBefore, drawBehind, reachBeyond } from './parts/adornments.ts';
import { lookOf } from './words/look.ts';
import { type PromptStyle, readPromptStyle } from './words/prompt-style.ts';

type RestingFigure = Readonly<{ place: (svg: Svg) => Svg; crown: AnchorPoint; reach: Reach }>;

export function layDown({ posture }: Canvas, rest: Rest, figure: Figure): RestingFigure {
  return RESTS[posture === 'upright' ? 'own' : rest](figure);
}

const RESTS = { own: asDrawn, side: onItsSide, sink: sunken };

function asDrawn({ crown, reach }: Figure): RestingFigure {
  return { place: (svg) => svg, crown, reach };
}

const SQUASH = { wide: 1.14, high: 0.62 };

function sunken({ crown, reach: { left, right, top } }: Figure): RestingFigure {
  const { wide, high } = SQUASH;
  return {
    place: (svg) => `<g transform="scale(${wide} ${high})">${svg}</g>`,
    crown: { x: crown.x * wide, y: crown.y * high, width: crown.width },
    reach: { left: left * wide, right: right * wide, top: top * high },
  };
}

function onItsSide({ crown, reach: { left, right, top } }: Figure): RestingFigure {
  const shift = top / 2;
  const pillow = put(PILLOW, { x: crown.y + shift + 46 });
  return {
    place: (svg) => pillow + put(svg, { x: shift, y: -left * 0.82 - 8, turn: -86 }),
    crown: { x: crown.y + shift + 40, y: -left - crown.width * 0.7, width: crown.width * 0.7 },
    reach: { left: shift + 24, right: shift + 8, top: left * 0.9 + right * 0.9 },
  };
}

const CUSHION = loop(pts('-96 -8, -84 -44, 0 -52, 84 -44, 96 -8, 84 12, 0 16, -84 12'));
const PILLOW: Svg = outlined(CUSHION, '#f7ecdb', '#8f7a68', 5) + stroke('M-70 -6Q0 10 70 -8', '#d8c7ae', 4);

const SIGNS: Readonly<Record<Expression, (crown: AnchorPoint, reach: Reach) => Svg>> = {
  calm: () => '',
  curious: () => '',
  asleep: snoring,
  restless: (crown, reach) => snoring(crown, reach) + sweat(crown),
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
  outlined(BOWL_SIDE, '#c46a54', '#5e2f2c', 5) + outlined(oval(0, -26, 44, 9), '#7d4138', '#5e2f2c', 5);

function drawJoy({ left, right, top }: Reach): Svg {
  const at = ([x, y]: Point): Point => [x * (x < 0 ? left : right), -y * top];
  const places = pts('-1 0.9, 0.98 0.94, -0.7 1.06, 0.68 1.09, -0.4 0.99, 0.4 1.02');
  const sparks = drawEach(places, (place, index) => spark(at(place), index < 2 ? 21 : 14));
  const hearts = drawEach(pts('-0.84 1.02, 0.84 1.04, -0.54 1.1, 0.54 1.1').map(at), ([x, y], index) =>
    put(fill(HEART, index % 2 ? '#f2a0b4' : '#ec6f8e'), { x, y, scale: 0.42, turn: x < 0 ? -16 : 16 }),
  );
  return outlined(sparks, '#fbd14b', '#b9862a', 2) + hearts;
}

type WornKeepsakes = Readonly<Partial<Record<WornAt, KeepsakeKind>>>;

type WornKind<Place extends WornAt> = {
  [Kind in KeepsakeKind]: (typeof KEEPSAKES)[Kind] extends { readonly worn: Place } ? Kind : never;
}[KeepsakeKind];

/** The placement of a keepsake, in units of an adult cat's head or neck. */
type Fitting = Readonly<{ x?: number; y: number; scale: number; turn?: number; string?: true }>;
type Fittings<Place extends WornAt> = Readonly<
  Record<WornKind<Place>, Fitting> & Partial<Record<KeepsakeKind, Fitting>>
>;

// Keepsakes are pinned left of the top of the head: headwear from the prompt is at the right.
const PINNED: Fitting = { x: -44, y: 2, scale: 1.05, turn: -18 };
const HEAD_FITTINGS: Fittings<'head'> = {
  pressed_leaf: PINNED,
  paper_hat: { y: -30, scale: 1.9 },
  soap_flower: PINNED,
  twig_ring: { y: -6, scale: 2.1 },
  evening_feather: { x: -40, y: -22, scale: 1.3, turn: -48 },
  pressed_daisy: { x: -42, y: -6, scale: 1.15, turn: -30 },
  evening_star: { x: -40, y: -4, scale: 1 },
  year_crown: { y: -28, scale: 1.75 },
};

const HUNG: Fitting = { y: 34, scale: 1.1, string: true };
const NECK_FITTINGS: Fittings<'neck'> = {
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
const HALF = 26;

/** Draws a keepsake on the head; beside a hat it is smaller and at the side. */
function drawOnHead(kind: KeepsakeKind, figure: Figure, hat: Svg): Svg {
  const { x, y, width } = figure.places?.head ?? figure.crown;
  const fitting = HEAD_FITTINGS[kind] ?? PINNED;
  const fitted = hat === '' || fitting.x !== undefined ? fitting : { ...PINNED, scale: 1 };
  return put(put(KEEPSAKE_DRAWINGS[kind], fitted), { x, y, scale: width / HEAD_WIDTH });
}

/** Draws a keepsake around the neck, or on the front of a figure without a neck. */
function drawOnNeck(kind: KeepsakeKind, figure: Figure): Svg {
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

function withHat(kind: KeepsakeKind | undefined, figure: Figure): Figure {
  if (!kind || !HATS.has(kind)) return figure;
  const { crown, reach } = figure;
  const top = Math.max(reach.top, -crown.y + HAT_HEIGHT * (crown.width / HEAD_WIDTH));
  return { ...figure, reach: { ...reach, top } };
}

const HATS: ReadonlySet<KeepsakeKind> = new Set(['paper_hat', 'year_crown']);
const HAT_HEIGHT = 84;

function drawAtSide(kind: KeepsakeKind, { posture }: Canvas, { left, right }: Reach): Svg {
  const x = posture === 'lying' ? right - HALF : HALF - left;
  return put(KEEPSAKE_DRAWINGS[kind], { x, y: -30, scale: 1.5 });
}

export interface PortraitFacts {
  readonly species: Species;
  readonly stage: Exclude<Stage, 'egg'>;
  /** The evolution path, shown only in an adult. */
  readonly path?: Path | undefined;
  readonly seed: number;
  readonly personality: readonly string[];
  /** The keeper's picture prompt; its text never appears in the picture. */
  readonly prompt?: string | undefined;
  /** The species designer's picture prompt; looks stored with a species already include it. */
  readonly designed?: string | undefined;
  readonly appearance?: Appearance | undefined;
  readonly pose?: Pose | undefined;
  readonly worn?: WornKeepsakes | undefined;
  /** The manner (character), shown only in an adult. */
  readonly manner?: MannerKind | undefined;
  /** True after a wish was granted: sparks and hearts are drawn. */
  readonly joy?: true | undefined;
}

/** A creature as SVG. The same facts always give the same bytes. */
export function drawPortrait(facts: PortraitFacts): string {
  const { species, stage, seed, prompt, designed = '', appearance = 'content', pose, worn = {}, joy } = facts;
  const asked = prompt ?? designed;
  const style = readPromptStyle(asked, facts.personality, seededRandom(seed ^ seedOf('wishes')));
  const [path, manner] = stage === 'adult' ? [facts.path, facts.manner] : [];
  const wanted = prompt === undefined ? undefined : style.coat;
  const look = fadeForPath(path, style.applyTo(lookOf(species, asked), wanted));
  const names = [species.slug, stage, path, seed, appearance, asked, ...facts.personality];
  const canvas = createCanvas({
    look,
    stage,
    seed,
    expression: EXPRESSIONS[appearance],
    pose,
    // Absent facts are left out of the hash, so that pictures drawn before these facts existed keep their SVG ids.
    facts: [...names, ...[worn.head, worn.neck, worn.side, manner, joy].filter((fact) => fact !== undefined)],
  });
  const plan = bodyPlanFor(look);
  const figure = plan.draw(canvas, species.family);
  const { place, crown, reach } = layDown(canvas, plan.rest, withHat(worn.head, figure));
  const fit = fitToFrame(canvas, reach);
  const dressed =
    place(drawCreature(canvas, figure, { path, style, worn, manner })) +
    SIGNS[canvas.expression](crown, reach);
  const visible = appearance === 'fading' ? `<g opacity=".58">${dressed}</g>` : dressed;
  const still = put(visible, POSES[canvas.expression] ?? {});
  const onGround = (svg: Svg) => put(svg, { x: fit.x, y: GROUND, scale: fit.scale });
  const beside = (worn.side ? drawAtSide(worn.side, canvas, reach) : '') + (joy ? drawJoy(reach) : '');
  // The backdrop has its own seed, so it is the same at every age and in every mood.
  const backdropRandom = seededRandom(seed ^ seedOf('backdrop'));
  const base = backdropRandom.pick(BACKDROP_COLOURS[species.family]);
  const styled = style.backdrop ? mix(base, style.backdrop, 0.3) : base;
  const gloom = path === 'low_care' ? 0.42 : GLOOM[canvas.expression];
  const back = gloom === undefined ? styled : mix(styled, '#8f97ab', gloom);
  const shadow = Math.min(226, ((reach.left + reach.right) / 2) * fit.scale + 12);
  return svgDocument(
    drawBackdrop(backdropRandom, back) +
      (manner ? put(drawRug(manner, shadow + 16), { x: 256, y: GROUND + 10 }) : '') +
      fill(oval(256, GROUND + 6, shadow, 20), darker(back, 0.5), 0.32) +
      onGround(pose ? stir(still, pose) : still) +
      onGround(beside),
  );
}

/** Moves the body for a pose; the feet, at 0 0, stay in place. */
function stir(creature: Svg, pose: Pose): Svg {
  if (pose === 'breath') return `<g transform="scale(1.012 1.022)">${creature}</g>`;
  return pose === 'twitch' ? put(creature, { turn: -1.2 }) : creature;
}

const GROUND = 442;
const FRAME = { width: 448, height: 392 };

function fitToFrame(canvas: Canvas, reach: Reach): { readonly scale: number; readonly x: number } {
  const beyond = reachBeyond(canvas);
  const [left, right] = [reach.left + beyond.sides, reach.right + beyond.sides];
  const whole = canvas.growth.whole * (/tiny build/.test(canvas.look.text) ? 0.8 : 1);
  const fitting = Math.min(1.3, FRAME.width / (left + right), FRAME.height / (reach.top + beyond.top));
  const scale = fitting * whole;
  // The figure is not quite centred: a long tail may reach out of the frame a little.
  return { scale, x: 256 + ((left - right) / 2) * scale * 0.86 };
}

const EXPRESSIONS: Readonly<Record<Appearance, Expression>> = {
  fading: 'faint',
  failing: 'faint',
  frightened: 'afraid',
  restless: 'restless',
  sick: 'weak',
  hungry: 'hungry',
  unfed: 'hungry',
  sad: 'sad',
  waiting: 'wistful',
  guarded: 'calm',
  asleep: 'asleep',
  happy: 'glad',
  content: 'calm',
  curious: 'curious',
};

interface Dress extends Pick<PortraitFacts, 'manner'> {
  readonly path: Path | undefined;
  readonly style: PromptStyle;
  readonly worn: WornKeepsakes;
}

function drawCreature(canvas: Canvas, figure: Figure, dress: Dress): Svg {
  const { path, style, worn, manner } = dress;
  const marks = path && LIFE_MARKS[path];
  const { crown, body, head } = figure;
  // SVG ids are numbered in the order of drawing, so the collar is drawn before the hat.
  const collar = drawCollar(canvas, figure, dress);
  const hat =
    style.headwear && path !== 'rescue' ? drawHeadwear(canvas, style.headwear, crown, style.accent) : '';
  const kept = worn.head ? drawOnHead(worn.head, figure, hat) : '';
  const whole =
    drawBehind(canvas, figure) +
    (manner ? drawMannerAir(figure, manner) : '') +
    body +
    collar +
    head +
    drawBefore(canvas, figure) +
    hat;
  const shown = marks?.opacity === undefined ? whole : `<g opacity="${marks.opacity}">${whole}</g>`;
  // A keepsake at the neck replaces the medal of the evolution path.
  const before = marks?.before?.(canvas, worn.neck ? { ...figure, neck: undefined } : figure) ?? '';
  return (marks?.behind?.(canvas, figure) ?? '') + shown + before + kept;
}

/** Draws the mark of the path, or neckwear from the prompt, or the mark of the manner; a keepsake over them. */
function drawCollar(canvas: Canvas, figure: Figure, { path, style, worn, manner }: Dress): Svg {
  const { neck } = figure;
  const scarf = (path && LIFE_MARKS[path].neck?.(canvas, figure, style.accent)) ?? '';
  const collar =
    scarf === '' && neck && style.neckwear ? drawNeckwear(canvas, style.neckwear, neck, style.accent) : scarf;
  if (worn.neck) return collar + drawOnNeck(worn.neck, figure);
  return collar === '' && manner ? drawMannerWear(canvas, figure, manner) : collar;
}

/** How grey the backdrop is per expression, from 0 to 1. */
const GLOOM: ByExpression<number> = { weak: 0.42, afraid: 0.5, faint: 0.66, restless: 0.5, sad: 0.34 };

const POSES: ByExpression<Readonly<{ y?: number; turn?: number }>> = {
  glad: { y: -14 },
  curious: { turn: 1.5 },
  sad: { y: 3, turn: -2 },
  weak: { y: 3, turn: -4 },
  afraid: { y: 2, turn: 2 },
  faint: { y: 4 },
  asleep: { y: 4 },
  restless: { y: 4 },
};
