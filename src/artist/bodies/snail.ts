import { fill, pair, put, stroke, type Canvas, type Svg } from '../drawing/canvas.ts';
import { darker, lighter, type Colour } from '../drawing/colours.ts';
import type { Figure, Position } from '../drawing/figure.ts';
import { curve, limb, loop, oval, type Point } from '../drawing/paths.ts';
import { drawEye } from '../parts/eyes.ts';
import { drawMouth } from '../parts/mouth.ts';

/** A snail with eyes on stalks. */
export function drawSnail(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const shell = 112 * (0.5 + 0.5 * growth.body);
  const skin = look.parts.coat?.colours.length ? lighter(look.coat, 0.25) : '#b9b2ae';
  const scale = growth.head * 0.9;
  const low = canvas.posture === 'lying';
  const at: Point = [46, -shell - (low ? 6 : 26)];
  const head = { x: -shell - (low ? 20 : 32), y: low ? -46 : -92 };
  return {
    body:
      stroke('M-60 4Q80 10 214 2', '#e6eef2', 12, 0.9) +
      foot(canvas, skin, shell, head) +
      spiralShell(canvas, at, shell),
    head: put(snailHead(canvas, skin), { ...head, scale }),
    neck: { x: head.x + 14, y: head.y + 44, width: 46 * scale },
    crown: { x: head.x, y: head.y - 120 * scale, width: 54 * scale },
    // Its eyes are up there; its forehead is between the stalks.
    places: { head: { x: head.x + 26 * scale, y: head.y - 30 * scale, width: 54 * scale } },
    reach: {
      left: -head.x + 60 * scale,
      right: shell + 70,
      top: Math.max(shell * 2 + (low ? 10 : 34), -head.y + (low ? 80 : 140) * scale),
    },
  };
}

function foot(canvas: Canvas, skin: Colour, shell: number, head: Position): Svg {
  const body = loop([
    [head.x - 34, head.y],
    [head.x + 30, head.y - 14],
    [head.x + 62, -56],
    [20, -46],
    [shell + 20, -26],
    [shell + 72, 0],
    [20, 4],
    [head.x, 2],
    [head.x - 40, -30],
  ]);
  const hem = curve([
    [head.x - 30, -16],
    [0, -12],
    [shell + 40, -8],
  ]);
  return canvas.paint(body, { fill: skin, marks: stroke(hem, darker(skin, 0.35), 4, 0.5), depth: 10 });
}

function spiralShell(canvas: Canvas, [x, y]: Point, r: number): Svg {
  const shell = canvas.look.parts.shell?.colours[0] ?? canvas.look.coat;
  const turns = Array.from({ length: 30 }, (_, index): Point => {
    const [angle, far] = [index * 0.5 + 1.9, r * (0.94 - index * 0.031)];
    return [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
  });
  const lip = loop([
    [x - r * 0.98, y + r * 0.3],
    [x - r * 0.5, y + r * 0.5],
    [x - r * 0.4, y + r],
    [x - r * 0.86, y + r * 0.9],
  ]);
  const line = curve(turns.filter((_, index) => index % 2 === 0 || index < 20));
  const marks = stroke(line, lighter(shell, 0.3), 20, 0.55) + stroke(line, darker(shell, 0.5), 6);
  return (
    canvas.paint(oval(x, y, r), { fill: shell, marks, depth: 17 }) +
    canvas.paint(lip, { fill: darker(shell, 0.12), depth: 5 })
  );
}

function snailHead(canvas: Canvas, skin: Colour): Svg {
  const height = canvas.posture === 'lying' ? 0.42 : canvas.expression === 'weak' ? 0.6 : 1;
  const stalks = pair((side) => {
    const [x, y] = [30 * side - 6, -104 * height];
    const spine: readonly Point[] = [
      [12 * side, 0],
      [20 * side, y * 0.5],
      [x, y],
    ];
    return (
      canvas.paint(limb(spine, [22, 16, 16]), { fill: skin, depth: 4 }) +
      canvas.paint(oval(x, y - 8, 24 * canvas.growth.eyes), { fill: lighter(skin, 0.4), depth: 5 }) +
      put(drawEye(canvas, { side, size: 13, lid: skin }), { x, y: y - 8 })
    );
  });
  const feelers = 'M-34 6q-16 4 -22 18M-18 16q-14 8 -16 20';
  const cheek = fill(oval(20, 22, 12, 8), '#ee8f96', 0.5);
  return (
    stalks +
    fill(oval(2, 10, 40, 34), skin) +
    stroke(feelers, darker(skin, 0.6), 12) +
    stroke(feelers, skin, 6) +
    cheek +
    put(drawMouth(canvas, { y: 14, width: 18, ink: darker(skin, 0.65) }), { x: -4 }) +
    stroke('M-40 -6Q-30 -28 0 -28', darker(skin, 0.62), 0.1)
  );
}
