import { seedOf } from '../core/engine/dice.ts';
import type { Species } from '../core/species/species.ts';
import type { Mood, Path, Stage } from '../core/vocabulary.ts';
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
  readonly mood?: Mood | undefined;
}

/** A creature as SVG. The same facts always give the same bytes. */
export function drawPortrait({
  species,
  stage,
  path,
  seed,
  personality,
  prompt = '',
  mood = 'content',
}: PortraitFacts): string {
  const style = readPromptStyle(prompt, personality, seededRandom(seed ^ seedOf('wishes')));
  const shownPath = stage === 'adult' ? path : undefined;
  const look = fadeForPath(shownPath, style.applyTo(lookOf(species, prompt)));
  const facts = [species.slug, stage, shownPath, seed, mood, prompt, ...personality];
  const canvas = createCanvas({ look, stage, seed, expression: EXPRESSIONS[mood], facts });
  const figure = bodyPlanFor(look)(canvas, species.family);
  const fit = fitToFrame(figure.reach, canvas.growth.whole);
  const { y, turn } = POSES[canvas.expression];
  const creature = put(put(drawCreature(canvas, figure, shownPath, style), { y, turn }), {
    x: fit.x,
    y: GROUND,
    scale: fit.scale,
  });
  // Drawn from a seed of its own, so that it is the same at every age and in every mood.
  const backdropRandom = seededRandom(seed ^ seedOf('backdrop'));
  const base = backdropRandom.pick(BACKDROP_COLOURS[species.family]);
  const styled = style.backdrop ? mix(base, style.backdrop, 0.3) : base;
  const pale = shownPath === 'low_care' || canvas.expression === 'weak';
  const back = pale ? mix(styled, '#8f97ab', 0.42) : styled;
  const shadow = Math.min(226, ((figure.reach.left + figure.reach.right) / 2) * fit.scale + 12);
  return svgDocument(
    drawBackdrop(backdropRandom, back) +
      fill(oval(256, GROUND + 6, shadow, 20), darker(back, 0.5), 0.32) +
      creature,
  );
}

const GROUND = 442;
const FRAME = { width: 448, height: 392 };

function fitToFrame(
  { left, right, top }: Reach,
  whole: number,
): { readonly scale: number; readonly x: number } {
  const scale = Math.min(1.3, FRAME.width / (left + right), FRAME.height / top) * whole;
  // Between its feet and its middle: a long tail may hang out a little.
  return { scale, x: 256 + ((left - right) / 2) * scale * 0.86 };
}

const EXPRESSIONS: Readonly<Record<Mood, Expression>> = {
  sleeping: 'asleep',
  critical: 'weak',
  sick: 'weak',
  hungry: 'hungry',
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
  const whole = body + collar + head + hat;
  const shown = marks && marks.opacity < 1 ? `<g opacity="${marks.opacity}">${whole}</g>` : whole;
  return (
    (marks?.behind(canvas, figure) ?? '') +
    shown +
    (marks?.before(canvas, figure) ?? '') +
    SIGNS[canvas.expression](crown, figure.reach)
  );
}

const POSES: Readonly<Record<Expression, { readonly y: number; readonly turn: number }>> = {
  calm: { y: 0, turn: 0 },
  glad: { y: -14, turn: 0 },
  asleep: { y: 4, turn: 2.5 },
  hungry: { y: 0, turn: 0 },
  weak: { y: 3, turn: -4 },
  curious: { y: 0, turn: 1.5 },
};

const SIGNS: Readonly<Record<Expression, (crown: AnchorPoint, reach: Reach) => Svg>> = {
  calm: () => '',
  curious: () => '',
  asleep: ({ x, y, width }) =>
    stroke(
      `M${n(x + width * 0.8)} ${n(y - 2)}h22l-22 24h22M${n(x + width * 1.2)} ${n(y - 40)}h16l-16 18h16`,
      '#6b7399',
      6,
    ),
  glad: ({ x, y, width }) =>
    put(fill(HEART, '#e8707f'), { x: x + width * 1.15, y: y - 4, scale: 0.9, turn: 14 }) +
    put(fill(HEART, '#f19aa2'), { x: x - width * 1.2, y: y + 14, scale: 0.62, turn: -14 }),
  hungry: (_, { right }) => put(BOWL, { x: Math.min(right, 150) - 10, y: 16 }),
  weak: ({ x, y, width }) =>
    fill(`M${n(x + width * 0.86)} ${n(y + 8)}q15 24 0 31q-15 -7 0 -31Z`, '#8fc3e6') +
    fill(`M${n(x - width * 0.9)} ${n(y + 34)}q10 17 0 22q-10 -5 0 -22Z`, '#8fc3e6'),
};

const HEART = 'M0 22Q-32 2 -26 -16Q-16 -32 0 -15Q16 -32 26 -16Q32 2 0 22Z';
const BOWL_SIDE = 'M-44 -26H44L34 6Q32 12 26 12H-26Q-32 12 -34 6Z';
const BOWL =
  fill(BOWL_SIDE, '#c46a54') +
  stroke(BOWL_SIDE, '#5e2f2c', 5) +
  fill(oval(0, -26, 44, 9), '#7d4138') +
  stroke(oval(0, -26, 44, 9), '#5e2f2c', 5);
