import {
  type Canvas,
  drawEach,
  fill,
  flippedPair,
  mirroredPair,
  pair,
  put,
  stroke,
  type Svg,
  times,
  turnAbout,
} from '../drawing/canvas.ts';
import { brightness, type Colour, darker, lighter, mix } from '../drawing/colours.ts';
import type { Figure, Position } from '../drawing/figure.ts';
import { footIn } from '../drawing/motion.ts';
import {
  between,
  limb,
  loop,
  mirrored,
  moved,
  n,
  offset,
  oval,
  type Point,
  pointList,
  pts,
  scaled,
  shaggy,
  symmetricLoop,
} from '../drawing/paths.ts';
import { drawEye, drawEyes } from '../parts/face.ts';

/** An upright bird seen from the front; its wings are folded, spread or flippers, by the words of its look. */
export function drawBird(canvas: Canvas): Figure {
  const { growth, look, expression, posture } = canvas;
  const lying = posture === 'lying';
  const high = 214 * (0.3 + 0.7 * growth.body) * (lying ? 0.52 : 1);
  const wide = 84 * (0.3 + 0.7 * growth.width) * (lying ? 1.36 : 1);
  const scale = growth.head * (/great|enormous|flame/.test(look.text) ? 0.86 : 1);
  const headY = -high - (lying ? -18 : 16) * scale;
  const frame = { high, wide };
  const spreads = spreadsWings(canvas);
  const side = spreads ? wide * 0.6 + 182 * growth.extras : Math.max(90 * scale, wide + 36);
  const crestHeight = (/crest|tufts/.test(look.text) ? 118 : 74) * scale;
  return {
    body:
      tailFeathers(canvas, high) +
      (spreads ? spreadWings(canvas, frame) : '') +
      (lying ? '' : feet(canvas)) +
      trunk(canvas, frame) +
      (spreads ? '' : foldedWings(canvas, frame)),
    head: put(drawBirdHead(canvas), { y: headY, scale, turn: expression === 'curious' ? 10 : 0 }),
    neck: { x: 0, y: -high + 42, width: wide * 0.9 },
    reach: {
      left: side,
      right: Math.max(side, /burning/.test(look.text) ? 190 * growth.extras : 0),
      top: Math.max(-headY + crestHeight, spreads ? high * 0.84 + 150 * growth.extras : 0),
    },
    crown: { x: 0, y: headY - 64 * scale, width: 74 * scale },
  };
}

type BirdFrame = Readonly<Record<'high' | 'wide', number>>;

const tipOf = ({ look }: Canvas): Colour =>
  look.parts.wingtips?.colours[0] ?? look.second ?? darker(look.coat, 0.3);
const spreadsWings = ({ look, stage, posture }: Canvas) =>
  /enormous wings|great wings|flame-tipped wings/.test(look.text) &&
  stage !== 'baby' &&
  posture === 'upright';
function trunk(canvas: Canvas, { high, wide }: BirdFrame): Svg {
  const { look, paint } = canvas;
  const outline = symmetricLoop('0 -1.1, 0.52 -1.02, 0.86 -0.7, 1 -0.36, 0.72 -0.08, 0 -0.02', wide, high);
  const belly =
    look.parts.belly?.colours[0] ?? lighter(look.coat, brightness(look.coat) < 0.35 ? 0.22 : 0.42);
  const front = fill(symmetricLoop('0 -1, 0.44 -0.86, 0.72 -0.4, 0.5 -0.1, 0 -0.04', wide, high), belly);
  const { ruff } = look.parts;
  const patch = ruff
    ? pair((one) =>
        fill(oval(wide * 0.5 * one, -high * 0.78, wide * 0.3, 24), ruff.colours[0] ?? '#ec8e3c'),
      ) + fill(oval(0, -high * 0.8, wide * 0.5, 15), '#f6d9a0')
    : '';
  const ember = /glowing chest/.test(look.text)
    ? fill(oval(0, -high * 0.6, wide * 0.5, high * 0.24), '#ffd873', 0.85) +
      fill(oval(0, -high * 0.6, wide * 0.3, high * 0.15), '#fff3c4', 0.9)
    : '';
  const plumage = /belly/.test(look.text) ? '' : plumageRows(look.coat, high);
  return paint(outline, { marks: front + patch + ember + plumage, depth: 16 });
}

