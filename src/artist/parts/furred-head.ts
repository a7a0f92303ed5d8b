import type { Family } from '../../core/vocabulary.ts';
import {
  fill,
  flippedPair,
  pair,
  stroke,
  type Canvas,
  type Expression,
  type Svg,
} from '../drawing/canvas.ts';
import { darker, lighter } from '../drawing/colours.ts';
import { loop, mirrored, pts, scaled, shaggy, type Point } from '../drawing/paths.ts';
import { coatColoursOf, type CoatColours } from './coat-colours.ts';
import { drawEars, earHeight, type EarKind } from './ears.ts';
import { drawEyes } from './eyes.ts';
import { drawFaceMarks } from './face-marks.ts';
import { drawMuzzle, type MuzzleKind } from './muzzle.ts';

interface SkullShape {
  readonly half: readonly Point[];
  readonly muzzle: MuzzleKind;
  readonly ears: EarKind;
  readonly eyes: {
    readonly apart: number;
    readonly y: number;
    readonly size: number;
    readonly pupil?: 'slit';
  };
}

const SKULLS = {
  cat: {
    half: pts('0 -76, 46 -70, 82 -32, 92 10, 76 50, 38 72, 0 76'),
    muzzle: 'cat',
    ears: 'pointed',
    eyes: { apart: 39, y: -4, size: 19, pupil: 'slit' },
  },
  flatCat: {
    half: pts('0 -76, 50 -68, 90 -28, 100 14, 82 52, 40 70, 0 72'),
    muzzle: 'cat',
    ears: 'pointed',
    eyes: { apart: 42, y: 2, size: 20 },
  },
  dog: {
    half: pts('0 -80, 46 -74, 76 -40, 80 4, 64 48, 38 76, 0 84'),
    muzzle: 'dog',
    ears: 'floppy',
    eyes: { apart: 35, y: -12, size: 15 },
  },
  wolf: {
    half: pts('0 -76, 46 -68, 76 -30, 98 26, 62 52, 32 78, 0 88'),
    muzzle: 'dog',
    ears: 'upright',
    eyes: { apart: 37, y: -10, size: 14 },
  },
  fox: {
    half: pts('0 -70, 44 -64, 76 -26, 98 18, 60 46, 28 76, 0 88'),
    muzzle: 'pointed',
    ears: 'upright',
    eyes: { apart: 38, y: -2, size: 15 },
  },
  lean: {
    half: pts('0 -74, 38 -68, 62 -34, 60 6, 44 48, 28 82, 0 94'),
    muzzle: 'pointed',
    ears: 'folded',
    eyes: { apart: 33, y: -12, size: 14 },
  },
  flatDog: {
    half: pts('0 -76, 52 -70, 84 -34, 90 16, 72 58, 38 76, 0 80'),
    muzzle: 'flat',
    ears: 'bat',
    eyes: { apart: 46, y: -6, size: 18 },
  },
  round: {
    half: pts('0 -76, 48 -66, 80 -24, 84 20, 62 58, 32 74, 0 78'),
    muzzle: 'nibbling',
    ears: 'round',
    eyes: { apart: 42, y: -6, size: 17 },
  },
  cheeky: {
    half: pts('0 -66, 48 -58, 80 -18, 102 32, 78 66, 36 74, 0 76'),
    muzzle: 'nibbling',
    ears: 'round',
    eyes: { apart: 44, y: -8, size: 17 },
  },
  slim: {
    half: pts('0 -62, 44 -56, 74 -20, 72 18, 46 50, 24 72, 0 78'),
    muzzle: 'cat',
    ears: 'round',
    eyes: { apart: 38, y: -2, size: 15 },
  },
  blunt: {
    half: pts('0 -80, 40 -76, 58 -48, 64 0, 72 56, 66 94, 36 108, 0 110'),
    muzzle: 'blunt',
    ears: 'round',
    eyes: { apart: 46, y: -34, size: 13 },
  },
} as const satisfies Readonly<Record<string, SkullShape>>;
type SkullKind = keyof typeof SKULLS;

// The first row of the family, or of any, whose words fit.
const SKULL_WORDS: readonly { readonly family?: Family; readonly words: RegExp; readonly kind: SkullKind }[] =
  [
    { family: 'cat', words: /flat face/, kind: 'flatCat' },
    { family: 'cat', words: /(?:)/, kind: 'cat' },
    { words: /flat wrinkled face/, kind: 'flatDog' },
    { words: /blunt square/, kind: 'blunt' },
    { family: 'dog', words: /fox|enormous ears/, kind: 'fox' },
    { family: 'dog', words: /sleek|tucked waist/, kind: 'lean' },
    { family: 'dog', words: /upright|pricked ears|dire|bear-like/, kind: 'wolf' },
    { family: 'dog', words: /(?:)/, kind: 'dog' },
    { words: /cheeks/, kind: 'cheeky' },
    { words: /slinky|woolly|black nose/, kind: 'slim' },
    { words: /(?:)/, kind: 'round' },
  ];

