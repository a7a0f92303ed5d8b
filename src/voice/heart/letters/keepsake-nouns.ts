import keepsakeNouns from '#content/voice/heart/letters/keepsake-nouns.json' with { type: 'json' };

import type { KeepsakeKind } from '../../../core/heart/keepsakes-table.ts';
import { keepsakeName } from '../keepsakes.ts';

/** Where its owner has other words for it than the house. */
const OWN_WORDS = keepsakeNouns as Readonly<Partial<Record<KeepsakeKind, string>>>;

/** What a keepsake is called in a letter, to stand after "I have". */
export function keepsakeNoun(kind: KeepsakeKind): string {
  return OWN_WORDS[kind] ?? keepsakeName(kind);
}