function plumageRows(coat: Colour, high: number): Svg {
  const rows = times(Math.max(2, Math.round(high / 46)), (row) => {
    const count = 3 + (row % 2);
    return times(count, (column) => {
      const x = (column - (count - 1) / 2) * 30;
      return `M${n(x - 11)} ${n(-high * 0.72 + row * 27)}q11 15 22 0`;
    });
  });
  return stroke(rows, darker(coat, 0.16), 4.5, 0.8);
}

function foldedWings(canvas: Canvas, { high, wide }: BirdFrame): Svg {
  const { look, paint, expression, motion } = canvas;
  const lifted = motion.wings ?? 0;
  const turn = (expression === 'glad' ? -24 : 0) - lifted * (/flipper/.test(look.text) ? 1 : 0.5);
  if (/flipper/.test(look.text)) {
    const flipper = limb(pointList([0, 0], [26, 44], [34, high * 0.52]), [34, 32, 16]);
    return flippedPair(() => paint(flipper, { depth: 7 }), { x: wide * 0.78, y: -high * 0.82, turn });
  }
  const tips = look.parts.wingtips?.colours ?? [];
  const colours = tips.length > 0 ? [look.coat, ...tips] : [darker(look.coat, 0.16), darker(look.coat, 0.26)];
  const wing = () => foldedWing(canvas, high * 0.74, colours);
  return flippedPair(wing, { x: wide * 0.9, y: -high * 0.84, turn });
}

function spreadWings(canvas: Canvas, { high, wide }: BirdFrame): Svg {
  const { growth, paint, look } = canvas;
  const reach = 92 * growth.extras;
  const root: Point = [wide * 0.5, -high * 0.78];
  const wrist: Point = [wide * 0.6 + reach, -high * 0.84 - reach * 0.62];
  const long = 112 * growth.extras;
  const [colour, tips] = [look.coat, tipOf(canvas)];
  const feathers = Array.from({ length: 6 }, (_, index) => {
    const part = index / 5;
    const at = between(root, wrist, 0.15 + part * 0.85);
    const angle = 1.62 - part * 2.5;
    const end = offset(at, [Math.cos(angle), Math.sin(angle)], long * (0.72 + 0.34 * part));
    return paint(limb([at, end], [32, 42, 16]), {
      fill: index % 2 ? colour : darker(colour, 0.1),
      marks: fill(oval(end[0], end[1], long * 0.3), tips),
      depth: 5,
      width: 4,
    });
  });
  const arm = loop([
    offset(root, [0, 1], -22),
    between(root, wrist, 0.55),
    offset(wrist, [0.4, -1], 16),
    offset(wrist, [1, 0.4], 16),
    offset(between(root, wrist, 0.5), [0.2, 1], 46),
    offset(root, [0, 1], 44),
  ]);
  const wave = `M${n(root[0] + 10)} ${n(root[1] + 20)}q18 18 34 -4t34 -14t32 -18`;
  const marks = stroke(wave, mix(colour, tips, 0.5), 5, 0.7);
  const wing = feathers.toReversed().join('') + paint(arm, { fill: lighter(colour, 0.1), marks, depth: 10 });
  return mirroredPair(canvas, turnAbout(wing, (canvas.motion.wings ?? 0) * 0.5, root[0], root[1]));
}

function tailFeathers(canvas: Canvas, high: number): Svg {
  const { look, growth, paint, hasScenery } = canvas;
  const text = look.parts.tail?.text ?? '';
  if (!/long/.test(text)) return '';
  const burning = /burning/.test(text);
  const long = (burning ? 150 : 118) * growth.extras;
  const colours = burning
    ? ['#e9622b', '#f2a036', '#f7cf55']
    : [look.coat, ...(look.parts.wingtips?.colours ?? [darker(look.coat, 0.2)])];
  return drawEach([-1, 1, 0], (index) => {
    const colour = colours[(index + 1) % colours.length] ?? look.coat;
    const [dx, sway] = burning
      ? [120 + index * 26, -38 * (index + 1.2)]
      : [52 + index * 16, hasScenery ? 34 : 4];
    const spine: readonly Point[] = [
      [10, -high * 0.3],
      [dx * 0.6, -20 + sway * 0.2],
      [dx, sway * 0.8 - (burning ? 20 : 0)],
      [dx + 34, sway - long * 0.14],
    ];
    return paint(limb(spine, [26, 30, 26, 8]), { fill: colour, depth: 5 });
  });
}

