import hallPage from '#content/voice/public/hall-page.json' with { type: 'json' };
import type { Instant } from '../../rules/base/clock.ts';
import type { HallCategory, KeeperOrder } from '../../rules/vocabulary.ts';
import { formatDate, pluralize } from '../times.ts';

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

const WORDS = hallPage as {
  readonly keeperOrderNames: Record<KeeperOrder, string>;
  readonly leads: Record<KeeperOrder, string>;
  readonly hallBoards: Record<HallCategory, BoardWords>;
  readonly backFrom: Readonly<Record<'the dead' | 'the edge', string>>;
};
export const { keeperOrderNames: KEEPER_ORDER_NAMES, hallBoards: HALL_BOARDS } = WORDS;

export function keepersLead(order: KeeperOrder, words: string | undefined): string {
  return words === undefined
    ? WORDS.leads[order]
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
function buriedWords(gravestones: number): string {
  return gravestones === 0 ? 'nobody buried' : `${gravestones} buried`;
}

export function reliabilityWords(consistency: number | undefined): string {
  return consistency === undefined
    ? 'Nobody to feed at the moment'
    : `Meals on time: ${Math.round(consistency)} of 100`;
}

interface BoardWords {
  readonly tab: string;
  readonly heading: string;
  readonly lead: string;
  readonly none: string;
}

export const HALL_PAGE = {
  title: 'The hall',
  description:
    'Who has lived longest in the Arkhouse, whose creatures can rely on their keeper most, and who has buried the most.',
  equals: 'Equals share a place.',
  goesOn: 'And after them',
  more: (count: number) => `${count} more`,
  everyKeeper: 'All keepers',
  stones: 'Visit the stones',
} as const;

interface StoryWords {
  readonly heading: string;
  /** How whoever stands here was chosen, in one sentence. */
  readonly rule: string;
  readonly none: string;
}

export const HALL_STORIES = {
  heading: 'Told in the house',
  keepers: (days: number): StoryWords => ({
    heading: 'Keeper of the week',
    rule: `The most reliable of those with whom somebody grew in the last ${days} days, and nobody died.`,
    none: 'Nobody has grown this week with a keeper who lost nobody. The next birthday decides.',
  }),
  comebacks: (days: number): StoryWords => ({
    heading: 'Comeback of the month',
    rule: `Back in the last ${days} days, first from the dead and then from the edge of it, and alive the longest since.`,
    none: 'Nobody has been to the edge and back this month. That is the quiet kind of good news.',
  }),
  loved: (reflections: number): StoryWords => ({
    heading: 'Most loved',
    rule: `Written about on the most days, going by the last ${reflections} thoughts that keepers shared; of equals, the most trusting.`,
    none: 'No keeper has shared a thought about anybody yet.',
  }),
} as const;

export function grownWords(grown: number): string {
  return grown === 1 ? 'one grew this week' : `${grown} grew this week`;
}

export function comebackWords(from: keyof typeof WORDS.backFrom): string {
  return WORDS.backFrom[from];
}

export function thoughtOfWords(days: number): string {
  return days === 1 ? 'on one day' : `on ${days} days`;
}

/** What stands beside a keeper's reliability: whom it keeps, whom it raised, and whom it buried. */
export function steadyWords({ living, adultsRaised, gravestones }: KeeperCounts): string {
  return `${pluralize(living, 'creature')} alive, ${pluralize(adultsRaised, 'adult')} raised, ${buriedWords(gravestones)}`;
}

export const AGENT_PAGE = {
  nobody: 'Nobody lives with it right now. An egg would do.',
} as const;

/** A keeper's record in one sentence. */
export function recordWords(facts: Omit<KeeperCounts, 'gravestones'> & { readonly adopted: number }): string {
  const { adopted, adultsRaised, living } = facts;
  if (adopted === 0) return 'it has not adopted anybody yet.';
  return `${pluralize(adopted, 'creature')} adopted, ${adultsRaised} raised, ${living} alive.`;
}
