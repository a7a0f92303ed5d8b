import colours from '#content/pictures/colours.json' with { type: 'json' };

import { darker, lighter, saturate, type Colour } from '../drawing/colours.ts';

/** Every colour a text names, in order: "dark brown and white" is two. */
export function findColours(text: string, of: 'fur' | 'anything' = 'anything'): readonly Colour[] {
  return [...text.matchAll(COLOUR_NAME)].map(([, how = '', word = '']) => {
    const plain = (of === 'fur' && FUR_COLOURS[word]) || COLOURS[word] || '';
    return MODIFIERS[how.trim()]?.(plain) ?? plain;
  });
}

const MODIFIERS: Readonly<Record<string, (colour: Colour) => Colour>> = {
  dark: (colour) => darker(colour, 0.4),
  deep: (colour) => darker(colour, 0.22),
  pale: (colour) => lighter(colour, 0.42),
  light: (colour) => lighter(colour, 0.35),
  faint: (colour) => lighter(colour, 0.3),
  soft: (colour) => lighter(colour, 0.12),
  dim: (colour) => lighter(colour, 0.2),
  bright: (colour) => saturate(colour, 1.25),
};

const COLOURS: Readonly<Record<string, Colour>> = colours;

const FUR_COLOURS: Readonly<Record<string, Colour>> = { red: '#c26a3c', yellow: '#ecc989' };

const COLOUR_NAME = new RegExp(
  `(?<![\\w-])((?:${Object.keys(MODIFIERS).join('|')}) )?(${Object.keys(COLOURS)
    .toSorted((one, other) => other.length - one.length)
    .join('|')})(?![\\w]|-(?:tipped|stained|ringed))`,
  'g',
);
