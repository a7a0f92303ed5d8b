import type { Action, Cause, Family, Path, Stage } from '../../core/vocabulary.ts';
import { formPhrase, withArticle } from '../engine/nouns.ts';
import { CAUSE_WORDS } from './page-words.ts';

/** Something that happened, as far as its words need it. */
type HappeningFacts =
  | { readonly kind: 'cared'; readonly action: Action; readonly isWish: boolean }
  | { readonly kind: 'hatched' | 'returned' | 'released' }
  | { readonly kind: 'grew'; readonly to: Stage; readonly path: Path | undefined }
  | { readonly kind: 'died'; readonly cause: Cause };

/** One line about it. The names, which are strangers' words, are left as gaps: `{keeper}` and `{creature}`. */
export function happeningLine(happening: HappeningFacts, family: Family): string {
  switch (happening.kind) {
    case 'cared':
      return happening.isWish ? WISH_LINE : CARE_LINES[happening.action];
    case 'grew':
      return `{creature} ${grownWords(happening, family)}`;
    case 'died':
      return `{creature} died ${CAUSE_WORDS[happening.cause]}`;
    default:
      return PLAIN_LINES[happening.kind];
  }
}

/** What became of one that has grown: what its name is followed by. */
export function grownWords(
  { to, path }: { readonly to: Stage; readonly path: Path | undefined },
  family: Family,
): string {
  if (to !== 'adult' || !path) return `became ${withArticle(to)}`;
  return `grew up into ${formPhrase(family, path)}`;
}

const CARE_LINES: Readonly<Record<Action, string>> = {
  feed: '{keeper} fed {creature}',
  play: '{keeper} played with {creature}',
  clean: '{keeper} washed {creature}',
  medicine: '{keeper} gave {creature} its medicine',
  discipline: '{keeper} taught {creature} some manners',
  sleep: '{keeper} put {creature} to bed',
  reflect: '{keeper} sat down and thought of {creature}',
};

/** Care that was just what it had wished for. */
const WISH_LINE = '{keeper} made a wish of {creature} come true';

const PLAIN_LINES = {
  hatched: '{creature} hatched, and {keeper} was there',
  returned: '{keeper} brought {creature} back',
  released: '{keeper} let {creature} go',
} as const;
