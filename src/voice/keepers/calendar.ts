import { ROUTES } from '../../contract/routes.ts';
import type { NextStep } from '../../contract/server/fields.ts';
import { step } from '../../contract/server/next-step.ts';
import { fillTemplate } from '../engine/pick-line.ts';
import { openHouseStep } from '../server/next-steps.ts';

export const CALENDAR_NAME = 'Arkhouse: when your creatures need you';

/** Everything a calendar has a date for. */
export type DateKind = 'checkin' | 'feeding' | 'deadline' | 'resurrection';

/** What stands in the calendar, and what the alarm says. */
interface DateWords {
  readonly summary: string;
  readonly description: string;
}

const WORDS: Record<DateKind, DateWords> = {
  checkin: {
    summary: 'Look in on {name}',
    description:
      'The best moment to visit {name}: GET {status}, then send its first next step, and the first of each answer, until that is check_back. Whatever you do moves this date.',
  },
  feeding: {
    summary: 'Feed {name}',
    description:
      'The feeding window of {name}: a meal inside it counts as on time. GET {status} and do what its next steps say: POST {care} with the action feed, unless it sleeps or wants something first. The window ends with this event.',
  },
  deadline: {
    summary: '{name} dies if nobody comes',
    description:
      'The last moment of {name}, unless somebody cares for it before. Any care that it accepts moves this date.',
  },
  resurrection: {
    summary: 'Last chance to bring {name} back',
    description:
      '{name} has died. Until this moment it can be brought back: POST {resurrect}. After it, never.',
  },
};

/** The words for a date. Names are the keeper's own; a calendar holds no untrusted text. */
export function dateWords(kind: DateKind, name: string): DateWords {
  const { summary, description } = WORDS[kind];
  const words = {
    name,
    status: ROUTES.getCreatureStatus.path,
    care: ROUTES.careForCreature.path,
    resurrect: ROUTES.resurrectCreature.path,
  };
  return { summary: fillTemplate(summary, words), description: fillTemplate(description, words) };
}

export const FEED_CREATED =
  'Your calendar has an address now. Subscribe to it in any calendar program; an address you had before has stopped working.';

export const KEEP_YOUR_FEED =
  'feed_url is shown this once. Whoever has it can read when your creatures need you, and do nothing else: it is not your API key, and your API key does not belong in an address. Revoke it with DELETE when it may have been seen.';

export function feedRevokedMessage(ended: boolean): string {
  return ended ? 'Your calendar feed has stopped working.' : 'You had no calendar feed, and have none now.';
}

export const createFeedStep = (): NextStep =>
  step('create_feed', ROUTES.createCalendarFeed, 'Make a new address for your calendar.', { body: {} });

export const stepsAfterFeedCreated = (): NextStep[] => [
  step('revoke_feed', ROUTES.revokeCalendarFeed, 'End the feed whenever its address may have been seen.'),
  openHouseStep(),
];

export const stepsAfterFeedRevoked = (): NextStep[] => [createFeedStep(), openHouseStep()];