function feet({ look, growth, paint, motion }: Canvas): Svg {
  const colour = look.parts.paws?.colours[0] ?? (/waddling/.test(look.text) ? '#ec9a3c' : '#d9a24a');
  const foot = 'M-24 2Q-26 -16 -8 -22L8 -22Q26 -16 24 2Q16 8 10 0Q0 10 -10 0Q-16 8 -24 2Z';
  const scale = 0.7 + 0.3 * growth.legs;
  return pair((side) => {
    const { ahead, lift } = footIn(motion, side * 0.25);
    return put(paint(foot, { fill: colour, depth: 5 }), {
      x: 34 * side - 7 * ahead,
      y: -2 - 16 * lift,
      scale,
    });
  });
}

export function drawBirdHead(canvas: Canvas): Svg {
  const { look, paint } = canvas;
  const disc = /face disc/.test(look.text);
  const half = disc
    ? pts('0 -70, 52 -64, 88 -26, 88 20, 58 60, 0 70')
    : pts('0 -70, 44 -62, 72 -22, 70 24, 46 60, 0 68');
  const beak = look.parts.beak?.colours[0] ?? '#e8a13c';
  const outline = /mottled/.test(look.text) ? shaggy(mirrored(half), 24, 6) : loop(mirrored(half));
  const skull = paint(outline, { marks: disc ? faceDiscs(canvas) : cheekPatches(canvas), depth: 14 });
  const [apart, size, lid] = disc ? ([40, 22, '#efe6d8'] as const) : ([33, 16, look.coat] as const);
  const eyes = drawEyes(canvas, { apart, y: -6, size, lid });
  const feathers = crest(canvas);
  const bill = put(frontBeak(canvas, beak), { y: disc ? 26 : 20, scale: disc ? 0.78 : 1 });
  return feathers + skull + bill + eyes;
}

function faceDiscs({ look }: Canvas): Svg {
  const pale = look.parts.face?.colours[0] ?? '#f8f3ea';
  const discs = pair((side) => {
    const disc = oval(40 * side, 0, 46, 52);
    return fill(disc, pale) + stroke(disc, darker(look.coat, 0.12), 6, 0.7);
  });
  return discs + fill(symmetricLoop('0 -70, 22 -60, 8 -20, 0 10'), look.coat);
}

function cheekPatches({ look }: Canvas): Svg {
  if (/white belly/.test(look.text))
    return pair((side) => fill(oval(33 * side, 4, 31, 36), '#f8f3ea')) + fill(oval(0, 40, 46, 26), '#f8f3ea');
  const pale = pair((side) => fill(oval(34 * side, -2, 27, 25), lighter(look.coat, 0.62)));
  const crown = look.parts.crest;
  const cap =
    crown && /crown/.test(crown.text)
      ? fill(symmetricLoop('0 -90, 60 -80, 58 -40, 0 -30'), crown.colours[0] ?? '#f0c648')
      : '';
  return cap + pale;
}

function crest(canvas: Canvas): Svg {
  const { look, growth, paint } = canvas;
  const words = look.parts.crest;
  if (look.parts.tufts)
    return flippedPair(
      () => paint('M-26 16Q-18 -26 12 -46Q30 -14 22 20Z', { fill: darker(look.coat, 0.1), depth: 6 }),
      { x: 54, y: -54, scale: 0.6 + 0.4 * growth.extras },
    );
  if (!words || /casque|crown/.test(words.text)) return '';
  const colour = look.second ?? tipOf(canvas);
  return drawEach([-2, -1, 0, 1, 2], (index) => {
    const [x, tall] = [index * 15, (64 - Math.abs(index) * 14) * growth.extras];
    const plume = /crackling/.test(words.text)
      ? `M${n(x - 9)} -56L${n(x * 1.5 + 6)} ${n(-66 - tall * 0.45)}L${n(x * 1.5 - 6)} ${n(-70 - tall * 0.4)}L${n(x * 2.3)} ${n(-64 - tall)}L${n(x * 1.3 + 12)} ${n(-62 - tall * 0.5)}L${n(x + 12)} -56Z`
      : limb(pointList([x, -50], [x * 1.7, -60 - tall * 0.5], [x * 2 + 10, -64 - tall]), [14, 18, 8]);
    return paint(plume, { fill: index % 2 ? colour : lighter(colour, 0.25), depth: 4, width: 4 });
  });
}

