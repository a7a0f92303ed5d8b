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

/** The last two exchanges of a connection: answers go out in order, so that the last whole one speaks for all before. */
interface Conversation {
  last: Exchange;
  before: Exchange | undefined;
  waiting: number;
}

// Whoever pipelines at all does so with a handful.
export const MOST_WAITING = 64;

const conversations = new WeakMap<Socket, Conversation>();
const hungUp = new WeakSet<Socket>();

/**
 * Many requests may come on one connection at once (pipelining). Each waits until the one before is answered and everybody
 * else had a turn; whoever sends more than `MOST_WAITING` ahead is hung up on, and what waited is not done.
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
      // The answer before may have been the last word.
      if (socket.writable) handle(exchange);
    }),
  );
}

function isBeingAnswered(socket: Socket): boolean {
  const found = conversations.get(socket);
  return found !== undefined && !isAnswered(found.last);
}

/** Waits until all that came whole has its answer. False when what came broken has one already, too. */
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

/** Timeouts against slow clients (slowloris): Node's own limits are minutes. */
export const SERVER_OPTIONS = {
  // Nothing that is added waits for anybody: there is no need to watch each of hundreds of routes with a timer.
  pluginTimeout: 0,
  // Routes answer HEAD themselves.
  exposeHeadRoutes: false,
  requestTimeout: 15 * SECOND,
  keepAliveTimeout: 5 * SECOND,
  // What arrives on an open connection while the server closes is still answered, and told to hang up.
  return503OnClosing: false,
  // However long a slug is, it is looked for and not found.
  routerOptions: { maxParamLength: 16 * 1024 },
  http: {
    headersTimeout: 10 * SECOND,
    connectionsCheckingInterval: SECOND,
    maxHeaderSize: 16 * 1024,
    // A request without a body needs no stream to read it from.
    optimizeEmptyRequests: true,
    // Node would answer a missing Host by itself, with an empty body.
    requireHostHeader: false,
  },
} as const;

/** What the HTTP parser refuses never becomes a request; it is answered here, in the same shape as everything else. */
export function refuseMalformed(context: ServerContext, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else
    void refuseRaw(context, socket, new ProblemError(PARSER_PROBLEMS[error.code ?? ''] ?? 'malformed_http'));
}

/** What the parser can read and Node would answer by itself. */
export function refuseTunnelsAndExpectations(server: Server, context: ServerContext): void {
  server.on(
    'connect',
    (_request, socket: Socket) =>
      void refuseRaw(context, socket, new ProblemError('wrong_method', NO_TUNNELS)),
  );
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

// So long may a caller that does not hang up itself read the refusal.
const LINGER = 2 * SECOND;

/** Answers what never becomes a request, after all that came before it, and hangs up. */
async function refuseRaw(
  context: ServerContext,
  socket: Socket,
  problem: ProblemError,
  lingerMs = LINGER,
): Promise<void> {
  if (hungUp.has(socket)) return;
  // Nothing that still comes on it is answered.
  hungUp.add(socket);
  // Once it was taken from the HTTP server, nobody else listens; an error nobody hears ends the process.
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

// By then those that are idle have been closed.
const COME_BACK = { retryAfterSeconds: 5 };
// Others are waiting for its place.
const AT_ONCE = 0;

// After so long without a byte in either direction, and as long again where some of the last ones went later. Longer than a
// request may take to arrive, which has an answer of its own.
const STALLED_AFTER = 20 * SECOND;

// So many looks in a row may find the same piece of an answer still lying there.
const LOOK_EVERY = 10 * SECOND;
const MOST_LOOKS = 6;

/** Nobody holds more connections than its share, nor one by not reading what it asked for. */
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
    // Whatever stands between the world and us speaks for many.
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
      void refuseRaw(context, socket, new ProblemError('too_many_requests', COME_BACK), AT_ONCE);
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

/** Whoever does not read its answer is hung up on, and whoever takes a byte now and then is, too; not who waits for us. */
export function dropStalled(server: Server, afterMs = STALLED_AFTER, lookEveryMs = LOOK_EVERY): void {
  // It ends idle connections as well.
  server.setTimeout(afterMs, (socket: Socket) => {
    const isOursToWait = isBeingAnswered(socket) && socket.writableLength === 0;
    if (!isOursToWait) socket.destroy();
  });
  const open = new Map<Socket, { taken: number; looks: number }>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, { taken: 0, looks: 0 });
    socket.once('close', () => open.delete(socket));
  });
  const look = () => {
    for (const [socket, seen] of open) {
      const taken = socket.bytesWritten - socket.writableLength;
      seen.looks = socket.writableLength > 0 && taken === seen.taken ? seen.looks + 1 : 0;
      seen.taken = taken;
      if (seen.looks >= MOST_LOOKS) socket.destroy();
    }
  };
  const timer = setInterval(look, lookEveryMs).unref();
  server.once('close', () => clearInterval(timer));
}
