import type { CallToolResult } from '@modelcontextprotocol/server';

import type { NextStep } from '../api/fields.ts';
import type { ProblemBody } from '../api/problems.ts';
import type { KeyFault, KeyPolicy, ToolProblem } from './connection.ts';
import { deathLines, describeFields, type TextLines, type ToldFields } from './describe.ts';
import type { ToolArguments } from './tool-input.ts';
import { TOOLS } from './tools.ts';

/** The type of a reply without text of other agents: any string may be missing. */
export type TrustedReply<T> = T extends readonly (infer Entry)[]
  ? readonly TrustedReply<Entry>[]
  : T extends object
    ? { readonly [Field in keyof T]: string extends T[Field] ? T[Field] | undefined : TrustedReply<T[Field]> }
    : T;

/** Removes every text that `untrusted_fields` lists by JSON Pointer (against prompt injection). */
export function splitUntrusted<T extends { readonly untrusted_fields?: readonly string[] | undefined }>(
  answer: T,
) {
  const { untrusted_fields: pointers = [] } = answer;
  const trusted = pointers.length > 0 ? structuredClone(answer) : answer;
  const found = pointers.map((pointer) => [pointer, takeOut(trusted, pointer)] as const);
  const texts = found.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { trusted: trusted as TrustedReply<T>, untrusted: Object.fromEntries<string>(texts) };
}

function takeOut(from: object, pointer: string): unknown {
  const path = pointer.split('/').slice(1).map(unescapePointer);
  const field = path.pop() ?? '';
  let place: unknown = from;
  for (const step of path) place = isRecord(place) ? place[step] : undefined;
  if (!isRecord(place) || !Object.hasOwn(place, field)) return undefined;
  const taken = place[field];
  // List entries keep their index, to which later JSON Pointers refer.
  if (Array.isArray(place)) place[field] = '';
  else delete place[field];
  return taken;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

const MAX_CHARACTERS = 1500;
const MAX_STEPS = 3;
const MAX_WARNINGS = 3;

/** Joins as many lines as fit into MAX_CHARACTERS; up to half of that is reserved for the ending. */
export function fitText(lines: TextLines, ending: TextLines = []): string {
  const end = takeLines(ending, MAX_CHARACTERS / 2);
  const rest = MAX_CHARACTERS - end.length - 1;
  return [takeLines(lines, rest), end].filter((part) => part !== '').join('\n');
}

export function stepLines(steps: readonly ToolStep[]): TextLines {
  if (steps.length === 0) return [];
  return ['Next:', ...steps.slice(0, MAX_STEPS).map(stepLine)];
}

/** Lines about input that was read under another name, or ignored. */
export function warningLines({ warnings = [] }: TrustedReply<Pick<ProblemBody, 'warnings'>>): TextLines {
  return warnings
    .slice(0, MAX_WARNINGS)
    .map(({ field, message }) => `About ${JSON.stringify(field)}: ${message}`);
}

/** Joins all lines, without a limit. */
export function joinLines(lines: TextLines): string {
  return cleanLines(lines).join('\n');
}

function stepLine({ tool, arguments: given, url, description }: ToolStep): string {
  const call = tool === undefined ? url : `${tool} ${JSON.stringify(given ?? {})}`;
  return `- ${call}: ${description}`;
}

function takeLines(lines: TextLines, most: number): string {
  let text = '';
  for (const line of cleanLines(lines)) {
    const longer = text === '' ? line : `${text}\n${line}`;
    if (longer.length > most) break;
    text = longer;
  }
  return text;
}

function cleanLines(lines: TextLines): string[] {
  return lines.flatMap((line) => line?.split('\n') ?? []).filter((line) => line !== '');
}

export interface ToolStep {
  readonly action: string;
  readonly tool?: string;
  readonly arguments?: ToolArguments;
  readonly url?: string;
  readonly description: string;
}

/** Placeholder of the API key in suggested calls; replies never contain the key itself. */
const KEY_PLACEHOLDER = '<your key>';

/** Turns next steps into tool calls. Steps without tool or URL, and steps with untrusted text, are left out. */
export function toToolSteps(
  steps: readonly NextStep[] = [],
  needsKey = false,
  untrustedTexts: readonly string[] = [],
): ToolStep[] {
  return steps
    .flatMap(({ action, description, url, ...step }): ToolStep[] => {
      const call = url === undefined ? toolCallFor(step, needsKey) : URL.canParse(url) && { url };
      return call ? [{ action, description: nameTools(description), ...call }] : [];
    })
    .filter(
      (step) => !Object.values(step.arguments ?? {}).some((value) => untrustedTexts.includes(String(value))),
    );
}

function toolCallFor(
  { method = 'GET', endpoint = '', body }: Pick<NextStep, 'method' | 'endpoint' | 'body'>,
  needsKey: boolean,
): Pick<ToolStep, 'tool' | 'arguments'> | undefined {
  const [path = '', search = ''] = endpoint.split('?');
  const found = findTool(method, path);
  if (!found) return undefined;
  const { tool, params } = found;
  const query = [...new URLSearchParams(search)].map(([name, text]) => [
    name,
    tool.input.schema.properties[name]?.['type'] === 'integer' ? Number(text) : text,
  ]);
  return {
    tool: tool.name,
    arguments: {
      ...params,
      ...(Object.fromEntries(query) as ToolArguments),
      ...body,
      ...(needsKey && tool.row.auth === 'required' && { api_key: KEY_PLACEHOLDER }),
    },
  };
}

/** Reply fields with our own sentences; all others are data or the caller's text. */
const SENTENCES: ReadonlySet<string> = new Set([
  'error',
  'message',
  'details',
  'description',
  'soul_prompt',
  'reason',
  'hint',
]);

/** Reply fields with advice, from which sentences about HTTP are removed. */
const ADVICE: ReadonlySet<string> = new Set(['suggestion', 'important', 'tip', 'note']);

export function speakOfTools<Reply>(reply: Reply): Reply {
  return speak(reply, '') as Reply;
}

function speak(value: unknown, field: string): unknown {
  if (typeof value === 'string') {
    if (ADVICE.has(field)) return withoutHttp(nameTools(value));
    return SENTENCES.has(field) ? nameTools(value) : value;
  }
  if (Array.isArray(value)) return value.map((each) => speak(each, field));
  if (typeof value !== 'object' || value === null) return value;
  // A loop instead of Object.fromEntries, for speed: replies may be long lists.
  const spoken: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) spoken[name] = speak(inner, name);
  return spoken;
}

const CALL = /\b(GET|POST|PATCH|DELETE) (\/api(?:\/[\w{}-]+)*)/g;

/** Replaces `GET /api/…` in a sentence by the name of the tool. */
function nameTools(words: string): string {
  return words
    .replace(CALL, (spelled, method: string, path: string) => findTool(method, path)?.tool.name ?? spelled)
    .replaceAll('Idempotency-Key', 'idempotency_key');
}

const ABOUT_HTTP = /\b(?:GET|POST|PATCH|DELETE|HTTP|Authorization|endpoint|headers?)\b|\/api\b/;
const BETWEEN_SENTENCES = /(?<=[.!?]) /;

function withoutHttp(words: string): string {
  return words
    .split(BETWEEN_SENTENCES)
    .filter((sentence) => !ABOUT_HTTP.test(sentence))
    .join(' ');
}

/** The tool for an HTTP method and path, with the path parameters. */
function findTool(method: string, path: string) {
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
