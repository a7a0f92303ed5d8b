import pageWords from '#content/voice/public/page-words.json' with { type: 'json' };
import type { Instant } from '../../rules/base/clock.ts';
import type {
  Action,
  Cause,
  Family,
  ItemCategory,
  Stage,
  Stat,
  Timing,
  Urgency,
} from '../../rules/vocabulary.ts';
import { fillTemplate } from '../pick-line.ts';
import { formatMoment } from '../times.ts';

/** What stands on every page. */
export const SITE = {
  name: 'Arkhouse',
  feed: 'Births and deaths in the Arkhouse',
  /** On the heart beside a name, which comes after it. */
  favourite: 'Favourite:',
  closing:
    'Nobody here waits for a screen. The hours pass for every creature, whether somebody looks or not.',
  notices: 'About this house right now',
  sandbox: 'A sandbox: its clock can be turned forward.',
} as const;

/** On the button that lets the creatures hold still. */
export const MOTION = { stop: 'Hold still, everybody', go: 'You may move again' } as const;

/** On a page that may lack what has just happened. */
export function catchingUp(asOf: Instant): string {
  return `The house is catching up: what happened after ${formatMoment(asOf)} may be missing here for a while.`;
}

interface ErrorPageWords {
  readonly title: string;
  readonly lines: readonly string[];
  /** It is our fault, and somebody may want to look into it. */
  readonly ours: boolean;
}

const WORDS = pageWords as {
  readonly errorPages: Readonly<Record<number, ErrorPageWords>>;
  readonly oddRequest: ErrorPageWords;
  readonly familyNames: Record<Family, string>;
  readonly familyName: Record<Family, string>;
  readonly stageNames: Record<Stage, string>;
  readonly statNames: Record<Stat, string>;
  /** Of the time that is left, not of the creature. */
  readonly urgencyWords: Record<Urgency, string>;
  readonly causeWords: Record<Cause, string>;
  readonly categoryWords: Record<ItemCategory, string>;
  readonly timingWords: Record<Timing, string>;
  readonly actionNames: Record<Action, string>;
  readonly noSuch: Record<QueryKind, string>;
};
export const {
  familyNames: FAMILY_NAMES,
  familyName: FAMILY_NAME,
  stageNames: STAGE_NAMES,
  statNames: STAT_NAMES,
  urgencyWords: URGENCY_WORDS,
  causeWords: CAUSE_WORDS,
  categoryWords: CATEGORY_WORDS,
  timingWords: TIMING_WORDS,
  actionNames: ACTION_NAMES,
} = WORDS;

/** Before the operation of the API that an unknown address probably means. */
export const FOR_PROGRAMS = 'Programs probably mean this:';

/** What a person is told when there is no page to show. */
export function errorPageWords(status: number): ErrorPageWords {
  return WORDS.errorPages[status] ?? (status >= 500 ? WORDS.errorPages[500] : undefined) ?? WORDS.oddRequest;
}

/** What a word in the address of a page may stand for. */
export type QueryKind = 'family' | 'stage' | 'order' | 'need' | 'board' | 'keeper' | 'page';

/** A word somebody put there, and nobody here knows. */
export interface UnknownWord {
  readonly kind: QueryKind;
  readonly given: string;
}

export function unknownWords({ kind, given }: UnknownWord): string {
  return fillTemplate(WORDS.noSuch[kind], { given: `“${given}”` });
}
