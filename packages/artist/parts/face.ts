import {
  type ByExpression,
  type Canvas,
  drawEach,
  type Expression,
  fill,
  outlined,
  pair,
  put,
  stroke,
  type Svg,
} from '../drawing/canvas.ts';
import { brightness, type Colour, darker, lighter, mix } from '../drawing/colours.ts';
import { n, oval, type Point, polygon, pts, scaled, star } from '../drawing/paths.ts';
import { firstMatch, type WordTable } from '../words/word-table.ts';

interface FacePlacement extends Omit<EyesPlacement, 'pupil'> {
  /** Distance of the mouth below the eyes; absent for a face without mouth. */
  readonly mouth?: number;
  readonly wide?: number;
  readonly blush?: number;
}

export function drawFace(
  canvas: Canvas,
  { apart, y, size, lid = canvas.look.coat, mouth: below, wide = 22, blush = 0 }: FacePlacement,
): Svg {
  const dark = brightness(lid) < 0.35;
  const smile =
    below === undefined
      ? ''
      : drawMouth(canvas, { y: y + below, width: wide, ink: dark ? lighter(lid, 0.6) : darker(lid, 0.7) });
  const cheeks =
    blush > 0
      ? pair((side) =>
          fill(oval((apart + size * 1.1) * side, y + size * 1.5, size * 0.8, size * 0.5), '#ee8496', blush),
        )
      : '';
  return cheeks + drawEyes(canvas, { apart, y, size, lid }) + smile;
}

export type EyesPlacement = Omit<EyeOptions, 'side'> & Readonly<{ apart: number; y: number }>;

const INK = '#2a2029';
const WHITE = '#fffdf8';
const PALE = '#f1ecf8';

export function drawEyes(canvas: Canvas, { apart, y, ...eye }: EyesPlacement): Svg {
  const text = canvas.look.parts.eyes?.text ?? '';
  if (text.startsWith('one great')) return put(drawEye(canvas, { ...eye, size: eye.size * 1.5 }), { y });
  const two = pair((side) => put(drawEye(canvas, { ...eye, side }), { x: apart * side, y }));
  const more = firstMatch(MORE_EYES, text) ?? [];
  return (
    two +
    drawEach(more, ([dx, dy]) =>
      put(drawEye(canvas, { ...eye, size: eye.size * 0.5 }), { x: dx * apart, y: y + dy * eye.size }),
    )
  );
}

// Positions of additional eyes, in multiples of `apart` and of the eye's size.
const MORE_EYES: WordTable<readonly Point[]> = [
  [/^many/, pts('0 -1.9, -0.62 -2, 0.62 -2, -1.36 -1.7, 1.36 -1.7, 0 -0.4')],
  [/^three/, pts('0 -2.1')],
];

interface EyeOptions {
  /** Which eye is drawn: the right one has the second eye colour of the description. */
  readonly side?: 1 | -1;
  readonly size: number;
  readonly pupil?: 'slit' | 'round';
  readonly lid?: Colour;
}

export function drawEye(canvas: Canvas, options: EyeOptions): Svg {
  const { side = -1, size, pupil = 'round', lid = canvas.look.coat } = options;
  const words = canvas.look.parts.eyes;
  const text = words?.text ?? '';
  const asked = Math.min(1.35, Math.max(0.72, words?.size ?? 1));
  const r = size * (0.5 + asked / 2) * canvas.growth.eyes;
  const closed = CLOSED[lidsIn(canvas)]?.(r, lid);
  if (closed) return closed;
  const colour = (side === 1 ? words?.colours[1] : undefined) ?? canvas.look.eye;
  const open = openEye(canvas.expression, r, colour, pupil, text);
  const glow = /glow|ember|molten|lamp|blink|shining/.test(text)
    ? fill(oval(0, 0, r * 1.6), lighter(colour, 0.2), 0.3)
    : '';
  const { glance, lids: held } = canvas.motion;
  const droop = Math.max(lidDroop(text, canvas.expression), held === 'low' ? LOW_LIDS : 0);
  const sink = held === 'low' ? 0 : /narrowed/.test(text) ? -side : side;
  const whole = glow + open + lids(r, lid, droop, sink);
  return glance === undefined ? whole : put(whole, { x: glance[0] * r, y: glance[1] * r });
}

