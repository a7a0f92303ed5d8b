import { isDeepStrictEqual } from 'node:util';

import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
  type RouteOptions,
} from 'fastify';

import type { Route } from '../api/route.ts';
import { ProblemError } from '../rules/problem.ts';
import type { House } from '../features/house.ts';
import { authenticate, authenticateOrHear } from './authenticate.ts';
import { hasSandboxToken, rateLimitBucket, withoutPorts } from './caller.ts';
import {
  answerOneAtATime,
  boundConnections,
  refuseMalformed,
  refuseTunnelsAndExpectations,
  SERVER_OPTIONS,
} from './connections.ts';
import { BODY_LIMIT_BYTES } from './mistakes/body-limits.ts';
import type { ServerContext } from './context.ts';
import type { Call, HandlerResult, BodyReply, ServedRoute } from './handler.ts';
import { baseHeaders, CORS_EXPOSED_HEADERS, LINK_HEADER, type ReplyHeaders } from './headers.ts';
import { readByName } from './mistakes/creature-names.ts';
import { withWarnings } from './mistakes/present-mistakes.ts';
import { parseJsonBodies, readInput, secretIdempotencyKeyFrom, type RouteInputs } from './parse-request.ts';
import { applyRateLimit, countInstead } from './rate-limit.ts';
import { refuse } from './refuse.ts';
import { frontDoor, routeLabel, routePath } from './route-path.ts';
import { JSON_TYPE, send, sendCacheable, sendPieces, sendPublic, withEtag } from './send.ts';
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

// Request ids of clients that are kept: safe in headers and logs, and no API key, which would be logged.
const REQUEST_ID = /^(?!ah_)[\w.-]{8,64}$/i;

/** Fastify's option for trusted proxies: a number of hops, or addresses. */
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
    // Only browsers send Origin and need this CORS header.
    if (request.headers.origin !== undefined) headers['access-control-expose-headers'] = CORS_EXPOSED_HEADERS;
    // The meter of requests without a route; replaced by that of the matched route.
    const meter = meters.unmatched(request.method);
    request.context = { now: clock.now(), headers, startedMs: monotonicMs(), meter };
  };
}

const KEY_HEADERS: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'x-admin-key']);

/**
 * Refuses two Host or key headers, of which a proxy and this server could pick different ones; Node keeps the
 * first Authorization.
 */
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

/** One span per request: later hooks and the handler run within it. */
function traceRequests(app: FastifyInstance, { house: { tracing } }: ServerContext): void {
  if (!tracing) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request.routeOptions;
    const { method, headers } = request;
    const end = tracing.traceRequest({ method, headers, route: url && routeLabel(url) }, done);
    // A client that closed the connection first got no status.
    reply.raw.once('close', () => end(reply.raw.headersSent ? reply.raw.statusCode : undefined));
  });
}

/** Logs the route, not the URL, which may contain anything. */
function logRequest(
  { log, logRequests: level }: ServerContext,
  request: FastifyRequest,
  status: number,
  ms: number,
): void {
  log[level]({
    event: 'request',
    request: request.id,
    traceparent: traceOf(request),
    method: request.method,
    route: routeLabel(request.routeOptions.url ?? 'unknown'),
    status,
    ms: Math.round(ms * 10) / 10,
    agent: request.context.agent?.id,
  });
}

const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** The W3C trace context, if it is well-formed. */
function traceOf({ headers: { traceparent } }: FastifyRequest): string | undefined {
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : undefined;
}

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
  const { route, handler, only } = served;
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
      let input: RouteInputs;
      try {
        input = readInput(route, request);
      } catch (problem) {
        input = await readByName(house, route, request, problem);
      }
      const call = callOf(house, request, input);
      const { authProblem } = request.context;
      // A caller with a refused key gets at most a stored reply.
      const result = await (authProblem
        ? handler.answerUnauthenticated?.(house, call)
        : handler.answer(house, call));
      if (!result) throw authProblem;
      const exact = server.checkReplies ? withExactReply(route, call.query) : route;
      await sendResult(server, exact, request, reply, result);
    },
  });
}

const CLOCK_RETRY_SECONDS = 60;

async function refuseAsUnknown(house: House, request: FastifyRequest): Promise<never> {
  await applyRateLimit(house, request, 'unknown_path');
  throw new ProblemError('no_such_route', {});
}

function callOf(house: House, request: FastifyRequest, input: RouteInputs): Call<Route> {
  const { agent, key, now } = request.context;
  // Creatures that were read with the API key are stale after the handler; a refusal reads them again.
  if (agent?.ahead) request.context.agent = { ...agent, ahead: undefined };
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
    const { type, text, rest } = result.page;
    return sendPieces(request, reply, { status, type, text, rest }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
        log.error({ event: 'stream_failed', err: error, request: request.id }, 'streaming a response failed');
    });
  }
  const body = result.page ? result.page.text : writeReply(route, request, result);
  if (!result.page && checkReplies) assertReplyFitsSchema(route, body);
  const type = result.page?.type;
  if (!route.etag) return send(request, reply, { status, type, body });
  // Only public replies are compressed: they hold no secret (BREACH).
  const isPublic = String(headers['cache-control']).startsWith('public');
  if (!isPublic || body.length < LARGE_ANSWER_CHARACTERS)
    return sendCacheable(request, reply, { status, type, body });
  return sendPublic(request, reply, { type: type ?? JSON_TYPE, ...withEtag(body), effort: 'quick' });
}

function writeReply(route: Route, request: FastifyRequest, { body, json }: BodyReply<Route>): string {
  const told = withWarnings(route, request, body);
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
