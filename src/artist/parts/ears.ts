import { fill, pair, put, stroke, type Canvas, type Expression, type Svg } from '../drawing/canvas.ts';
import { darker, lighter, mix, outlineColour, type Colour } from '../drawing/colours.ts';
import { loop, pts, type Point } from '../drawing/paths.ts';
import { firstMatch, type WordTable } from '../words/word-table.ts';

export type EarKind = keyof typeof EARS;

interface EarShape {
  /** Outline of the right ear pointing up; its root is at 0 0. */
  readonly outline: readonly Point[];
  readonly inner?: readonly Point[];
  readonly softness: number;
  readonly at: { readonly x: number; readonly y: number; readonly turn: number };
  readonly before?: true;
}

const EARS = {
  pointed: {
    outline: pts('-44 24, -32 -24, 0 -64, 32 -28, 46 24'),
    inner: pts('-24 16, -16 -16, 1 -42, 18 -18, 28 16'),
    softness: 0.42,
    at: { x: 54, y: -54, turn: 20 },
  },
  upright: {
    outline: pts('-32 26, -28 -30, 0 -86, 26 -36, 36 24'),
    inner: pts('-14 20, -13 -24, 1 -60, 13 -28, 18 18'),
    softness: 0.5,
    at: { x: 48, y: -56, turn: 14 },
  },
  rounded: {
    outline: pts('-34 20, -38 -26, -8 -60, 30 -38, 40 16'),
    inner: pts('-18 12, -20 -20, -3 -38, 17 -22, 22 10'),
    softness: 0.95,
    at: { x: 56, y: -54, turn: 22 },
  },
  round: {
    outline: pts('-34 10, -34 -26, 0 -46, 34 -26, 34 10, 0 26'),
    inner: pts('-19 4, -19 -16, 0 -28, 19 -16, 19 4, 0 14'),
    softness: 1,
    at: { x: 62, y: -54, turn: 26 },
  },
  tall: {
    outline: pts('-28 24, -36 -30, -26 -88, 4 -104, 32 -70, 38 20'),
    inner: pts('-14 18, -20 -26, -13 -72, 4 -82, 18 -56, 20 14'),
    softness: 0.9,
    at: { x: 42, y: -60, turn: 14 },
  },
  bat: {
    outline: pts('-34 24, -36 -40, -12 -88, 14 -88, 36 -44, 42 20'),
    inner: pts('-18 18, -20 -32, -6 -64, 10 -64, 22 -34, 24 14'),
    softness: 0.9,
    at: { x: 58, y: -46, turn: 20 },
  },
  long: {
    outline: pts('-20 20, -28 -60, -18 -128, 2 -142, 22 -124, 28 -58, 20 20'),
    inner: pts('-9 8, -14 -58, -8 -108, 2 -118, 12 -104, 14 -56, 9 8'),
    softness: 1,
    at: { x: 32, y: -64, turn: 9 },
  },
  floppy: {
    outline: pts('-24 -14, 16 -22, 38 14, 36 76, 14 106, -12 84, -20 36'),
    softness: 0.95,
    at: { x: 74, y: -48, turn: -4 },
    before: true,
  },
  folded: {
    outline: pts('-34 8, -22 -34, 12 -38, 46 -2, 38 30, 16 16, -6 6'),
    softness: 0.75,
    at: { x: 56, y: -58, turn: 8 },
    before: true,
  },
  tipped: {
    outline: pts('-32 22, -30 -28, -6 -56, 30 -54, 46 -18, 24 -20, 32 20'),
    inner: pts('-16 16, -16 -20, -2 -36, 8 -30, 14 14'),
    softness: 0.7,
    at: { x: 52, y: -56, turn: 14 },
  },
  angular: {
    outline: pts('-30 22, -22 -60, 34 18'),
    inner: pts('-14 12, -14 -30, 14 12'),
    softness: 0.05,
    at: { x: 54, y: -56, turn: 12 },
  },
} as const satisfies Readonly<Record<string, EarShape>>;

