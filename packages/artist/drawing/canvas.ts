import { seedOf } from '../../base/hash.ts';
import type { Stage } from '../facts.ts';
import type { ParsedLook } from '../words/look.ts';
import { type Colour, outlineColour, SHADOW } from './colours.ts';
import type { Motion } from './motion.ts';
import { n } from './paths.ts';
import { seededRandom, type SeededRandom } from './random.ts';

/** Sizes relative to an adult: `body` from the ground to the neck, `extras` tails, ears, wings, horns. */
type GrowthScales = Readonly<
  Record<'head' | 'body' | 'width' | 'legs' | 'eyes' | 'extras' | 'whole', number>
>;

export const GROWTH_SCALES: Readonly<Record<Stage, GrowthScales>> = {
  egg: { head: 1.25, body: 0.5, width: 0.8, legs: 0.5, eyes: 1.3, extras: 0.6, whole: 0.8 },
  baby: { head: 1.24, body: 0.52, width: 0.84, legs: 0.55, eyes: 1.28, extras: 0.66, whole: 0.78 },
  child: { head: 1.12, body: 0.72, width: 0.86, legs: 0.75, eyes: 1.14, extras: 0.84, whole: 0.82 },
  teen: { head: 1.02, body: 0.86, width: 0.72, legs: 1.08, eyes: 1.06, extras: 1.06, whole: 0.86 },
  adult: { head: 1, body: 1.04, width: 1.06, legs: 1, eyes: 0.96, extras: 1, whole: 1 },
};

/** A fragment of SVG; later elements cover earlier ones. */
export type Svg = string;

/** How a shape is painted. By default: the colour of the coat, an outline, and a shadow at the lower right. */
interface Paint {
  readonly fill?: Colour;
  /** Marks drawn on the shape and clipped at its edge. */
  readonly marks?: Svg;
  readonly line?: Colour;
  readonly width?: number;
  /** Depth of the shape's shadow; 0 for none. */
  readonly depth?: number;
  readonly opacity?: number;
}

export type FilledPaint = Paint & { readonly fill: Colour };

export type Expression =
  | 'calm'
  | 'glad'
  | 'curious'
  | 'wistful'
  | 'sad'
  | 'hungry'
  | 'weak'
  | 'afraid'
  | 'faint'
  | 'asleep'
  | 'restless';

export type ByExpression<T> = Readonly<Partial<Record<Expression, T>>>;

const LYING: ReadonlySet<Expression> = new Set(['asleep', 'restless', 'faint']);

export interface Canvas {
  readonly look: ParsedLook;
  readonly stage: Stage;
  readonly growth: GrowthScales;
  readonly random: SeededRandom;
  readonly expression: Expression;
  readonly posture: 'upright' | 'lying';
  readonly motion: Motion;
  /** False for a figure without background: nothing is drawn that reaches beyond it. */
  readonly hasScenery: boolean;
  readonly paint: (outline: string, paint: Paint) => Svg;
  /** Returns an SVG id that is unique among all pictures on a page. */
  readonly uniqueId: () => string;
}

interface CanvasOptions extends Pick<Canvas, 'look' | 'stage'> {
  readonly seed: number;
  readonly expression?: Expression;
  readonly motion?: Motion | undefined;
  readonly hasScenery?: boolean;
  /** Facts that distinguish this picture from others; hashed into its SVG ids. */
  readonly facts: readonly unknown[];
}

export function createCanvas(options: CanvasOptions): Canvas {
  const { look, stage, seed, expression = 'calm', motion = {}, hasScenery = true, facts } = options;
  const prefix = `a${seedOf(facts.join(' ')).toString(36)}`;
  let count = 0;
  const uniqueId = () => `${prefix}${(count++).toString(36)}`;
  const [growth, random] = [GROWTH_SCALES[stage], seededRandom(seed)];
  const paint = shapePainter(uniqueId, look.coat);
  const posture = LYING.has(expression) ? 'lying' : 'upright';
  return { look, stage, growth, random, expression, posture, motion, hasScenery, paint, uniqueId };
}

export function svgDocument(content: Svg): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" stroke-linecap="round" stroke-linejoin="round">${content}</svg>`;
}

export const LINE_WIDTH = 5;

