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

export async function refusalResult(problem: ToolProblem, keys: KeyPolicy): Promise<CallToolResult> {
  const data = refusalData(problem, keys);
  const lines = await refusalLines(data, keys);
  const text = fitText(lines, [...stepLines(data.next_steps), ...warningLines(data)]);
  return { isError: true, content: [{ type: 'text', text }], structuredContent: { problem: data } };
}

export async function refusalText(problem: ToolProblem, keys: KeyPolicy): Promise<string> {
  return joinLines(await refusalLines(refusalData(problem, keys), keys));
}

/** A problem in terms of tools, without the offers of inline payments, which no tool can make. */
export function refusalData(
  { mpp: _, x402: __, x402Version: ___, accepts: ____, ...problem }: ToolProblem,
  keys: KeyPolicy,
) {
  const { trusted, untrusted } = splitUntrusted(speakOfTools<ToolProblem>(problem));
  return {
    ...trusted,
    next_steps: toToolSteps(problem.next_steps, keys.stepsNeedKey === true, Object.values(untrusted)),
  };
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
    // The API's suggestion names HTTP headers; MCP clients pass the key differently.
    fault ? await keys.advice(fault) : suggestion,
    wait === undefined || suggestion?.includes(`${wait} s`) === true
      ? undefined
      : `Wait ${wait} s before the next try.`,
    ...describeFields(TOLD_FIELDS, problem),
  ];
}
