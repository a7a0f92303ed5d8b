import type { KeepsakeKind } from '../../rules/heart/keepsakes-table.ts';
import type { Svg } from '../drawing/canvas.ts';
import { DAYS_KEEPSAKES, FIRST_KEEPSAKES } from './of-a-life.ts';
import { GAME_KEEPSAKES, MEAL_KEEPSAKES } from './of-meals-and-games.ts';
import { COMPANY_KEEPSAKES, REST_KEEPSAKES } from './of-rest-and-words.ts';

/** Every keepsake, around 0 0, no farther than 32 from it to any side. */
export const KEEPSAKE_DRAWINGS: Readonly<Record<KeepsakeKind, Svg>> = {
  ...MEAL_KEEPSAKES,
  ...GAME_KEEPSAKES,
  ...REST_KEEPSAKES,
  ...COMPANY_KEEPSAKES,
  ...FIRST_KEEPSAKES,
  ...DAYS_KEEPSAKES,
};

/** A keepsake as SVG, for a shelf. The title tells whoever cannot see it what it is; without one it stands beside its name. */
export function drawKeepsake(kind: KeepsakeKind, title?: string): string {
  const named =
    title === undefined ? ' aria-hidden="true">' : ` role="img"><title>${escapeXml(title)}</title>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64" stroke-linecap="round" stroke-linejoin="round"${named}${KEEPSAKE_DRAWINGS[kind]}</svg>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? '');
}
