import { fill, put, stroke, type Canvas, type Svg } from './drawing/canvas.ts';
import type { AnchorPoint, Figure, Reach, Rest } from './drawing/figure.ts';
import { loop, n, pts } from './drawing/paths.ts';

/** A figure as it lies: what was drawn upright, and where that is now. */
interface RestingFigure {
  readonly place: (svg: Svg) => Svg;
  readonly crown: AnchorPoint;
  readonly reach: Reach;
}

export function layDown({ posture }: Canvas, rest: Rest, figure: Figure): RestingFigure {
  if (posture === 'upright') return asDrawn(figure);
  return RESTS[rest](figure);
}

const RESTS: Readonly<Record<Rest, (figure: Figure) => RestingFigure>> = {
  own: asDrawn,
  side: onItsSide,
  sink: sunken,
};

function asDrawn({ crown, reach }: Figure): RestingFigure {
  return { place: (svg) => svg, crown, reach };
}

const SQUASH = { wide: 1.14, high: 0.62 };

function sunken({ crown, reach: { left, right, top } }: Figure): RestingFigure {
  const { wide, high } = SQUASH;
  return {
    place: (svg) => `<g transform="scale(${wide} ${high})">${svg}</g>`,
    crown: { x: crown.x * wide, y: crown.y * high, width: crown.width },
    reach: { left: left * wide, right: right * wide, top: top * high },
  };
}

// Its head comes to lie on a pillow at the left.
function onItsSide({ crown, reach: { left, right, top } }: Figure): RestingFigure {
  const shift = top / 2;
  const pillow = put(PILLOW, { x: crown.y + shift + 46 });
  return {
    place: (svg) => pillow + put(svg, { x: shift, y: -left * 0.82 - 8, turn: -86 }),
    crown: { x: crown.y + shift + 40, y: -left - crown.width * 0.7, width: crown.width * 0.7 },
    reach: { left: shift + 24, right: shift + 8, top: left * 0.9 + right * 0.9 },
  };
}

const CUSHION = loop(pts('-96 -8, -84 -44, 0 -52, 84 -44, 96 -8, 84 12, 0 16, -84 12'));
const PILLOW: Svg =
  fill(CUSHION, '#f7ecdb') + stroke(CUSHION, '#8f7a68', 5) + stroke(`M${n(-70)} -6Q0 10 70 -8`, '#d8c7ae', 4);
