import { type Svg, type Canvas, fill } from './canvas.ts';
import type { Colour } from './colours.ts';
import { n, oval, polygon, type Point } from './paths.ts';

/** Light that fades outwards. */
export function glow({ uniqueId }: Pick<Canvas, 'uniqueId'>, [x, y]: Point, r: number, colour: Colour): Svg {
  const id = uniqueId();
  return `<radialGradient id="${id}"><stop offset=".1" stop-color="${colour}" stop-opacity=".85"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient><circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="url(#${id})"/>`;
}

/** A four-pointed spark. */
export function spark([x, y]: Point, r: number): string {
  const w = r * 0.26;
  return polygon([
    [x, y - r],
    [x + w, y - w],
    [x + r, y],
    [x + w, y + w],
    [x, y + r],
    [x - w, y + w],
    [x - r, y],
    [x - w, y - w],
  ]);
}

/** Where something was polished or wet. */
export function shine(x: number, y: number, rx: number, ry: number): Svg {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="#fffdf6" opacity=".55" transform="rotate(-28 ${n(x)} ${n(y)})"/>`;
}

/** Points of light or dust, strewn in a ring. */
export function specks(
  { random }: Pick<Canvas, 'random'>,
  count: number,
  far: readonly [number, number],
  at: Point,
): readonly { readonly at: Point; readonly r: number }[] {
  return Array.from({ length: count }, (_, index) => {
    const [angle, away] = [
      (index / count) * Math.PI * 2 + random.between(-0.3, 0.3),
      random.between(far[0], far[1]),
    ];
    return {
      at: [at[0] + Math.cos(angle) * away, at[1] + Math.sin(angle) * away] as Point,
      r: random.between(2, 5),
    };
  });
}

export const dots = (
  places: readonly { readonly at: Point; readonly r: number }[],
  colour: Colour,
  opacity = 1,
): Svg => fill(places.map(({ at: [x, y], r }) => oval(x, y, r)).join(''), colour, opacity);
