import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

import { LIMITS } from '../contract/limits.ts';
import { SECOND } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import type { House } from '../house/house.ts';
import { addressBucket } from './client-address.ts';
import { COMMON_HEADERS, type Headers } from './headers.ts';
import { problemBody } from './problem-reply.ts';
import { mayAnswer } from './turns.ts';
import { setLimitHeaders } from './visit.ts';

/** Against clients that send a byte now and then: Node's own limits are minutes. */
export const SERVER_LIMITS = {
  requestTimeout: 15 * SECOND,
  keepAliveTimeout: 5 * SECOND,
  // What arrives on an open connection while the house closes is still answered, and told to hang up.
  return503OnClosing: false,
  routerOptions: { maxParamLength: 200 },
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
export function refuseBadHttp(house: House, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else void refuseRaw(house, socket, RAW_STATUS[error.code ?? ''] ?? '400 Bad Request');
}

/** What the parser can read and Node would answer by itself. */
export function answerBadHttp(server: Server, house: House): void {
  server.maxConnections = MOST_CONNECTIONS;
  server.on('connect', (_request, socket: Socket) => void refuseRaw(house, socket, '405 Method Not Allowed'));
  server.on('checkExpectation', (request: IncomingMessage) => {
    void refuseRaw(house, request.socket, '417 Expectation Failed');
  });
}

const RAW_STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

// A caller that does not hang up itself may read the refusal for so long.
const LINGER = 2 * SECOND;

const refused = new WeakSet<Socket>();

async function refuseRaw(house: House, socket: Socket, status: string): Promise<void> {
  if (refused.has(socket)) return;
  refused.add(socket);
  // Once it was taken from the HTTP server, nobody else listens; an error nobody hears ends the process.
  socket.on('error', () => socket.destroy());
  const answer = (await mayAnswer(socket)) ? await rawAnswer(house, socket, status) : '';
  if (socket.writable) socket.end(answer);
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER).unref();
}

async function rawAnswer(house: House, socket: Socket, status: string): Promise<string> {
  const now = house.clock.now();
  const who = addressBucket(socket.remoteAddress ?? '');
  const window = await house.limiter.take('unknown_path', LIMITS.unknown_path, who, now);
  const requestId = house.chance.id();
  const body = JSON.stringify(problemBody(new Problem('malformed_http'), undefined, requestId));
  const headers: Headers = {
    ...COMMON_HEADERS,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  setLimitHeaders(headers, window);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n');
}