const EAR_WORDS: WordTable<EarKind> = [
  [/floppy/, 'floppy'],
  [/half-pricked/, 'tipped'],
  [/folded|rose/, 'folded'],
  [/bat /, 'bat'],
  [/angular/, 'angular'],
  [/long upright|black-tipped ears/, 'long'],
  [/tall rounded|huge upright/, 'tall'],
  [/rounded/, 'rounded'],
  [/round/, 'round'],
  [/upright|pricked/, 'upright'],
];

function chooseEarKind({ look }: Canvas, usual: EarKind): EarKind {
  return firstMatch(EAR_WORDS, look.parts.ears?.text ?? '') ?? usual;
}

const earScales = ({ look, growth }: Canvas) =>
  [(look.parts.ears?.size ?? 1) ** 0.7, 0.55 + growth.extras * 0.45] as const;

/** Height of the ear tips above the middle of the head. */
export function earHeight(canvas: Canvas, usual: EarKind): number {
  const ear: EarShape = EARS[chooseEarKind(canvas, usual)];
  const [sized, grown] = earScales(canvas);
  const high = Math.max(...ear.outline.map(([, y]) => -y)) * sized * grown;
  return Math.max(80, high - ear.at.y + (canvas.look.parts.tufts ? 26 : 0));
}

// How far the ears droop per expression, in degrees.
const EAR_DROOP: Readonly<Partial<Record<Expression, number>>> = {
  hungry: 16,
  weak: 16,
  sad: 22,
  restless: 22,
  faint: 26,
  asleep: 12,
  afraid: 30,
};

interface EarOptions {
  readonly usual: EarKind;
  readonly colour: Colour;
  readonly where: 'behind' | 'before';
  readonly scale?: number;
}

export function drawEars(canvas: Canvas, { usual, colour, where, scale = 1 }: EarOptions): Svg {
  const ear: EarShape = EARS[chooseEarKind(canvas, usual)];
  if ((ear.before ? 'before' : 'behind') !== where) return '';
  const { look } = canvas;
  const words = look.parts.ears;
  const [sized, grown] = earScales(canvas);
  const droop = EAR_DROOP[canvas.expression] ?? 0;
  const outer = (/\btip/.test(words?.text ?? '') ? undefined : words?.colours[0]) ?? colour;
  const missing = /missing left/.test(look.text);
  const twitch = canvas.pose === 'twitch' ? 13 : 0;
  return pair((side) =>
    missing && side === -1
      ? ''
      : put(oneEar(canvas, ear, outer), {
          x: ear.at.x * side,
          y: ear.at.y,
          scale: scale * sized * grown,
          turn: (ear.at.turn + droop + (side === 1 ? twitch : 0)) * side,
          flip: side,
        }),
  );
}

function oneEar(canvas: Canvas, { outline, inner, softness }: EarShape, colour: Colour): Svg {
  const { look } = canvas;
  const pink = mix(lighter(colour, 0.3), '#ee9d9d', 0.6);
  const tip = /\w-tipped/.test(look.parts.ears?.text ?? '')
    ? fill(loop(pts('-50 -84, -40 -160, 50 -160, 50 -84')), '#38343f')
    : '';
  const inside = inner ? fill(loop(inner, softness), pink) : '';
  const scar = /scarred/.test(look.text) ? fill('M20 -46L0 -34L24 -22Z', outlineColour(colour)) : '';
  return (
    tuft(canvas, outline) +
    canvas.paint(loop(outline, softness), { fill: colour, marks: inside + tip + scar, depth: 8 })
  );
}

function tuft({ look }: Canvas, outline: readonly Point[]): Svg {
  const tufts =
    look.parts.tufts ?? (/tufted/.test(look.parts.ears?.text ?? '') ? look.parts.ears : undefined);
  if (!tufts) return '';
  const long = 30 * tufts.size;
  const colour = tufts.colours[0] ?? darker(look.coat, 0.5);
  const [x, y] = outline.toSorted(([, one], [, other]) => one - other)[0] ?? [0, -70];
  return (
    stroke(`M${x} ${y + 14}Q${x + 6} ${y - long * 0.6} ${x + 14} ${y - long}`, colour, 9) +
    stroke(`M${x} ${y + 14}Q${x - 2} ${y - long * 0.5} ${x - 1} ${y - long * 0.8}`, colour, 7)
  );
}
