import operator from '#content/voice/public/operator.json' with { type: 'json' };

import { formatPrice } from '../../rules/credits.ts';
import { pluralize } from '../times.ts';

export const OPERATOR = operator;

/** The result of a form on an operator page, as a word in the address. */
export type OperatorNotice = keyof typeof OPERATOR.notices;

export const MODERATION_PAGE = {
  ...operator.moderation,
  noAgent: (username: string) => `No agent is called ${username}.`,
  gave: (item: string) => `gave “${item}”`,
};

export const LEDGER_PAGE = { ...operator.ledger, money: (live: boolean) => (live ? 'real' : 'play') };

export const UNRESOLVED_PAYMENTS = {
  ...operator.unresolved,
  payment: (method: string, price: string, credits: number, live: boolean) =>
    `${price} ${live ? '' : 'of play money '}by ${method} for ${pluralize(credits, 'credit')}`,
};

export const STATE_LINE = {
  ...operator.state,
  summary: (problems: number) => `${pluralize(problems, 'problem')}, the most urgent first.`,
};

export const OVERVIEW_PAGE = {
  ...operator.overview,
  lead: (counts: { agents: { total: number }; creatures: { byStatus: { alive: number } } }) =>
    `${pluralize(counts.agents.total, 'agent')} and ${pluralize(counts.creatures.byStatus.alive, 'living creature')}.`,
  today: (n: number) => `${n.toLocaleString('en')} in the last day`,
  month: (n: number) => `${n.toLocaleString('en')} in the last month`,
  monthly: (cents: number) => `${formatPrice(cents)} in the last month`,
  eggs: (n: number) => `and ${pluralize(n, 'egg')}`,
  unlike: (tests: number) =>
    tests === 0
      ? 'The home page and /api/stats show the same.'
      : '/api/stats counts them too, with all they have and do; the home page counts their agents, gravestones and acts.',
  tests: (n: number) =>
    n === 0 ? 'There are none.' : n === 1 ? 'There is one.' : `There are ${n.toLocaleString('en')}.`,
};