function chooseSkull(canvas: Canvas, family: Family): SkullKind {
  return (
    SKULL_WORDS.find((each) => (each.family ?? family) === family && each.words.test(canvas.look.text))
      ?.kind ?? 'round'
  );
}

/** How far a head with its ears reaches up from its middle. */
export function headHeight(canvas: Canvas, family: Family): number {
  return earHeight(canvas, SKULLS[chooseSkull(canvas, family)].ears);
}

/** The head of something furred, around 0 0. */
export function drawFurredHead(canvas: Canvas, family: Family): Svg {
  const skull: SkullShape = SKULLS[chooseSkull(canvas, family)];
  const colours = coatColoursOf(canvas.look);
  const mane = ruff(canvas, colours);
  const face = canvas.paint(headOutline(canvas, skull), {
    fill: colours.head,
    marks: drawFaceMarks(canvas, colours),
    depth: 15,
  });
  const behind = drawEars(canvas, {
    usual: skull.ears,
    colour: colours.ears,
    where: 'behind',
    scale: skull.muzzle === 'blunt' ? 0.62 : 1,
  });
  const before = drawEars(canvas, { usual: skull.ears, colour: colours.ears, where: 'before' });
  const eyes = drawEyes(canvas, { ...skull.eyes, lid: colours.head });
  const glasses = /spectacles/.test(canvas.look.text) ? spectacles() : '';
  return (
    mane +
    behind +
    face +
    drawMuzzle(canvas, skull.muzzle, colours) +
    eyes +
    glasses +
    forelock(canvas, colours) +
    brows(canvas, skull, colours) +
    before
  );
}

function headOutline({ look, stage }: Canvas, { half }: SkullShape): string {
  const shaggyCoat = /shaggy|wiry|very long \w+ fur|fluffy|woolly|thick (?!black|otter)/.test(look.text);
  const plump = stage === 'baby' ? 1.04 : 1;
  const points = scaled(mirrored(half), plump, 1);
  return shaggyCoat ? shaggy(points, 26, /shaggy|very long|wiry/.test(look.text) ? 10 : 7) : loop(points);
}

function ruff({ look, stage, paint }: Canvas, colours: CoatColours): Svg {
  const words = look.parts.ruff;
  if (!words || !/ruff|collar/.test(words.text) || stage === 'baby') return '';
  const colour = words.colours[0] ?? lighter(colours.main, 0.28);
  const half = pts('0 -60, 70 -50, 112 6, 108 62, 66 108, 0 124');
  return paint(shaggy(mirrored(half), 30, 17), { fill: colour, depth: 12 });
}

// Hair that will not lie down: the mark of a teen.
function forelock({ stage, paint }: Canvas, { head }: CoatColours): Svg {
  if (stage !== 'teen') return '';
  const lock =
    'M-26 -62Q-34 -96 -14 -110Q-14 -92 -4 -84Q-2 -112 20 -122Q14 -96 22 -86Q32 -98 44 -98Q30 -74 22 -60Q0 -48 -26 -62Z';
  return paint(lock, { fill: lighter(head, 0.12), depth: 5, width: 4 });
}

const BROWED: ReadonlySet<Expression> = new Set(['hungry', 'curious', 'weak', 'sad', 'afraid', 'restless']);

function brows({ expression }: Canvas, { eyes: { apart, y, size } }: SkullShape, colours: CoatColours): Svg {
  if (!BROWED.has(expression)) return '';
  const top = y - size * 1.75;
  const ink = darker(colours.head, 0.62);
  if (expression === 'curious')
    return stroke(`M${apart - 16} ${top - 4}Q${apart} ${top - 16} ${apart + 16} ${top - 6}`, ink, 4.5);
  const lift = expression === 'afraid' || expression === 'sad' ? 7 : 0;
  return flippedPair(() =>
    stroke(`M${apart - 15} ${top - 3 - lift}Q${apart} ${top - 4 - lift} ${apart + 15} ${top + 7}`, ink, 4.5),
  );
}

const lens = (side: 1 | -1) => `M${39 * side - 25} -4a25 25 0 1 0 50 0a25 25 0 1 0 -50 0Z`;

function spectacles(): Svg {
  const glass = pair((side) => fill(lens(side), '#fffbe9', 0.25));
  return glass + stroke(`${lens(1)}${lens(-1)}M-14 -6Q0 -14 14 -6`, '#8a6a32', 4.5);
}
