import type { NextStep } from '../contract/common.ts';
import { ROUTES } from '../contract/routes.ts';
import type { Arguments } from './json-schema.ts';
import { TOOLS, type Tool } from './tools.ts';

/** What to do next, in terms of tools. */
export interface ToolStep {
  readonly action: string;
  readonly tool?: string;
  readonly arguments?: Arguments;
  readonly url?: string;
  readonly description: string;
}

/**
 * Links to routes become calls of tools. What has no tool and leads nowhere else is left out, and so is what would repeat
 * a stranger's word.
 */
export function inTools(steps: readonly NextStep[] = [], strangersWords: readonly string[] = []): ToolStep[] {
  return steps
    .map(asToolStep)
    .filter((step) => step !== undefined)
    .filter(
      (step) => !Object.values(step.arguments ?? {}).some((value) => strangersWords.includes(String(value))),
    );
}

function asToolStep({
  action,
  method = 'GET',
  endpoint = '',
  url,
  body,
  description,
}: NextStep): ToolStep | undefined {
  const told = { action, description: namingTools(description) };
  if (url !== undefined) return URL.canParse(url) ? { ...told, url } : undefined;
  const call = callOf(method, endpoint, body);
  return call && { ...told, ...call };
}

/** Words about the API over HTTP, as one says them about tools. */
export function namingTools(words: string): string {
  return words.replace(SPELLED_CALL, (spelled, method: string, path: string) => {
    return findTool(method, path)?.tool.name ?? ELSEWHERE[spelled] ?? spelled;
  });
}

const SPELLED_CALL = /\b(GET|POST|DELETE) (\/api(?:\/[\w{}-]+)*)/g;

const ELSEWHERE: Readonly<Record<string, string>> = {
  [`GET ${ROUTES.getRegistrationSchema.path}`]: 'the input schema of register_agent',
  [`GET ${ROUTES.getApiIndex.path}`]: 'the list of tools',
};

function callOf(
  method: string,
  endpoint: string,
  body: Arguments = {},
): Pick<ToolStep, 'tool' | 'arguments'> | undefined {
  const [path = '', search = ''] = endpoint.split('?');
  const found = findTool(method, path);
  if (!found) return undefined;
  const { tool, params } = found;
  return { tool: tool.name, arguments: { ...params, ...queryIn(search, tool), ...body } };
}

interface Found {
  readonly tool: Tool;
  readonly params: Readonly<Record<string, string>>;
}

function findTool(method: string, path: string): Found | undefined {
  for (const { tool, pattern } of PATTERNS) {
    const match = tool.row.method === method ? pattern.exec(path) : null;
    if (match) return { tool, params: { ...match.groups } };
  }
  return undefined;
}

const PATTERNS = TOOLS.map((tool) => ({
  tool,
  pattern: new RegExp(`^${tool.row.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

function queryIn(search: string, { input }: Tool): Arguments {
  return Object.fromEntries(
    [...new URLSearchParams(search)].map(([name, text]) => [
      name,
      input.schema.properties[name]?.['type'] === 'integer' ? Number(text) : text,
    ]),
  );
}
