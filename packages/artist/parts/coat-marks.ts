import { type Canvas, drawEach, fill, type Svg, times } from '../drawing/canvas.ts';
import { brightness, type Colour, darker, lighter, mix } from '../drawing/colours.ts';
import { n, oval, type Point, pts, wobblyCircle } from '../drawing/paths.ts';
import type { BodyPart, ParsedLook } from '../words/look.ts';
import { firstMatch, type WordTable } from '../words/word-table.ts';

type MarkArea = Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;

export type CoatPattern = 'stripes' | 'spots' | 'rosettes' | 'patches' | 'plain';

const PATTERN_WORDS: WordTable<CoatPattern> = [
  [/rosettes/, 'rosettes'],
  [/black spots|spotted|dark spots/, 'spots'],
  [/(?:black|dark) stripes|striped|tabby/, 'stripes'],
  [/patches/, 'patches'],
];

export function coatPattern({ look }: Canvas): CoatPattern {
  return firstMatch(PATTERN_WORDS, look.text) ?? 'plain';
}

export function drawCoatMarks(canvas: Canvas, box: MarkArea): Svg {
  return PATTERN_DRAWINGS[coatPattern(canvas)](canvas, box);
}

/** The colour of coat marks, never that of the coat itself. */
export function markColour({ look }: Canvas): Colour {
  return look.mark === look.coat || /spotted/.test(look.text) ? darker(look.coat, 0.48) : look.mark;
}

const PATTERN_DRAWINGS: Readonly<Record<CoatPattern, (canvas: Canvas, box: MarkArea) => Svg>> = {
  plain: () => '',
  stripes: (canvas, box) => stripes(box, markColour(canvas)),
  spots: (canvas, box) => fill(scatterSpots(canvas, box, 0.62), markColour(canvas)),
  rosettes: (canvas, box) => {
    const rings = scatterSpots(canvas, box, 0.9);
    const mark = markColour(canvas);
    return `<path d="${rings}" fill="${mix(canvas.look.coat, mark, 0.35)}" stroke="${mark}" stroke-width="5.5" stroke-dasharray="17 6"/>`;
  },
  patches,
};

function stripes({ x, y, w, h }: MarkArea, colour: Colour): Svg {
  const rows = times(Math.max(3, Math.round(h / 34)), (row) => {
    const top = y + (row + 0.6) * 34;
    const reach = w * (row % 2 ? 0.3 : 0.38);
    return stripe(x - 6, top, reach + 6) + stripe(x + w + 6, top, -reach - 6);
  });
  return fill(rows, colour);
}

function stripe(x: number, y: number, reach: number): string {
  return `M${n(x)} ${n(y)}q${n(reach * 0.6)} -4 ${n(reach)} 14q${n(-reach * 0.5)} -5 ${n(-reach)} 1Z`;
}

function scatterSpots({ random }: Canvas, { x, y, w, h }: MarkArea, wide: number): string {
  const [columns, rows] = [Math.max(2, Math.round(w / 46)), Math.max(2, Math.round(h / 44))];
  return times(columns * rows, (index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const shift = row % 2 ? 0.5 : 0;
    const across = (column + shift + random.between(0.25, 0.6)) / columns;
    const down = (row + random.between(0.2, 0.7)) / rows;
    const r = random.between(9, 13);
    return oval(x + across * w, y + down * h, r * wide, r * 0.78);
  });
}

function patches({ look, random }: Canvas, { x, y, w, h }: MarkArea): Svg {
  const colours = [look.second ?? look.mark, look.third ?? look.mark];
  const places: readonly Point[] = pts('0.06 0.1, 0.94 0.24, 0.16 0.72, 0.88 0.78');
  return drawEach(places, ([px, py], index) => {
    const r = Math.min(w, h) * random.between(0.26, 0.36);
    const middle: Point = [x + w * px, y + h * py];
    return fill(wobblyCircle(middle, r, random.between(0, 6)), colours[index % 2] ?? look.mark);
  });
}

export type CoatColours = Readonly<ReturnType<typeof coatColoursOf>>;

const isPale = (colour: Colour | undefined) => colour !== undefined && brightness(colour) > 0.83;

export function coatColoursOf(look: ParsedLook) {
  const { coat, second, third } = look;
  const three = isPale(second) && third !== undefined && !/patch/.test(look.text);
  const main = three ? (third ?? coat) : coat;
  const pale = isPale(coat) ? coat : isPale(second) ? (second ?? coat) : undefined;
  const colourOf = (part: BodyPart) => look.parts[part]?.colours[0] ?? shadedColour(look, part);
  const under = isPale(coat) ? undefined : pale;
  const blotch =
    isPale(coat) && second && !/stripes|spots|rosettes|patches/.test(look.text) ? second : undefined;
  const feet = /chest and feet/.test(look.text) ? colourOf('chest') : undefined;
  const legs = colourOf('legs') ?? main;
  const ruff = colourOf('ruff');
  return {
    main,
    ears: colourOf('ears') ?? blotch ?? (three ? darker(main, 0.22) : main),
    muzzle:
      maskOf(look) ??
      colourOf('muzzle') ??
      colourOf('cheeks') ??
      colourOf('chin') ??
      under ??
      lighter(main, brightness(main) < 0.35 ? 0.1 : 0.45),
    chest:
      colourOf('chest') ??
      under ??
      look.parts.cheeks?.colours[0] ??
      (ruff && brightness(ruff) > 0.5 ? ruff : undefined),
    belly: colourOf('belly') ?? under ?? lighter(main, 0.25),
    paws: colourOf('paws') ?? feet ?? under ?? legs,
    legs,
    tail: colourOf('tail') ?? blotch ?? main,
    saddle: three ? coat : look.parts.back?.colours[0],
    /** The colour of blotches, only on a pale coat. */
    blotch,
  };
}

// A colour for parts such as "dark ears" that name no colour: that of the mask, or a darker coat.
function shadedColour(look: ParsedLook, part: BodyPart): Colour | undefined {
  const text = look.parts[part]?.text ?? '';
  if (/^dark (?!ringed)/.test(text) && part !== 'mask' && part !== 'back')
    return look.parts.mask?.colours[0] ?? look.second ?? darker(look.coat, 0.5);
  return /^pale (?:muzzle|furry)/.test(text) ? lighter(look.coat, 0.5) : undefined;
}

const maskOf = ({ parts }: ParsedLook) => (parts.mask?.text.startsWith('black mask') ? '#453c42' : undefined);