const LOW_LIDS = 0.34;

/** The expression of the eyelids: a glad creature opens its eyes for a glance; a sleeping one never does. */
function lidsIn({ expression, motion: { lids: held } }: Canvas): Expression {
  if (expression === 'asleep' || expression === 'restless') return expression;
  if (held === 'shut') return 'asleep';
  return expression === 'glad' && held !== undefined ? 'calm' : expression;
}

function openEye(expression: Expression, r: number, colour: Colour, pupil: 'slit' | 'round', text: string) {
  const special = firstMatch(SHAPES, text);
  if (expression === 'afraid')
    return /star|square|hollow/.test(text) && special ? special(r * 1.25, colour) : alarmed(r, colour);
  const usual = special?.(r, colour) ?? iris(r, colour, pupil);
  // A wistful creature looks past the viewer.
  return expression === 'wistful' ? put(usual, { x: r * 0.3, y: -r * 0.12 }) : usual;
}

function alarmed(r: number, colour: Colour): Svg {
  return (
    fill(oval(0, 0, r * 1.24, r * 1.34), INK) +
    fill(oval(0, 0, r * 1.06, r * 1.16), WHITE) +
    fill(oval(0, 0, r * 0.5), colour) +
    fill(oval(0, 0, r * 0.27), INK) +
    fill(oval(-r * 0.18, -r * 0.2, r * 0.14), WHITE)
  );
}

const CLOSED: ByExpression<(r: number, lid: Colour) => Svg> = {
  asleep: (r, lid) => arc(r, r * 0.62, lid),
  restless: (r, lid) => arc(r, r * 0.34, lid) + crease(r, lid),
  glad: (r, lid) => arc(r, -r * 0.95, lid),
};

const inkOn = (lid: Colour) => (brightness(lid) < 0.32 ? lighter(lid, 0.72) : INK);

function crease(r: number, lid: Colour): Svg {
  return stroke(`M${n(-r * 0.8)} ${n(-r * 0.55)}L${n(r * 0.8)} ${n(-r * 0.55)}`, inkOn(lid), 3, 0.55);
}

function arc(r: number, down: number, lid: Colour): Svg {
  const from = down > 0 ? -r * 0.1 : r * 0.35;
  const edge = `M${n(-r)} ${n(from)}Q0 ${n(from + down * 1.5)} ${n(r)} ${n(from)}`;
  return stroke(edge, inkOn(lid), Math.max(4, r * 0.3));
}

const SHAPES: WordTable<(r: number, colour: Colour) => Svg> = [
  [/star/, (r) => fill(star(r * 1.15), WHITE) + fill(oval(0, 0, r * 0.3), INK)],
  [/square/, (r) => outlined(square(r), WHITE, INK, 4)],
  [
    /hollow/,
    (r) =>
      fill(oval(0, 0, r * 0.95, r * 1.35), '#3a3350') + fill(oval(-r * 0.3, -r * 0.5, r * 0.22), WHITE, 0.7),
  ],
  [/horizontal/, (r, colour) => ball(r, colour) + fill(oval(0, 0, r * 0.62, r * 0.28), INK) + shine(r)],
  [/giant black/, (r) => bead(r * 1.12)],
  [/dot eyes/, (r) => bead(r * 0.62)],
  [/bead|button|tiny|black eyes|bright black|small dark/, (r) => bead(r * 0.8)],
  [
    /dim white|white eyes|pale eyes/,
    (r, colour) =>
      fill(oval(0, 0, r), brightness(colour) < 0.4 ? PALE : lighter(colour, 0.5)) +
      stroke(oval(0, 0, r), mix(colour, INK, 0.55), 3) +
      fill(oval(0, r * 0.05, r * 0.56), mix(colour, INK, 0.6)) +
      fill(oval(-r * 0.22, -r * 0.2, r * 0.2), WHITE),
  ],
  [
    /glowing cyan|blinking|dim silver/,
    (r, colour) =>
      fill(oval(0, 0, r, r), lighter(colour, 0.1)) + fill(oval(0, 0, r * 0.55), lighter(colour, 0.75)),
  ],
  [/almond|triangular|lemon|sharp|faceted/, almond],
  [/^(?!one).*(?:dark|brown)/, (r, colour) => iris(r, mix(colour, '#4a2f26', 0.45), 'round')],
];

