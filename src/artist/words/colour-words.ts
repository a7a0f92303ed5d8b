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

const COLOURS: Readonly<Record<string, Colour>> = {
  white: '#f8f3ea',
  snow: '#f4f4f2',
  snowy: '#f1f0ee',
  'smoky-white': '#dcdad8',
  ivory: '#f3ead8',
  cream: '#f2dfbd',
  beige: '#dcc7a3',
  parchment: '#e8d5a8',
  sandy: '#d9b889',
  tan: '#c98d55',
  fawn: '#d8ad7c',
  tawny: '#d19a58',
  golden: '#e0a548',
  gold: '#e9b53c',
  'golden-brown': '#b98241',
  'lightning-gold': '#f5cd48',
  honey: '#e0a040',
  yellow: '#f0c648',
  'ember-yellow': '#f0b52e',
  lemon: '#f3df6a',
  amber: '#dd962b',
  hazel: '#9c8746',
  copper: '#c26f37',
  bronze: '#a97b41',
  brass: '#c99c48',
  orange: '#ec8e3c',
  ginger: '#d9813a',
  peach: '#f4b48a',
  apricot: '#f0a868',
  'red-orange': '#db7635',
  'red-gold': '#cf7a3c',
  rust: '#a9522f',
  cinnamon: '#a8643a',
  chestnut: '#a35a32',
  caramel: '#bd7c41',
  brown: '#8f6040',
  chocolate: '#5d3c2c',
  clay: '#c4714a',
  red: '#d2473a',
  scarlet: '#d63d2c',
  crimson: '#b32b3b',
  ruby: '#b8294a',
  coral: '#ee7461',
  salmon: '#f08f7c',
  pink: '#f2a7b3',
  'pink-grey': '#ddb6ae',
  rose: '#e58398',
  rosy: '#ee9aa2',
  magenta: '#c6478f',
  purple: '#8a5fb5',
  violet: '#8d6cc6',
  lavender: '#b7a3dc',
  lilac: '#c2a6d8',
  indigo: '#4d4a9c',
  navy: '#2f3f6d',
  blue: '#5a92d6',
  azure: '#5fb0ea',
  sapphire: '#3560b4',
  'storm-blue': '#4b6e9c',
  'blue-grey': '#7f8b9c',
  cyan: '#59d7e6',
  turquoise: '#44b9b0',
  teal: '#2f858c',
  emerald: '#2f9d6d',
  jade: '#4fa47c',
  mint: '#9fdcbc',
  green: '#6db35a',
  lime: '#a9cf4b',
  olive: '#7f8c48',
  moss: '#7d9850',
  mossy: '#7d9850',
  grey: '#94949e',
  gray: '#94949e',
  smoky: '#a09da4',
  silver: '#c4cad3',
  'silver-grey': '#b3b7bf',
  steel: '#a8b5bf',
  charcoal: '#4c4a55',
  black: '#38343f',
  ebony: '#322c36',
  midnight: '#2c3354',
  crystal: '#c8e6f0',
  'lamp-lit': '#f2bf55',
  ink: '#2f3350',
  lightning: '#f5cd48',
};

// Breeders' names.
const FUR_COLOURS: Readonly<Record<string, Colour>> = { red: '#c26a3c', yellow: '#ecc989' };

const COLOUR_NAME = new RegExp(
  `(?<![\\w-])((?:${Object.keys(MODIFIERS).join('|')}) )?(${Object.keys(COLOURS)
    .toSorted((one, other) => other.length - one.length)
    .join('|')})(?![\\w]|-(?:tipped|stained|ringed))`,
  'g',
);
