import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
  type RouteOptions,
} from 'fastify';
import { once } from 'node:events';
import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';

import { SECOND } from '../rules/base/clock.ts';
import { ProblemError } from '../rules/problem.ts';
import { PROBLEM_STATUS } from '../api/problems.ts';
import { RATE_LIMITS } from '../api/rate-limits.ts';
import type { Route } from '../api/route.ts';
import { ROUTES } from '../api/routes.ts';
import { isLoopback, rateLimitBucket, withoutPorts } from '../http/addresses.ts';
import { hasSandboxToken } from '../http/credentials.ts';
import {
  type BodyReply,
  type Call,
  type HandlerResult,
  type ReplayingHandler,
  type RouteInputs,
  routeLabel,
  routePath,
} from '../http/handler.ts';
import { applyRateLimit, countInstead, setRateLimitHeaders } from '../http/limits.ts';
import { clientFamily } from '../http/requests.ts';
import {
  baseHeaders,
  CORS_EXPOSED_HEADERS,
  JSON_TYPE,
  LINK_HEADER,
  type ReplyHeaders,
  send,
  sendCacheable,
  beginPieces,
  sendPieces,
  sendPublic,
  SHORT_LINK_HEADER,
  withEtag,
} from '../http/send.ts';
import type { BaseHouse } from '../features/house.ts';
import { withoutCreatures } from '../features/identity/api-keys.ts';
import type { StatsHouse } from '../features/stats/health.ts';
import { authenticate, authenticateOrHear } from './authenticate.ts';
import { BODY_LIMIT_BYTES } from './body-limits.ts';
import { withinReach } from './guest-reply.ts';
import { withFreeName, withWarnings } from './mistakes.ts';
import { parseJsonBodies, readInput, secretIdempotencyKeyFrom } from './parse-request.ts';
import { problemBody, problemHeaders, refuse } from './refuse.ts';
import { type ServedRoute, type ServerContext } from './server-context.ts';
import { handleNotFound } from './unknown-route.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    row?: Route;
  }
}

export function createServer(server: ServerContext): FastifyInstance {
  const start = contextStarter(server);
  const refuseAny = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    // The router rejects malformed URLs before any hook has run, so the context is made here.
    if (request.context === undefined) start(request);
    return refuse(server, error, request, reply);
  };
  const app: FastifyInstance = Fastify({
    ...SERVER_OPTIONS,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustProxyOption(server.trustedProxies),
    genReqId: ({ headers: { 'x-request-id': given } }) =>
      typeof given === 'string' && REQUEST_ID.test(given) ? given : server.house.random.id(),
    requestIdHeader: false,
    rewriteUrl: frontDoor,
    frameworkErrors: (error, request, reply) => void refuseAny(error, request, reply),
    clientErrorHandler: (error, socket) => refuseMalformed(server, error, socket),
  });
  parseJsonBodies(app);
  refuseTunnelsAndExpectations(app.server, server);
  answerOneAtATime(app.server);
  boundConnections(app.server, server);
  app.decorateRequest('context');
  traceRequests(app, server);
  app.addHook('onRequest', (request, _reply, done) => {
    start(request);
    requireOneHostAndKey(request);
    dropTypeOfNoBody(request);
    done();
  });
  if (server.log.isLevelEnabled(server.logRequests)) {
    app.addHook('onResponse', async (request, reply) =>
      logRequest(server, request, reply.raw.statusCode, reply.elapsedTime),
    );
  }
  app.addHook('onRoute', (row) => {
    answerHead(row);
    addMeter(server, row);
  });
  app.setErrorHandler(refuseAny);
  app.setNotFoundHandler((request, reply) => handleNotFound(server, request, reply));
  for (const each of server.routes) addRoute(app, server, each);
  return app;
}

const MOST_PARAMETERS = 64;

/** Drops the query parameters after the first 64: parsing thousands takes milliseconds, before any rate limit. */
function withoutSurplus(url: string): string {
  let end = url.indexOf('?');
  for (let count = 0; count < MOST_PARAMETERS && end >= 0; count += 1) end = url.indexOf('&', end + 1);
  return end < 0 ? url : url.slice(0, end);
}

// The pages that have a twin in Markdown.
const GUIDE = /^\/guides\/[a-z-]+(?=\?|$)/;
// Replies that are Markdown too: with `.md` after the path, or to a client that accepts nothing else.
const READABLE = Object.values<Route>(ROUTES).flatMap(({ path, alsoAs }) => (alsoAs ? [path] : []));
const READING = new RegExp(`^(${READABLE.join('|')})(\\.md)?(?:\\?|$)`);

