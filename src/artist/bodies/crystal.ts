import { fill, pair, put, stroke, type Canvas, type Svg } from '../drawing/canvas.ts';
import { darker, lighter, mix } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import { glow, spark } from '../drawing/light.ts';
import { moved, n, polygon, pts, scaled, type Point } from '../drawing/paths.ts';
import { drawFace } from '../parts/face.ts';

/** A creature of cut stone. */
export function drawCrystal(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const size = 0.66 + 0.34 * growth.body;
  const scale = growth.head * 0.98;
  const edge = darker(mix(look.coat, '#5a92d6', 0.45), 0.3);
  const headY = -150 * size - 66 * scale;
  return {
    body: glow(canvas, [0, -150 * size], 200 * size, '#ffffff') + put(trunk(canvas, edge), { scale: size }),
    head: put(gem(canvas, edge), { y: headY, scale }),
    neck: { x: 0, y: -152 * size, width: 52 * size },
    crown: { x: 0, y: headY - 76 * scale, width: 74 * scale },
    reach: { left: 140 * size, right: 140 * size, top: -headY + 122 * scale },
  };
}

function trunk(canvas: Canvas, edge: string): Svg {
  const { coat } = canvas.look;
  const cells = Array.from({ length: 15 }, (_, index) => {
    const [column, row] = [index % 5, Math.floor(index / 5)];
    return polygon(moved(HEXAGON, -84 + column * 42 + (row % 2) * 21, -150 + row * 48));
  });
  const tints =
    fill(polygon(pts('0 -190, -64 -160, -98 -90, 0 -100')), '#ffffff', 0.5) +
    fill(polygon(pts('0 -100, 98 -90, 70 -30, 0 -14')), mix(coat, '#8d6cc6', 0.4), 0.4);
  const body = polygon(pts('0 -190, 64 -160, 98 -90, 70 -30, 0 -14, -70 -30, -98 -90, -64 -160'));
  const marks = tints + stroke(cells.join(''), edge, 3.5, 0.55);
  return limbs(canvas, edge) + canvas.paint(body, { line: edge, marks, depth: 12 });
}

const HEXAGON = pts('20.8 12, 0 24, -20.8 12, -20.8 -12, 0 -24, 20.8 -12');

function limbs({ paint, look }: Canvas, edge: string): Svg {
  const shard = (line: string, side: 1 | -1, colour: string) =>
    paint(polygon(scaled(pts(line), side, 1)), { fill: colour, line: edge, depth: 6 });
  const tail = shard('70 -60, 128 -70, 138 -140, 112 -112, 84 -96', 1, mix(look.coat, '#f2a7b3', 0.35));
  const legs = pair(
    (side) =>
      shard('26 -60, 64 -54, 52 0, 24 0', side, lighter(look.coat, 0.1)) +
      shard('78 -110, 112 -60, 98 0, 76 0, 70 -50', side, look.coat),
  );
  return tail + legs;
}

function gem(canvas: Canvas, edge: string): Svg {
  const { coat } = canvas.look;
  const skull: readonly Point[] = pts('0 -78, 58 -60, 88 -8, 58 46, 0 68, -58 46, -88 -8, -58 -60');
  const cuts =
    fill(polygon(pts('0 -78, -58 -60, -88 -8, -30 -30')), '#ffffff', 0.6) +
    fill(polygon(pts('88 -8, 58 46, 0 68, 34 30')), mix(coat, '#8d6cc6', 0.45), 0.4) +
    fill(polygon(pts('0 -78, 58 -60, 30 -32, -30 -30')), mix(coat, '#f2a7b3', 0.4), 0.45);
  const horns = pair((side) =>
    canvas.paint(polygon(scaled(pts('26 -66, 44 -120, 70 -50'), side, 1)), {
      fill: mix(coat, '#9fdcbc', 0.4),
      line: edge,
      depth: 6,
    }),
  );
  const lines = stroke(`M-30 -30L30 -32M-30 -30L-88 -8M30 -32L88 -8M${n(-30)} -30L0 -78`, edge, 3, 0.5);
  return (
    horns +
    canvas.paint(polygon(skull), { fill: lighter(coat, 0.12), line: edge, marks: cuts + lines, depth: 11 }) +
    drawFace(canvas, { apart: 34, y: 0, size: 16, mouth: 30, wide: 16 }) +
    fill(spark([64, -64], 18) + spark([-100, 20], 12), '#ffffff')
  );
}
