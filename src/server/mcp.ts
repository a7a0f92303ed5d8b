import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Logger } from 'pino';

import { MASKED_KEY, maskKeys } from '../rules/base/redact.ts';
import { ProblemError } from '../rules/problem.ts';
import { type Guest, guestWith } from '../rules/vocabulary.ts';
import { NoAnswerError, type Transport } from '../api/call.ts';
import { MCP_PATH, SET_UP_PATH } from '../api/documents.ts';
import { PROBLEM_STATUS } from '../api/problems.ts';
import { isOwnHostAndOrigin } from '../http/addresses.ts';
import { bearerToken, SANDBOX_TOKEN_HEADER } from '../http/credentials.ts';
import { applyRateLimit } from '../http/limits.ts';
import { redirectTo, send } from '../http/send.ts';
import type { StatsHouse } from '../features/stats/health.ts';
import { careGuide } from '../agent-docs/care-guide.ts';
import {
  ARGUMENT_KEY_POLICY,
  HEADER_KEY_POLICY,
  type KeyPolicy,
  type McpConnection,
  tooLong,
} from '../mcp/connection.ts';
import { CARE_TOOLS, TOOL_PROFILES, type ToolProfile } from '../mcp/profile.ts';
import { PROTOCOL_VERSIONS } from '../mcp/server-card.ts';
import type { McpHttpHandler } from '../mcp/server.ts';
import { TOOLS } from '../mcp/tools.ts';
import { excessIn, excessOf, requirePlain } from './body-limits.ts';
import { SERVER_OPTIONS } from './create-server.ts';
import { isObject, maskWrittenKeys } from './parse-request.ts';
import { problemBody, problemHeaders } from './refuse.ts';
import { carrier } from './undelivered-replies.ts';

interface McpSettings {
  readonly baseUrl: URL;
  readonly log: Logger;
  readonly answering?: McpHttpHandler | undefined;
}

type McpRequest = FastifyRequest<{ Body: string | undefined }>;

/** Returns a function that loads the MCP library, which otherwise the first request does. */
export function addMcp(app: FastifyInstance, house: StatsHouse, settings: McpSettings): () => Promise<void> {
  const { baseUrl, log } = settings;
  // Loading takes 0.1 s and 14 MB: servers of tests do it with the first request.
  let opening: Promise<McpHttpHandler> | undefined =
    settings.answering && Promise.resolve(settings.answering);
  const open = () =>
    (opening ??= import('../mcp/server.ts').then((handler) =>
      handler.createMcpHttpHandler((error) =>
        log.debug({ event: 'mcp_message_rejected', err: error }, 'MCP message rejected'),
      ),
    ));
  // Checked after the body is read, since a refusal carries the id of the message.
  const preHandler = async (request: FastifyRequest) => {
    await applyRateLimit(house, request, 'mcp');
    if (!isOwnHostAndOrigin(request.raw, baseUrl))
      throw new ProblemError('foreign_address', { address: baseUrl.origin });
  };
  app.register(async (inside) => {
    inside.removeAllContentTypeParsers();
    // The body is not parsed: the protocol has its own error for invalid JSON.
    inside.addContentTypeParser<string>('*', { parseAs: 'string' }, async (_: unknown, text: string) => text);
    for (const url of [MCP_PATH, `${MCP_PATH}/`]) {
      inside.post(url, { onRequest, preHandler }, async (request: McpRequest, reply) => {
        // Tools call routes with the caller's key, from its address and under its limits.
        const connection = {
          send: injectedSend(app, baseUrl, request, reply),
          keys: keyPolicyOf(request),
          guide: careGuide,
          guest: guestOf(request),
          profile: profileOf(request),
          origin: () => baseUrl.origin,
          report: (error: unknown) =>
            log.error({ event: 'mcp_tool_failed', err: error, request: request.id }, 'MCP tool call failed'),
        };
        await answerMessage(await open(), connection, request, reply);
      });
      inside.route({
        method: ['GET', 'DELETE', 'PUT', 'PATCH'],
        url,
        onRequest,
        preHandler,
        handler: refuseMethod,
      });
    }
    inside.setErrorHandler(refuseMessage);
    inside.addHook('onClose', async () => (await opening)?.close());
  });
  return async () => {
    await answerOnce(await open());
  };
}

