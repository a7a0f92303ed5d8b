import { fill, stroke, type Canvas, type Expression, type Svg } from '../drawing/canvas.ts';
import type { Colour } from '../drawing/colours.ts';
import { n, oval } from '../drawing/paths.ts';

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
  return (
    fill(open, INSIDE) +
    fill(oval(0, y + deep * 0.76, half * 0.5, deep * 0.2), TONGUE) +
    stroke(open, '#3a1a28', 4)
  );
}
