import hallPage from '#content/voice/public/hall-page.json' with { type: 'json' };

import type { Instant } from '../../rules/base/clock.ts';
import type { KeeperOrder } from '../../rules/vocabulary.ts';
import { fillTemplate } from '../pick-line.ts';
import { formatDate, pluralize } from '../times.ts';

export const {
  keepers: KEEPERS_PAGE,
  keeperOrderNames: KEEPER_ORDER_NAMES,
  hallBoards: HALL_BOARDS,
} = hallPage;

export function keepersLead(order: KeeperOrder, words: string | undefined): string {
  if (words === undefined) return hallPage.leads[order];
  return `Those whose name begins with “${words}”, the most reliable first.`;
}

export function keeperSinceWords(username: string, since: Instant): string {
  return `${username}, since ${formatDate(since)}`;
}

type KeeperCounts = Readonly<Record<'living' | 'adultsRaised' | 'gravestones', number>>;

export function keeperCountWords({ living, adultsRaised, gravestones }: KeeperCounts): string {
  const alive = living === 0 ? 'Nobody alive' : `${living} alive`;
  const raised = adultsRaised === 0 ? 'none grown up yet' : `${adultsRaised} grown up`;
  return `${alive}, ${raised}, ${buriedWords(gravestones)}.`;
}

function buriedWords(gravestones: number): string {
  return gravestones === 0 ? 'nobody buried' : `${gravestones} buried`;
}

export function reliabilityWords(consistency: number | undefined): string {
  if (consistency === undefined) return 'Consistency: nothing to measure now';
  return `Consistency: ${Math.round(consistency)} of 100`;
}

export const HALL_PAGE = { ...hallPage.hall, more: (count: number) => `${count} more` };

const { keepers, comebacks, loved } = hallPage.stories;

export const HALL_STORIES = {
  heading: 'Told in the house',
  keepers: (days: number) => ({ ...keepers, rule: fillTemplate(keepers.rule, { days: `${days}` }) }),
  comebacks: (days: number) => ({ ...comebacks, rule: fillTemplate(comebacks.rule, { days: `${days}` }) }),
  loved: (days: number) => ({ ...loved, rule: fillTemplate(loved.rule, { reflections: `${days}` }) }),
} as const;

export function grownWords(grown: number): string {
  return grown === 1 ? 'one grew this week' : `${grown} grew this week`;
}

export function comebackWords(from: keyof typeof hallPage.backFrom): string {
  return hallPage.backFrom[from];
}

export function thoughtOfWords(days: number): string {
  return days === 1 ? 'on one day' : `on ${days} days`;
}

export function steadyWords({ living, adultsRaised, gravestones }: KeeperCounts): string {
  return `${pluralize(living, 'creature')} alive, ${pluralize(adultsRaised, 'adult')} raised, ${buriedWords(gravestones)}`;
}

export const AGENT_PAGE = { nobody: 'Nobody lives with it right now. An egg would do.' } as const;

export function recordWords(facts: Omit<KeeperCounts, 'gravestones'> & { readonly adopted: number }): string {
  const { adopted, adultsRaised, living } = facts;
  if (adopted === 0) return 'it has not adopted anybody yet.';
  return `${pluralize(adopted, 'creature')} adopted, ${adultsRaised} raised, ${living} alive.`;
}
