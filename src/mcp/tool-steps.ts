import type { NextStep } from '../contract/server/fields.ts';
import type { ToolArguments } from './json-schema.ts';
import { findTool, nameTools } from './tool-words.ts';
import type { Tool } from './tools.ts';

/** What to do next, in terms of tools. */
export interface ToolStep {
  readonly action: string;
  readonly tool?: string;
  readonly arguments?: ToolArguments;
  readonly url?: string;
  readonly description: string;
}

/**
 * Links to routes become calls of tools. What has no tool and leads nowhere else is left out, and so is what would repeat
 * another agent's words.
 */
export function toToolSteps(
  steps: readonly NextStep[] = [],
  needsKey = false,
  untrustedTexts: readonly string[] = [],
): ToolStep[] {
  return steps
    .map((each) => toToolStep(each, needsKey))
    .filter((step) => step !== undefined)
    .filter(
      (step) => !Object.values(step.arguments ?? {}).some((value) => untrustedTexts.includes(String(value))),
    );
}

function toToolStep(
  { action, url, description, ...step }: NextStep,
  needsKey: boolean,
): ToolStep | undefined {
  const labels = { action, description: nameTools(description) };
  if (url !== undefined) return URL.canParse(url) ? { ...labels, url } : undefined;
  const call = toolCallFor(step, needsKey);
  return call && { ...labels, ...call };
}

/** The key itself is repeated nowhere. */
const KEY_PLACEHOLDER = '<your key>';

function toolCallFor(
  { method = 'GET', endpoint = '', body }: Pick<NextStep, 'method' | 'endpoint' | 'body'>,
  needsKey: boolean,
) {
  const [path = '', search = ''] = endpoint.split('?');
  const found = findTool(method, path);
  if (!found) return undefined;
  const { tool, params } = found;
  return {
    tool: tool.name,
    arguments: {
      ...params,
      ...parseQuery(search, tool),
      ...body,
      ...(needsKey && tool.row.auth === 'required' && { api_key: KEY_PLACEHOLDER }),
    },
  };
}

function parseQuery(search: string, { input }: Tool): ToolArguments {
  return Object.fromEntries(
    [...new URLSearchParams(search)].map(([name, text]) => [
      name,
      input.schema.properties[name]?.['type'] === 'integer' ? Number(text) : text,
    ]),
  );
}
