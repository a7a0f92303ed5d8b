import { bodyPlanFor } from './body-plans.ts';
import { EXPRESSIONS, poseCreature, type PortraitFacts, type Stance } from './creature.ts';
import { createCanvas, cutBelow, drawEach, put, type Svg } from './drawing/canvas.ts';
import type { Gait, Reach } from './drawing/figure.ts';
import { drawNestedEgg, EGG_REACH } from './egg.ts';
import type { Stage } from './facts.ts';
import { EGG_IDLE, idleRow, LOOKS, type Move, type Row, ROWS, runRow } from './moves.ts';
import { reachBeyond } from './parts/adornments.ts';
import { lookOf } from './words/look.ts';

// The format of the desktop pets of Codex, which other programs show as well.
const PET_CELL = { width: 192, height: 208 } as const;
const PET_COLUMNS = 8;

/** The rows of a sheet, and how long each of their pictures is shown, in milliseconds. */
export const PET_ROWS = [
  { name: 'idle', durations: [280, 110, 110, 140, 140, 320] },
  { name: 'running-right', durations: [120, 120, 120, 120, 120, 120, 120, 220] },
  { name: 'running-left', durations: [120, 120, 120, 120, 120, 120, 120, 220] },
  { name: 'waving', durations: [140, 140, 140, 280] },
  { name: 'jumping', durations: [140, 140, 140, 140, 280] },
  { name: 'failed', durations: [140, 140, 140, 140, 140, 140, 140, 240] },
  { name: 'waiting', durations: [150, 150, 150, 150, 150, 260] },
  { name: 'running', durations: [120, 120, 120, 120, 120, 220] },
  { name: 'review', durations: [150, 150, 150, 150, 150, 280] },
] as const;

export interface PetFacts extends Omit<PortraitFacts, 'pose' | 'stage'> {
  readonly stage: Stage;
  /** True of a dead creature: a pale one. */
  readonly gone?: true | undefined;
}

/** A sheet of all rows as SVG; version 2 has two more, in which the pet looks into sixteen directions. */
export function drawPetSheet(facts: PetFacts, version: 1 | 2 = 1): string {
  const sitter = facts.stage === 'egg' ? eggSitter(facts) : creatureSitter(facts);
  const running = drawRow(sitter, runRow(sitter.gait), 'run').map(
    (cell, at) => `<g id="run${at}">${cell}</g>`,
  );
  const rows = [
    drawRow(sitter, sitter.idle, 'idle'),
    running.map((_, at) => put(`<use href="#run${at}"/>`, { x: PET_CELL.width, flip: -1 })),
    running,
    ...REST.map((name) => drawRow(sitter, ROWS[name], name)),
    ...(version === 1 ? [] : lookRows(sitter)),
  ];
  const [width, height] = [PET_CELL.width * PET_COLUMNS, PET_CELL.height * rows.length];
  const cells = drawEach(rows, (row, y) =>
    drawEach(row, (cell, x) => svgAt({ x: x * PET_CELL.width, y: y * PET_CELL.height, ...PET_CELL }, cell)),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" stroke-linecap="round" stroke-linejoin="round">${cells}</svg>`;
}

const REST = ['waving', 'jumping', 'failed', 'waiting', 'running', 'review'] as const;

function lookRows(sitter: Sitter): readonly (readonly Svg[])[] {
  const looks = drawRow(sitter, { expression: 'calm', moves: LOOKS }, 'look');
  return [looks.slice(0, PET_COLUMNS), looks.slice(PET_COLUMNS)];
}

/** A nested SVG cuts off what is outside. */
function svgAt({ x, y, width, height }: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>, svg: Svg) {
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}">${svg}</svg>`;
}

interface Drawn {
  readonly figure: Svg;
  readonly sign: Svg;
  /** A keepsake at its side and sparks of joy. */
  readonly beside: Svg;
  readonly reach: Reach;
}

/** The figure that is drawn into the cells. */
interface Sitter {
  readonly gait: Gait;
  readonly idle: Row;
  /** Size relative to an adult. */
  readonly size: number;
  /** The extent of the figure at rest. */
  readonly reach: Reach;
  readonly opacity: number;
  readonly idleOpacity: number;
  draw(stance: Stance): Drawn;
}

const PALE = 0.58;

