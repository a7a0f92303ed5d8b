import { expect } from 'vitest';

import type { Ask, TestHouse, Told } from '../support/house.ts';

const REVISION = '2026-07-28';
export const HOST = '127.0.0.1:3000';

export const MCP = {
  method: 'POST',
  path: '/mcp',
  headers: { host: HOST, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
} as const satisfies Ask;

const ABOUT = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A message as the current revision writes it: everything it needs is in it. */
export function message({ method, params = {} }: { method: string; params?: Record<string, unknown> }) {
  const name = params['name'] ?? params['uri'];
  const headers = { ...MCP.headers, 'mcp-protocol-version': REVISION, 'mcp-method': method };
  return {
    ...MCP,
    headers: { ...headers, ...(typeof name === 'string' && { 'mcp-name': name }) },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: ABOUT } },
  };
}

export type ToolAnswer = Awaited<ReturnType<typeof useTool>>;

/** Calls a tool at the door of a house, without a network. */
export async function useTool(
  { ask }: Pick<TestHouse, 'ask'>,
  name: string,
  given: Record<string, unknown> = {},
  by: Omit<Ask, 'path' | 'method' | 'body'> = {},
) {
  const sent = message({ method: 'tools/call', params: { name, arguments: given } });
  const told = await ask({ ...sent, ...by, headers: { ...sent.headers, ...by.headers } });
  const { result } = told.body as { result?: Result };
  const words = result?.content[0]?.text ?? '';
  return { ...told, isError: result?.isError === true, words, data: result?.structuredContent ?? {} };
}

/** Expects the text of a tool's answer to be at most 1,500 characters, and not empty. */
export function expectShort({ words }: Pick<ToolAnswer, 'words'>): void {
  expect(words.length, words).toBeLessThanOrEqual(1500);
  expect(words).not.toBe('');
}

const ALLOWED = /https?:\/\/[^\s"]+|\bah(?:cal)?_[\w-]+|\bX-Sandbox-Token\b/g;
const HTTP_WORDS =
  /\b(?:GET|POST|PUT|PATCH|DELETE|HTTPS?|X-[A-Z]\w+|Idempotency-Key|[Ee]ndpoints?|[Hh]eaders?|[Ss]tatus code)\b|\/api\b|"method"/g;

/** Terms of HTTP in this text; allowed are links for people, the random letters of keys, and the sandbox token, which MCP clients send, too. */
export function httpWordsIn(told: unknown): string[] {
  return [...JSON.stringify(told).replaceAll(ALLOWED, '').matchAll(HTTP_WORDS)].map(([word]) => word);
}

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Told['body'];
}

export interface Step {
  readonly tool?: string;
  readonly arguments?: Record<string, unknown>;
}
