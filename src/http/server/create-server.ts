import { isDeepStrictEqual } from 'node:util';
import Fastify, { type FastifyInstance, type onRequestHookHandler, type RouteOptions } from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Route } from '../../contract/server/route.ts';
import { ProblemError } from '../../core/problem.ts';
import { authenticate } from './authenticate.ts';
import type { ServerContext } from './context.ts';
import type { ServedRoute, HandlerResult, Call, TextReply } from './handler.ts';
import { handleNotFound } from './not-found.ts';
import { BODY_LIMIT_BYTES, parseJsonBodies, idempotencyKeyFrom, parseInput } from './parse-request.ts';
import { refundRateLimit } from './rate-limit.ts';
import { refuseTunnelsAndExpectations, refuseMalformed, SERVER_OPTIONS, trackExchange } from './raw-http.ts';
import { refuse } from './refuse.ts';
import { isLocalRequest } from './request-origin.ts';
import { routePath } from './route-path.ts';
import { isNotModified, etagOf, send } from './send.ts';
import { requireOneHost, contextStarter, logRequest } from './start-context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    row?: Route;
  }
}

/** Rows and handlers in, a server out. */
export function createServer(door: ServerContext): FastifyInstance {
  const app: FastifyInstance = Fastify({
    ...SERVER_OPTIONS,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustProxyOption(door.trustedProxies),
    genReqId: () => door.house.random.id(),
    requestIdHeader: false,
    frameworkErrors: (error, request, reply) => void refuse(door, error, request, reply),
    clientErrorHandler: (error, socket) => refuseMalformed(door, error, socket),
  });
  parseJsonBodies(app);
  refuseTunnelsAndExpectations(app.server, door);
  app.decorateRequest('visit');
  const greet = contextStarter(door);
  app.addHook('onRequest', (request, reply, done) => {
    trackExchange(request.raw, reply.raw);
    greet(request);
    requireOneHost(request);
    done();
  });
  if (door.log.isLevelEnabled('debug')) {
    app.addHook('onResponse', async (request, reply) =>
      logRequest(door.log, request, reply.raw.statusCode, reply.elapsedTime),
    );
  }
  app.addHook('onRoute', (row) => addMeter(door, row));
  app.setErrorHandler((error, request, reply) => refuse(door, error, request, reply));
  app.setNotFoundHandler((request, reply) => handleNotFound(door, request, reply));
  for (const each of door.routes) addRoute(app, door, each);
  return app;
}

function addRoute(app: FastifyInstance, door: ServerContext, served: ServedRoute): void {
  const { route, handler, only } = served;
  const strangers = handler.answerUnauthenticated ? 'heard' : 'refused';
  app.route({
    method: route.method,
    url: routePath(route.path),
    config: { row: route },
    exposeHeadRoute: route.noHead !== true,
    async onRequest(request) {
      if (only === 'loopback' && !isLocalRequest(request.raw)) throw new ProblemError('no_such_route', {});
      // Unlike the rest of the API, the operator's part is no business of other pages.
      if (route.auth === 'admin') delete request.visit.headers['access-control-allow-origin'];
      await authenticate(door, route, request, strangers);
    },
    handler: async (request, reply) =>
      sendAnswer(door, route, request, reply, await runHandler(door, served, request)),
  });
}

/** Every route has a meter of its own, whoever adds it. */
function addMeter({ monitor }: ServerContext, row: RouteOptions): void {
  const methods = typeof row.method === 'string' ? [row.method] : row.method;
  const [first, ...others] = methods.map((method) => monitor.meters.of(method, row.url));
  if (!first) return;
  const own: onRequestHookHandler = (request, _reply, done) => {
    request.visit.meter = others.find(({ method }) => method === request.method) ?? first;
    done();
  };
  row.onRequest = [own, ...[row.onRequest ?? []].flat()];
}

/** How far the word of proxies is believed: by hop, or by their addresses. */
function trustProxyOption(proxies: number | readonly string[]) {
  if (typeof proxies !== 'number') return [...proxies];
  if (proxies === 0) return false;
  return (_address: string, hop: number): boolean => hop < proxies;
}

/** Parses what came and lets the handler answer: one who was refused only with an answer that was lost. */
export async function runHandler(
  { house }: ServerContext,
  served: ServedRoute,
  request: FastifyRequest,
): Promise<HandlerResult<Route>> {
  const { authProblem } = request.visit;
  const call = parseCall(served.route, request);
  if (!authProblem) return served.handler.answer(house, call);
  const answer = await served.handler.answerUnauthenticated?.(house, call);
  if (!answer) throw authProblem;
  return answer;
}

function parseCall(route: Route, request: FastifyRequest): Call<Route> {
  const { agent, key, now } = request.visit;
  const input = parseInput(route, { body: request.body, query: request.query, params: request.params });
  // The row's own schemas made the input, and its auth decided about the agent.
  const { raw } = request;
  return { ...input, agent, key, now, raw, idempotencyKey: idempotencyKeyFrom(request) } as Call<Route>;
}

export async function sendAnswer(
  door: ServerContext,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: HandlerResult<Route>,
): Promise<void> {
  const { visit } = request;
  if (route.auth === 'required' || visit.agent) visit.headers['cache-control'] = 'private, no-store';
  if (route.cache !== undefined) visit.headers['cache-control'] = route.cache;
  if (answer.headers) Object.assign(visit.headers, answer.headers);
  if (answer.replayed) {
    visit.headers['idempotency-replayed'] = 'true';
    await refundRateLimit(door.house, visit);
  }
  if (answer.page) return sendTextReply(request, reply, route, answer.page);
  if (door.checkReplies) assertReplyFitsSchema(route, answer.body);
  const body = JSON.stringify(answer.body);
  if (route.etag && isNotModified(request, visit.headers, etagOf(body)))
    send(request, reply, { status: 304 });
  else send(request, reply, { status: route.status, body });
}

function sendTextReply(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  { type, text }: TextReply,
): void {
  if (route.etag && isNotModified(request, request.visit.headers, etagOf(text)))
    send(request, reply, { status: 304 });
  else send(request, reply, { status: route.status, type, body: text });
}

function assertReplyFitsSchema(route: Route, body: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(body));
  if (!isDeepStrictEqual(route.reply.parse(sent), sent)) {
    throw new Error(`${route.operationId} answered with a field its schema does not have`);
  }
}
