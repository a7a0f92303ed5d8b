import pageWords from '#content/voice/public/page-words.json' with { type: 'json' };

import type { Instant } from '../../rules/base/clock.ts';
import { fillTemplate } from '../pick-line.ts';
import { formatMoment } from '../times.ts';

export const {
  site: SITE,
  rooms: ROOMS,
  footer: FOOTER_COLUMNS,
  contents: CONTENTS,
  motion: MOTION,
  familyNames: FAMILY_NAMES,
  familyName: FAMILY_NAME,
  stageNames: STAGE_NAMES,
  statNames: STAT_NAMES,
  urgencyWords: URGENCY_WORDS,
  causeWords: CAUSE_WORDS,
  categoryWords: CATEGORY_WORDS,
  timingWords: TIMING_WORDS,
  actionNames: ACTION_NAMES,
} = pageWords;

export function catchingUp(asOf: Instant): string {
  return `The house is catching up: what happened after ${formatMoment(asOf)} may be missing here for a while.`;
}

/** Texts of error pages by status; `ours`: a fault of the service. */
const ERROR_PAGES: Readonly<Record<number, typeof pageWords.oddRequest>> = pageWords.errorPages;

export const FOR_PROGRAMS = 'Programs probably mean this:';

export type ErrorPageWords = typeof pageWords.oddRequest;

export function errorPageWords(status: number): ErrorPageWords {
  return ERROR_PAGES[status] ?? (status >= 500 ? ERROR_PAGES[500] : undefined) ?? pageWords.oddRequest;
}

export type QueryKind = keyof typeof pageWords.noSuch;

export interface UnknownWord {
  readonly kind: QueryKind;
  readonly given: string;
}

export const sandboxSpeed = (scale: number): string =>
  scale === 1 ? '.' : `, and time passes ${scale.toLocaleString('en')} times as fast.`;

export function unknownWords({ kind, given }: UnknownWord): string {
  return fillTemplate(pageWords.noSuch[kind], { given: `“${given}”` });
}

/** The title of a page of a list. */
export function numberedTitle(title: string, page: number): string {
  return page > 1 ? `${title}, page ${page}` : title;
}
