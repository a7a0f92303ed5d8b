import keepsakes from '#content/pictures/keepsakes.json' with { type: 'json' };

import type { Svg } from './drawing/canvas.ts';

/** Drawings of the keepsakes, centred on 0 0, within 32 units to every side; lines are half as wide as a creature's. */
export const KEEPSAKE_DRAWINGS: Readonly<Record<DrawnKeepsake, Svg>> = keepsakes;

export type DrawnKeepsake = keyof typeof keepsakes;

/** A keepsake as SVG. With a title for screen readers, or hidden from them when its name is beside it. */
export function drawKeepsake(kind: DrawnKeepsake, title?: string): string {
  const named =
    title === undefined ? ' aria-hidden="true">' : ` role="img"><title>${escapeXml(title)}</title>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64" stroke-linecap="round" stroke-linejoin="round"${named}${KEEPSAKE_DRAWINGS[kind]}</svg>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? '');
}
