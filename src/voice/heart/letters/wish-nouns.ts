import wishNouns from '#content/voice/heart/letters/wish-nouns.json' with { type: 'json' };

import type { WishKind } from '../../../core/heart/wishes-table.ts';

/** What a wish is for, to stand in a letter after "I wished for". */
export const OWN_WISHES = wishNouns as Readonly<Record<WishKind, string>>;
