import { once } from 'node:events';
import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';

import { PROBLEM_STATUS } from '../api/problems.ts';
import { RATE_LIMITS } from '../api/rate-limits.ts';
import { SECOND } from '../rules/base/clock.ts';
import { ProblemError } from '../rules/problem.ts';
import { isLoopback, rateLimitBucket } from './caller.ts';
import type { ServerContext } from './context.ts';
import { baseHeaders, type ReplyHeaders } from './headers.ts';
import { problemBody, problemHeaders } from './problem-reply.ts';
import { setRateLimitHeaders } from './rate-limit.ts';
import { JSON_TYPE } from './send.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The last two exchanges of a connection, which suffice, since replies are sent in order. */
interface Conversation {
  last: Exchange;
  before: Exchange | undefined;
  waiting: number;
}

// Most pipelined requests of a connection; real clients send a handful.
export const MOST_WAITING = 64;

const conversations = new WeakMap<Socket, Conversation>();
const hungUp = new WeakSet<Socket>();

/**
 * Handles HTTP pipelining: a request waits until the one before it on its connection is answered and other connections had a
 * turn. A connection with more than `MOST_WAITING` waiting requests is closed, and these are not handled.
 */
export function answerOneAtATime(server: Server): void {
  const handlers = server.listeners('request') as RequestListener[];
  const handle = (exchange: Exchange) => {
    for (const each of handlers) each.call(server, exchange.request, exchange.response);
  };
  server.removeAllListeners('request');
  server.on('request', (request, response) => takeTurn({ request, response }, handle));
}

function takeTurn(exchange: Exchange, handle: (exchange: Exchange) => void): void {
  const { socket } = exchange.request;
  if (socket.destroyed || hungUp.has(socket)) return;
  const known = conversations.get(socket);
  const before = known?.last;
  const conversation = Object.assign(known ?? { waiting: 0 }, { last: exchange, before });
  conversations.set(socket, conversation);
  if (!before || isAnswered(before)) return handle(exchange);
  conversation.waiting += 1;
  if (conversation.waiting > MOST_WAITING) return void socket.destroy();
  before.response.once('close', () =>
    setImmediate(() => {
      conversation.waiting -= 1;
      // The previous reply may have closed the connection.
      if (socket.writable) handle(exchange);
    }),
  );
}

/** Waits for the replies to complete requests. False when the incomplete request already has a reply, too. */
async function awaitEarlierReplies(socket: Socket): Promise<boolean> {
  const found = conversations.get(socket);
  if (!found) return true;
  const { last, before } = found;
  const whole = last.request.complete ? last : before;
  if (whole && !isAnswered(whole)) await once(whole.response, 'close');
  return last.request.complete || !last.response.headersSent;
}

function isAnswered({ response }: Exchange): boolean {
  return response.writableFinished || response.destroyed;
}

/** Server timeouts against slow clients (slowloris): Node's own limits are minutes. */
export const SERVER_OPTIONS = {
  // No plugin timeout: plugins here do not wait, and Fastify would start a timer for each of hundreds of routes.
  pluginTimeout: 0,
  // No automatic HEAD routes: routes answer HEAD themselves.
  exposeHeadRoutes: false,
  requestTimeout: 15 * SECOND,
  keepAliveTimeout: 5 * SECOND,
  // Requests on open connections are still answered while the server closes, with `connection: close`.
  return503OnClosing: false,
  // Long parameters are allowed, so that long slugs get the 404 of their route.
  routerOptions: { maxParamLength: 16 * 1024 },
  http: {
    headersTimeout: 10 * SECOND,
    connectionsCheckingInterval: SECOND,
    maxHeaderSize: 16 * 1024,
    optimizeEmptyRequests: true,
    // The Host header is checked in create-server.ts: Node's own refusal has an empty body.
    requireHostHeader: false,
  },
} as const;

/** Answers errors of the HTTP parser, which never become requests. */
export function refuseMalformed(context: ServerContext, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else
    void refuseRaw(context, socket, new ProblemError(PARSER_PROBLEMS[error.code ?? ''] ?? 'malformed_http'));
}

/** Refuses CONNECT and Expect, which Node would answer itself. */
export function refuseTunnelsAndExpectations(server: Server, context: ServerContext): void {
  server.on('connect', (_request, socket: Socket) => {
    void refuseRaw(context, socket, new ProblemError('wrong_method', NO_TUNNELS));
  });
  server.on('checkExpectation', ({ socket }: IncomingMessage) => {
    void refuseRaw(context, socket, new ProblemError('unknown_expectation'));
  });
}

const NO_TUNNELS = {
  allowed: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
  meant: 'GET /api',
} as const;

