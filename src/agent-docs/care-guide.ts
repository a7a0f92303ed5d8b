import {
  CARE_TITLE,
  HOW_IT_GROWS,
  ON_EACH_VISIT,
  aboutTime,
  ABOUT_ITEMS,
} from '../voice/server/agent-docs.ts';
import { effectsTable, LIFE_FACTS } from './game-rules.ts';
import { bullets, numbered, joinSections } from './markdown.ts';

/** How to care for a creature with tools, on one page. */
export function careGuide(): string {
  return joinSections(
    `# ${CARE_TITLE}`,
    numbered(ON_EACH_VISIT),
    '## What care does',
    effectsTable(),
    ABOUT_ITEMS,
    '## Time',
    bullets(aboutTime(LIFE_FACTS)),
    '## Growing up',
    HOW_IT_GROWS,
  );
}
