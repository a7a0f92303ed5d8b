import keepsakeOrigins from '#content/voice/heart/keepsake-origins.json' with { type: 'json' };
import keepsakes from '#content/voice/heart/keepsakes.json' with { type: 'json' };

import { KEEPSAKES, type KeepsakeKind, type KeepsakeRow } from '../../rules/heart/keepsakes-table.ts';
import type { Stage } from '../../rules/vocabulary.ts';
import { fillTemplate } from '../pick-line.ts';
import { WISH_NOUNS } from './wishes.ts';

/** What a keepsake is called, and its story in one sentence. */
export const KEEPSAKE_LINES = keepsakes as Readonly<
  Record<KeepsakeKind, Readonly<Record<'name' | 'story', string>>>
>;

/** What a keepsake is called: `a tasting spoon`. */
export function keepsakeName(kind: KeepsakeKind): string {
  return KEEPSAKE_LINES[kind].name;
}

/** Its story in one sentence, with the name of whoever keeps it. */
export function keepsakeStory(kind: KeepsakeKind, name: string): string {
  return fillTemplate(KEEPSAKE_LINES[kind].story, { name });
}

/** That it has it now, for a diary. */
export function keepsakeKept(kind: KeepsakeKind, name: string): string {
  return `${name} has ${keepsakeName(kind)} to keep, from ${keepsakeFrom(kind)}.`;
}

/** What it came from, in a few words. */
export function keepsakeFrom(kind: KeepsakeKind): string {
  const row: KeepsakeRow = KEEPSAKES[kind];
  if (row.wish) return `a wish for ${WISH_NOUNS[row.wish]}`;
  if (row.first) return ORIGINS.firsts[row.first];
  if (row.stage) return ORIGINS.stages[row.stage];
  if (row.survived) return ORIGINS.survived[row.survived];
  return countedFrom(row) ?? 'coming back from the dead';
}

function countedFrom({ streak, days, acts, granted }: KeepsakeRow): string | undefined {
  if (streak !== undefined) return `${streak} meals on time in a row`;
  if (days !== undefined) return `${days} days of its age`;
  if (acts !== undefined) return `${acts} acts of care`;
  return granted === undefined ? undefined : `${granted} wishes that came true`;
}

const ORIGINS = keepsakeOrigins as {
  readonly firsts: Readonly<Record<NonNullable<KeepsakeRow['first']>, string>>;
  readonly stages: Readonly<Record<Stage, string>>;
  readonly survived: Readonly<Record<NonNullable<KeepsakeRow['survived']>, string>>;
};

/** How rare a keepsake is: how many of so many creatures have one. */
export function rarityWords(count: number, of: number): string {
  if (count <= 0) return 'nobody in the house has one yet';
  if (count === 1) return 'the only one in the house';
  if (count >= of) return `all ${of} creatures here have one`;
  return `${count} of ${of} creatures here have one`;
}
