import { darker, lighter, type Colour } from './colours.ts';
import { fill, stroke, type Art, type Easel } from './easel.ts';
import { oval } from './pen.ts';

/** A beak seen from the front, its root at 0 0. */
export function frontBeak(easel: Easel, colour: Colour): Art {
  const open = easel.expression === 'glad' || easel.expression === 'hungry';
  const text = easel.look.parts.beak?.text ?? '';
  const hooked = /curved|hooked/.test(text);
  const lower = open
    ? fill('M-15 8Q0 46 15 8Z', '#8c3a44') + stroke('M-15 8Q0 46 15 8', darker(colour, 0.5), 4)
    : '';
  const upper = hooked
    ? 'M-26 -8Q0 -32 26 -8Q28 18 4 42Q-4 44 -4 34Q-28 14 -26 -8Z'
    : 'M-19 -2Q0 -18 19 -2Q12 16 0 25Q-12 16 -19 -2Z';
  const shine = fill(oval(-8, -6, 6, 4), lighter(colour, 0.7), 0.7);
  return lower + easel.form(upper, { fill: colour, depth: 6, marks: shine });
}
