import { type Canvas, drawEach, fill, pair, put, stroke, type Svg } from '../drawing/canvas.ts';
import { darker, lighter } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import { glow, shine } from '../drawing/light.ts';
import { limb, moved, n, oval, ovals, pointList, pts } from '../drawing/paths.ts';
import { drawFace } from '../parts/face.ts';

export function drawMachine(canvas: Canvas): Figure {
  const { growth } = canvas;
  const high = 120 * (0.5 + 0.5 * growth.body);
  const wide = 0.8 + 0.2 * growth.width;
  const scale = growth.head * 0.98;
  const headY = -56 - high - 62 * scale;
  return {
    body:
      arms(canvas, high, wide) +
      treads(canvas, wide) +
      put(trunk(canvas, high), { scale: wide, y: -46 }) +
      canvas.paint(limb(moved(pts('0 -40, 0 -60'), 0, -high), [44, 40]), { fill: '#5c6470', depth: 4 }),
    head: put(drawMachineHead(canvas), { y: headY, scale, turn: canvas.expression === 'curious' ? 8 : 0 }),
    neck: { x: 0, y: -50 - high, width: 50 },
    crown: { x: 0, y: headY - 66 * scale, width: 84 * scale },
    reach: { left: 150, right: 150, top: -headY + 142 * scale },
  };
}

function treads(canvas: Canvas, wide: number): Svg {
  return pair((side) => {
    const x = 56 * side * wide;
    const tread = `M${n(x - 46)} -24a24 24 0 0 1 24 -24h44a24 24 0 0 1 0 48h-44a24 24 0 0 1 -24 -24Z`;
    const wheels = drawEach(
      [-26, 0, 26],
      (dx) => fill(oval(x + dx, -24, 11), '#a9b0ba') + fill(oval(x + dx, -24, 4), '#4a4e58'),
    );
    return canvas.paint(tread, { fill: '#4c505c', marks: wheels, depth: 7 });
  });
}

function trunk({ look, paint }: Canvas, high: number): Svg {
  const [shoulder, top] = [n(-high + 14), n(-high - 6)];
  const shell = `M-78 ${shoulder}Q-78 ${top} -56 ${top}H56Q78 ${top} 78 ${shoulder}V-12Q78 8 56 8H-56Q-78 8 -78 -12Z`;
  const graph = stroke(`M-40 ${n(-high * 0.62)}h20l9 -22l14 38l10 -28l7 12h24`, '#7ce8d4', 5);
  const display = `M-46 ${n(-high + 16)}h92v${n(high * 0.52)}h-92Z`;
  const screen = paint(display, { fill: '#2f3b4c', depth: 4, width: 4, marks: graph });
  const corners = [...moved(pts('-62 10, 62 10'), 0, -high), ...pts('-62 -10, 62 -10')];
  const rivets = fill(ovals(corners, 4.5), darker(look.coat, 0.4));
  return paint(shell, { marks: rivets, depth: 13 }) + screen;
}

function arms({ paint, expression }: Canvas, high: number, wide: number): Svg {
  const up = expression === 'glad' ? -46 : 0;
  const claw = 'M-18 -8Q-20 22 -6 26L-4 10H4L6 26Q20 22 18 -8Q0 -22 -18 -8Z';
  return pair((side) => {
    const [x, y] = [78 * side * wide, -46 - high * 0.7];
    const spine = pointList([x, y], [x + 38 * side, y + 20 + up * 0.4], [x + 48 * side, y + 56 + up * 2]);
    return (
      paint(limb(spine, [24, 22, 20]), { fill: '#7d8794', depth: 5 }) +
      put(paint(claw, { depth: 4 }), { x: x + 48 * side, y: y + 62 + up * 2 })
    );
  });
}

export function drawMachineHead(canvas: Canvas): Svg {
  const { look } = canvas;
  const lamp = look.parts.light?.colours[0] ?? '#d2473a';
  const antenna =
    stroke('M0 -64V-106', darker(look.coat, 0.55), 9) +
    stroke('M0 -64V-106', look.coat, 3) +
    glow(canvas, [0, -114], 30, lamp) +
    canvas.paint(oval(0, -114, 13), { fill: lamp, depth: 4, width: 4 });
  const bolts = pair((side) =>
    canvas.paint(`M${n(94 * side - 12)} -22h24v40h-24Z`, { fill: darker(look.coat, 0.2), depth: 4 }),
  );
  const shell = 'M-92 -34Q-92 -66 -58 -66H58Q92 -66 92 -34V30Q92 62 58 62H-58Q-92 62 -92 30Z';
  const glass = canvas.paint('M-72 -26Q-72 -42 -54 -42H54Q72 -42 72 -26V22Q72 40 54 40H-54Q-72 40 -72 22Z', {
    fill: '#273241',
    depth: 6,
    width: 4,
  });
  return (
    antenna +
    bolts +
    canvas.paint(shell, { fill: lighter(look.coat, 0.1), depth: 13 }) +
    glass +
    drawFace(canvas, { apart: 34, y: -8, size: 15, lid: '#273241', mouth: 26, wide: 16 }) +
    shine(-56, -52, 16, 6)
  );
}
