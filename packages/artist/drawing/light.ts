import { type Canvas, fill, type Svg, times } from './canvas.ts';
import type { Colour } from './colours.ts';
import { moved, n, oval, type Point, polygon, pts, scaled } from './paths.ts';

export function glow({ uniqueId, hasScenery }: Canvas, [x, y]: Point, far: number, colour: Colour): Svg {
  const id = uniqueId();
  // Without scenery the light of a whole figure ends where it stands.
  const r = hasScenery || y > -40 ? far : Math.min(far, 8 - y);
  return `<radialGradient id="${id}"><stop offset=".1" stop-color="${colour}" stop-opacity=".85"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient><circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="url(#${id})"/>`;
}

/** A four-pointed sparkle, as a path. */
export function spark([x, y]: Point, r: number): string {
  return polygon(moved(scaled(SPARK, r), x, y));
}

const SPARK = pts('0 -1, 0.26 -0.26, 1 0, 0.26 0.26, 0 1, -0.26 0.26, -1 0, -0.26 -0.26');

export function shine(x: number, y: number, rx: number, ry: number): Svg {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="#fffdf6" opacity=".55" transform="rotate(-28 ${n(x)} ${n(y)})"/>`;
}

export function specks(
  { random }: Canvas,
  [x, y]: Point,
  { count, ring, colour }: { readonly count: number; readonly ring: Point; readonly colour: Colour },
): Svg {
  const dots = times(count, (index) => {
    const angle = (index / count) * Math.PI * 2 + random.between(-0.3, 0.3);
    const far = random.between(ring[0], ring[1]);
    return oval(x + Math.cos(angle) * far, y + Math.sin(angle) * far, random.between(2, 5));
  });
  return fill(dots, colour, 0.9);
}
