import { darker, lighter } from './colours.ts';
import { fill, put, stroke, type Art, type Easel } from './easel.ts';
import { eyes } from './eyes.ts';
import type { Figure } from './figure.ts';
import { glow } from './light.ts';
import { along, limb, loop, mirrored, n, offset, oval, pts, spot, type Point } from './pen.ts';

/** A serpent that has itself by the tail. */
export function circling(easel: Easel): Figure {
  const { growth, look } = easel;
  const r = 118 * (0.66 + 0.34 * growth.body);
  const thick = 54 * (0.8 + 0.2 * growth.width);
  const middle: Point = [0, -r - thick * 0.6];
  const spine = Array.from({ length: 15 }, (_, index): Point => {
    const angle = -1.12 + (index / 14) * 5.86;
    return [middle[0] + Math.cos(angle) * r, middle[1] + Math.sin(angle) * r];
  });
  const inner = look.parts.coat?.colours[0] ?? '#2f9d6d';
  const gold = look.parts.rim?.colours[0] ?? look.coat;
  const steps = along(spine, 2);
  const inside = steps.map(({ at, across }) => offset(at, across, thick * 0.34));
  const runes = steps
    .filter((_, index) => index % 4 === 2)
    .map(
      ({ at, across, onward }) =>
        `M${spot(offset(at, across, -12))}L${spot(offset(at, across, 6))}L${spot(offset(offset(at, across, -4), onward, 9))}`,
    );
  const rings = steps
    .filter((_, index) => index % 2 === 0)
    .map(
      ({ at, across }) =>
        `M${spot(offset(at, across, thick * 0.16))}L${spot(offset(at, across, thick * 0.6))}`,
    );
  const marks =
    stroke(`M${inside.map(spot).join('L')}`, inner, thick * 0.42) +
    stroke(rings.join(''), darker(inner, 0.35), 4, 0.7) +
    stroke(runes.join(''), darker(gold, 0.45), 4.5);
  const body = easel.form(
    limb(spine, [thick * 0.3, thick * 0.62, thick * 0.86, thick, thick, thick, thick, thick * 0.96]),
    { fill: gold, marks, depth: 10 },
  );
  const scale = 0.72 * growth.head;
  const head = { x: 4, y: middle[1] - r };
  return {
    body: glow(easel, middle, r * 1.7, '#ffe9a0') + body,
    head: put(snake(easel, gold), { ...head, scale, turn: 0 }),
    neck: undefined,
    crown: { x: head.x, y: head.y - 50 * scale, width: 70 * scale },
    reach: { left: r + thick, right: r + thick, top: -head.y + 70 * scale },
  };
}

function snake(easel: Easel, gold: string): Art {
  const skull = loop(mirrored(pts('0 -62, 48 -52, 78 -10, 66 34, 30 56, 0 60')));
  const tip = easel.form(limb(pts('62 62, 30 52, 0 40'), [26, 20, 10]), { fill: gold, depth: 4 });
  const lip = stroke('M-50 26Q0 50 50 26', darker(gold, 0.7), 5);
  const crown = stroke(`M-18 -40L0 -54L18 -40M-30 -28L0 ${n(-46)}L30 -28`, darker(gold, 0.4), 4.5);
  return (
    easel.form(skull, { fill: lighter(gold, 0.08), marks: crown, depth: 10 }) +
    tip +
    lip +
    fill(oval(-12, 16, 3) + oval(12, 16, 3), darker(gold, 0.6)) +
    eyes(easel, { apart: 38, y: -6, size: 16, pupil: 'slit', lid: gold })
  );
}