/** After `.md` no parameter asks for another format; a parameter counts for more than what is accepted. */
function withoutFormat(query: string, suffix: string | undefined): string {
  if (!suffix) return query;
  const parameters = query.split('&');
  return parameters.filter((each) => !each.startsWith('format=')).join('&');
}

function frontDoor({ method, url: sent = '', headers }: IncomingMessage): string {
  const url = withoutSurplus(sent);
  const accept = headers.accept ?? '';
  const wantsJson = accept.includes('application/json') && !accept.includes('text/html');
  const isFrontDoor = (method === 'GET' || method === 'HEAD') && /^\/(?:\?|$)/.test(url);
  if (isFrontDoor && wantsJson) return `${ROUTES.getApiIndex.path}${url.slice(1)}`;
  const wantsMarkdown = accept.includes('text/markdown') && !accept.includes('text/html');
  if (method !== 'GET' && method !== 'HEAD') return url;
  const [asked, path, suffix] = READING.exec(url) ?? [];
  if (path !== undefined && (suffix || wantsMarkdown))
    return `${path}?format=markdown&${withoutFormat(url.slice(asked?.length), suffix)}`;
  return wantsMarkdown ? url.replace(GUIDE, '$&.md') : url;
}

// Request ids of clients that are kept: safe in headers and logs, and no key or token, which would be logged.
const REQUEST_ID = /^(?!ah(?:cal|[os])?_)[\w.-]{8,64}$/i;

function trustProxyOption(proxies: number | readonly string[]) {
  if (typeof proxies !== 'number') return [...proxies];
  if (proxies === 0) return false;
  return (_address: string, hop: number): boolean => hop < proxies;
}

/** Makes the context of a request; the only place that reads the clock for it. */
function contextStarter(server: ServerContext): (request: FastifyRequest) => void {
  const base = baseHeaders(server);
  const { clock, monotonicMs } = server.house;
  const { meters } = server.monitor;
  return (request) => {
    const { headers: sent } = request.raw;
    // Ports are removed from X-Forwarded-For before `request.ip` is read, which parses this header.
    if (typeof sent['x-forwarded-for'] === 'string')
      sent['x-forwarded-for'] = withoutPorts(sent['x-forwarded-for']);
    const headers: ReplyHeaders = { ...base, 'x-request-id': request.id };
    if (API_PATH.test(request.raw.url ?? '')) Object.assign(headers, API_HEADERS);
    // Only browsers send Origin and need this CORS header; cacheable replies get it in `send`.
    if (request.headers.origin !== undefined) headers['access-control-expose-headers'] = CORS_EXPOSED_HEADERS;
    // The meter of requests without a route; replaced by that of the matched route.
    const meter = meters.unmatched(request.method);
    request.context = { now: clock.now(), headers, startedMs: monotonicMs(), meter };
  };
}

const API_PATH = /^\/(?:api|mcp)(?:[/?]|$)/;
// Replies of the API are data, not pages to be found.
const API_HEADERS = { 'x-robots-tag': 'noindex', link: SHORT_LINK_HEADER } as const;

const KEY_HEADERS: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'x-admin-key']);

/** Refuses two Host or key headers: a proxy could pick another one than this server (Node keeps the first). */
function requireOneHostAndKey({ raw }: FastifyRequest): void {
  const { rawHeaders, headers } = raw;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const { length } = rawHeaders[at] ?? '';
    if (length !== 4 && (length < 9 || length > 13)) continue;
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    if (name === 'host') hosts += 1;
    if (KEY_HEADERS.has(name) && rawHeaders[at + 1] !== headers[name]) throw new ProblemError('two_keys');
  }
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) throw new ProblemError('malformed_http');
}

/** `optimizeEmptyRequests` ends no body that is not there: a parser chosen by its type would wait for it. */
function dropTypeOfNoBody({ raw: { headers } }: FastifyRequest): void {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  if (!hasBody) delete headers['content-type'];
}

/** One span per request: later hooks and the handler run within it. */
function traceRequests(app: FastifyInstance, server: ServerContext): void {
  const { tracing } = server.house;
  if (!tracing) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request.routeOptions;
    const { method } = request;
    const headers = followsTraces(server) ? request.headers : {};
    const end = tracing.traceRequest({ method, headers, route: url && routeLabel(url) }, done);
    // A client that closed the connection first got no status.
    reply.raw.once('close', () => end(reply.raw.headersSent ? reply.raw.statusCode : undefined));
  });
}

