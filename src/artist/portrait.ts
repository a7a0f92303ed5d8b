import { seedOf } from '../core/engine/dice.ts';
import type { Species } from '../core/species/species.ts';
import type { Appearance, Path, Pose, Stage } from '../core/vocabulary.ts';
import { BACKDROP_COLOURS, drawBackdrop } from './backdrop.ts';
import { bodyPlanFor } from './body-plans.ts';
import {
  createCanvas,
  fill,
  put,
  stroke,
  svgDocument,
  type Canvas,
  type Expression,
  type Svg,
} from './drawing/canvas.ts';
import { darker, mix } from './drawing/colours.ts';
import type { AnchorPoint, Figure, Reach } from './drawing/figure.ts';
import { n, oval } from './drawing/paths.ts';
import { seededRandom } from './drawing/random.ts';
import { fadeForPath, LIFE_MARKS } from './life-marks.ts';
import { drawHeadwear, drawNeckwear } from './parts/accessories.ts';
import { drawBefore, drawBehind, reachBeyond } from './parts/adornments.ts';
import { layDown } from './rest.ts';
import { lookOf } from './words/look.ts';
import { readPromptStyle, type PromptStyle } from './words/prompt-style.ts';

export interface PortraitFacts {
  readonly species: Species;
  /** An egg has no portrait. */
  readonly stage: Exclude<Stage, 'egg'>;
  /** Shown only in an adult. */
  readonly path?: Path | undefined;
  readonly seed: number;
  readonly personality: readonly string[];
  /** What its keeper asked for; nothing of it is ever written into the picture. */
  readonly prompt?: string | undefined;
  /** What whoever designed its species asked for; it is in the look already where that was kept. */
  readonly designed?: string | undefined;
  readonly appearance?: Appearance | undefined;
  /** What it does at this moment; without one it keeps still. */
  readonly pose?: Pose | undefined;
}

/** A creature as SVG. The same facts always give the same bytes. */
export function drawPortrait({
  species,
  stage,
  path,
  seed,
  personality,
  prompt,
  designed = '',
  appearance = 'content',
  pose,
}: PortraitFacts): string {
  const asked = prompt ?? designed;
  const style = readPromptStyle(asked, personality, seededRandom(seed ^ seedOf('wishes')));
  const shownPath = stage === 'adult' ? path : undefined;
  const wanted = prompt === undefined ? undefined : style.coat;
  const look = fadeForPath(shownPath, style.applyTo(lookOf(species, asked), wanted));
  const facts = [species.slug, stage, shownPath, seed, appearance, asked, ...personality];
  const canvas = createCanvas({ look, stage, seed, expression: EXPRESSIONS[appearance], pose, facts });
  const plan = bodyPlanFor(look);
  const figure = plan.draw(canvas, species.family);
  const { place, crown, reach } = layDown(canvas, plan.rest, figure);
  const fit = fitToFrame(
    widened(canvas, reach),
    canvas.growth.whole * (/tiny build/.test(look.text) ? 0.8 : 1),
  );
  const { y, turn } = POSES[canvas.expression];
  const dressed =
    place(drawCreature(canvas, figure, shownPath, style)) + SIGNS[canvas.expression](crown, reach);
  const still = put(appearance === 'fading' ? faded(dressed) : dressed, { y, turn });
  const creature = put(pose ? stir(still, pose) : still, {
    x: fit.x,
    y: GROUND,
    scale: fit.scale,
  });
  // Drawn from a seed of its own, so that it is the same at every age and in every mood.
  const backdropRandom = seededRandom(seed ^ seedOf('backdrop'));
  const base = backdropRandom.pick(BACKDROP_COLOURS[species.family]);
  const styled = style.backdrop ? mix(base, style.backdrop, 0.3) : base;
  const gloom = shownPath === 'low_care' ? 0.42 : GLOOM[canvas.expression];
  const back = gloom === undefined ? styled : mix(styled, '#8f97ab', gloom);
  const shadow = Math.min(226, ((reach.left + reach.right) / 2) * fit.scale + 12);
  return svgDocument(
    drawBackdrop(backdropRandom, back) +
      fill(oval(256, GROUND + 6, shadow, 20), darker(back, 0.5), 0.32) +
      creature,
  );
}

// Hardly there any more.
const faded = (creature: Svg): Svg => `<g opacity=".58">${creature}</g>`;

/** A body that stirs does so from its feet, which stay where they are. */
function stir(creature: Svg, pose: Pose): Svg {
  if (pose === 'breath') return `<g transform="scale(1.012 1.022)">${creature}</g>`;
  return pose === 'twitch' ? put(creature, { turn: -1.2 }) : creature;
}

const GROUND = 442;
const FRAME = { width: 448, height: 392 };

function widened(canvas: Canvas, { left, right, top }: Reach): Reach {
  const beyond = reachBeyond(canvas);
  return { left: left + beyond.sides, right: right + beyond.sides, top: top + beyond.top };
}

function fitToFrame(
  { left, right, top }: Reach,
  whole: number,
): { readonly scale: number; readonly x: number } {
  const scale = Math.min(1.3, FRAME.width / (left + right), FRAME.height / top) * whole;
  // Between its feet and its middle: a long tail may hang out a little.
  return { scale, x: 256 + ((left - right) / 2) * scale * 0.86 };
}

const EXPRESSIONS: Readonly<Record<Appearance, Expression>> = {
  fading: 'faint',
  failing: 'faint',
  frightened: 'afraid',
  restless: 'restless',
  sick: 'weak',
  hungry: 'hungry',
  sad: 'sad',
  waiting: 'wistful',
  guarded: 'calm',
  asleep: 'asleep',
  happy: 'glad',
  content: 'calm',
  curious: 'curious',
};

function drawCreature(canvas: Canvas, figure: Figure, path: Path | undefined, style: PromptStyle): Svg {
  const marks = path ? LIFE_MARKS[path] : undefined;
  const { neck, crown, body, head } = figure;
  const scarf = marks?.neck(canvas, figure, style.accent) ?? '';
  const collar =
    scarf === '' && neck && style.neckwear ? drawNeckwear(canvas, style.neckwear, neck, style.accent) : scarf;
  const hat =
    style.headwear && path !== 'rescue' ? drawHeadwear(canvas, style.headwear, crown, style.accent) : '';
  const whole = drawBehind(canvas, figure) + body + collar + head + drawBefore(canvas, figure) + hat;
  const shown = marks && marks.opacity < 1 ? `<g opacity="${marks.opacity}">${whole}</g>` : whole;
  return (marks?.behind(canvas, figure) ?? '') + shown + (marks?.before(canvas, figure) ?? '');
}

// Colour goes out of the world around one that is not well.
const GLOOM: Readonly<Partial<Record<Expression, number>>> = {
  weak: 0.42,
  afraid: 0.5,
  faint: 0.66,
  restless: 0.5,
  sad: 0.34,
};

const POSES: Readonly<Record<Expression, { readonly y: number; readonly turn: number }>> = {
  calm: { y: 0, turn: 0 },
  glad: { y: -14, turn: 0 },
  curious: { y: 0, turn: 1.5 },
  wistful: { y: 0, turn: 0 },
  sad: { y: 3, turn: -2 },
  hungry: { y: 0, turn: 0 },
  weak: { y: 3, turn: -4 },
  afraid: { y: 2, turn: 2 },
  faint: { y: 4, turn: 0 },
  asleep: { y: 4, turn: 0 },
  restless: { y: 4, turn: 0 },
};

const SIGNS: Readonly<Record<Expression, (crown: AnchorPoint, reach: Reach) => Svg>> = {
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
