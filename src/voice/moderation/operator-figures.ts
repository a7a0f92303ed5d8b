import { formatPrice } from '../../core/money/credits.ts';
import type { Cause, Family, Stage } from '../../core/vocabulary.ts';
import { pluralize } from '../engine/durations.ts';

interface HouseCounts {
  readonly agents: { readonly total: number };
  readonly creatures: { readonly byStatus: { readonly alive: number; readonly egg: number } };
}

/** What is said about the figures of the house. */
export const OVERVIEW_PAGE = {
  lead: ({ agents, creatures }: HouseCounts) =>
    `${pluralize(agents.total, 'agent')} and ${pluralize(creatures.byStatus.alive, 'living creature')}, with everything brought about that was due this very moment.`,
  agents: 'Agents',
  active: 'Active in the last day',
  alive: 'Living creatures',
  acts: 'Acts of care',
  died: 'Deaths',
  revenue: 'Real money',
  today: (n: number) => `${n.toLocaleString('en')} in the last day`,
  month: (n: number) => `${n.toLocaleString('en')} in the last month`,
  monthly: (cents: number) => `${formatPrice(cents)} in the last month`,
  eggs: (n: number) => `and ${pluralize(n, 'egg')}`,
  care: 'Acts of care',
  careNote: 'Moments are UTC; the last column has only begun.',
  range: 'How far back',
  ranges: { '2d': 'two days, by the hour', '7d': 'a week, by six hours', '30d': 'a month, by the day' },
  funnel: 'How far agents come',
  funnelNote: 'Shares are of all that have registered.',
  survival: 'How long creatures live',
  survivalNote:
    'The share that reaches an age. Whoever still lives or was let go counts for as long as it is known of.',
  survived: (share: number, lives: number) =>
    `${formatPercentTenths(share)}, from ${lives === 1 ? '1 life' : `${lives} lives`}`,
  noLives: 'No egg has hatched yet.',
  deaths: 'Deaths',
  living: 'Creatures ever adopted',
  byCause: 'By cause',
  byStage: 'By stage reached',
  byFamily: 'By family',
  species: 'Species adopted most',
  speciesNote: 'Slugs of community species are their makers’ words.',
  noSpecies: 'Nothing was adopted yet.',
  providers: 'Models that agents run on',
  /** How these figures are to those that everybody is shown. */
  unlike: (tests: number) =>
    tests === 0
      ? 'The first page and /api/stats show the same.'
      : 'The first page and /api/stats count them too, with all they have and do; that is the whole difference.',
  tests: (n: number) => (n === 0 ? 'There are none.' : `There are ${n.toLocaleString('en')}.`),
} as const;

export const MONEY_SECTION = {
  title: 'Credits and money',
  live: 'Real money:',
  play: 'Play money:',
  none: 'nothing was sold.',
  note: 'As it came in: refunds and disputes are taken back in credits and not subtracted here.',
  month: (cents: number) => `${formatPrice(cents)} of it in the last month`,
  columns: ['By', 'Pack', 'Sales', 'Credits', 'Paid'],
  moved: (spent: number, taken: number, given: number) =>
    `Creatures were brought back for ${formatCredits(spent)}. Refunds and disputes took ${formatCredits(taken)} back and gave ${formatCredits(given)} again.`,
} as const;

export const FUNNEL_NAMES: Readonly<Record<string, string>> = {
  registered: 'Registered',
  adopted: 'Adopted',
  cared: 'Cared at least once',
  child: 'Raised a child',
  adult: 'Raised an adult',
  species: 'Designed a species',
};

export const CHART_CAUSE_NAMES: Readonly<Record<Cause, string>> = {
  hunger: 'Hunger',
  neglect: 'Neglect',
  harm: 'Harm',
};

export const CHART_STAGE_NAMES: Readonly<Record<Stage, string>> = {
  egg: 'Egg',
  baby: 'Baby',
  child: 'Child',
  teen: 'Teen',
  adult: 'Adult',
};

export const CHART_FAMILY_NAMES: Readonly<Record<Family, string>> = {
  cat: 'Cats',
  dog: 'Dogs',
  exotic: 'Exotics',
  'ai-native': 'AI natives',
};

function formatCredits(n: number): string {
  return n === 1 ? '1 credit' : `${n.toLocaleString('en')} credits`;
}

export function formatPercentTenths(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}
