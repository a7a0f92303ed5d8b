/** A point [x, y]: x to the right, y down. */
export type Point = readonly [number, number];

/** A number as text, rounded to tenths: every platform writes the same bytes. */
export function n(value: number): string {
  const tenths = Math.round(value * 10);
  return formatted[tenths + RANGE] ?? formatTenths(tenths);
}

// Lookup table: nearly every number in a picture is one of a few thousand, and formatting a fraction is slow.
const RANGE = 6000;
const formatted = Array.from({ length: RANGE * 2 }, (_, index) => formatTenths(index - RANGE));

function formatTenths(tenths: number): string {
  const size = Math.abs(tenths);
  const whole = Math.floor(size / 10);
  const digits = size % 10 === 0 ? String(whole) : `${whole || ''}.${size % 10}`;
  return tenths < 0 ? `-${digits}` : digits;
}

/** Parses points from text such as `0 -70, 44 -64`; cached by the text. */
export function pts(text: string): readonly Point[] {
  const found = parsed.get(text);
  if (found) return found;
  const points = text.split(', ').map((pair): Point => {
    const [x = 0, y = 0] = pair.split(' ').map(Number);
    return [x, y];
  });
  parsed.set(text, points);
  return points;
}
const parsed = new Map<string, readonly Point[]>();

export const pointList = (...points: readonly Point[]): readonly Point[] => points;

/** A smooth closed path through all its points. */
export function loop(points: readonly Point[], softness = 1): string {
  const ends = points.map(roundToTenths);
  const parts = ends.map((_, index) => bezierTo((next) => pointAround(ends, index + next), softness));
  return `M${formatPoint(pointAround(ends, 0))}${parts.join('')}Z`;
}

/** A smooth closed path from the points of its right half, top to bottom, scaled by `x` and `y`. */
export function symmetricLoop(half: string, x = 1, y = x): string {
  return loop(scaled(mirrored(pts(half)), x, y));
}

export function curve(points: readonly Point[]): string {
  const ends = points.map(roundToTenths);
  const parts = ends.slice(1).map((_, index) => bezierTo((next) => pointWithin(ends, index + next), 1));
  return `M${formatPoint(pointWithin(ends, 0))}${parts.join('')}`;
}

export function polygon(points: readonly Point[]): string {
  return `M${points.map(formatPoint).join('L')}Z`;
}

export function oval(x: number, y: number, rx: number, ry = rx): string {
  const [a, b] = [n(rx), n(ry)];
  return `M${n(x - rx)} ${n(y)}a${a} ${b} 0 1 0 ${n(rx * 2)} 0a${a} ${b} 0 1 0 ${n(-rx * 2)} 0Z`;
}

export function ovals(points: readonly Point[], rx: number, ry = rx): string {
  return points.map(([x, y]) => oval(x, y, rx, ry)).join('');
}

export function star(r: number): string {
  return polygon(
    Array.from({ length: 10 }, (_, index) => {
      const [angle, far] = [(index * Math.PI) / 5 - Math.PI / 2, index % 2 ? r * 0.45 : r];
      return [Math.cos(angle) * far, Math.sin(angle) * far] as const;
    }),
  );
}

