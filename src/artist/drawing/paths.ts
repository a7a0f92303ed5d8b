/** x to the right, y down. */
export type Point = readonly [number, number];

/** A number as text, no finer than a tenth, so that every machine writes the same. */
export function n(value: number): string {
  const tenths = Math.round(value * 10);
  return formatted[tenths + FORMATTED_FROM] ?? formatTenths(tenths);
}

// Nearly every number in a picture is one of a few thousand, and formatting a fraction is slow.
const FORMATTED_FROM = 6000;
const formatted = Array.from({ length: FORMATTED_FROM * 2 }, (_, index) =>
  formatTenths(index - FORMATTED_FROM),
);

function formatTenths(tenths: number): string {
  const size = Math.abs(tenths);
  const whole = Math.floor(size / 10);
  const digits = size % 10 === 0 ? String(whole) : `${whole || ''}.${size % 10}`;
  return tenths < 0 ? `-${digits}` : digits;
}

/** Points from text such as `0 -70, 44 -64`, parsed once. */
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

/** A smooth closed path through all its points. */
export function loop(points: readonly Point[], softness = 1): string {
  const ends = points.map(roundToTenths);
  return `M${formatPoint(pointAround(ends, 0))}${ends.map((_, index) => bezierTo((at) => pointAround(ends, index + at), softness)).join('')}Z`;
}

/** A smooth closed path from the points of its right half as text, from top to bottom. */
export function symmetricLoop(half: string): string {
  return loop(mirrored(pts(half)));
}

/** A smooth open path through all its points. */
export function curve(points: readonly Point[]): string {
  const ends = points.map(roundToTenths);
  const at = (index: number) => ends[Math.min(ends.length - 1, Math.max(0, index))] ?? ORIGIN;
  return `M${formatPoint(at(0))}${ends
    .slice(1)
    .map((_, index) => bezierTo((next) => at(index + next), 1))
    .join('')}`;
}

/** A closed path of straight edges. */
export function polygon(points: readonly Point[]): string {
  return `M${points.map(formatPoint).join('L')}Z`;
}

export function oval(x: number, y: number, rx: number, ry = rx): string {
  const [a, b] = [n(rx), n(ry)];
  return `M${n(x - rx)} ${n(y)}a${a} ${b} 0 1 0 ${n(rx * 2)} 0a${a} ${b} 0 1 0 ${n(-rx * 2)} 0Z`;
}

/** The same oval around every point. */
export function ovals(points: readonly Point[], rx: number, ry = rx): string {
  return points.map(([x, y]) => oval(x, y, rx, ry)).join('');
}

/** A five-pointed star around 0 0. */
export function star(r: number): string {
  return polygon(
    Array.from({ length: 10 }, (_, index) => {
      const [angle, far] = [(index * Math.PI) / 5 - Math.PI / 2, index % 2 ? r * 0.45 : r];
      return [Math.cos(angle) * far, Math.sin(angle) * far] as const;
    }),
  );
}

