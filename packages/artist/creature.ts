import { seedOf } from '../base/hash.ts';
import { bodyPlanFor } from './body-plans.ts';
import {
  type Canvas,
  createCanvas,
  drawEach,
  type Expression,
  fill,
  outlined,
  put,
  stroke,
  type Svg,
} from './drawing/canvas.ts';
import type { AnchorPoint, Figure, Reach, Rest } from './drawing/figure.ts';
import { spark } from './drawing/light.ts';
import type { Motion, Nod } from './drawing/motion.ts';
import { loop, n, oval, type Point, pts } from './drawing/paths.ts';
import { seededRandom } from './drawing/random.ts';
import type { Appearance, DrawnSpecies, Path, Pose, Stage } from './facts.ts';
import { drawMannerAir, drawMannerWear, type DrawnManner, fadeForPath, LIFE_MARKS } from './marks.ts';
import { drawHeadwear, drawNeckwear } from './parts/accessories.ts';
import { drawBefore, drawBehind } from './parts/adornments.ts';
import { drawAtSide, drawOnHead, drawOnNeck, withHat, type WornKeepsakes } from './parts/worn.ts';
import { lookOf } from './words/look.ts';
import { type PromptStyle, readPromptStyle } from './words/prompt-style.ts';

export interface PortraitFacts {
  readonly species: DrawnSpecies;
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
  /** True for a picture in which it breathes and blinks. */
  readonly moving?: true | undefined;
  readonly worn?: WornKeepsakes | undefined;
  /** The manner (character), shown only in an adult. */
  readonly manner?: DrawnManner | undefined;
  /** True after a wish was granted: sparks and hearts are drawn. */
  readonly joy?: true | undefined;
}

/** How a creature holds itself in one picture; that of its portrait by default. */
export interface Stance {
  readonly expression?: Expression;
  readonly motion?: Motion | undefined;
  readonly nod?: Nod;
  readonly gait?: 'run';
  readonly hasScenery?: boolean;
  /** Tells the pictures of one creature apart; part of their SVG ids. */
  readonly name?: string;
}

export interface PosedCreature extends Readonly<{ canvas: Canvas; reach: Reach; style: PromptStyle }> {
  readonly path: Path | undefined;
  readonly manner: DrawnManner | undefined;
  /** The creature, its feet at 0 0. */
  readonly creature: Svg;
  /** What shows its condition: a thought, a bowl, tears. */
  readonly sign: Svg;
  /** What stands or hovers beside it. */
  readonly beside: Svg;
}

export function poseCreature(facts: PortraitFacts, stance: Stance): PosedCreature {
  const { species, stage, seed, prompt, designed = '', appearance = 'content', worn = {}, joy } = facts;
  const { expression = EXPRESSIONS[appearance], motion, nod = {}, hasScenery = true, name } = stance;
  const asked = prompt ?? designed;
  const style = readPromptStyle(asked, facts.personality, seededRandom(seed ^ seedOf('wishes')));
  const [path, manner] = stage === 'adult' ? [facts.path, facts.manner] : [];
  const wanted = prompt === undefined ? undefined : style.coat;
  const look = fadeForPath(path, style.applyTo(lookOf(species, asked), wanted));
  const names = [species.slug, stage, path, seed, appearance, asked, ...facts.personality];
  // Absent facts are left out of the hash, so that pictures drawn before these facts existed keep their SVG ids.
  const added = [worn.head, worn.neck, worn.side, manner, joy, name].filter((fact) => fact !== undefined);
  const canvas = createCanvas({
    look,
    stage,
    seed,
    expression,
    motion,
    hasScenery,
    facts: [...names, ...added],
  });
  const plan = bodyPlanFor(look);
  const draw = stance.gait === 'run' ? (plan.run ?? plan.draw) : plan.draw;
  const figure = draw(canvas, species.family);
  const { place, crown, reach } = layDown(canvas, plan.rest, withHat(worn.head, figure));
  const creature = place(drawCreature(canvas, figure, { path, style, worn, manner, nod }));
  return {
    canvas,
    reach,
    style,
    path,
    manner,
    creature,
    sign: hasScenery
      ? SIGNS[expression](crown, reach, 16)
      : SIGNS[expression](crown, { ...reach, left: reach.left - 20, right: reach.right - 46 }, 2),
    beside: (worn.side ? drawAtSide(worn.side, canvas, reach) : '') + (joy ? drawJoy(reach) : ''),
  };
}

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

/** What is drawn around a creature by its condition; `floor` is where a bowl stands. */
const SIGNS: Readonly<Record<Expression, (crown: AnchorPoint, reach: Reach, floor: number) => Svg>> = {
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
  hungry: (_, { right }, floor) => put(BOWL, { x: Math.min(right, 150) - 10, y: floor }),
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

export const EXPRESSIONS: Readonly<Record<Appearance, Expression>> = {
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
  readonly nod: Nod;
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
  const onHead = (svg: Svg) => nodding(svg, figure, dress.nod);
  const whole =
    drawBehind(canvas, figure) +
    (manner ? drawMannerAir(figure, manner) : '') +
    body +
    collar +
    onHead(head + drawBefore(canvas, figure) + hat) +
    (figure.arm ?? '');
  const shown = marks?.opacity === undefined ? whole : `<g opacity="${marks.opacity}">${whole}</g>`;
  // A keepsake at the neck replaces the medal of the evolution path.
  const before = marks?.before?.(canvas, worn.neck ? { ...figure, neck: undefined } : figure) ?? '';
  return (marks?.behind?.(canvas, figure) ?? '') + shown + before + onHead(kept);
}

/** Moves the head and what is on it; it turns about the chin. */
function nodding(svg: Svg, { crown, neck }: Figure, { x = 0, y = 0, turn = 0 }: Nod): Svg {
  if (svg === '' || (x === 0 && y === 0 && turn === 0)) return svg;
  const at = neck ?? { x: crown.x, y: crown.y * 0.6 };
  const turned = turn === 0 ? '' : ` rotate(${n(turn)} ${n(at.x)} ${n(at.y)})`;
  return `<g transform="translate(${n(x)} ${n(y)})${turned}">${svg}</g>`;
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
