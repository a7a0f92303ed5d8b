import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';

import { LIMITS } from '../contract/limits.ts';
import { STATUS } from '../contract/problems.ts';
import { SECOND } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import { addressBucket } from './client-address.ts';
import type { Door } from './door.ts';
import { headersOf, type Headers } from './headers.ts';
import { setLimitHeaders } from './limit-headers.ts';
import { headersFor, problemBody } from './problem-reply.ts';
import { JSON_TYPE } from './send.ts';
import { mayAnswer } from './turns.ts';

/** Against clients that send a byte now and then: Node's own limits are minutes. */
export const SERVER_LIMITS = {
  requestTimeout: 15 * SECOND,
  keepAliveTimeout: 5 * SECOND,
  // What arrives on an open connection while the house closes is still answered, and told to hang up.
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

const MOST_CONNECTIONS = 10_000;

/** What the HTTP parser refuses never becomes a request; it is answered here, in the same shape as everything else. */
export function refuseBadHttp(door: Door, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else void refuseRaw(door, socket, new Problem(PARSER_PROBLEMS[error.code ?? ''] ?? 'malformed_http'));
}

/** What the parser can read and Node would answer by itself. */
export function answerBadHttp(server: Server, door: Door): void {
  server.maxConnections = MOST_CONNECTIONS;
  server.on(
    'connect',
    (_request, socket: Socket) => void refuseRaw(door, socket, new Problem('wrong_method', NO_TUNNELS)),
  );
  server.on('checkExpectation', ({ socket }: IncomingMessage) => {
    void refuseRaw(door, socket, new Problem('unknown_expectation'));
  });
}

const NO_TUNNELS = { allowed: ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'], meant: 'GET /api' } as const;

const PARSER_PROBLEMS: Readonly<Record<string, 'headers_too_large' | 'too_slow'>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
};

// A caller that does not hang up itself may read the refusal for so long.
const LINGER = 2 * SECOND;

const refused = new WeakSet<Socket>();

async function refuseRaw(door: Door, socket: Socket, problem: Problem): Promise<void> {
  if (refused.has(socket)) return;
  refused.add(socket);
  // Once it was taken from the HTTP server, nobody else listens; an error nobody hears ends the process.
  socket.on('error', () => socket.destroy());
  const answer = (await mayAnswer(socket)) ? await rawAnswer(door, socket, problem) : '';
  if (socket.writable) socket.end(answer);
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER).unref();
}

async function rawAnswer(door: Door, socket: Socket, problem: Problem): Promise<string> {
  const { clock, limiter, chance } = door.house;
  const now = clock.now();
  const who = addressBucket(socket.remoteAddress ?? '');
  const window = await limiter.take('unknown_path', LIMITS.unknown_path, who, now);
  const requestId = chance.id();
  const body = JSON.stringify(problemBody(problem, undefined, requestId));
  const headers: Headers = {
    ...headersOf(door),
    ...headersFor(problem),
    date: new Date(now).toUTCString(),
    'x-request-id': requestId,
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  setLimitHeaders(headers, 'unknown_path', window, now);
  const status = STATUS[problem.code];
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}
