/** Fonts of headings and quotes, as on the share cards. */
export const FONTS = [
  {
    name: 'alegreya-bold',
    file: '700Bold/Alegreya_700Bold.ttf',
    weight: '600 900',
    style: 'normal',
    // `optional`: the font is preloaded; a late swap would shift the layout.
    display: 'optional',
  },
  {
    name: 'alegreya',
    file: '500Medium/Alegreya_500Medium.ttf',
    weight: '400 500',
    style: 'normal',
    display: 'swap',
  },
  {
    name: 'alegreya-italic',
    file: '500Medium_Italic/Alegreya_500Medium_Italic.ttf',
    weight: '400 900',
    style: 'italic',
    display: 'swap',
  },
] as const;

/**
 * Code points of the files in src/web/fonts, two of each font; others fall back to a system font. A page loads the second file
 * only for a name that needs it. Another subset is made with fontTools: map the digits to the glyphs of `lnum` in `cmap` (the
 * old-style 0 looks like an o), then `pyftsubset FONT --unicodes=… --layout-features=kern,tnum --no-hinting --notdef-outline`.
 */
const FONT_SUBSETS: readonly FontSubset[] = [
  {
    suffix: '',
    characters: [
      [0x20, 0x7e],
      [0xa0, 0xff],
      [0x2013, 0x2014],
      [0x2018, 0x201e],
      [0x2022, 0x2022],
      [0x2026, 0x2026],
      [0x2212, 0x2212],
    ],
  },
  { suffix: '-extended', characters: [[0x100, 0x17f]] },
];

interface FontSubset {
  readonly suffix: string;
  readonly characters: readonly (readonly [from: number, to: number])[];
}

/** The files of the fonts in src/web/fonts, the preloaded one first. */
export const FONT_FILES: readonly FontFile[] = FONT_SUBSETS.flatMap((subset) =>
  FONTS.map((font) => ({ ...font, ...subset, name: font.name + subset.suffix })),
);

export interface FontFile extends FontSubset {
  readonly name: string;
  readonly weight: string;
  readonly style: string;
  readonly display: string;
  /** The font in `@expo-google-fonts/alegreya` that this is a part of. */
  readonly file: string;
}

export function fontFaceRule({ weight, style, display, characters }: FontFile, path: string): string {
  const range = characters.map(([from, to]) => `U+${hex(from)}-${hex(to)}`).join(',');
  return `@font-face{font-family:Alegreya;font-style:${style};font-weight:${weight};font-display:${display};src:url(${path}) format("truetype");unicode-range:${range}}\n`;
}

function hex(character: number): string {
  return character.toString(16).toUpperCase();
}

export const STYLE_SHEETS = [
  'style.css',
  'window.css',
  'copy.css',
  'choice.css',
  'creature/chart.css',
  'public/home.css',
  'public/creatures.css',
  'creature/creature.css',
  'creature/life-chart.css',
  'creature/share.css',
  'creature/heart.css',
  'public/agent.css',
  'public/keepers.css',
  'public/mine.css',
  'motion.css',
  'public/graveyard.css',
  'public/hall.css',
  'public/species.css',
  'public/guides.css',
  'public/api-reference.css',
  'public/checkout.css',
  'print.css',
] as const;

export const INLINE_PICTURES = [
  'ark',
  'egg',
  'empty-window',
  'public/home-sky',
  'public/graveyard-carvings',
  'public/graveyard-flowers',
  'public/graveyard-hill',
  'public/graveyard-lantern',
  'public/guide-payment',
  'cards/ark',
  'cards/candle',
  'cards/graveyard',
] as const;
