import {
  ABOUT_ITEMS,
  ABOUT_THE_HEART,
  ABOUT_TIME,
  CARE_TITLE,
  HOW_IT_GROWS,
  ON_EACH_VISIT,
} from '../voice/server/agent-docs.ts';
import { effectsTable } from './game-rules.ts';
import { bullets, joinSections, numbered } from './markdown.ts';

/** How to care for a creature with tools, on one page. */
export function careGuide(): string {
  return joinSections(
    `# ${CARE_TITLE}`,
    numbered(ON_EACH_VISIT),
    '## What care does',
    effectsTable(),
    ABOUT_ITEMS,
    '## Time',
    bullets(ABOUT_TIME),
    '## Wishes, letters, keepsakes',
    bullets(ABOUT_THE_HEART),
    '## Growing up',
    HOW_IT_GROWS,
  );
}