/** Whose key the headers have, as far as its beginning tells: the API checks it with each call. */
function guestOf({ headers }: FastifyRequest): Guest | undefined {
  const own = headers['x-api-key'];
  const key = bearerToken(headers.authorization) ?? (typeof own === 'string' ? own.trim() : undefined);
  return key === undefined ? undefined : guestWith(key);
}

/** An unknown profile is that of all tools: a client that misspells it still works. */
function profileOf({ query }: FastifyRequest): ToolProfile {
  const asked = isObject(query) ? query['tools'] : undefined;
  return TOOL_PROFILES.find((profile) => profile === asked) ?? 'all';
}

/** The first answer compiles what the later ones use. */
async function answerOnce(handler: McpHttpHandler): Promise<void> {
  const first = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const connection: McpConnection = {
    send: () => Promise.reject(new NoAnswerError('Nothing was asked.')),
    keys: HEADER_KEY_POLICY,
    guide: careGuide,
    report: () => undefined,
  };
  const answer = await handler.answer(new Request(FAKE_URL, { method: 'POST', headers }), first, connection);
  await answer.text();
}

async function onRequest({ context }: FastifyRequest): Promise<void> {
  delete context.headers['access-control-allow-origin'];
}

const SERVER_ERROR = -32_000;

async function refuseMessage(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!(error instanceof ProblemError)) throw error;
  const { refusalText, refusalData } = await import('../mcp/tool-text.ts');
  const refused: ProblemError = error;
  const problem = problemBody(refused, undefined, request.id);
  const keys = keyPolicyOf(request);
  request.context.reason = refused.code;
  const message = await refusalText(problem, keys);
  // The caller of another method speaks HTTP, so that advice about HTTP is kept.
  const data = refused.is('wrong_method') ? problem : await refusalData(problem, keys);
  Object.assign(request.context.headers, problemHeaders(refused));
  const body = {
    jsonrpc: '2.0',
    id: idOf(request.body),
    error: { code: SERVER_ERROR, message, data },
  };
  send(request, reply, { status: PROBLEM_STATUS[refused.code], body: JSON.stringify(body) });
}

