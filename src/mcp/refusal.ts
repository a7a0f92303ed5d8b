import type { CallToolResult } from '@modelcontextprotocol/server';

import type { KeyFault, KeyPolicy, ToolProblem } from './connection.ts';
import { deathLines, describeFields, type TextLines, type ToldFields } from './describe.ts';
import { fitText, joinLines, speakOfTools, stepLines, toToolSteps, warningLines } from './tool-text.ts';
import { splitUntrusted } from './untrusted.ts';

const KEY_FAULTS: Readonly<Partial<Record<string, KeyFault>>> = {
  missing_key: 'missing',
  unknown_key: 'wrong',
  damaged_key: 'wrong',
  two_keys: 'wrong',
};

/** A refusal that a model reads: what went wrong and the way out, in words and in data. */
export async function refusalResult(problem: ToolProblem, keys: KeyPolicy): Promise<CallToolResult> {
  const data = refusalData(problem, keys);
  return {
    isError: true,
    content: [
      {
        type: 'text',
        text: fitText(await refusalLines(data, keys), [...stepLines(data.next_steps), ...warningLines(data)]),
      },
    ],
    structuredContent: { problem: data },
  };
}

/** The same in one text, where there is no room for more. */
export async function refusalText(problem: ToolProblem, keys: KeyPolicy): Promise<string> {
  return joinLines(await refusalLines(refusalData(problem, keys), keys));
}

/** A problem as somebody who calls tools should know it. */
export function refusalData(problem: ToolProblem, keys: KeyPolicy) {
  const { trusted, untrusted } = splitUntrusted(speakOfTools(withoutPayments(problem)));
  return {
    ...trusted,
    next_steps: toToolSteps(problem.next_steps, keys.stepsNeedKey === true, Object.values(untrusted)),
  };
}

/** Ways to pay inside a request, which no tool can. */
function withoutPayments({
  mpp: _,
  x402: __,
  x402Version: ___,
  accepts: ____,
  ...problem
}: ToolProblem): ToolProblem {
  return problem;
}

const TOLD_FIELDS: ToldFields<Omit<ToolProblem, 'next_steps'>> = {
  your_creatures: ['name', 'stage', 'id'],
  more_creatures: true,
  resurrection: true,
  deaths: deathLines,
  more_deaths: true,
  cost: true,
  credits: true,
  shortfall: true,
  checkout_url: true,
};

async function refusalLines(problem: ReturnType<typeof refusalData>, keys: KeyPolicy): Promise<TextLines> {
  const { error, message, details, suggestion, retry_after_seconds: wait } = problem;
  const fault = KEY_FAULTS[problem.code ?? ''];
  return [
    error === undefined ? undefined : `${error.replace(/\.$/, '')}.`,
    message,
    details,
    // Over HTTP it tells where to put the key; here that is another place.
    fault ? await keys.advice(fault) : suggestion,
    wait === undefined || suggestion?.includes(`${wait} s`) === true
      ? undefined
      : `Wait ${wait} s before the next try.`,
    ...describeFields(TOLD_FIELDS, problem),
  ];
}
