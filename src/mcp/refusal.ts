import type { CallToolResult } from '@modelcontextprotocol/server';

import type { KeyFault, KeyPolicy, ToolProblem } from './connection.ts';
import {
  deathLines,
  moreCreaturesLine,
  resurrectionLine,
  splitUntrusted,
  type TextLines,
} from './reply-lines.ts';
import { fitText, joinLines, speakOfTools, stepLines, toToolSteps, warningLines } from './tool-text.ts';

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

async function refusalLines(problem: ReturnType<typeof refusalData>, keys: KeyPolicy): Promise<TextLines> {
  const { error, message, details, suggestion, retry_after_seconds: wait, resurrection } = problem;
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
    ...(problem.your_creatures ?? []).map(
      ({ id, name, stage }) => `Yours: ${name} (${stage}), creature_id: ${id}`,
    ),
    moreCreaturesLine(problem),
    resurrectionLine(resurrection),
    ...deathLines(problem),
    problem.cost === undefined || resurrection
      ? undefined
      : `It costs ${problem.cost} credits; you have ${problem.credits}, so ${problem.shortfall} are missing.`,
    problem.checkout_url === undefined ? undefined : `To be opened by your human: ${problem.checkout_url}`,
  ];
}