function idOf(body: unknown): string | number | null {
  const isRead = typeof body === 'string' && excessIn(body) === undefined;
  const message = isRead ? parseJsonOrUndefined(body) : undefined;
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** There are no sessions to listen to by GET or to end by DELETE. A person with a browser gets the page about MCP. */
async function refuseMethod(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { method, headers } = request;
  if (method === 'GET' && (headers.accept ?? '').includes('text/html'))
    return redirectTo(request, reply, SET_UP_PATH);
  throw new ProblemError('wrong_method', { allowed: ['POST'], meant: `POST ${MCP_PATH}` });
}

const PROTOCOL_HEADERS = /^(?:content-type|mcp-.+)$/;
// A web Request needs a URL, which is not fetched.
const FAKE_URL = `http://arkhouse${MCP_PATH}`;

async function answerMessage(
  handler: McpHttpHandler,
  connection: McpConnection,
  request: McpRequest,
  reply: FastifyReply,
): Promise<void> {
  const { body = '' } = request;
  requirePlain(excessIn(body));
  const parsed = withoutKeys(parseJsonOrUndefined(body));
  if (Array.isArray(parsed)) {
    request.context.reason = 'batch';
    return send(request, reply, { status: 400, body: ONE_AT_A_TIME });
  }
  requirePlain(excessOf(parsed));
  if (isObject(parsed)) request.context.mcp = describeMessage(parsed, request.headers);
  const asked = new Request(FAKE_URL, {
    method: 'POST',
    headers: protocolHeaders(request),
    signal: abortOnHangUp(reply),
    ...(parsed === undefined && { body }),
  });
  const form = wantsStream(request.headers.accept) ? 'stream' : 'json';
  return sendWebResponse(request, reply, await handler.answer(asked, parsed, connection, form));
}

/** True if the caller reads only event streams. No answer here needs one: nothing is told before the result. */
function wantsStream(accept = ''): boolean {
  const ranges = accept.toLowerCase().split(',', MOST_RANGES);
  const accepted = ranges
    .filter((range) => !/;\s*q=0(?:\.0*)?\s*$/.test(range))
    .map((range) => range.split(';')[0]?.trim());
  return accepted.includes('text/event-stream') && accepted.every((type) => type === 'text/event-stream');
}

const MOST_RANGES = 32;

const METHODS: ReadonlySet<unknown> = new Set(
  `initialize ping server/discover tools/list tools/call resources/list resources/read resources/templates/list
  prompts/list prompts/get completion/complete subscriptions/listen notifications/initialized
  notifications/cancelled notifications/progress`.split(/\s+/),
);
const TOOL_NAMES: ReadonlySet<unknown> = new Set([...TOOLS, ...CARE_TOOLS].map(({ name }) => name));
const VERSIONS: ReadonlySet<unknown> = new Set(PROTOCOL_VERSIONS);
const VERSION_IN_META = 'io.modelcontextprotocol/protocolVersion';

function isKnownVersion(version: unknown): version is string {
  return typeof version === 'string' && VERSIONS.has(version);
}

/** Only known words, as the log must not repeat what a caller sends. */
function describeMessage(message: Readonly<Record<string, unknown>>, headers: IncomingHttpHeaders) {
  const { method, params } = message;
  const { name, _meta: meta, protocolVersion } = isObject(params) ? params : {};
  const versions = [
    isObject(meta) && meta[VERSION_IN_META],
    headers['mcp-protocol-version'],
    protocolVersion,
  ];
  return {
    method: METHODS.has(method) ? String(method) : 'other',
    tool: TOOL_NAMES.has(name) ? String(name) : undefined,
    era: versions.find(isKnownVersion) ?? 'legacy',
  };
}

/** The message with API keys masked, as the library repeats names in its errors. Tools read the keys in their arguments. */
function withoutKeys(message: unknown): unknown {
  if (!isObject(message)) return message;
  const { params, method } = message;
  const { body: masked } = maskWrittenKeys(params);
  return {
    ...message,
    ...(typeof method === 'string' && { method: maskKeys(method) }),
    ...(isObject(masked) &&
      isObject(params) && {
        params: { ...masked, ...('arguments' in params && { arguments: params['arguments'] }) },
      }),
  };
}

// Refuses JSON-RPC batches: a small one could ask for a thousand long replies; the protocol has removed them.
const ONE_AT_A_TIME = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'Invalid Request: send one message at a time, not a batch' },
});

function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function keyPolicyOf({ headers }: FastifyRequest): KeyPolicy {
  const hasKey = headers.authorization !== undefined || headers['x-api-key'] !== undefined;
  return hasKey ? HEADER_KEY_POLICY : ARGUMENT_KEY_POLICY;
}

// Injected requests have the same URL limit as requests over the network.
const LONGEST_ADDRESS = SERVER_OPTIONS.http.maxHeaderSize;
const TOO_LONG = new ProblemError('headers_too_large');