const square = (r: number) => polygon(scaled(pts('-1 -1, 1 -1, 1 1, -1 1'), r));

function bead(r: number): Svg {
  return (
    fill(oval(0, 0, r), INK) +
    fill(oval(-r * 0.34, -r * 0.38, r * 0.32), WHITE) +
    fill(oval(r * 0.36, r * 0.36, r * 0.15), WHITE, 0.7)
  );
}

function ball(r: number, colour: Colour): Svg {
  const upper = `M${n(-r * 0.93)} 0a${n(r * 0.93)} ${n(r * 0.93)} 0 0 1 ${n(r * 1.86)} 0Z`;
  const disc = fill(oval(0, 0, r * 1.1), INK) + fill(oval(0, 0, r * 0.93), colour);
  return disc + fill(upper, darker(colour, 0.45), 0.55);
}

function shine(r: number): Svg {
  const glint = fill(oval(-r * 0.36, -r * 0.4, r * 0.31), WHITE);
  return glint + fill(oval(r * 0.38, r * 0.42, r * 0.15), WHITE, 0.75);
}

function iris(r: number, colour: Colour, pupil: 'slit' | 'round'): Svg {
  const hole = pupil === 'slit' ? oval(0, 0, r * 0.4, r * 0.74) : oval(0, 0, r * 0.62);
  return ball(r, colour) + fill(hole, INK) + shine(r);
}

function almond(r: number, colour: Colour): Svg {
  const w = r * 1.3;
  const outline = `M${n(-w)} ${n(r * 0.2)}Q${n(-r * 0.2)} ${n(-r * 1.75)} ${n(w)} ${n(-r * 0.1)}Q${n(r * 0.3)} ${n(r * 1.5)} ${n(-w)} ${n(r * 0.2)}Z`;
  return (
    fill(outline, mix(colour, INK, 0.15)) +
    fill(oval(0, 0, r * 0.6), INK) +
    stroke(outline, INK, 4) +
    fill(oval(-r * 0.3, -r * 0.32, r * 0.24), WHITE)
  );
}

const DROOPING: ByExpression<number> = { weak: 0.95, faint: 1.25, sad: 0.6, afraid: 0 };

function lidDroop(text: string, expression: Expression): number {
  const tired = DROOPING[expression];
  if (tired !== undefined) return tired;
  if (/half-closed|sleepy/.test(text)) return 0.62;
  return /narrowed/.test(text) ? 0.55 : 0;
}

/** Draws the eyelids: lids that slope outwards look tired, inwards cross. */
function lids(r: number, lid: Colour, droop: number, sink: number): Svg {
  if (droop === 0) return '';
  const w = r * 1.28;
  const low = -r * 1.3 + r * 1.25 * droop;
  const [left, right] = [low - r * 0.2 * sink, low + r * 0.2 * sink];
  const edge = `M${n(-w)} ${n(left)}Q0 ${n(low + r * 0.34)} ${n(w)} ${n(right)}`;
  const cover = `${edge}V${n(Math.min(right, -r * 0.4))}Q0 ${n(-r * 2.2)} ${n(-w)} ${n(Math.min(left, -r * 0.4))}Z`;
  return fill(cover, darker(lid, 0.06)) + stroke(edge, darker(lid, 0.7), 4);
}

const TONGUE = '#ef8793';
const INSIDE = '#6d2b3a';

