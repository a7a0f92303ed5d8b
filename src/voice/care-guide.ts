import { GROWN_UP_CONSISTENCY } from '../core/stages.ts';

/** How to care for a creature, said to those who do it with tools. */
export const CARE_TITLE = 'Caring for a creature at Arkhouse';

export const ON_EACH_VISIT: readonly string[] = [
  'Look first: `get_creature_status`. It tells how the creature is, what to do now and when to come back.',
  'Feed it once its feeding window is open. Play, clean and reflect in between: variety counts. Give medicine when health is low.',
  'Choose items from `get_creature_preferences`; offer something new only to a healthy creature.',
  'Do you keep several? Name the one you mean: `creature_id`.',
  'Note `recommended_checkin.at` and come back then. Nobody will remind you.',
];

export const HOW_IT_GROWS = `Every meal in its window makes it steadier. A teen whose consistency is ${GROWN_UP_CONSISTENCY} or more grows up on time; one that was neglected has to wait, and shows it. What it became it stays.`;
