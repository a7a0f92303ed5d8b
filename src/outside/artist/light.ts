import type { Colour } from './colours.ts';
import type { Art, Easel } from './easel.ts';
import { n, oval, polygon, type Point } from './pen.ts';
import { fill } from './easel.ts';

/** Light that fades outwards. */
export function glow({ name }: Pick<Easel, 'name'>, [x, y]: Point, r: number, colour: Colour): Art {
  const id = name();
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
export function shine(x: number, y: number, rx: number, ry: number): Art {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="#fffdf6" opacity=".55" transform="rotate(-28 ${n(x)} ${n(y)})"/>`;
}

/** Points of light or dust, strewn in a ring. */
export function specks(
  { roll }: Pick<Easel, 'roll'>,
  count: number,
  far: readonly [number, number],
  at: Point,
): readonly { readonly at: Point; readonly r: number }[] {
  return Array.from({ length: count }, (_, index) => {
    const [angle, away] = [
      (index / count) * Math.PI * 2 + roll.within(-0.3, 0.3),
      roll.within(far[0], far[1]),
    ];
    return {
      at: [at[0] + Math.cos(angle) * away, at[1] + Math.sin(angle) * away] as Point,
      r: roll.within(2, 5),
    };
  });
}

export const dots = (
  places: readonly { readonly at: Point; readonly r: number }[],
  colour: Colour,
  opacity = 1,
): Art => fill(places.map(({ at: [x, y], r }) => oval(x, y, r)).join(''), colour, opacity);
