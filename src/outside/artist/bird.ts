import { frontBeak } from './beak.ts';
import { brightness, darker, lighter, mix, type Colour } from './colours.ts';
import { fill, pair, put, stroke, twins, type Art, type Easel } from './easel.ts';
import { eyes } from './eyes.ts';
import { foldedWing, plumage, spreadWing } from './feathers.ts';
import type { Figure } from './figure.ts';
import { limb, loop, mirrored, moved, n, oval, pts, shaggy, type Point } from './pen.ts';

/** A bird that stands upright and looks at us; its wings are folded, spread or flippers, as the words say. */
export function upright(easel: Easel): Figure {
  const { growth, look } = easel;
  const high = 214 * (0.3 + 0.7 * growth.body);
  const wide = 84 * (0.3 + 0.7 * growth.width);
  const scale = growth.head * (/great|enormous|flame/.test(look.text) ? 0.86 : 1);
  const headY = -high - 16 * scale;
  const frame = { high, wide };
  const side = spreads(easel) ? wide * 0.6 + 182 * growth.extras : Math.max(90 * scale, wide + 36);
  return {
    body:
      tailFeathers(easel, frame) +
      wingsBehind(easel, frame) +
      feet(easel) +
      trunk(easel, frame) +
      wingsBefore(easel, frame),
    head: put(birdHead(easel), { y: headY, scale, turn: easel.expression === 'curious' ? 10 : 0 }),
    neck: { x: 0, y: -high + 42, width: wide * 0.9 },
    reach: {
      left: side,
      right: Math.max(side, /burning/.test(look.text) ? 190 * growth.extras : 0),
      top: Math.max(
        -headY + (/crest|tufts/.test(look.text) ? 118 : 74) * scale,
        spreads(easel) ? high * 0.84 + 150 * growth.extras : 0,
      ),
    },
    crown: { x: 0, y: headY - 64 * scale, width: 74 * scale },
  };
}

interface Frame {
  readonly high: number;
  readonly wide: number;
}

const bellyOf = ({ look }: Easel): Colour =>
  look.parts.belly?.colours[0] ?? lighter(look.coat, brightness(look.coat) < 0.35 ? 0.22 : 0.42);
const tipOf = ({ look }: Easel): Colour =>
  look.parts.wingtips?.colours[0] ?? look.second ?? darker(look.coat, 0.3);
const spreads = ({ look, growth }: Easel) =>
  /enormous wings|great wings|flame-tipped wings/.test(look.text) && growth.stage !== 'baby';

function trunk(easel: Easel, { high, wide }: Frame): Art {
  const { look } = easel;
  const points = moved(mirrored(pts('0 -1.1, 0.52 -1.02, 0.86 -0.7, 1 -0.36, 0.72 -0.08, 0 -0.02')), 0, 0, [
    wide,
    high,
  ]);
  const front = fill(
    loop(moved(mirrored(pts('0 -1, 0.44 -0.86, 0.72 -0.4, 0.5 -0.1, 0 -0.04')), 0, 0, [wide, high])),
    bellyOf(easel),
  );
  const rows = /belly/.test(look.text)
    ? ''
    : plumage(0, -high * 0.72, Math.max(2, Math.round(high / 46)), mix(look.coat, '#2c1a33', 0.16));
  const patch = look.parts.ruff
    ? pair((one) =>
        fill(oval(wide * 0.5 * one, -high * 0.78, wide * 0.3, 24), look.parts.ruff?.colours[0] ?? '#ec8e3c'),
      ) + fill(oval(0, -high * 0.8, wide * 0.5, 15), '#f6d9a0')
    : '';
  const ember = /glowing chest/.test(look.text)
    ? fill(oval(0, -high * 0.6, wide * 0.5, high * 0.24), '#ffd873', 0.85) +
      fill(oval(0, -high * 0.6, wide * 0.3, high * 0.15), '#fff3c4', 0.9)
    : '';
  return easel.form(loop(points), { fill: look.coat, marks: front + patch + ember + rows, depth: 16 });
}

function wingsBefore(easel: Easel, { high, wide }: Frame): Art {
  if (spreads(easel)) return '';
  const { look } = easel;
  const up = easel.expression === 'glad' ? -24 : 0;
  if (/flipper/.test(look.text))
    return pair((side) =>
      put(
        easel.form(
          limb(
            [
              [0, 0],
              [26, 44],
              [34, high * 0.52],
            ],
            [34, 32, 16],
          ),
          { fill: look.coat, depth: 7 },
        ),
        { x: wide * 0.78 * side, y: -high * 0.82, flip: side, turn: up * side },
      ),
    );
  const tips = look.parts.wingtips?.colours ?? [];
  const colours = tips.length > 0 ? [look.coat, ...tips] : [darker(look.coat, 0.16), darker(look.coat, 0.26)];
  return pair((side) =>
    put(foldedWing(easel, [0, 0], high * 0.74, colours), {
      x: wide * 0.9 * side,
      y: -high * 0.84,
      flip: side,
      turn: up * side,
    }),
  );
}

function wingsBehind(easel: Easel, { high, wide }: Frame): Art {
  if (!spreads(easel)) return '';
  const { look, growth } = easel;
  const reach = 92 * growth.extras;
  const wing = {
    root: [wide * 0.5, -high * 0.78] as Point,
    wrist: [wide * 0.6 + reach, -high * 0.84 - reach * 0.62] as Point,
    long: 112 * growth.extras,
    colour: look.coat,
    tips: tipOf(easel),
  };
  return twins(easel, spreadWing(easel, wing));
}