function foldedWing({ paint }: Canvas, high: number, colours: readonly Colour[]): Svg {
  const [colour = '#888888', tip = darker(colour, 0.2), second = tip] = colours;
  const outline = loop([[-18, 6], [8, -8], ...scaled(pts('30 0.32, 20 0.8, -2 1, -20 0.55'), 1, high)]);
  const marks =
    fill(loop(scaled(pts('-40 0.5, 50 0.42, 50 1.2, -40 1.2'), 1, high)), tip) +
    fill(loop(scaled(pts('-40 0.76, 50 0.7, 50 1.2, -40 1.2'), 1, high)), second) +
    stroke(
      `M-14 ${n(high * 0.34)}q14 14 28 0M-14 ${n(high * 0.56)}q14 14 30 0M-8 ${n(high * 0.74)}q10 12 22 0`,
      darker(colour, 0.4),
      4,
      0.5,
    );
  return paint(outline, { fill: colour, marks, depth: 9 });
}

// Draws a beak seen from the front; its root is at 0 0.
function frontBeak({ look, expression, paint }: Canvas, colour: Colour): Svg {
  const open = expression === 'glad' || expression === 'hungry';
  const hooked = /curved|hooked/.test(look.parts.beak?.text ?? '');
  const lower = fill('M-15 8Q0 46 15 8Z', '#8c3a44') + stroke('M-15 8Q0 46 15 8', darker(colour, 0.5), 4);
  const upper = hooked
    ? 'M-26 -8Q0 -32 26 -8Q28 18 4 42Q-4 44 -4 34Q-28 14 -26 -8Z'
    : 'M-19 -2Q0 -18 19 -2Q12 16 0 25Q-12 16 -19 -2Z';
  const shine = fill(oval(-8, -6, 6, 4), lighter(colour, 0.7), 0.7);
  return (open ? lower : '') + paint(upper, { fill: colour, depth: 6, marks: shine });
}

/** A water bird seen from the side, its bill to the left. */
export function drawWaterfowl(canvas: Canvas): Figure {
  const { growth, stage, look, expression, posture } = canvas;
  const size = 0.5 + 0.5 * growth.body;
  const necked = /long curving neck|long neck/.test(look.text);
  const lying = posture === 'lying';
  const neck = (lying ? -6 : necked ? 128 : 44) * (0.25 + 0.75 * growth.body);
  const bodyY = (lying ? -54 : -118) * size;
  const scale = growth.head * (necked ? 0.74 : 0.86);
  const head = { x: -80 * size - (necked ? 26 : 0), y: bodyY - neck - (lying ? 8 : 46) * scale };
  const chick = stage === 'baby' ? '#f4d774' : look.coat;
  const turn = expression === 'curious' ? -10 : 0;
  return {
    body:
      (lying ? '' : webbedFeet(canvas, size)) +
      put(curl(canvas, size, chick), { y: bodyY + 118 * size }) +
      hull(canvas, size, head, bodyY, chick) +
      put(duckWing(canvas, size, chick), { y: bodyY + 118 * size }),
    head: put(waterfowlHead(canvas, chick), { ...head, scale, turn }),
    neck: { x: head.x + 18 * scale, y: head.y + 66 * scale, width: 42 * scale },
    // The neck of a lying bird is folded below the ground, so keepsakes hang in front of the body.
    places: lying ? { front: { x: head.x + 34 * scale, y: -26 * size, width: 42 * scale } } : undefined,
    reach: { left: Math.max(124 * scale - head.x, 130 * size), right: 160 * size, top: 66 * scale - head.y },
    crown: { x: head.x + 6, y: head.y - 54 * scale, width: 64 * scale },
  };
}

