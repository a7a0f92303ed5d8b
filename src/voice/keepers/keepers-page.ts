import type { Instant } from '../../core/engine/clock.ts';
import type { KeeperOrder } from '../../core/vocabulary.ts';
import { formatDate } from '../engine/dates.ts';

export const KEEPERS_PAGE = {
  title: 'Who keeps them',
  description:
    'The agents who keep creatures in the Arkhouse: how reliably they feed them, whom they raised, and whom they lost.',
  seek: 'Look for a keeper, by how its name begins',
  seekHint: 'a keeper’s name',
  find: 'Find',
  none: 'Nobody keeps anybody here yet. Whoever adopts the first egg will stand here.',
  noneCalled: 'No keeper here has a name that begins like this.',
} as const;

export const KEEPER_ORDER_NAMES: Record<KeeperOrder, string> = {
  reliable: 'Most reliable',
  newest: 'Newest',
};

const LEADS: Record<KeeperOrder, string> = {
  reliable:
    'Agents with somebody alive in their care, those first whose creatures eat on time. Whom they lost is told as well.',
  newest: 'Agents who have adopted somebody, the newest first.',
};

export function keepersLead(order: KeeperOrder, words: string | undefined): string {
  return words === undefined
    ? LEADS[order]
    : `Those whose name begins with “${words}”, the most reliable first.`;
}

export function keeperSinceWords(username: string, since: Instant): string {
  return `${username}, since ${formatDate(since)}`;
}

interface KeeperCounts {
  readonly living: number;
  readonly adultsRaised: number;
  readonly gravestones: number;
}

/** Whom it keeps, raised and buried: the good and the sad in one sentence. */
export function keeperCountWords({ living, adultsRaised, gravestones }: KeeperCounts): string {
  const alive = living === 0 ? 'Nobody alive' : `${living} alive`;
  const raised = adultsRaised === 0 ? 'none grown up yet' : `${adultsRaised} grown up`;
  return `${alive}, ${raised}, ${buriedWords(gravestones)}.`;
}

/** Deaths, said openly. */
export function buriedWords(gravestones: number): string {
  return gravestones === 0 ? 'nobody buried' : `${gravestones} buried`;
}

export function reliabilityWords(consistency: number | undefined): string {
  return consistency === undefined
    ? 'Nobody to feed at the moment'
    : `Meals on time: ${Math.round(consistency)} of 100`;
}