/** A circle as if drawn by hand. */
export function wobblyCircle([x, y]: Point, r: number, phase: number): string {
  return loop(
    Array.from({ length: 7 }, (_, index): Point => {
      const angle = (index / 7) * Math.PI * 2;
      const far = r * (1 + 0.17 * Math.sin(angle * 2 + phase) + 0.1 * Math.cos(angle * 3 + phase * 2));
      return [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
    }),
  );
}

/** The right half of a shape, from top to bottom, made whole. */
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

/** Something long and round, such as a tail: as wide along its spine as the widths say, times a size. */
export function limb(spine: readonly Point[], widths: readonly number[], size = 1): string {
  const sized = size === 1 ? widths : widths.map((width) => width * size);
  const { left, right, tip } = limbSides(spine, sized);
  return loop([...left, ...tip, ...right.toReversed()]);
}

/** The edges of a limb, both from its root, and what closes it. */
export function limbSides(spine: readonly Point[], widths: readonly number[]) {
  const samples = sampleCurve(spine, 2);
  const sides = samples.map(({ at, across, part }) => {
    const half = widthAt(widths, part) / 2;
    return [offset(at, across, half), offset(at, across, -half)] as const;
  });
  const end = samples.at(-1);
  const tip = end ? [offset(end.at, end.onward, widthAt(widths, 1) / 2)] : [];
  return { left: sides.map(([left]) => left), right: sides.map(([, right]) => right), tip };
}

/** A smooth closed path with an edge of tufts, all swept the same way. */
export function shaggy(points: readonly Point[], tufts: number, depth: number): string {
  const edge = sampleLoop(points, tufts).map((place) => ({ ...place, at: roundToTenths(place.at) }));
  const parts = edge.map(({ at, across }, index) => {
    const next = edge[(index + 1) % edge.length]?.at ?? at;
    const control = offset(between(at, next, 0.85), across, -depth);
    return `q${formatPoint([control[0] - at[0], control[1] - at[1]])}${formatNextPoint([next[0] - at[0], next[1] - at[1]])}`;
  });
  return `M${formatPoint(edge[0]?.at ?? ORIGIN)}${parts.join('')}Z`;
}

/** A smooth closed path with an edge of spikes. */
export function spiky(points: readonly Point[], spikes: number, depth: number): string {
  const edge = sampleLoop(points, spikes);
  const parts = edge.flatMap(({ at, across }, index) => {
    const next = edge[(index + 1) % edge.length]?.at ?? at;
    return [offset(between(at, next, 0.5), across, -depth), next];
  });
  return polygon(parts);
}

interface CurveSample {
  readonly at: Point;
  readonly onward: Point;
  readonly across: Point;
  /** From 0 at the beginning to 1 at the end. */
  readonly part: number;
}

/** Samples along a smooth open path (a Catmull-Rom spline): `fine` of them from each point to the next. */
export function sampleCurve(points: readonly Point[], fine: number): readonly CurveSample[] {
  const last = (points.length - 1) * fine;
  const at = (index: number) => points[Math.min(points.length - 1, Math.max(0, index))] ?? ORIGIN;
  return Array.from({ length: last + 1 }, (_, index) => {
    const from = Math.min(points.length - 2, Math.floor(index / fine));
    return sampleSpline(
      [at(from - 1), at(from), at(from + 1), at(from + 2)],
      index / fine - from,
      index / last,
    );
  });
}

function sampleLoop(points: readonly Point[], count: number): readonly CurveSample[] {
  return Array.from({ length: count }, (_, index) => {
    const place = (index / count) * points.length;
    const from = Math.floor(place);
    const four = [-1, 0, 1, 2].map((next) => pointAround(points, from + next));
    return sampleSpline(four as unknown as FourPoints, place - from, index / count);
  });
}

type FourPoints = readonly [Point, Point, Point, Point];

function sampleSpline(four: FourPoints, t: number, part: number): CurveSample {
  const at: Point = [spline(four, 0, t), spline(four, 1, t)];
  const [dx, dy] = [slope(four, 0, t), slope(four, 1, t)];
  const long = Math.hypot(dx, dy) || 1;
  return { at, onward: [dx / long, dy / long], across: [-dy / long, dx / long], part };
}

function spline([a, b, c, d]: FourPoints, axis: 0 | 1, t: number): number {
  const [p0, p1, p2, p3] = [a[axis], b[axis], c[axis], d[axis]];
  return p1 + 0.5 * t * (p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * (p1 - p2) + p3 - p0)));
}

function slope([a, b, c, d]: FourPoints, axis: 0 | 1, t: number): number {
  const [p0, p1, p2, p3] = [a[axis], b[axis], c[axis], d[axis]];
  return 0.5 * (p2 - p0 + t * (2 * (2 * p0 - 5 * p1 + 4 * p2 - p3) + t * 3 * (3 * (p1 - p2) + p3 - p0)));
}

// A relative cubic Bézier: short numbers, and no drift, since all points lie on tenths.
function bezierTo(at: (index: number) => Point, softness: number): string {
  const [before, from, to, after] = [at(-1), at(0), at(1), at(2)];
  const pull = softness / 6;
  const whole: Point = [to[0] - from[0], to[1] - from[1]];
  const first: Point = [(to[0] - before[0]) * pull, (to[1] - before[1]) * pull];
  const second: Point = [whole[0] - (after[0] - from[0]) * pull, whole[1] - (after[1] - from[1]) * pull];
  return `c${formatPoint(first)}${formatNextPoint(second)}${formatNextPoint(whole)}`;
}

const roundToTenths = ([x, y]: Point): Point => [Math.round(x * 10) / 10, Math.round(y * 10) / 10];

// A minus separates two numbers as well as a space does.
const separated = (text: string) => (text.startsWith('-') ? text : ` ${text}`);
const formatNextPoint = ([x, y]: Point) => separated(n(x)) + separated(n(y));

/** The width at a part of a spine, between the widths that are given. */
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

/** A straight line across a path, from one distance to the other. */
export function crossLine({ at, across }: CurveSample, from: number, to: number): string {
  return `M${formatPoint(offset(at, across, from))}L${formatPoint(offset(at, across, to))}`;
}

export function offset([x, y]: Point, [dx, dy]: Point, far: number): Point {
  return [x + dx * far, y + dy * far];
}

export function between(a: Point, b: Point, part: number): Point {
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
}

function pointAround(points: readonly Point[], index: number): Point {
  return points[(index + points.length) % points.length] ?? ORIGIN;
}
