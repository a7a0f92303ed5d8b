import texts from '#content/ops/problems.json' with { type: 'json' };

import {
  HOUSE_PROBLEMS,
  type HouseProblem,
  type HouseProblemName,
  type SEVERITIES,
} from '../../rules/vocabulary.ts';
import { fillTemplate } from '../pick-line.ts';

/** `title` holds no facts, because it is public; the rest is for the operator. */
export interface HouseProblemText {
  readonly title: string;
  readonly found: string;
  readonly remedy: string;
  readonly command: string;
}

const TEXTS: Readonly<Record<HouseProblemName, HouseProblemText>> = texts;

export function titleOfProblem(name: HouseProblemName): string {
  return TEXTS[name].title;
}

export function describeProblem({ name, facts }: Pick<HouseProblem, 'name' | 'facts'>): HouseProblemText {
  const words = Object.fromEntries(Object.entries(facts).map(([fact, value]) => [fact, String(value)]));
  const { title, found, remedy, command } = TEXTS[name];
  return {
    title,
    found: fillTemplate(found, words),
    remedy: fillTemplate(remedy, words),
    command: fillTemplate(command, words),
  };
}

/** What the public may know of a problem. */
export interface PublicProblem {
  readonly name: HouseProblemName;
  readonly severity: (typeof SEVERITIES)[number];
  readonly message: string;
}

export function presentProblem({ name }: Pick<HouseProblem, 'name'>): PublicProblem {
  return { name, severity: HOUSE_PROBLEMS[name], message: TEXTS[name].title };
}