const PARSER_PROBLEMS: Readonly<Record<string, 'headers_too_large' | 'too_slow'>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
};

// Time for the client to read the refusal before its connection is destroyed.
const LINGER = 2 * SECOND;

/** Writes a refusal to the socket after the replies to earlier requests, and closes it. */
async function refuseRaw(
  context: ServerContext,
  socket: Socket,
  problem: ProblemError,
  lingerMs = LINGER,
): Promise<void> {
  if (hungUp.has(socket)) return;
  // Later requests on this connection are ignored.
  hungUp.add(socket);
  // The HTTP server no longer listens to this socket: an unhandled 'error' would end the process.
  socket.on('error', () => socket.destroy());
  const answer = (await awaitEarlierReplies(socket)) ? await rawAnswer(context, socket, problem) : '';
  if (socket.writable) socket.end(answer);
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

async function rawAnswer(context: ServerContext, socket: Socket, problem: ProblemError): Promise<string> {
  const { clock, limiter, random } = context.house;
  const now = clock.now();
  const who = rateLimitBucket(socket.remoteAddress ?? '');
  const window = await limiter.take('unknown_path', RATE_LIMITS.unknown_path, who, now);
  const requestId = random.id();
  const body = JSON.stringify(problemBody(problem, undefined, requestId));
  const headers: ReplyHeaders = {
    ...baseHeaders(context),
    ...problemHeaders(problem),
    date: new Date(now).toUTCString(),
    'x-request-id': requestId,
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  setRateLimitHeaders(headers, 'unknown_path', window, now);
  const status = PROBLEM_STATUS[problem.code];
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}

const MAX_CONNECTIONS = 10_000;

// Clients refused for too many connections retry after 5 seconds: idle connections are closed within `keepAliveTimeout`.
const RETRY_AFTER = { retryAfterSeconds: 5 };

// A connection without a byte in either direction for this long is dropped. Longer than `requestTimeout`,
// which has its own refusal.
const STALLED_AFTER = 20 * SECOND;

// Interval of checks, and number of checks in a row in which a client may take no byte of a waiting reply.
const CHECK_EVERY = 10 * SECOND;
const MAX_STALLED_CHECKS = 6;

/** Limits the connections per address, and drops clients that do not read their replies. */
export function boundConnections(server: Server, context: ServerContext): void {
  server.maxConnections = MAX_CONNECTIONS;
  countByAddress(server, context);
  dropStalled(server);
}

function countByAddress(server: Server, context: ServerContext): void {
  const { connectionsPerAddress, trustedProxies } = context;
  const isProxy = proxyTest(trustedProxies);
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    // Proxies and loopback are exempt from the limit: a proxy connects for many clients.
    if (isLoopback(remoteAddress) || isProxy(remoteAddress)) return;
    const who = rateLimitBucket(remoteAddress);
    const open = (counts.get(who) ?? 0) + 1;
    counts.set(who, open);
    socket.once('close', () => {
      const left = (counts.get(who) ?? 0) - 1;
      if (left > 0) counts.set(who, left);
      else counts.delete(who);
    });
    if (open > connectionsPerAddress)
      void refuseRaw(context, socket, new ProblemError('too_many_requests', RETRY_AFTER), 0);
  });
}

function proxyTest(proxies: ServerContext['trustedProxies']): (address: string) => boolean {
  if (typeof proxies === 'number') return () => proxies > 0;
  const known = new BlockList();
  for (const each of proxies) {
    const [address = '', bits = isIPv6(address) ? '128' : '32'] = each.split('/');
    known.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => known.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Drops clients that do not read their replies, or only a byte now and then; not those that wait for a reply. */
export function dropStalled(server: Server, afterMs = STALLED_AFTER, checkEveryMs = CHECK_EVERY): void {
  // Node calls this for connections without traffic, also idle ones.
  server.setTimeout(afterMs, (socket: Socket) => {
    const last = conversations.get(socket)?.last;
    const waitsForReply = last !== undefined && !isAnswered(last) && socket.writableLength === 0;
    if (!waitsForReply) socket.destroy();
  });
  const open = new Map<Socket, { taken: number; stalledChecks: number }>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, { taken: 0, stalledChecks: 0 });
    socket.once('close', () => open.delete(socket));
  });
  const check = () => {
    for (const [socket, seen] of open) {
      const taken = socket.bytesWritten - socket.writableLength;
      const isStalled = socket.writableLength > 0 && taken === seen.taken;
      seen.stalledChecks = isStalled ? seen.stalledChecks + 1 : 0;
      seen.taken = taken;
      if (seen.stalledChecks >= MAX_STALLED_CHECKS) socket.destroy();
    }
  };
  const timer = setInterval(check, checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}