interface MouthPlacement {
  readonly y: number;
  readonly width: number;
  readonly ink: Colour;
  /** The shape of the mouth; a single line if absent. */
  readonly kind?: 'cat' | 'dog';
}

export function drawMouth(canvas: Canvas, place: MouthPlacement): Svg {
  return MOUTHS[canvas.expression](place, canvas);
}

const MOUTHS: Readonly<Record<Expression, (place: MouthPlacement, canvas: Canvas) => Svg>> = {
  calm: (place, { look }) => calm(place, look.parts.tongue !== undefined),
  curious: (place, { look }) => calm(place, look.parts.tongue !== undefined || place.kind === 'dog'),
  glad: ({ y, width }) => gape(y, width * 0.85, width * 0.8),
  asleep: ({ y, width, ink }) => line(0, y + 2, width * 0.4, ink, 4),
  hungry: ({ y, width }) =>
    gape(y + 4, width * 0.42, width * 0.55) +
    fill(`M${n(width * 0.5)} ${n(y + 8)}q7 12 0 15q-7 -3 0 -15Z`, '#9fd3e8'),
  weak: wavering,
  faint: wavering,
  restless: wavering,
  wistful: ({ y, width, ink }) => line(width * 0.12, y + 5, width * 0.42, ink, -1),
  sad: ({ y, width, ink }) => line(0, y + 12, width * 0.62, ink, -width * 0.4),
  afraid: ({ y, width }) => chatter(y + 3, width * 0.62),
};

function wavering({ y, width, ink }: MouthPlacement): Svg {
  const wave = `M${n(-width * 0.7)} ${n(y + 8)}q${n(width * 0.35)} -9 ${n(width * 0.7)} -2t${n(width * 0.7)} 0`;
  return stroke(wave, ink, 4);
}

function chatter(y: number, half: number): Svg {
  const step = n(half / 2);
  const teeth = `M${n(-half)} ${n(y + 9)}l${step} -5l${step} 5l${step} -5l${step} 5`;
  const open = `M${n(-half)} ${n(y)}Q0 ${n(y - 7)} ${n(half)} ${n(y)}Q${n(half * 1.1)} ${n(y + 17)} 0 ${n(y + 17)}Q${n(-half * 1.1)} ${n(y + 17)} ${n(-half)} ${n(y)}Z`;
  return fill(open, '#fffaf0') + stroke(teeth, INSIDE, 3) + stroke(open, INSIDE, 4);
}

function calm({ y, width, ink, kind }: MouthPlacement, hasTongue: boolean): Svg {
  const tongue = `M${n(-width * 0.3)} ${n(y + 6)}h${n(width * 0.6)}v${n(width * 0.5)}a${n(width * 0.3)} ${n(width * 0.3)} 0 0 1 ${n(-width * 0.6)} 0Z`;
  const lick = hasTongue ? fill(tongue, TONGUE) : '';
  if (!kind) return lick + line(0, y, width, ink, width * 0.42);
  return lick + line(-width * 0.5, y, width * 0.5, ink, 10) + line(width * 0.5, y, width * 0.5, ink, 10);
}

function line(x: number, y: number, half: number, ink: Colour, deep: number): Svg {
  return stroke(`M${n(x - half)} ${n(y)}Q${n(x)} ${n(y + deep * 1.6)} ${n(x + half)} ${n(y)}`, ink, 4.5);
}

function gape(y: number, half: number, deep: number): Svg {
  const open = `M${n(-half)} ${n(y)}Q0 ${n(y - deep * 0.12)} ${n(half)} ${n(y)}Q${n(half * 0.8)} ${n(y + deep)} 0 ${n(y + deep)}Q${n(-half * 0.8)} ${n(y + deep)} ${n(-half)} ${n(y)}Z`;
  const tongue = fill(oval(0, y + deep * 0.76, half * 0.5, deep * 0.2), TONGUE);
  return fill(open, INSIDE) + tongue + stroke(open, '#3a1a28', 4);
}