// A shape that was painted before becomes a `<use>` reference to the first one.
function shapePainter(uniqueId: () => string, coat: Colour): Canvas['paint'] {
  const painted = new Map<string, string>();
  return (outline, given) => {
    const paint = { fill: coat, ...given };
    const key = [outline, ...Object.values(paint)].join('|');
    const before = painted.get(key);
    if (before) return `<use href="#${before}g"/>`;
    const id = uniqueId();
    painted.set(key, id);
    return paintShape(id, outline, paint);
  };
}

function paintShape(id: string, outline: string, paint: FilledPaint): Svg {
  const { marks = '', width = LINE_WIDTH, depth = 13, opacity = 1, line = outlineColour(paint.fill) } = paint;
  const use = `<use href="#${id}"`;
  const within = marks + (depth > 0 ? shadow(use, depth) : '');
  const cut = within === '' ? '' : `<g clip-path="url(#${id}c)">${within}</g>`;
  const edge = width > 0 ? `${use} fill="none" stroke="${line}" stroke-width="${n(width)}"/>` : '';
  return `<g id="${id}g"${opacityIf(opacity)}><clipPath id="${id}c"><path id="${id}" d="${outline}"/></clipPath>${use} fill="${paint.fill}"/>${cut}${edge}</g>`;
}

// A broad stroke of the outline, shifted towards the light and clipped at its edge, leaves a dark crescent.
function shadow(use: string, depth: number): Svg {
  const shift = `translate(${n(-depth * 0.62)} ${n(-depth * 0.78)})`;
  return `${use} transform="${shift}" fill="none" stroke="${SHADOW}" stroke-opacity=".16" stroke-width="${n(depth * 2)}"/>`;
}

export function fill(outline: string, colour: Colour, opacity = 1): Svg {
  return `<path d="${outline}" fill="${colour}"${opacityIf(opacity)}/>`;
}

export function outlined(outline: string, colour: Colour, line: Colour, width: number): Svg {
  return fill(outline, colour) + stroke(outline, line, width);
}

export function stroke(outline: string, colour: Colour, width: number, opacity = 1): Svg {
  return `<path d="${outline}" fill="none" stroke="${colour}" stroke-width="${n(width)}"${opacityIf(opacity)}/>`;
}

type Placement = Readonly<{ x?: number; y?: number; scale?: number; turn?: number; flip?: 1 | -1 }>;

export function put(svg: Svg, { x = 0, y = 0, scale = 1, turn = 0, flip = 1 }: Placement): Svg {
  if (svg === '') return '';
  const sized = scale === 1 && flip === 1 ? '' : ` scale(${hundredths(scale * flip)} ${hundredths(scale)})`;
  const turned = turn === 0 ? '' : ` rotate(${n(turn)})`;
  return `<g transform="translate(${n(x)} ${n(y)})${turned}${sized}">${svg}</g>`;
}

/** Turns a part about a joint. */
export function turnAbout(svg: Svg, degrees: number, x = 0, y = 0): Svg {
  return svg === '' || degrees === 0
    ? svg
    : `<g transform="rotate(${n(degrees)} ${n(x)} ${n(y)})">${svg}</g>`;
}

export function pair(draw: (side: 1 | -1) => Svg): Svg {
  return draw(-1) + draw(1);
}

/** Draws a part twice, mirrored; `placement` is that of the right one. */
export function flippedPair(
  draw: () => Svg,
  { x = 0, turn = 0, ...place }: Omit<Placement, 'flip'> = {},
): string {
  return pair((side) => put(draw(), { ...place, x: x * side, turn: turn * side, flip: side }));
}

export function drawEach<T>(items: readonly T[], draw: (item: T, index: number) => Svg): Svg {
  return items.map((item, index) => draw(item, index)).join('');
}

export function times(count: number, draw: (index: number) => Svg): Svg {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

/** Draws a large part once as the right half and mirrors it together with its shadow. */
export function mirroredPair({ uniqueId }: Canvas, svg: Svg): Svg {
  const id = uniqueId();
  return `<g id="${id}">${svg}</g><use href="#${id}" transform="scale(-1 1)"/>`;
}

/** Cuts off what is drawn below a height. */
export function cutBelow({ uniqueId }: Canvas, svg: Svg, y: number): Svg {
  const id = `${uniqueId()}c`;
  return `<clipPath id="${id}"><path d="M-900 -900H900V${n(y)}H-900Z"/></clipPath><g clip-path="url(#${id})">${svg}</g>`;
}

const hundredths = (value: number) => String(Math.round(value * 100) / 100 || 0);
const opacityIf = (opacity: number) => (opacity < 1 ? ` opacity="${hundredths(opacity)}"` : '');
