import keepsakesTexts from '#content/voice/heart/letters/passages/keepsakes.json' with { type: 'json' };

import { KEEPSAKES, type KeepsakeKind, type KeepsakeRow } from '../../../../core/heart/keepsakes-table.ts';
import type { Letter } from '../../../../core/heart/letter.ts';
import { inWords } from '../count-words.ts';
import { keepsakeNoun } from '../keepsake-nouns.ts';
import { withTexts } from '../passage.ts';

const MANY = 3;

/** What it has kept, and what that is for. */
export const KEEPSAKE_PASSAGES = withTexts(keepsakesTexts, {
  kept: {
    about: 'kept',
    holds: (letter) => shelved(letter).length >= 1,
    weight: 1.5,
    words: (letter) => ({ thing: newest(letter) }),
  },
  keptMany: {
    about: 'kept',
    holds: (letter) => shelved(letter).length >= MANY,
    weight: 1.6,
    words: (letter) => ({
      thing: newest(letter),
      other: keepsakeNoun(shelved(letter)[0] ?? 'piece_of_shell'),
      count: inWords(letter.page.kept.length),
    }),
  },
  nearlyLost: {
    about: 'survived',
    holds: ({ page }) => page.kept.includes('thin_thread'),
    weight: 4,
  },
  rescued: {
    about: 'survived',
    holds: ({ page }) => page.kept.includes('folded_bandage'),
    weight: 4,
  },
  lateLamp: {
    about: 'survived',
    holds: ({ page }) => page.kept.includes('window_lamp'),
    weight: 3,
  },
  anniversary: {
    about: 'anniversary',
    fond: true,
    holds: (letter) => anniversary(letter) !== undefined,
    weight: 3,
    place: 'lead',
    words: (letter) => ({
      days: inWords(anniversary(letter)?.days ?? 0),
      thing: keepsakeNoun(anniversary(letter)?.kind ?? 'week_stone'),
    }),
  },
});

/** What has no passage of its own. */
function shelved({ page }: Letter): readonly KeepsakeKind[] {
  return page.kept.filter((kind) => {
    const { survived, days }: KeepsakeRow = KEEPSAKES[kind];
    return survived === undefined && days === undefined;
  });
}

function newest(letter: Letter): string {
  return keepsakeNoun(shelved(letter).at(-1) ?? 'piece_of_shell');
}

function anniversary({ page }: Letter) {
  return page.kept
    .map((kind) => ({ kind, days: (KEEPSAKES[kind] satisfies KeepsakeRow as KeepsakeRow).days }))
    .findLast(({ days }) => days !== undefined);
}
