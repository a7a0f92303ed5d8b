import { seedOf } from '../../core/engine/dice.ts';
import type { Stage } from '../../core/vocabulary.ts';
import type { ParsedLook } from '../words/look.ts';
import { outlineColour, type Colour } from './colours.ts';
import { type GrowthScales, GROWTH_SCALES } from './growth.ts';
import { n } from './paths.ts';
import { type SeededRandom, seededRandom } from './random.ts';

/** What is painted next: pieces of SVG in the order in which they cover each other. */
export type Svg = string;

/** How a thing is painted; without a word, as everything: with a line, a shadow to the lower right and a light. */
export interface Paint {
  readonly fill: Colour;
  /** What lies on it, cut off at its edge. */
  readonly marks?: Svg;
  readonly line?: Colour;
  readonly width?: number;
  /** How deep the shadow reaches, 0 for a flat thing. */
  readonly depth?: number;
  readonly opacity?: number;
}

export type Expression = 'calm' | 'glad' | 'asleep' | 'hungry' | 'weak' | 'curious';

/** Everything the parts of one picture share. */
export interface Canvas {
  readonly look: ParsedLook;
  readonly growth: GrowthScales;
  readonly random: SeededRandom;
  readonly expression: Expression;
  readonly paint: (outline: string, coat: Paint) => Svg;
  /** A name for something in this picture that no other picture on the page has. */
  readonly uniqueId: () => string;
}

export const LINE_WIDTH = 5;

/** Paints forms under names that no other picture has; what was painted before is only pointed to. */
export function shapePainter(name: () => string): Canvas['paint'] {
  const painted = new Map<string, string>();
  return (outline, coat) => {
    const key = [outline, ...Object.values(coat)].join('|');
    const before = painted.get(key);
    if (before) return `<use href="#${before}g"/>`;
    const id = name();
    painted.set(key, id);
    return paintShape(id, outline, coat);
  };
}

function paintShape(id: string, outline: string, coat: Paint): Svg {
  const { marks = '', width = LINE_WIDTH, depth = 13, opacity = 1, line = outlineColour(coat.fill) } = coat;
  const use = `<use href="#${id}"`;
  const within = marks + (depth > 0 ? shadow(use, depth) : '');
  const cut = within === '' ? '' : `<g clip-path="url(#${id}c)">${within}</g>`;
  const edge = width > 0 ? `${use} fill="none" stroke="${line}" stroke-width="${n(width)}"/>` : '';
  const faint = opacity < 1 ? ` opacity="${hundredths(opacity)}"` : '';
  return `<g id="${id}g"${faint}><clipPath id="${id}c"><path id="${id}" d="${outline}"/></clipPath>${use} fill="${coat.fill}"/>${cut}${edge}</g>`;
}

// A broad line around the thing itself, shifted towards the lamp and cut off at its edge, leaves a crescent of shade.
function shadow(use: string, depth: number): Svg {
  const shift = `translate(${n(-depth * 0.62)} ${n(-depth * 0.78)})`;
  return `${use} transform="${shift}" fill="none" stroke="${SHADE}" stroke-opacity=".16" stroke-width="${n(depth * 2)}"/>`;
}

const SHADE = '#2c1a33';

export function fill(outline: string, colour: Colour, opacity = 1): Svg {
  return `<path d="${outline}" fill="${colour}"${opacity < 1 ? ` opacity="${hundredths(opacity)}"` : ''}/>`;
}

export function stroke(outline: string, colour: Colour, width: number, opacity = 1): Svg {
  const faint = opacity < 1 ? ` opacity="${hundredths(opacity)}"` : '';
  return `<path d="${outline}" fill="none" stroke="${colour}" stroke-width="${n(width)}"${faint}/>`;
}

export interface Placement {
  readonly x?: number;
  readonly y?: number;
  readonly scale?: number;
  readonly turn?: number;
  /** -1 shows it the other way round. */
  readonly flip?: 1 | -1;
}

export function put(art: Svg, { x = 0, y = 0, scale = 1, turn = 0, flip = 1 }: Placement): Svg {
  if (art === '') return '';
  const sized = scale === 1 && flip === 1 ? '' : ` scale(${hundredths(scale * flip)} ${hundredths(scale)})`;
  const turned = turn === 0 ? '' : ` rotate(${n(turn)})`;
  return `<g transform="translate(${n(x)} ${n(y)})${turned}${sized}">${art}</g>`;
}

/** The same on both sides: drawn for the right, then mirrored. */
export function pair(draw: (side: 1 | -1) => Svg): Svg {
  return draw(-1) + draw(1);
}

/** The same on both sides, drawn once: for big things that may take their light from either. */
export function mirroredPair({ uniqueId }: Canvas, art: Svg): Svg {
  const id = uniqueId();
  return `<g id="${id}">${art}</g><use href="#${id}" transform="scale(-1 1)"/>`;
}

const hundredths = (value: number) => String(Math.round(value * 100) / 100 || 0);

export interface CanvasOptions {
  readonly look: ParsedLook;
  readonly stage: Stage;
  readonly seed: number;
  readonly expression?: Expression;
  /** All that makes this picture another than the next: names inside it follow from it. */
  readonly facts: readonly unknown[];
}

/** An empty canvas for one picture. */
export function createCanvas({ look, stage, seed, expression = 'calm', facts }: CanvasOptions): Canvas {
  const prefix = `a${seedOf(facts.join(' ')).toString(36)}`;
  let named = 0;
  const name = () => `${prefix}${(named++).toString(36)}`;
  return {
    look,
    growth: GROWTH_SCALES[stage],
    random: seededRandom(seed),
    expression,
    paint: shapePainter(name),
    uniqueId: name,
  };
}

/** The square every picture is painted on. */
export function svgDocument(art: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" stroke-linecap="round" stroke-linejoin="round">${art}</svg>`;
}