/** Without a trusted proxy every trace header is a stranger's, and would put their ids into our traces and logs. */
function followsTraces({ trustedProxies }: ServerContext): boolean {
  return typeof trustedProxies === 'number' ? trustedProxies > 0 : trustedProxies.length > 0;
}

/** Logs the route, not the URL, which may contain anything. */
function logRequest(server: ServerContext, request: FastifyRequest, status: number, ms: number): void {
  const { log, logRequests: level } = server;
  const traceparent = followsTraces(server) ? request.headers['traceparent'] : undefined;
  log[level]({
    event: 'request',
    request: request.id,
    traceparent: typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : undefined,
    method: request.method,
    route: routeLabel(request.routeOptions.url ?? 'unknown'),
    status,
    ms: Math.round(ms * 10) / 10,
    reason: request.context.reason,
    agent: request.context.agent?.id,
    client: clientFamily(request.headers),
    mcp: request.context.mcp,
  });
}

const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** HEAD on the GET route: a second route would double the time to add it. */
function answerHead(row: RouteOptions): void {
  const methods = [row.method].flat();
  if (methods.includes('GET') && row.exposeHeadRoute !== false) row.method = [...methods, 'HEAD'];
}

function addMeter({ monitor }: ServerContext, row: RouteOptions): void {
  const methods = typeof row.method === 'string' ? [row.method] : row.method;
  const [first, ...others] = methods.map((method) => monitor.meters.of(method, routeLabel(row.url)));
  if (!first) return;
  const own: onRequestHookHandler = (request, _reply, done) => {
    request.context.meter = others.find(({ method }) => method === request.method) ?? first;
    done();
  };
  row.onRequest = [own, ...[row.onRequest ?? []].flat()];
}

function addRoute(app: FastifyInstance, server: ServerContext, served: ServedRoute): void {
  const { route, only } = served;
  const handler: ReplayingHandler<Route, StatsHouse> =
    typeof served.handler === 'function' ? { answer: served.handler } : served.handler;
  const letIn = handler.answerUnauthenticated ? authenticateOrHear : authenticate;
  app.route({
    method: route.method,
    url: routePath(route.path),
    config: { row: route },
    exposeHeadRoute: route.noHead !== true,
    onRequest(request) {
      if (only === 'sandbox' && !hasSandboxToken(server.house, request.raw))
        return refuseAsUnknown(server.house, request);
      // Operator routes have no CORS headers.
      if (route.auth === 'admin') delete request.context.headers['access-control-allow-origin'];
      if (route.cacheRefusals && route.cache !== undefined)
        request.context.headers['cache-control'] = route.cache;
      if (route.method !== 'GET' && server.house.watch?.isWrong)
        throw new ProblemError('house_unreachable', { retryAfterSeconds: CLOCK_RETRY_SECONDS, why: 'clock' });
      return letIn(server, route, request);
    },
    async handler(request, reply) {
      const { house } = server;
      const call = callOf(house, request, await readInput(house, route, request));
      const { authProblem } = request.context;
      // A caller with a refused key gets at most a stored reply.
      const act = () =>
        authProblem ? handler.answerUnauthenticated?.(house, call) : handler.answer(house, call);
      const result = await server.undelivered.answer(route, call, reply.raw, act);
      if (!result) throw authProblem;
      const exact = server.checkReplies ? withExactReply(route, call.query) : route;
      await sendResult(server, exact, request, reply, result);
    },
  });
}

const CLOCK_RETRY_SECONDS = 60;

async function refuseAsUnknown(house: StatsHouse, request: FastifyRequest): Promise<never> {
  await applyRateLimit(house, request, 'unknown_path');
  throw new ProblemError('no_such_route', {});
}

function callOf(house: Pick<BaseHouse, 'random'>, request: FastifyRequest, input: RouteInputs): Call<Route> {
  const { agent, key, now } = request.context;
  // Creatures that were read with the API key are stale after the handler; a refusal reads them again.
  if (agent) request.context.agent = withoutCreatures(agent);
  const { body, query, params } = input;
  const idempotencyKey = secretIdempotencyKeyFrom(request, house);
  const address = rateLimitBucket(request.ip);
  return { body, query, params, agent, key, now, raw: request.raw, idempotencyKey, address } as Call<Route>;
}

