import ownerPage from '#content/voice/public/owner-page.json' with { type: 'json' };

import type { Instant } from '../../rules/base/clock.ts';
import { joinWithAnd } from '../nouns.ts';
import { fillTemplate } from '../pick-line.ts';

export const { page: OWNER_PAGE, moments: OWNER_MOMENTS, tools: OWNER_TOOLS, ended: ENDED_LINK } = ownerPage;

export function ownerTitle(name: string): string {
  return fillTemplate(OWNER_PAGE.title, { name });
}

export function ownerDescription(name: string): string {
  return fillTemplate(OWNER_PAGE.description, { name });
}

interface HouseholdState {
  readonly hatched: number;
  readonly eggs: number;
  /** Names of those in danger. */
  readonly endangered: readonly string[];
  /** Names of those that lack something. */
  readonly needy: readonly string[];
}

/** How a household is as a whole. */
export function householdWords({ hatched, eggs, endangered, needy }: HouseholdState): string {
  const { nobody, egg, eggs: severalEggs, well } = OWNER_PAGE;
  const waiting = eggs === 1 ? egg : fillTemplate(severalEggs, { count: `${eggs}` });
  if (endangered.length > 0) return sayOf(endangered, OWNER_PAGE.endangered, OWNER_PAGE.endangeredMany);
  if (needy.length > 0) return sayOf(needy, OWNER_PAGE.needy, OWNER_PAGE.needyMany);
  if (hatched === 0) return eggs === 0 ? nobody : waiting;
  return eggs === 0 ? well : `${well} ${waiting}`;
}

function sayOf(names: readonly string[], one: string, many: string): string {
  return fillTemplate(names.length === 1 ? one : many, { names: joinWithAnd(names) });
}

export function moreWords(count: number): string {
  return fillTemplate(OWNER_PAGE.more, { count: `${count}` });
}

/** One line of the coming moments of a creature: what is expected, and from when until when. */
export interface ExpectedMoment {
  readonly label: string;
  readonly at: Instant;
  readonly until?: Instant;
}

interface CareMoments {
  readonly checkinAt: Instant;
  readonly window: { readonly opensAt: Instant; readonly closesAt: Instant };
  readonly diesAt: Instant;
}

export function expectedMoments(
  { checkinAt, window, diesAt }: CareMoments,
  now: Instant,
): readonly ExpectedMoment[] {
  const { visit, visitDue, dies } = OWNER_MOMENTS;
  return [
    { label: checkinAt <= now ? visitDue : visit, at: checkinAt },
    mealMoment(window, now),
    { label: dies, at: diesAt },
  ];
}

function mealMoment({ opensAt, closesAt }: CareMoments['window'], now: Instant): ExpectedMoment {
  const { meal, mealDue, mealLate } = OWNER_MOMENTS;
  if (now < opensAt) return { label: meal, at: opensAt, until: closesAt };
  return { label: now < closesAt ? mealDue : mealLate, at: closesAt };
}