function tailFeathers(easel: Easel, { high }: Frame): Art {
  const { look, growth } = easel;
  const text = look.parts.tail?.text ?? '';
  if (!/long/.test(text)) return '';
  const burning = /burning/.test(text);
  const long = (burning ? 150 : 118) * growth.extras;
  const colours = burning
    ? ['#e9622b', '#f2a036', '#f7cf55']
    : [look.coat, ...(look.parts.wingtips?.colours ?? [darker(look.coat, 0.2)])];
  return [-1, 1, 0]
    .map((index) => {
      const colour = colours[(index + 1) % colours.length] ?? look.coat;
      const [dx, sway] = burning ? [120 + index * 26, -38 * (index + 1.2)] : [52 + index * 16, 34];
      return easel.form(
        limb(
          [
            [10, -high * 0.3],
            [dx * 0.6, -20 + sway * 0.2],
            [dx, sway * 0.8 - (burning ? 20 : 0)],
            [dx + 34, sway - long * 0.14],
          ],
          [26, 30, 26, 8],
        ),
        { fill: colour, depth: 5 },
      );
    })
    .join('');
}

function feet({ look, growth, form }: Easel): Art {
  const colour = look.parts.paws?.colours[0] ?? (/waddling/.test(look.text) ? '#ec9a3c' : '#d9a24a');
  const size = 0.7 + 0.3 * growth.legs;
  return pair((side) =>
    put(
      form('M-24 2Q-26 -16 -8 -22L8 -22Q26 -16 24 2Q16 8 10 0Q0 10 -10 0Q-16 8 -24 2Z', {
        fill: colour,
        depth: 5,
      }),
      { x: 34 * side, y: -2, scale: size },
    ),
  );
}

/** A bird's head from the front, around the middle of its own paper. */
export function birdHead(easel: Easel): Art {
  const { look } = easel;
  const disc = /face disc/.test(look.text);
  const half: readonly Point[] = disc
    ? pts('0 -70, 52 -64, 88 -26, 88 20, 58 60, 0 70')
    : pts('0 -70, 44 -62, 72 -22, 70 24, 46 60, 0 68');
  const beak = look.parts.beak?.colours[0] ?? '#e8a13c';
  const cheeks = disc ? discs(look.parts.face?.colours[0] ?? '#f8f3ea', look.coat) : faceOf(easel);
  const skull = easel.form(/mottled/.test(look.text) ? shaggy(mirrored(half), 24, 6) : loop(mirrored(half)), {
    fill: look.coat,
    marks: cheeks,
    depth: 14,
  });
  const look2 = eyes(easel, {
    apart: disc ? 40 : 33,
    y: -6,
    size: disc ? 22 : 16,
    lid: disc ? '#efe6d8' : look.coat,
  });
  return (
    crest(easel) + skull + put(frontBeak(easel, beak), { y: disc ? 26 : 20, scale: disc ? 0.78 : 1 }) + look2
  );
}

function discs(pale: Colour, coat: Colour): Art {
  return (
    pair(
      (side) =>
        fill(oval(40 * side, 0, 46, 52), pale) +
        stroke(oval(40 * side, 0, 46, 52), darker(coat, 0.12), 6, 0.7),
    ) + fill(loop(mirrored(pts('0 -70, 22 -60, 8 -20, 0 10'))), coat)
  );
}

function faceOf({ look }: Easel): Art {
  if (/white belly/.test(look.text))
    return pair((side) => fill(oval(33 * side, 4, 31, 36), '#f8f3ea')) + fill(oval(0, 40, 46, 26), '#f8f3ea');
  const pale = pair((side) => fill(oval(34 * side, -2, 27, 25), lighter(look.coat, 0.62)));
  const crown = look.parts.crest;
  const cap =
    crown && /crown/.test(crown.text)
      ? fill(loop(mirrored(pts('0 -90, 60 -80, 58 -40, 0 -30'))), crown.colours[0] ?? '#f0c648')
      : '';
  return cap + pale;
}

function crest(easel: Easel): Art {
  const { look, growth } = easel;
  const said = look.parts.crest;
  if (look.parts.tufts)
    return pair((side) =>
      put(easel.form('M-26 16Q-18 -26 12 -46Q30 -14 22 20Z', { fill: darker(look.coat, 0.1), depth: 6 }), {
        x: 54 * side,
        y: -54,
        flip: side,
        scale: 0.6 + 0.4 * growth.extras,
      }),
    );
  if (!said || /casque|crown/.test(said.text)) return '';
  const colour = look.second ?? tipOf(easel);
  return [-2, -1, 0, 1, 2]
    .map((index) => {
      const [x, tall] = [index * 15, (64 - Math.abs(index) * 14) * growth.extras];
      const plume = /crackling/.test(said.text)
        ? `M${n(x - 9)} -56L${n(x * 1.5 + 6)} ${n(-66 - tall * 0.45)}L${n(x * 1.5 - 6)} ${n(-70 - tall * 0.4)}L${n(x * 2.3)} ${n(-64 - tall)}L${n(x * 1.3 + 12)} ${n(-62 - tall * 0.5)}L${n(x + 12)} -56Z`
        : limb(
            [
              [x, -50],
              [x * 1.7, -60 - tall * 0.5],
              [x * 2 + 10, -64 - tall],
            ],
            [14, 18, 8],
          );
      return easel.form(plume, { fill: index % 2 ? colour : lighter(colour, 0.25), depth: 4, width: 4 });
    })
    .join('');
}
