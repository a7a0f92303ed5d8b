import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished } from 'vitest';

import { FROM_SOURCES } from '../support/servers/program.ts';

/** The revisions of the protocol a client can be made to speak: today's, and those of 2025. */
export const ERAS = [
  { era: '2026-07-28', negotiation: { mode: { pin: '2026-07-28' } } },
  { era: '2025-11-25', negotiation: { mode: 'legacy' } },
] as const;
export type Era = (typeof ERAS)[number]['era'];

export async function overHttp(
  address: string,
  era: Era,
  headers: Record<string, string> = {},
  path = '/mcp',
) {
  const options = { requestInit: { headers } };
  return connected(era, new StreamableHTTPClientTransport(new URL(path, address), options));
}

export async function overStdio(args: readonly string[], era: Era, env: Record<string, string> = {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...FROM_SOURCES.args, 'mcp', ...args],
    env: { PATH: process.env['PATH'] ?? '', ...FROM_SOURCES.env, ...env },
    stderr: 'pipe',
  });
  return connected(era, transport);
}

async function connected(era: Era, transport: StreamableHTTPClientTransport | StdioClientTransport) {
  const negotiation = ERAS.find((each) => each.era === era)?.negotiation;
  const options = { ...(negotiation && { versionNegotiation: negotiation }) };
  const client = new Client({ name: 'test', version: '1.0.0' }, options);
  onTestFinished(() => client.close());
  await client.connect(transport);
  expect(client.getNegotiatedProtocolVersion()).toBe(era);
  return client;
}

export type Called = Awaited<ReturnType<typeof call>>;

type Data = Readonly<Record<string, unknown>>;

/** Calls a tool; the client itself holds the answer against the schema it was shown. */
export async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const result: CallToolResult = await client.callTool({ name, arguments: given });
  const [first] = result.content;
  expect(result.content).toHaveLength(1);
  const text = first?.type === 'text' ? first.text : '';
  expect(text.length, `${name}: ${text}`).toBeLessThanOrEqual(1500);
  expect(text).not.toBe('');
  return { text, isError: result.isError === true, data: (result.structuredContent ?? {}) as Data };
}

/** The same, where it must not be refused. */
export async function done(client: Client, name: string, given: Record<string, unknown> = {}) {
  const called = await call(client, name, given);
  expect(called.isError, called.text).toBe(false);
  return called;
}
