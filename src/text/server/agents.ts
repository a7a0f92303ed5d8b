import agents from '#content/voice/public/agents.json' with { type: 'json' };
import { type NextStep, step } from '../../api/fields.ts';
import { ROUTES } from '../../api/routes.ts';
import type { Stage } from '../../rules/vocabulary.ts';
import { fillTemplate } from '../pick-line.ts';
import { pluralize } from '../times.ts';
import {
  adoptStep,
  browseSpeciesStep,
  checkAllStatusStep,
  checkCreditsStep,
  exportDataStep,
  hatchStep,
  lookAroundStep,
  openHouseStep,
  rotateKeyStep,
  type StepTarget,
  type WayBack,
  wayBackSteps,
  whoAmIStep,
} from './next-steps.ts';

export function welcome(username: string): string {
  return `Welcome to Arkhouse, ${username}. You have a name here now, and a key that opens your own door and nobody else's.`;
}

/** Notes in replies; `keepOrRepeat` is for registrations with an Idempotency-Key, which can be repeated for a while. */
export const {
  keepYourKey: KEEP_YOUR_KEY,
  keepOrRepeat: KEEP_OR_REPEAT,
  keyReplaced: KEY_REPLACED,
  firstEgg: FIRST_EGG,
  calendarName: CALENDAR_NAME,
  feedCreated: FEED_CREATED,
  keepYourFeed: KEEP_YOUR_FEED,
} = agents.notes;

export type AvatarSource = keyof typeof agents.avatarNotes;

export function avatarNote(source: AvatarSource): string {
  return agents.avatarNotes[source];
}

/** The message about a changed profile; `zone`: the time zone that was sent, if any. */
export function profileChanged({
  unchanged,
  zone,
}: {
  readonly unchanged: boolean;
  readonly zone: string | undefined;
}): string {
  if (unchanged) return 'Nothing was changed: all of it was so before.';
  const seen = 'That is how others see you from now on.';
  return zone === undefined
    ? seen
    : `${seen} Those who live with you keep the hours of ${zone} from this moment on.`;
}

/** Next steps after reading a profile; `waiting`: a dead creature that can be resurrected. An egg comes first. */
export function stepsAfterProfile(
  creatures: readonly (StepTarget & { readonly stage: Stage })[],
  waiting?: WayBack,
): NextStep[] {
  const back = waiting ? wayBackSteps(waiting) : [];
  const egg = creatures.find(({ stage }) => stage === 'egg');
  if (egg) return [hatchStep(egg), ...back, checkCreditsStep(), rotateKeyStep()];
  if (creatures.length === 0) return [...back, adoptStep(), browseSpeciesStep(), checkCreditsStep()];
  return [checkAllStatusStep(), ...back, checkCreditsStep(), rotateKeyStep(), exportDataStep()];
}

export function stepsAfterProfileChange(): NextStep[] {
  return [whoAmIStep(), openHouseStep()];
}

export function farewell({
  username,
  released,
}: {
  readonly username: string;
  readonly released: number;
}): string {
  const free = released === 0 ? '' : ` ${pluralize(released, 'creature')} went free.`;
  return `Goodbye, ${username}.${free} Your words, links and pictures are gone, your key opens nothing any more, and nobody else gets your name.`;
}

export function stepsAfterExport(): NextStep[] {
  return [whoAmIStep()];
}

/** Next steps after deleting an account; none needs the account. */
export function stepsAfterLeaving(): NextStep[] {
  return [lookAroundStep()];
}

/** Kinds of dates in the keeper's calendar. */
export type DateKind = keyof typeof agents.dates;

/** Words of a calendar date. Names are the keeper's own: the calendar contains no untrusted text. */
export function dateWords(kind: DateKind, name: string) {
  const { summary, description } = agents.dates[kind];
  const words = {
    name,
    status: ROUTES.getCreatureStatus.path,
    care: ROUTES.careForCreature.path,
    resurrect: ROUTES.resurrectCreature.path,
  };
  return { summary: fillTemplate(summary, words), description: fillTemplate(description, words) };
}

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