function injectedSend(
  app: FastifyInstance,
  baseUrl: URL,
  { headers, id, ip }: FastifyRequest,
  reply: FastifyReply,
): Transport {
  const { authorization, 'x-api-key': apiKey, [SANDBOX_TOKEN_HEADER]: sandboxToken } = headers;
  return async ({ method, path, body, headers: own }) => {
    if (path.length > LONGEST_ADDRESS)
      return { status: PROBLEM_STATUS[TOO_LONG.code], body: problemBody(TOO_LONG, undefined, id) };
    const asked: InjectOptions = {
      method,
      url: path,
      remoteAddress: ip,
      headers: {
        // A key among the arguments of a tool replaces the connection's.
        ...(own['x-api-key'] === undefined && {
          ...(authorization !== undefined && { authorization }),
          ...(apiKey !== undefined && { 'x-api-key': apiKey }),
        }),
        ...own,
        ...(sandboxToken !== undefined && { [SANDBOX_TOKEN_HEADER]: sandboxToken }),
      },
      ...(body !== undefined && { payload: body }),
    };
    const { statusCode: status, body: text } = await carrier.run(reply.raw, () =>
      app.inject(asked).catch(whenClosing),
    );
    if (text.length > MOST_TOLD)
      return { status: TOO_LONG_STATUS, body: tooLong(text, new URL(path, baseUrl)) };
    return { status, body: parseJsonOrUndefined(text) ?? text };
  };
}

// 100,000 tokens. Only an export is longer; reading one as JSON and writing it again would hold up all requests.
const MOST_TOLD = 400_000;
const TOO_LONG_STATUS = 413;

function whenClosing(error: Error & { readonly code?: string }): never {
  if (error.code !== 'FST_ERR_REOPENED_CLOSE_SERVER') throw error;
  throw new NoAnswerError('The house is closing, and this was not done.', { cause: error });
}

/** The headers that the MCP protocol reads; API keys are not passed on. The library refuses other values of Accept. */
function protocolHeaders({ headers }: FastifyRequest): Headers {
  const found = new Headers({ accept: 'application/json, text/event-stream' });
  for (const [name, value] of Object.entries(headers))
    if (PROTOCOL_HEADERS.test(name) && typeof value === 'string') found.append(name, maskInHeader(value));
  return found;
}

/** A header has no characters beyond Latin-1. */
function maskInHeader(value: string): string {
  return maskKeys(value).replaceAll(MASKED_KEY, 'ah_...');
}

function errorCodeIn(body: string): number | undefined {
  const message = parseJsonOrUndefined(body);
  const error = isObject(message) ? message['error'] : undefined;
  return isObject(error) && typeof error['code'] === 'number' ? error['code'] : undefined;
}

function abortOnHangUp({ raw }: FastifyReply): AbortSignal {
  const hungUp = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) hungUp.abort();
  });
  return hungUp.signal;
}

// Headers of the MCP library's answer that this server sets itself.
const OWN_HEADERS: ReadonlySet<string> = new Set(['content-length', 'connection', 'cache-control']);

async function sendWebResponse(request: FastifyRequest, reply: FastifyReply, answer: Response) {
  const { headers, meter, startedMs } = request.context;
  for (const [name, value] of answer.headers) if (!OWN_HEADERS.has(name)) headers[name] = value;
  const type = answer.headers.get('content-type') ?? undefined;
  if (answer.body === null) return send(request, reply, { status: answer.status });
  if (!type?.startsWith('text/event-stream')) {
    const body = Buffer.from(await answer.arrayBuffer());
    if (answer.status >= 400) request.context.reason = `json-rpc ${errorCodeIn(body.toString())}`;
    return send(request, reply, { status: answer.status, body, ...(type !== undefined && { type }) });
  }
  headers['cache-control'] = 'no-store, no-transform';
  reply.hijack();
  reply.raw.writeHead(answer.status, headers);
  meter.record(answer.status, startedMs);
  // The cast holds: the global ReadableStream and that of node:stream/web differ only in their types.
  const stream = Readable.fromWeb(answer.body as ReadableStream);
  // Streaming fails when the caller hangs up.
  await pipeline(stream, reply.raw).catch(() => reply.raw.destroy());
}