function hull({ paint }: Canvas, size: number, head: Position, bodyY: number, colour: Colour): Svg {
  const back = pts('-20 -54, 54 -54, 120 -84, 150 -90, 138 -24, 86 36, 0 56, -76 44, -120 6');
  const front: readonly Point[] = [
    [-104 * size, bodyY - 46 * size],
    [head.x - 10, head.y + 56],
    [head.x - 14, head.y],
    [head.x + 34, head.y],
    [head.x + 40, head.y + 56],
    [-52 * size, bodyY - 58 * size],
  ];
  const marks = fill(oval(0, bodyY + 60 * size, 120 * size, 26 * size), lighter(colour, 0.4), 0.6);
  const outline = loop([...moved(scaled(back, size), 0, bodyY), ...front]);
  return paint(outline, { fill: colour, marks, depth: 16 });
}

function duckWing({ look, expression, motion, paint }: Canvas, size: number, colour: Colour): Svg {
  const raised = expression === 'glad' || /wide wings/.test(look.text);
  const marks = stroke('M-10 16Q30 30 86 -2M0 34Q40 44 92 18', darker(colour, 0.3), 4, 0.6);
  const shape = loop(pts('-62 -14, 0 -44, 70 -34, 128 -40, 112 6, 60 42, -10 46, -54 24'));
  const wing = paint(shape, { fill: darker(colour, 0.04), marks, depth: 11 });
  return put(wing, {
    x: 14 * size,
    y: -112 * size,
    scale: size * 0.92,
    turn: (raised ? -16 : 0) - (motion.wings ?? 0),
  });
}

function curl({ look, paint }: Canvas, size: number, colour: Colour): Svg {
  if (!/curled tail feather/.test(look.text)) return '';
  return put(
    paint(limb(pts('0 0, 26 -22, 20 -50, -4 -46, 0 -30'), [18, 20, 16, 12, 6]), { fill: colour, depth: 4 }),
    { x: 124 * size, y: -196 * size, scale: size },
  );
}

const WEBBED_FOOT = 'M14 -14Q20 0 16 4Q4 8 -6 2Q-18 10 -28 2Q-38 6 -44 -2Q-30 -18 14 -14Z';

function webbedFeet({ look, paint, motion }: Canvas, size: number): Svg {
  const colour = look.parts.paws?.colours[0] ?? '#ec8e3c';
  const foot = (hip: number, shade: number, behind: number) => {
    const tone = darker(colour, shade);
    const { ahead, lift } = footIn(motion, behind);
    const [x, y] = [hip - 22 * ahead * size, -20 * lift * size];
    const leg = ahead === 0 ? `M${x} -6V${-84 * size}` : `M${n(x)} ${n(y - 6)}L${n(hip)} ${n(-84 * size)}`;
    return (
      stroke(leg, darker(tone, 0.5), 19) +
      stroke(leg, tone, 10) +
      put(paint(WEBBED_FOOT, { fill: tone, depth: 4 }), { x: x - 2, y, scale: 0.75 + 0.35 * size })
    );
  };
  return foot(46 * size, 0.2, 0.5) + foot(-14 * size, 0, 0);
}

function waterfowlHead(canvas: Canvas, colour: Colour): Svg {
  const { look, expression, paint } = canvas;
  const bill = look.parts.beak?.colours[0] ?? '#ec8e3c';
  const skull = paint(loop(pts('4 -62, 46 -46, 62 0, 44 46, 2 58, -42 44, -56 2, -40 -44')), {
    fill: colour,
    depth: 11,
    marks: fill(oval(-26, 28, 14, 9), '#ee9a8e', 0.5),
  });
  const opens = expression === 'glad' || expression === 'hungry';
  const lower = opens
    ? paint('M-50 26Q-90 44 -112 50Q-100 64 -46 44Z', { fill: darker(bill, 0.15), depth: 3 })
    : '';
  const teeth = /serrated/.test(look.text)
    ? stroke('M-102 24l6 6l6 -6l6 6l6 -6l6 6l6 -6', darker(bill, 0.5), 3)
    : '';
  const upper = paint('M-48 -16Q-66 -4 -96 6Q-124 12 -118 24Q-108 34 -50 32Z', { fill: bill, depth: 6 });
  const nostril = fill(oval(-78, 10, 5, 3), darker(bill, 0.55));
  const eye = put(drawEye(canvas, { size: 15, lid: colour }), { x: -16, y: -12 });
  return skull + lower + upper + teeth + nostril + eye;
}
