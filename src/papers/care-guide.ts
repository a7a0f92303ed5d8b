import { CARE_TITLE, HOW_IT_GROWS, ON_EACH_VISIT } from '../voice/care-guide.ts';
import { aboutTime, ABOUT_ITEMS } from '../voice/guide.ts';
import { bullets, numbered, parts } from './layout.ts';
import { effectsTable, LIFE_FACTS } from './rules.ts';

/** How to care for a creature with tools, on one page. */
export function careGuide(): string {
  return parts(
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