async function sendResult(
  { house, checkReplies, log }: ServerContext,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  result: HandlerResult<Route>,
): Promise<void> {
  const { status } = route;
  const { headers, agent } = request.context;
  if (route.auth === 'required' || agent) headers['cache-control'] = 'private, no-store';
  if (route.cache !== undefined) headers['cache-control'] = route.cache;
  if (route.linked) headers['link'] = LINK_HEADER;
  if (result.replayed) await countInstead(house, request, 'replay');
  Object.assign(headers, result.headers, result.replayed && { 'idempotency-replayed': 'true' });
  if (result.page?.rest) {
    const { type, text } = result.page;
    const rest = await beginPieces(request, result.page.rest);
    return sendPieces(request, reply, { status, type, text, rest }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
        log.error({ event: 'stream_failed', err: error, request: request.id }, 'streaming a response failed');
    });
  }
  const body = result.page ? result.page.text : await writeReply(house, route, request, result);
  if (!result.page && checkReplies) assertReplyFitsSchema(route, body);
  const type = result.page?.type;
  if (!route.etag) return send(request, reply, { status, type, body });
  // Only public replies are compressed: they hold no secret (BREACH).
  if (!String(headers['cache-control']).startsWith('public') || body.length < LARGE_ANSWER_CHARACTERS)
    return sendCacheable(request, reply, { status, type, body });
  return sendPublic(request, reply, { type: type ?? JSON_TYPE, ...withEtag(body), effort: 'quick' });
}

async function writeReply(
  house: Pick<BaseHouse, 'store'>,
  route: Route,
  request: FastifyRequest,
  { body, json }: BodyReply<Route>,
): Promise<string> {
  const { agent } = request.context;
  const open = withinReach(agent?.guest, body);
  const told = withWarnings(route, request, await withFreeName(house, agent, open));
  return json === undefined || told !== body ? JSON.stringify(told) : json;
}

// Replies shorter than this are not compressed: that costs more than it saves.
const LARGE_ANSWER_CHARACTERS = 8192;

function withExactReply(route: Route, query: unknown): Route {
  const exact = route.replies?.find((each) => each.query.safeParse(query).success);
  return exact ? { ...route, reply: exact.reply } : route;
}

function assertReplyFitsSchema(route: Route, json: string): void {
  const sent: unknown = JSON.parse(json);
  if (!isDeepStrictEqual(route.reply.parse(sent), sent)) {
    throw new Error(`${route.operationId} answered with a field its schema does not have`);
  }
}

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

/** A request waits until the one before it on its connection is answered and other connections had a turn. */
export function answerOneAtATime(server: Server): void {
  const handlers = server.listeners('request') as RequestListener[];
  const handle = acceptFirst(server, (exchange) => {
    for (const each of handlers) each.call(server, exchange.request, exchange.response);
  });
  server.removeAllListeners('request');
  server.on('request', (request, response) => takeTurn({ request, response }, handle));
}

/** So many connections in a row are accepted before a request is answered: a few milliseconds. */
const MOST_ACCEPTED = 128;

type HandleExchange = (exchange: Exchange) => void;

/**
 * While connections arrive, requests wait: libuv accepts one connection in a turn of the event loop, and a turn that also
 * answers takes tens of milliseconds. Of 50 new connections the last was accepted after 0.2 to 0.6 s.
 */
function acceptFirst(server: Server, handle: HandleExchange): HandleExchange {
  const waiting: Exchange[] = [];
  let [isArriving, hasArrived, turns] = [false, false, 0];
  const endTurn = () => {
    turns += 1;
    isArriving = hasArrived && turns < MOST_ACCEPTED;
    hasArrived = false;
    if (isArriving) {
      setImmediate(endTurn);
      return;
    }
    turns = 0;
    // A connection may have closed meanwhile.
    for (const exchange of waiting.splice(0)) if (exchange.request.socket.writable) handle(exchange);
  };
  server.on('connection', () => {
    hasArrived = true;
    if (isArriving) return;
    isArriving = true;
    setImmediate(endTurn);
  });
  return (exchange) => {
    if (isArriving) waiting.push(exchange);
    else handle(exchange);
  };
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

function refuseMalformed(context: ServerContext, error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else
    void refuseRaw(context, socket, new ProblemError(PARSER_PROBLEMS[error.code ?? ''] ?? 'malformed_http'));
}

/** Node would answer CONNECT and Expect itself. */
function refuseTunnelsAndExpectations(server: Server, context: ServerContext): void {
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

// Longer than `requestTimeout`, which has its own refusal.
const STALLED_AFTER = 20 * SECOND;

// Interval of checks, and number of checks in a row in which a client may take no byte of a waiting reply.
const CHECK_EVERY = 10 * SECOND;
const MAX_STALLED_CHECKS = 6;

function boundConnections(server: Server, context: ServerContext): void {
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
