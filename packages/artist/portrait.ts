import { seedOf } from '../base/hash.ts';
import { BACKDROP_COLOURS, drawBackdrop } from './backdrop.ts';
import { poseCreature, type PortraitFacts } from './creature.ts';
import { type ByExpression, type Canvas, fill, put, type Svg, svgDocument } from './drawing/canvas.ts';
import { darker, mix } from './drawing/colours.ts';
import type { Reach } from './drawing/figure.ts';
import { POSE_MOTIONS } from './drawing/motion.ts';
import { oval } from './drawing/paths.ts';
import { seededRandom } from './drawing/random.ts';
import type { Pose } from './facts.ts';
import { drawRug } from './marks.ts';
import { reachBeyond } from './parts/adornments.ts';

/** A creature as SVG. The same facts always give the same bytes. */
export function drawPortrait(facts: PortraitFacts): string {
  const { species, seed, appearance, pose } = facts;
  const posed = poseCreature(facts, { motion: pose && POSE_MOTIONS[pose] });
  const { canvas, reach, style, path, manner, beside } = posed;
  const fit = fitToFrame(canvas, reach);
  const shut = facts.moving && poseCreature(facts, { motion: POSE_MOTIONS.blink, name: 'shut' }).creature;
  const dressed = (shut ? blinking(posed.creature, shut) : posed.creature) + posed.sign;
  const visible = appearance === 'fading' ? `<g opacity=".58">${dressed}</g>` : dressed;
  const still = put(visible, POSES[canvas.expression] ?? {});
  const onGround = (svg: Svg) => put(svg, { x: fit.x, y: GROUND, scale: fit.scale });
  // The backdrop has its own seed, so it is the same at every age and in every mood.
  const backdropRandom = seededRandom(seed ^ seedOf('backdrop'));
  const base = backdropRandom.pick(BACKDROP_COLOURS[species.family]);
  const styled = style.backdrop ? mix(base, style.backdrop, 0.3) : base;
  const gloom = path === 'low_care' ? 0.42 : GLOOM[canvas.expression];
  const back = gloom === undefined ? styled : mix(styled, '#8f97ab', gloom);
  const shadow = Math.min(226, ((reach.left + reach.right) / 2) * fit.scale + 12);
  return svgDocument(
    (facts.moving ? MOVING_STYLE : '') +
      drawBackdrop(backdropRandom, back) +
      (manner ? put(drawRug(manner, shadow + 16), { x: 256, y: GROUND + 10 }) : '') +
      fill(oval(256, GROUND + 6, shadow, 20), darker(back, 0.5), 0.32) +
      onGround(facts.moving ? `<g class="breathing">${still}</g>` : pose ? stir(still, pose) : still) +
      onGround(beside),
  );
}

/** Moves the body for a pose; the feet, at 0 0, stay in place. */
function stir(creature: Svg, pose: Pose): Svg {
  if (pose === 'breath') return `<g transform="scale(1.012 1.022)">${creature}</g>`;
  return pose === 'twitch' ? put(creature, { turn: -1.2 }) : creature;
}

const blinking = (open: Svg, shut: Svg): Svg =>
  `<g class="open">${open}</g><g class="shut" visibility="hidden">${shut}</g>`;

// Without animations the eyes stay open.
const MOVING_STYLE =
  '<style>@media (prefers-reduced-motion:no-preference){' +
  '.breathing{animation:breathe 3.6s ease-in-out infinite}' +
  '.open{animation:open 4.4s step-end infinite}.shut{animation:shut 4.4s step-end infinite}}' +
  '@keyframes breathe{50%{transform:scale(1.014,1.026)}}' +
  '@keyframes open{94%{visibility:hidden}98%{visibility:visible}}' +
  '@keyframes shut{94%{visibility:visible}98%{visibility:hidden}}</style>';

const GROUND = 442;
const FRAME = { width: 448, height: 392 };

function fitToFrame(canvas: Canvas, reach: Reach): { readonly scale: number; readonly x: number } {
  const beyond = reachBeyond(canvas);
  const [left, right] = [reach.left + beyond.sides, reach.right + beyond.sides];
  const whole = canvas.growth.whole * (/tiny build/.test(canvas.look.text) ? 0.8 : 1);
  const fitting = Math.min(1.3, FRAME.width / (left + right), FRAME.height / (reach.top + beyond.top));
  const scale = fitting * whole;
  // The figure is not quite centred: a long tail may reach out of the frame a little.
  return { scale, x: 256 + ((left - right) / 2) * scale * 0.86 };
}

/** How grey the backdrop is per expression, from 0 to 1. */
const GLOOM: ByExpression<number> = { weak: 0.42, afraid: 0.5, faint: 0.66, restless: 0.5, sad: 0.34 };

const POSES: ByExpression<Readonly<{ y?: number; turn?: number }>> = {
  glad: { y: -14 },
  curious: { turn: 1.5 },
  sad: { y: 3, turn: -2 },
  weak: { y: 3, turn: -4 },
  afraid: { y: 2, turn: 2 },
  faint: { y: 4 },
  asleep: { y: 4 },
  restless: { y: 4 },
};
