import type { Chance } from './chance.ts';
import { lineOf, type Colour } from './colours.ts';
import type { Look } from './look.ts';
import { n } from './pen.ts';
import type { Growth } from './growth.ts';

/** What is painted next: pieces of SVG in the order in which they cover each other. */
export type Art = string;

/** How a thing is painted; without a word, as everything: with a line, a shadow to the lower right and a light. */
export interface Coat {
  readonly fill: Colour;
  /** What lies on it, cut off at its edge. */
  readonly marks?: Art;
  readonly line?: Colour;
  readonly width?: number;
  /** How deep the shadow reaches, 0 for a flat thing. */
  readonly depth?: number;
  readonly opacity?: number;
}

export type Expression = 'calm' | 'glad' | 'asleep' | 'hungry' | 'weak' | 'curious';

/** Everything the parts of one picture share. */
export interface Easel {
  readonly look: Look;
  readonly growth: Growth;
  readonly roll: Chance;
  readonly expression: Expression;
  readonly form: (outline: string, coat: Coat) => Art;
  /** A name for something in this picture that no other picture on the page has. */
  readonly name: () => string;
}

export const LINE_WIDTH = 5;

/** Paints forms under names that no other picture has; what was painted before is only pointed to. */
export function formOn(name: () => string): Easel['form'] {
  const painted = new Map<string, string>();
  return (outline, coat) => {
    const key = [outline, ...Object.values(coat)].join('|');
    const before = painted.get(key);
    if (before) return `<use href="#${before}g"/>`;
    const id = name();
    painted.set(key, id);
    return formOf(id, outline, coat);
  };
}

function formOf(id: string, outline: string, coat: Coat): Art {
  const { marks = '', width = LINE_WIDTH, depth = 13, opacity = 1, line = lineOf(coat.fill) } = coat;
  const use = `<use href="#${id}"`;
  const within = marks + (depth > 0 ? shadow(use, depth) : '');
  const cut = within === '' ? '' : `<g clip-path="url(#${id}c)">${within}</g>`;
  const edge = width > 0 ? `${use} fill="none" stroke="${line}" stroke-width="${n(width)}"/>` : '';
  const faint = opacity < 1 ? ` opacity="${n2(opacity)}"` : '';
  return `<g id="${id}g"${faint}><clipPath id="${id}c"><path id="${id}" d="${outline}"/></clipPath>${use} fill="${coat.fill}"/>${cut}${edge}</g>`;
}

// A broad line around the thing itself, shifted towards the lamp and cut off at its edge, leaves a crescent of shade.
function shadow(use: string, depth: number): Art {
  const shift = `translate(${n(-depth * 0.62)} ${n(-depth * 0.78)})`;
  return `${use} transform="${shift}" fill="none" stroke="${SHADE}" stroke-opacity=".16" stroke-width="${n(depth * 2)}"/>`;
}

const SHADE = '#2c1a33';

export function fill(outline: string, colour: Colour, opacity = 1): Art {
  return `<path d="${outline}" fill="${colour}"${opacity < 1 ? ` opacity="${n2(opacity)}"` : ''}/>`;
}

export function stroke(outline: string, colour: Colour, width: number, opacity = 1): Art {
  const faint = opacity < 1 ? ` opacity="${n2(opacity)}"` : '';
  return `<path d="${outline}" fill="none" stroke="${colour}" stroke-width="${n(width)}"${faint}/>`;
}

export interface Place {
  readonly x?: number;
  readonly y?: number;
  readonly scale?: number;
  readonly turn?: number;
  /** -1 shows it the other way round. */
  readonly flip?: 1 | -1;
}

export function put(art: Art, { x = 0, y = 0, scale = 1, turn = 0, flip = 1 }: Place): Art {
  if (art === '') return '';
  const sized = scale === 1 && flip === 1 ? '' : ` scale(${n2(scale * flip)} ${n2(scale)})`;
  const turned = turn === 0 ? '' : ` rotate(${n(turn)})`;
  return `<g transform="translate(${n(x)} ${n(y)})${turned}${sized}">${art}</g>`;
}

/** The same on both sides: drawn for the right, then mirrored. */
export function pair(draw: (side: 1 | -1) => Art): Art {
  return draw(-1) + draw(1);
}

/** The same on both sides, drawn once: for big things that may take their light from either. */
export function twins({ name }: Easel, art: Art): Art {
  const id = name();
  return `<g id="${id}">${art}</g><use href="#${id}" transform="scale(-1 1)"/>`;
}

const n2 = (value: number) => String(Math.round(value * 100) / 100 || 0);
