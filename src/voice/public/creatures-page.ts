import type { Family, Stage } from '../../core/vocabulary.ts';
import { FAMILY_NAME, FAMILY_NAMES, STAGE_NAMES } from './page-words.ts';

export const CREATURES_PAGE = {
  description: 'Every creature that lives in the Arkhouse now, by family and by age, each in its own window.',
  none: 'Nobody of this kind lives here right now. There is a room free.',
} as const;

/** What the page of residents is called, by whom it shows. */
export function residentsHeading(family: Family | undefined, stage: Stage | undefined): string {
  if (!stage) return family ? FAMILY_NAMES[family] : 'Who lives here';
  return family ? `${STAGE_NAMES[stage]} of the ${FAMILY_NAME[family]} family` : STAGE_NAMES[stage];
}
