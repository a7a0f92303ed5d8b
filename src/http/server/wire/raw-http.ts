import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';

import { PROBLEM_STATUS } from '../../../contract/server/problems.ts';
import { RATE_LIMITS } from '../../../contract/server/rate-limits.ts';
import { SECOND } from '../../../core/engine/clock.ts';
import { ProblemError } from '../../../core/problem.ts';
import { rateLimitBucket } from '../caller/client-address.ts';
import type { ServerContext } from '../context.ts';
import { baseHeaders, type ReplyHeaders } from '../headers.ts';
import { awaitEarlierReplies, stopListening } from './pipelining.ts';
import { problemHeaders, problemBody } from '../problem-reply.ts';
import { setRateLimitHeaders } from '../rate-limit.ts';
import { JSON_TYPE } from '../send.ts';

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
export async function refuseRaw(
  context: ServerContext,
  socket: Socket,
  problem: ProblemError,
  lingerMs = LINGER,
): Promise<void> {
  if (!stopListening(socket)) return;
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
