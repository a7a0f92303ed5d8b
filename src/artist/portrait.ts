import { seedOf } from '../core/engine/dice.ts';
import type { MannerKind } from '../core/heart/manners-table.ts';
import type { Species } from '../core/species/species.ts';
import type { Appearance, Path, Pose, Stage } from '../core/vocabulary.ts';
import { BACKDROP_COLOURS, drawBackdrop } from './backdrop.ts';
import { bodyPlanFor } from './body-plans.ts';
import {
  createCanvas,
  fill,
  put,
  svgDocument,
  type Canvas,
  type Expression,
  type Svg,
} from './drawing/canvas.ts';
import { darker, mix } from './drawing/colours.ts';
import type { Figure, Reach } from './drawing/figure.ts';
import { oval } from './drawing/paths.ts';
import { seededRandom } from './drawing/random.ts';
import { fadeForPath, LIFE_MARKS } from './life-marks.ts';
import { drawMannerAir, drawMannerWear, drawRug } from './manner-marks.ts';
import { drawHeadwear, drawNeckwear } from './parts/accessories.ts';
import { drawBefore, drawBehind, reachBeyond } from './parts/adornments.ts';
import { layDown } from './rest.ts';
import { drawJoy, SIGNS } from './signs.ts';
import { lookOf } from './words/look.ts';
import { readPromptStyle, type PromptStyle } from './words/prompt-style.ts';
import { drawAtSide, drawOnHead, drawOnNeck, withHat, type WornKeepsakes } from './worn.ts';

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
  /** What it wears of what it keeps. */
  readonly worn?: WornKeepsakes | undefined;
  /** Who it became when it grew up; shown only in an adult. */
  readonly manner?: MannerKind | undefined;
  /** A wish of it came true just now. */
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
    // Nothing where there is nothing of it: such a picture was drawn before there were any, and stays as it was.
    facts: [...names, ...[worn.head, worn.neck, worn.side, manner, joy].filter((fact) => fact !== undefined)],
  });
  const plan = bodyPlanFor(look);
  const figure = plan.draw(canvas, species.family);
  const { place, crown, reach } = layDown(canvas, plan.rest, withHat(worn.head, figure));
  const fit = fitToFrame(
    widened(canvas, reach),
    canvas.growth.whole * (/tiny build/.test(look.text) ? 0.8 : 1),
  );
  const { y, turn } = POSES[canvas.expression];
  const dressed =
    place(drawCreature(canvas, figure, { path, style, worn, manner })) +
    SIGNS[canvas.expression](crown, reach);
  const still = put(appearance === 'fading' ? faded(dressed) : dressed, { y, turn });
  const onGround = (svg: Svg) => put(svg, { x: fit.x, y: GROUND, scale: fit.scale });
  const beside = (worn.side ? drawAtSide(worn.side, canvas, reach) : '') + (joy ? drawJoy(reach) : '');
  // Drawn from a seed of its own, so that it is the same at every age and in every mood.
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
  // The bowl stands beside both.
  unfed: 'hungry',
  sad: 'sad',
  waiting: 'wistful',
  guarded: 'calm',
  asleep: 'asleep',
  happy: 'glad',
  content: 'calm',
  curious: 'curious',
};

/** All that can be seen on a body beside the body itself. */
interface Dress extends Pick<PortraitFacts, 'manner'> {
  readonly path: Path | undefined;
  readonly style: PromptStyle;
  readonly worn: WornKeepsakes;
}

function drawCreature(canvas: Canvas, figure: Figure, dress: Dress): Svg {
  const { path, style, worn, manner } = dress;
  const marks = path ? LIFE_MARKS[path] : undefined;
  const { crown, body, head } = figure;
  // The names inside a picture follow the order in which things are painted: first this, then the hat.
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
  const shown = marks && marks.opacity < 1 ? `<g opacity="${marks.opacity}">${whole}</g>` : whole;
  // What hangs around its neck hangs where a medal would.
  const before = marks?.before(canvas, worn.neck ? { ...figure, neck: undefined } : figure) ?? '';
  return (marks?.behind(canvas, figure) ?? '') + shown + before + kept;
}

/** What is around its neck: the mark of its life, or what its keeper asked for, or of who it is; and what it keeps, over all. */
function drawCollar(canvas: Canvas, figure: Figure, { path, style, worn, manner }: Dress): Svg {
  const { neck } = figure;
  const scarf = (path && LIFE_MARKS[path].neck(canvas, figure, style.accent)) ?? '';
  const collar =
    scarf === '' && neck && style.neckwear ? drawNeckwear(canvas, style.neckwear, neck, style.accent) : scarf;
  if (worn.neck) return collar + drawOnNeck(worn.neck, figure);
  return collar === '' && manner ? drawMannerWear(canvas, figure, manner) : collar;
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
