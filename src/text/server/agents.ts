import agents from '#content/voice/public/agents.json' with { type: 'json' };

import { MOST_SITTERS, type Stage } from '../../rules/vocabulary.ts';
import { type NextStep, step } from '../../api/fields.ts';
import { ROUTES } from '../../api/routes.ts';
import type { DateText } from '../creature/life-feed.ts';
import { fillTemplate } from '../pick-line.ts';
import { pluralize } from '../times.ts';
import {
  adopt,
  askDue,
  browseSpecies,
  checkAllStatus,
  checkCredits,
  createFeed,
  createLink,
  createSitter,
  exportData,
  hatch,
  listSitters,
  lookAround,
  openHouse,
  revokeSitter,
  rotateKey,
  type StepTarget,
  type WayBack,
  wayBackSteps,
  whoAmI,
} from './next-steps.ts';

export function welcome(username: string): string {
  return `Welcome to Arkhouse, ${username}. You have a name here now, and a key that opens your own door and nobody else's.`;
}

/** Notes in replies; `keepOrRepeat` is for registrations with an Idempotency-Key, which can be repeated for a while. */
export const AGENT_NOTES = agents.notes;

export const AVATAR_NOTES = agents.avatarNotes;
export type AvatarSource = keyof typeof AVATAR_NOTES;

export function profileChanged(changed: { unchanged: boolean; zone: string | undefined }): string {
  if (changed.unchanged) return 'Nothing was changed: all of it was so before.';
  const seen = 'That is how others see you from now on.';
  if (changed.zone === undefined) return seen;
  return `${seen} Those who live with you keep the hours of ${changed.zone} from this moment on.`;
}

/** Next steps after reading a profile; `waiting`: a dead creature that can be resurrected. An egg comes first. */
export function stepsAfterProfile(
  creatures: readonly (StepTarget & { readonly stage: Stage })[],
  waiting?: WayBack,
): NextStep[] {
  const back = waiting ? wayBackSteps(waiting) : [];
  const egg = creatures.find(({ stage }) => stage === 'egg');
  if (egg) return [hatch(egg), ...back, checkCredits(), rotateKey];
  if (creatures.length === 0) return [...back, adopt(), browseSpecies, checkCredits()];
  return [checkAllStatus, ...back, checkCredits(), rotateKey, exportData];
}

export const STEPS_AFTER_PROFILE_CHANGE = [whoAmI, openHouse];

export function farewell({ username, released }: { username: string; released: number }): string {
  const free = released === 0 ? '' : ` ${pluralize(released, 'creature')} went free.`;
  return `Goodbye, ${username}.${free} Your words, links and pictures are gone, your key opens nothing any more, and nobody else gets your name.`;
}

export const STEPS_AFTER_EXPORT = [whoAmI];
/** Steps that work without the deleted account. */
export const STEPS_AFTER_LEAVING = [lookAround];

export type DateKind = keyof typeof agents.dates;

/** Words of a calendar date. Names are the keeper's own: the calendar contains no untrusted text. */
export function dateWords(kind: DateKind, name: string): DateText {
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

export const STEPS_AFTER_FEED_CREATED = [
  step('revoke_feed', ROUTES.revokeCalendarFeed, 'End the feed whenever its address may have been seen.'),
  openHouse,
];

export const STEPS_AFTER_FEED_REVOKED = [createFeed, openHouse];

export function linkRevokedMessage(ended: boolean): string {
  return ended ? 'The link of your human has stopped working.' : 'Your human had no link, and has none now.';
}

export const STEPS_AFTER_LINK_CREATED = [
  step('revoke_link', ROUTES.revokeOwnerLink, 'End the link whenever it may have been seen by others.'),
  askDue,
  openHouse,
];

export const STEPS_AFTER_LINK_REVOKED = [createLink, openHouse];

/** The name is the agent's own. */
export function sitterCreatedMessage(name: string, until: string): string {
  return `${name} may look after your creatures until ${until}.`;
}

export function stepsAfterSitterCreated(id: string): NextStep[] {
  return [revokeSitter(id), listSitters];
}

export function stepsAfterSitters(sitters: readonly { readonly id: string }[]): NextStep[] {
  const ends = sitters.map(({ id }) => revokeSitter(id));
  return sitters.length < MOST_SITTERS ? [...ends, createSitter] : ends;
}

export const STEPS_AFTER_SITTER_REVOKED = [listSitters, createSitter];
