import { seedOf } from '../core/engine/dice.ts';
import type { Species } from '../core/species/species.ts';
import type { Family, Mood, Path, Stage } from '../core/vocabulary.ts';
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
import { seededRandom, type SeededRandom } from './drawing/random.ts';
import { fadeForPath, LIFE_MARKS } from './life-marks.ts';
import { drawHeadwear, drawNeckwear } from './parts/accessories.ts';
import { lookOf } from './words/look.ts';
import { readPromptStyle, type PromptStyle } from './words/prompt-style.ts';

export interface PortraitFacts {
  readonly species: Species;
  /** An egg has no portrait. */
  readonly stage: Exclude<Stage, 'egg'>;
  /** Only a grown one shows how it was cared for. */
  readonly path?: Path | undefined;
  readonly seed: number;
  readonly personality: readonly string[];
  /** What its keeper asked for; nothing of it is ever written into the picture. */
  readonly prompt?: string | undefined;
  readonly mood?: Mood | undefined;
}

/** A creature as SVG. The same facts give the same bytes, for ever. */
export function drawPortrait({
  species,
  stage,
  path,
  seed,
  personality,
  prompt = '',
  mood = 'content',
}: PortraitFacts): string {
  const wishes = readPromptStyle(prompt, personality, seededRandom(seed ^ seedOf('wishes')));
  const lived = stage === 'adult' ? path : undefined;
  const look = fadeForPath(lived, wishes.applyTo(lookOf(species, prompt)));
  const facts = [species.slug, stage, lived, seed, mood, prompt, ...personality];
  const canvas = createCanvas({ look, stage, seed, expression: EXPRESSIONS[mood], facts });
  const figure = bodyPlanFor(look)(canvas, species.family);
  const aside = seededRandom(seed ^ seedOf('backdrop'));
  return composeScene(canvas, figure, { family: species.family, path: lived, wishes, aside });
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

export interface SceneOptions {
  readonly family: Family;
  readonly path: Path | undefined;
  readonly wishes: PromptStyle;
  /** The same for every age and mood. */
  readonly aside: SeededRandom;
}

const GROUND = 442;
const FRAME = { width: 448, height: 392 };
/** The whole picture: backdrop, ground, creature. */
export function composeScene(
  canvas: Canvas,
  figure: Figure,
  { family, path, wishes, aside }: SceneOptions,
): string {
  const base = aside.pick(BACKDROP_COLOURS[family]);
  const wished = wishes.backdrop ? mix(base, wishes.backdrop, 0.3) : base;
  const back = path === 'low_care' || canvas.expression === 'weak' ? mix(wished, '#8f97ab', 0.42) : wished;
  const fit = fitToFrame(figure.reach, canvas.growth.whole);
  const pose = POSES[canvas.expression];
  const creature = put(put(drawCreature(canvas, figure, path, wishes), { y: pose.up, turn: pose.lean }), {
    x: fit.x,
    y: GROUND,
    scale: fit.scale,
  });
  const shadow = Math.min(226, ((figure.reach.left + figure.reach.right) / 2) * fit.scale + 12);
  return svgDocument(
    drawBackdrop(aside, back) + fill(oval(256, GROUND + 6, shadow, 20), darker(back, 0.5), 0.32) + creature,
  );
}

function drawCreature(canvas: Canvas, figure: Figure, path: Path | undefined, wishes: PromptStyle): Svg {
  const lived = path ? LIFE_MARKS[path] : undefined;
  const { neck, crown, body, head } = figure;
  const scarf = lived?.neck(canvas, figure, wishes.accent) ?? '';
  const collar =
    scarf === '' && neck && wishes.neckwear
      ? drawNeckwear(canvas, wishes.neckwear, neck, wishes.accent)
      : scarf;
  const hat =
    wishes.headwear && path !== 'rescue' ? drawHeadwear(canvas, wishes.headwear, crown, wishes.accent) : '';
  const whole = body + collar + head + hat;
  const seen = lived && lived.opacity < 1 ? `<g opacity="${lived.opacity}">${whole}</g>` : whole;
  return (
    (lived?.behind(canvas, figure) ?? '') +
    seen +
    (lived?.before(canvas, figure) ?? '') +
    SIGNS[canvas.expression](crown, figure.reach)
  );
}

interface Pose {
  readonly up: number;
  readonly lean: number;
}

const POSES: Readonly<Record<Expression, Pose>> = {
  calm: { up: 0, lean: 0 },
  glad: { up: -14, lean: 0 },
  asleep: { up: 4, lean: 2.5 },
  hungry: { up: 0, lean: 0 },
  weak: { up: 3, lean: -4 },
  curious: { up: 0, lean: 1.5 },
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
const BOWL =
  fill('M-44 -26H44L34 6Q32 12 26 12H-26Q-32 12 -34 6Z', '#c46a54') +
  stroke('M-44 -26H44L34 6Q32 12 26 12H-26Q-32 12 -34 6Z', '#5e2f2c', 5) +
  fill(oval(0, -26, 44, 9), '#7d4138') +
  stroke(oval(0, -26, 44, 9), '#5e2f2c', 5);

function fitToFrame(
  { left, right, top }: Reach,
  whole: number,
): { readonly scale: number; readonly x: number } {
  const scale = Math.min(1.3, FRAME.width / (left + right), FRAME.height / top) * whole;
  // Between its feet and its middle: a long tail may hang out a little.
  return { scale, x: 256 + ((left - right) / 2) * scale * 0.86 };
}
