import shapes from '#content/pictures/shapes.json' with { type: 'json' };

import { type ByExpression, fill, pair, put, stroke, type Canvas, type Svg } from '../drawing/canvas.ts';
import { darker, lighter, mix, outlineColour, type Colour } from '../drawing/colours.ts';
import { loop, pts, type Point } from '../drawing/paths.ts';
import { firstMatch, type WordTable } from '../words/word-table.ts';

export type EarKind = keyof typeof shapes.ears;

interface EarShape {
  /** Outline of the right ear pointing up; its root is at 0 0. */
  readonly outline: string;
  readonly inner?: string;
  readonly softness: number;
  readonly at: { readonly x: number; readonly y: number; readonly turn: number };
  /** Ears are drawn behind the head unless this says `before`. */
  readonly where?: string;
}

const EARS: Readonly<Record<EarKind, EarShape>> = shapes.ears;

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

export function earHeight(canvas: Canvas, usual: EarKind): number {
  const ear = EARS[chooseEarKind(canvas, usual)];
  const [sized, grown] = earScales(canvas);
  const high = Math.max(...pts(ear.outline).map(([, y]) => -y)) * sized * grown;
  return Math.max(80, high - ear.at.y + (canvas.look.parts.tufts ? 26 : 0));
}

// How far the ears droop per expression, in degrees.
const EAR_DROOP: ByExpression<number> = {
  hungry: 16,
  weak: 16,
  sad: 22,
  restless: 22,
  faint: 26,
  asleep: 12,
  afraid: 30,
};

type EarOptions = Readonly<{ usual: EarKind; colour: Colour; where: 'behind' | 'before'; scale?: number }>;

export function drawEars(canvas: Canvas, { usual, colour, where, scale = 1 }: EarOptions): Svg {
  const ear = EARS[chooseEarKind(canvas, usual)];
  if ((ear.where ?? 'behind') !== where) return '';
  const { look, expression } = canvas;
  const words = look.parts.ears;
  const [sized, grown] = earScales(canvas);
  const droop = EAR_DROOP[expression] ?? 0;
  const outer = (/\btip/.test(words?.text ?? '') ? undefined : words?.colours[0]) ?? colour;
  const missing = /missing left/.test(look.text);
  const { ears: twitch = 0 } = canvas.motion;
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
  const { look, paint } = canvas;
  const pink = mix(lighter(colour, 0.3), '#ee9d9d', 0.6);
  const tip = /\w-tipped/.test(look.parts.ears?.text ?? '')
    ? fill(loop(pts('-50 -84, -40 -160, 50 -160, 50 -84')), '#38343f')
    : '';
  const inside = inner === undefined ? '' : fill(loop(pts(inner), softness), pink);
  const scar = /scarred/.test(look.text) ? fill('M20 -46L0 -34L24 -22Z', outlineColour(colour)) : '';
  return (
    tuft(canvas, pts(outline)) +
    paint(loop(pts(outline), softness), { fill: colour, marks: inside + tip + scar, depth: 8 })
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