function creatureSitter({ stage, ...given }: PetFacts): Sitter {
  const facts = { ...given, stage: stage === 'egg' ? 'baby' : stage } as const;
  const { appearance = 'content' } = facts;
  const draw = (stance: Stance) => {
    const posed = poseCreature(facts, { hasScenery: false, ...stance });
    const { creature, sign, canvas, reach, beside } = posed;
    const beyond = reachBeyond(canvas);
    const [left, right] = [reach.left + beyond.sides, reach.right + beyond.sides];
    // What hangs at the neck of a lying or small creature would reach through the ground.
    const hangs = canvas.posture === 'lying' || facts.worn?.neck !== undefined || facts.manner !== undefined;
    const figure = hangs ? cutBelow(canvas, creature, 12) : creature;
    return { figure, sign, beside, canvas, reach: { left, right, top: reach.top + beyond.top } };
  };
  const { canvas, reach } = draw({ expression: 'calm', name: 'still' });
  const { gait = 'hop' } = bodyPlanFor(canvas.look);
  const opacity = facts.gone ? PALE : 1;
  return {
    gait,
    idle: idleRow(EXPRESSIONS[appearance]),
    size: canvas.growth.whole,
    reach,
    opacity,
    idleOpacity: appearance === 'fading' ? PALE : opacity,
    draw,
  };
}

function eggSitter({ species, seed }: PetFacts): Sitter {
  const look = lookOf(species, '');
  return {
    gait: 'hop',
    idle: EGG_IDLE,
    size: EGG_SIZE,
    reach: EGG_REACH,
    opacity: 1,
    idleOpacity: 1,
    draw({ nod, name }) {
      const facts = ['egg', species.slug, seed, name];
      const canvas = createCanvas({ look, stage: 'egg', seed, hasScenery: false, facts });
      return { figure: drawNestedEgg(canvas, species.family, nod), sign: '', beside: '', reach: EGG_REACH };
    },
  };
}

const EGG_SIZE = 0.8;

const GROUND = 195;
const MARGIN = 6;
/** Room above the head for a jump or a thought, and at the sides for a lean, in units of the figure. */
const ROOM = { above: 70, jump: 38, side: 28, lean: 0.07 };
const LARGEST = 0.62;

function scaleInCell({ left, right, top }: Reach): number {
  const wide = (PET_CELL.width - 2 * MARGIN) / (left + right + 2 * (ROOM.side + ROOM.lean * top));
  return Math.min(LARGEST, wide, (GROUND - MARGIN) / (top + ROOM.above));
}

function drawRow(sitter: Sitter, row: Row, name: string): readonly Svg[] {
  const { expression, moves } = row;
  const run = name === 'run' ? ({ gait: 'run' } as const) : {};
  const drawn = moves.map(({ motion, nod = {} }, at) =>
    sitter.draw({ ...(expression && { expression }), ...run, motion, nod, name: `${name}${at}` }),
  );
  const { reach } = drawn[0] ?? sitter;
  const scale = Math.min(scaleInCell(sitter.reach), scaleInCell(reach)) * sitter.size;
  const x = PET_CELL.width / 2 + ((reach.left - reach.right) / 2) * scale;
  const opacity = name === 'idle' ? sitter.idleOpacity : sitter.opacity;
  return drawn.map(({ figure, sign, beside }, at) => {
    const move = moves[at] ?? {};
    const whole = moved(figure, move) + (row.sign ? outlined(sign) : '') + (row.leaves ? '' : beside);
    const y = GROUND - (move.lift ?? 0) * ROOM.jump * scale;
    return faded(put(whole, { x: x + (move.x ?? 0), y, scale }), opacity);
  });
}

/** Stretches and leans a figure; its feet stay. */
function moved(figure: Svg, { tall = 1, lean = 0 }: Move): Svg {
  const wide = 1 + (1 - tall) * 0.5;
  const skew = -Math.tan((lean * Math.PI) / 180) * tall;
  const matrix = [wide, 0, skew, tall, 0, 0].map((value) => Math.round(value * 1000) / 1000);
  return `<g transform="matrix(${matrix.join(' ')})">${figure}</g>`;
}

/** Thoughts and clouds are pale: on a white desktop they need an outline. */
const outlined = (sign: Svg) => (sign === '' ? '' : `<g stroke="#5b5f7d" stroke-width="3">${sign}</g>`);
const faded = (svg: Svg, opacity: number) => (opacity < 1 ? `<g opacity="${opacity}">${svg}</g>` : svg);
