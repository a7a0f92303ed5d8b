import type { Path } from '../core/vocabulary.ts';
import { fill, put, stroke, type Canvas, type Svg } from './drawing/canvas.ts';
import { lighter, mix, type Colour } from './drawing/colours.ts';
import type { Figure } from './drawing/figure.ts';
import { glow, spark } from './drawing/light.ts';
import { limb, n, oval, ovals, pts, type Point } from './drawing/paths.ts';
import { drawNeckwear } from './parts/accessories.ts';
import type { ParsedLook } from './words/look.ts';

/** How the care it had shows in an adult: behind it, at its neck, before it. */
interface LifeMarks {
  readonly behind: (canvas: Canvas, figure: Figure) => Svg;
  readonly neck: (canvas: Canvas, figure: Figure, accent: Colour) => Svg;
  readonly before: (canvas: Canvas, figure: Figure) => Svg;
  readonly opacity: number;
}

const nothing = () => '';

export const LIFE_MARKS: Readonly<Record<Path, LifeMarks>> = {
  high_care: { behind: hearthGlow, neck: nothing, before: embers, opacity: 1 },
  balanced: { behind: nothing, neck: trailScarf, before: nothing, opacity: 1 },
  low_care: { behind: nothing, neck: nothing, before: mist, opacity: 0.66 },
  rescue: { behind: nothing, neck: nothing, before: bandageAndScar, opacity: 1 },
};

/** Little care fades the colours. */
export function fadeForPath(path: Path | undefined, look: ParsedLook): ParsedLook {
  if (path !== 'low_care') return look;
  return {
    ...look,
    coat: cold(look.coat),
    mark: cold(look.mark),
    second: look.second && cold(look.second),
    third: look.third && cold(look.third),
  };
}

const cold = (colour: Colour) => mix(colour, '#bccbe6', 0.5);

function hearthGlow(canvas: Canvas, { reach }: Figure): Svg {
  const r = Math.max(reach.top * 0.62, (reach.left + reach.right) * 0.52);
  const at = [(reach.right - reach.left) / 2, -reach.top * 0.46] as const;
  return glow(canvas, at, r * 1.15, '#ffb347') + glow(canvas, at, r * 0.8, '#ffe59a');
}

function embers(_canvas: Canvas, { reach }: Figure): Svg {
  const places = pts('-0.96 0.62, -0.86 0.9, 0.9 0.84, 0.98 0.5, -1 0.3, 0.6 1').map(([x, y]): Point => [
    (x < 0 ? reach.left : reach.right) * x,
    -reach.top * y,
  ]);
  const sparks = places.map((at, index) => spark(at, index % 2 ? 11 : 17));
  return fill(sparks.join(''), '#ff9d3c') + fill(ovals(places, 4), '#fff3c4');
}

function trailScarf(canvas: Canvas, { neck, reach }: Figure, accent: Colour): Svg {
  return neck ? drawNeckwear(canvas, 'scarf', neck, accent) : bundle(canvas, reach.left, accent);
}

// Without a neck there is a bundle on a stick instead.
function bundle(canvas: Canvas, left: number, accent: Colour): Svg {
  const stick = canvas.paint(limb(pts('-40 8, 0 -90, 26 -190'), [12, 12, 10]), { fill: '#a2714a', depth: 4 });
  const cloth = canvas.paint(
    'M-6 0Q-44 14 -40 52Q0 76 40 50Q42 14 8 0Q18 -20 26 -22Q4 -24 0 -8Q-8 -24 -26 -20Q-14 -14 -6 0Z',
    {
      fill: accent,
      depth: 9,
      marks: fill(
        oval(-16, 30, 5) + oval(12, 22, 5) + oval(18, 46, 5) + oval(-8, 54, 5),
        lighter(accent, 0.6),
      ),
    },
  );
  return put(stick + put(cloth, { x: 26, y: -182, scale: 0.9 }), { x: -left + 34, scale: 0.94 });
}

function mist(_canvas: Canvas, { reach }: Figure): Svg {
  const [left, right] = [-reach.left, reach.right];
  const wisps = `M${n(left)} -8q24 -26 48 -4t48 -2t48 2M${n(right - 120)} -22q24 -22 46 -2t50 0M${n(left * 0.5)} 14q30 -18 60 0t60 -2t40 2`;
  return (
    stroke(wisps, '#f3f8ff', 12, 0.75) +
    stroke(
      `M${n(left + 6)} ${n(-reach.top * 0.6)}q10 -24 -4 -44M${n(right - 6)} ${n(-reach.top * 0.7)}q-10 -24 4 -44`,
      '#f3f8ff',
      7,
      0.6,
    )
  );
}

function bandageAndScar(canvas: Canvas, { crown, neck }: Figure): Svg {
  const { x, y, width } = crown;
  const wrap = limb(pts('-52 34, -20 12, 20 8, 56 26'), [17, 20, 20, 17]);
  const bandage =
    canvas.paint(wrap, {
      fill: '#f7efe2',
      depth: 4,
      width: 4,
      marks: stroke('M-40 20l8 12M-18 6l8 16M10 2l4 18M34 8l2 18', '#d8c7ae', 3),
    }) +
    put(
      canvas.paint('M-10 0L-26 -16L-20 -22L0 -8L20 -20L26 -12L10 2Z', {
        fill: '#f7efe2',
        depth: 2,
        width: 3.5,
      }),
      { x: 46, y: 10, turn: 20 },
    );
  const scar = stroke('M-50 74L-26 104M-48 92l12 -10M-40 102l12 -10', '#8c3f46', 4.5);
  const medal = neck
    ? put(
        canvas.paint('M0 16Q-22 2 -18 -12Q-10 -22 0 -11Q10 -22 18 -12Q22 2 0 16Z', {
          fill: '#d9596a',
          depth: 4,
          width: 4,
        }),
        { x: neck.x, y: neck.y + 20 },
      )
    : '';
  return put(bandage + scar, { x, y, scale: width / 84 }) + medal;
}
