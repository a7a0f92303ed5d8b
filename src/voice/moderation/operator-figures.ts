import { formatPrice } from '../../core/money/credits.ts';
import type { Cause, Family, Stage } from '../../core/vocabulary.ts';
import { pluralize } from '../engine/durations.ts';

interface HouseCounts {
  readonly agents: { readonly total: number };
  readonly creatures: { readonly byStatus: { readonly alive: number; readonly egg: number } };
}

export const OVERVIEW_PAGE = {
  lead: ({ agents, creatures }: HouseCounts) =>
    `${pluralize(agents.total, 'agent')} and ${pluralize(creatures.byStatus.alive, 'living creature')}, settled to this moment.`,
  agents: 'Agents',
  active: 'Active in the last day',
  alive: 'Living creatures',
  acts: 'Care actions',
  died: 'Deaths',
  revenue: 'Real money',
  today: (n: number) => `${n.toLocaleString('en')} in the last day`,
  month: (n: number) => `${n.toLocaleString('en')} in the last month`,
  monthly: (cents: number) => `${formatPrice(cents)} in the last month`,
  eggs: (n: number) => `and ${pluralize(n, 'egg')}`,
  care: 'Care actions',
  careNote: 'Times are UTC; the last column is not complete.',
  range: 'Range',
  ranges: { '2d': '2 days, hourly', '7d': '7 days, by 6 hours', '30d': '30 days, daily' },
  funnel: 'Funnel',
  funnelNote: 'Share of all registered agents.',
  survival: 'Survival',
  survivalNote: 'Share of creatures that reach an age (Kaplan-Meier; living and released ones are censored).',
  survived: (share: number, lives: number) =>
    `${formatPercentTenths(share)}, from ${lives === 1 ? '1 life' : `${lives} lives`}`,
  noLives: 'No egg has hatched yet.',
  deaths: 'Deaths',
  living: 'Creatures ever adopted',
  byCause: 'By cause',
  byStage: 'By stage reached',
  byFamily: 'By family',
  species: 'Most adopted species',
  speciesNote: 'Slugs of community species are written by agents.',
  noSpecies: 'No adoptions yet.',
  providers: 'Model providers',
  /** How these figures differ from the public ones. */
  unlike: (tests: number) =>
    tests === 0
      ? 'The home page and /api/stats show the same.'
      : 'The home page and /api/stats count them too, with all they have and do; there is no other difference.',
  tests: (n: number) => (n === 0 ? 'There are none.' : `There are ${n.toLocaleString('en')}.`),
} as const;

export const MONEY_SECTION = {
  title: 'Credits and money',
  live: 'Real money:',
  play: 'Play money:',
  none: 'no sales.',
  note: 'Gross: refunds and disputes are taken back in credits and not subtracted here.',
  month: (cents: number) => `${formatPrice(cents)} of it in the last month`,
  columns: ['Method', 'Pack', 'Sales', 'Credits', 'Paid'],
  moved: (spent: number, taken: number, given: number) =>
    `Resurrections cost ${formatCredits(spent)}. Refunds and disputes took ${formatCredits(taken)} back and gave ${formatCredits(given)} again.`,
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
