import texts from '#content/ops/doctor.json' with { type: 'json' };

import { iso } from '../rules/base/clock.ts';
import { HOUSE_PROBLEMS, type HouseProblem, type HouseProblemName } from '../rules/vocabulary.ts';
import { fillTemplate } from '../text/pick-line.ts';
import { describeProblem, titleOfProblem } from '../text/server/house-problems.ts';

/** A finding of `doctor`. `wrong`: the server does not start or does not work as documented. */
export interface Diagnosis {
  readonly name: string;
  readonly state: 'fine' | 'note' | 'wrong';
  readonly found: string;
  readonly remedy?: string;
}

export type CheckResult = Diagnosis | readonly Diagnosis[];

type DiagnosisKey = keyof typeof texts;

/** Texts by `check.case`; the field that is there besides `remedy` is the state. */
const TEXTS: Record<DiagnosisKey, Readonly<Partial<Record<Diagnosis['state'] | 'remedy', string>>>> = texts;

/** A finding in the words of content/ops/doctor.json; its name is the part of the key before the dot. */
export function diagnose(
  key: DiagnosisKey,
  words: Readonly<Record<string, string | number>> = {},
  name = key.slice(0, key.indexOf('.')),
): Diagnosis {
  const filled = Object.fromEntries(Object.entries(words).map(([word, value]) => [word, String(value)]));
  const { remedy, ...stated } = TEXTS[key];
  const state = (['wrong', 'note', 'fine'] as const).find((each) => each in stated) ?? 'fine';
  return {
    name,
    state,
    found: fillTemplate(stated[state] ?? '', filled),
    ...(remedy !== undefined && { remedy: fillTemplate(remedy, filled) }),
  };
}

/** A problem as the overview of the operator shows it. */
export function diagnoseProblem(problem: HouseProblem): Diagnosis {
  const { found, remedy, command } = describeProblem(problem);
  return {
    name: problem.name.replaceAll('_', ' '),
    state: HOUSE_PROBLEMS[problem.name] === 'critical' ? 'wrong' : 'note',
    found: problem.since === undefined ? found : `${found} Since ${iso(problem.since)}.`,
    remedy: `${remedy} Command: ${command}`,
  };
}

/** A problem that a running service tells without facts; its overview has them. */
export function diagnoseTold(name: HouseProblemName): Diagnosis {
  return {
    ...diagnoseProblem({ name, facts: {} }),
    found: `The running service says: ${titleOfProblem(name)}`,
    remedy: 'The overview of the operator (/admin) says what to do.',
  };
}

/** The message of the innermost cause: wrappers only repeat that something failed. */
export function reasonOf(error: unknown): string {
  const first = causesOf(error).at(-1);
  if (!(first instanceof Error)) return String(first);
  return first.message || codeOf(first) || first.name;
}

export function codeOf(error: unknown): string | undefined {
  const codes = causesOf(error).map((each) => (each as { code?: unknown } | undefined)?.code);
  return codes.find((code) => typeof code === 'string');
}

export function isMissingPackage(error: unknown): boolean {
  const codes = new Set(causesOf(error).map(codeOf));
  return codes.has('ERR_MODULE_NOT_FOUND') || codes.has('MODULE_NOT_FOUND');
}

function causesOf(error: unknown): unknown[] {
  if (!(error instanceof Error) || error.cause === undefined) return [error];
  return [error, ...causesOf(error.cause)];
}
