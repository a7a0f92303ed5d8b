import keepsakeOrigins from '#content/voice/heart/keepsake-origins.json' with { type: 'json' };
import keepsakes from '#content/voice/heart/keepsakes.json' with { type: 'json' };

import { KEEPSAKES, type KeepsakeKind, type KeepsakeRow } from '../../rules/heart/keepsakes-table.ts';
import { fillTemplate } from '../pick-line.ts';
import { ambitionAim } from './ambitions.ts';
import { WISH_NOUNS } from './wishes.ts';

export const KEEPSAKE_LINES = keepsakes;

export function keepsakeName(kind: KeepsakeKind): string {
  return KEEPSAKE_LINES[kind].name;
}

export function keepsakeStory(kind: KeepsakeKind, name: string): string {
  return fillTemplate(KEEPSAKE_LINES[kind].story, { name });
}

/** The origin of a keepsake in a few words: `a wish for a bite out of the water`. */
export function keepsakeFrom(kind: KeepsakeKind): string {
  const row: KeepsakeRow = KEEPSAKES[kind];
  if (row.wish) return `a wish for ${WISH_NOUNS[row.wish]}`;
  if (row.ambition) return `having set out ${ambitionAim(row.ambition)}`;
  if (row.first) return keepsakeOrigins.firsts[row.first];
  if (row.stage) return keepsakeOrigins.stages[row.stage];
  if (row.survived) return keepsakeOrigins.survived[row.survived];
  if (row.streak !== undefined) return `${row.streak} meals on time in a row`;
  if (row.days !== undefined) return `${row.days} days of its age`;
  if (row.acts !== undefined) return `${row.acts} acts of care`;
  return row.granted === undefined ? 'coming back from the dead' : `${row.granted} wishes that came true`;
}

export function rarityWords(count: number, of: number): string {
  if (count <= 0) return 'nobody in the house has one yet';
  if (count === 1) return 'the only one in the house';
  if (count >= of) return `all ${of} creatures here have one`;
  return `${count} of ${of} creatures here have one`;
}