export function wobblyCircle([x, y]: Point, r: number, phase: number): string {
  return loop(
    Array.from({ length: 7 }, (_, index): Point => {
      const angle = (index / 7) * Math.PI * 2;
      const far = r * (1 + 0.17 * Math.sin(angle * 2 + phase) + 0.1 * Math.cos(angle * 3 + phase * 2));
      return [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
    }),
  );
}

/** Adds the mirrored left half to the right half of a shape, given from top to bottom. */
export function mirrored(half: readonly Point[]): readonly Point[] {
  const left = half
    .filter(([x]) => x !== 0)
    .map(([x, y]): Point => [-x, y])
    .toReversed();
  return [...half, ...left];
}

export function scaled(points: readonly Point[], x: number, y = x): readonly Point[] {
  return points.map((point): Point => [point[0] * x, point[1] * y]);
}

export function moved(points: readonly Point[], dx: number, dy: number): readonly Point[] {
  return points.map(([x, y]): Point => [x + dx, y + dy]);
}

/** A tapered closed shape such as a tail: `widths` are spread along its spine and multiplied by `size`. */
export function limb(spine: readonly Point[], widths: readonly number[], size = 1): string {
  const sized = size === 1 ? widths : widths.map((width) => width * size);
  const { left, right, tip } = limbSides(spine, sized);
  return loop([...left, ...tip, ...right.toReversed()]);
}

type LimbSides = Readonly<Record<'left' | 'right' | 'tip', readonly Point[]>>;

export function limbSides(spine: readonly Point[], widths: readonly number[]): LimbSides {
  const samples = sampleCurve(spine, 2);
  const sides = samples.map(({ at, across, part }) => {
    const half = widthAt(widths, part) / 2;
    return [offset(at, across, half), offset(at, across, -half)] as const;
  });
  const end = samples.at(-1);
  const tip = end ? [offset(end.at, end.onward, widthAt(widths, 1) / 2)] : [];
  return { left: sides.map(([left]) => left), right: sides.map(([, right]) => right), tip };
}

/** A smooth closed path with tufts of fur along its edge, all bent the same way. */
export function shaggy(points: readonly Point[], tufts: number, depth: number): string {
  const edge = sampleLoop(points, tufts).map((place) => ({ ...place, at: roundToTenths(place.at) }));
  const parts = edge.map(({ at, across }, index) => {
    const next = edge[(index + 1) % edge.length]?.at ?? at;
    const control = offset(between(at, next, 0.85), across, -depth);
    return `q${formatPoint([control[0] - at[0], control[1] - at[1]])}${formatNextPoint([next[0] - at[0], next[1] - at[1]])}`;
  });
  return `M${formatPoint(edge[0]?.at ?? ORIGIN)}${parts.join('')}Z`;
}

export function spiky(points: readonly Point[], spikes: number, depth: number): string {
  const edge = sampleLoop(points, spikes);
  const parts = edge.flatMap(({ at, across }, index) => {
    const next = edge[(index + 1) % edge.length]?.at ?? at;
    return [offset(between(at, next, 0.5), across, -depth), next];
  });
  return polygon(parts);
}

interface CurveSample extends Readonly<Record<'at' | 'onward' | 'across', Point>> {
  /** Position along the path, from 0 to 1. */
  readonly part: number;
}

/** Samples along a smooth open path (a Catmull-Rom spline): `fine` of them from each point to the next. */
export function sampleCurve(points: readonly Point[], fine: number): readonly CurveSample[] {
  const last = (points.length - 1) * fine;
  return Array.from({ length: last + 1 }, (_, index) => {
    const from = Math.min(points.length - 2, Math.floor(index / fine));
    return sampleSpline((next) => pointWithin(points, from + next), index / fine - from, index / last);
  });
}

function sampleLoop(points: readonly Point[], count: number): readonly CurveSample[] {
  return Array.from({ length: count }, (_, index) => {
    const place = (index / count) * points.length;
    const from = Math.floor(place);
    return sampleSpline((next) => pointAround(points, from + next), place - from, index / count);
  });
}

/** The points of a path, counted from the start of the current segment: -1 to 2. */
type Neighbours = (index: number) => Point;

function sampleSpline(near: Neighbours, t: number, part: number): CurveSample {
  const [[x, dx], [y, dy]] = [catmullRom(near, 0, t), catmullRom(near, 1, t)];
  const long = Math.hypot(dx, dy) || 1;
  return { at: [x, y], onward: [dx / long, dy / long], across: [-dy / long, dx / long], part };
}

/** The value and the slope of a Catmull-Rom spline on one axis. */
function catmullRom(near: Neighbours, axis: 0 | 1, t: number): Point {
  const [p0, p1, p2, p3] = [near(-1)[axis], near(0)[axis], near(1)[axis], near(2)[axis]];
  const [square, cube] = [2 * p0 - 5 * p1 + 4 * p2 - p3, 3 * (p1 - p2) + p3 - p0];
  return [
    p1 + 0.5 * t * (p2 - p0 + t * (square + t * cube)),
    0.5 * (p2 - p0 + t * (2 * square + t * 3 * cube)),
  ];
}

// A relative cubic Bézier: short numbers, and no drift, since all points lie on tenths.
function bezierTo(at: Neighbours, softness: number): string {
  const [before, from, to, after] = [at(-1), at(0), at(1), at(2)];
  const pull = softness / 6;
  const whole: Point = [to[0] - from[0], to[1] - from[1]];
  const first: Point = [(to[0] - before[0]) * pull, (to[1] - before[1]) * pull];
  const second: Point = [whole[0] - (after[0] - from[0]) * pull, whole[1] - (after[1] - from[1]) * pull];
  return `c${formatPoint(first)}${formatNextPoint(second)}${formatNextPoint(whole)}`;
}

const roundToTenths = ([x, y]: Point): Point => [Math.round(x * 10) / 10, Math.round(y * 10) / 10];

// In SVG paths a minus sign separates two numbers as well as a space does.
const separated = (text: string) => (text.startsWith('-') ? text : ` ${text}`);
const formatNextPoint = ([x, y]: Point) => separated(n(x)) + separated(n(y));

export function widthAt(widths: readonly number[], part: number): number {
  const place = part * (widths.length - 1);
  const from = Math.min(widths.length - 1, Math.floor(place));
  const [wide, next] = [widths[from] ?? 0, widths[from + 1] ?? widths[from] ?? 0];
  return wide + (next - wide) * (place - from);
}

const ORIGIN: Point = [0, 0];

export function formatPoint([x, y]: Point): string {
  return n(x) + separated(n(y));
}

export function crossLine({ at, across }: CurveSample, from: number, to: number): string {
  return `M${formatPoint(offset(at, across, from))}L${formatPoint(offset(at, across, to))}`;
}

export function offset([x, y]: Point, [dx, dy]: Point, far: number): Point {
  return [x + dx * far, y + dy * far];
}

export function between(a: Point, b: Point, part: number): Point {
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
}

function pointWithin(points: readonly Point[], index: number): Point {
  return points[Math.min(points.length - 1, Math.max(0, index))] ?? ORIGIN;
}

function pointAround(points: readonly Point[], index: number): Point {
  return points[(index + points.length) % points.length] ?? ORIGIN;
}
