import Fastify, { type FastifyInstance, type onRequestHookHandler, type RouteOptions } from 'fastify';

import type { Route } from '../contract/route.ts';
import { Problem } from '../core/problem.ts';
import { answerOf, sendAnswer } from './answer.ts';
import { arrive } from './arrive.ts';
import { BODY_LIMIT_BYTES, readBodies } from './body.ts';
import type { Served } from './call.ts';
import { cameFromHere } from './came-from-here.ts';
import type { Door } from './door.ts';
import { checkHost, greeter, noteDown } from './greet.ts';
import { refuse } from './refuse.ts';
import { routePath } from './route-path.ts';
import { answerBadHttp, refuseBadHttp, SERVER_LIMITS } from './server-limits.ts';
import { showTheWay } from './show-the-way.ts';
import { keepTurn } from './turns.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    row?: Route;
  }
}

/** Rows and handlers in, a server out. */
export function serve(door: Door): FastifyInstance {
  const app: FastifyInstance = Fastify({
    ...SERVER_LIMITS,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trusted(door.trustedProxies),
    genReqId: () => door.house.chance.id(),
    requestIdHeader: false,
    frameworkErrors: (error, request, reply) => void refuse(door, error, request, reply),
    clientErrorHandler: (error, socket) => refuseBadHttp(door, error, socket),
  });
  readBodies(app);
  answerBadHttp(app.server, door);
  app.decorateRequest('visit');
  const greet = greeter(door);
  app.addHook('onRequest', (request, reply, done) => {
    keepTurn(request.raw, reply.raw);
    greet(request);
    checkHost(request);
    done();
  });
  if (door.log.isLevelEnabled('debug')) {
    app.addHook('onResponse', async (request, reply) =>
      noteDown(door.log, request, reply.raw.statusCode, reply.elapsedTime),
    );
  }
  app.addHook('onRoute', (row) => measure(door, row));
  app.setErrorHandler((error, request, reply) => refuse(door, error, request, reply));
  app.setNotFoundHandler((request, reply) => showTheWay(door, request, reply));
  for (const each of door.served) addRoute(app, door, each);
  return app;
}

function addRoute(app: FastifyInstance, door: Door, served: Served): void {
  const { route, handler, only } = served;
  const strangers = handler.answerStranger ? 'heard' : 'refused';
  app.route({
    method: route.method,
    url: routePath(route.path),
    config: { row: route },
    exposeHeadRoute: route.noHead !== true,
    async onRequest(request) {
      if (only === 'loopback' && !cameFromHere(request.raw)) throw new Problem('no_such_route', {});
      // Unlike the rest of the API, the operator's part is no business of other pages.
      if (route.auth === 'admin') delete request.visit.headers['access-control-allow-origin'];
      await arrive(door, route, request, strangers);
    },
    handler: async (request, reply) =>
      sendAnswer(door, route, request, reply, await answerOf(door, served, request)),
  });
}

/** Every route has a meter of its own, whoever adds it. */
function measure({ watch }: Door, row: RouteOptions): void {
  const methods = typeof row.method === 'string' ? [row.method] : row.method;
  const [first, ...others] = methods.map((method) => watch.meters.of(method, row.url));
  if (!first) return;
  const own: onRequestHookHandler = (request, _reply, done) => {
    request.visit.meter = others.find(({ method }) => method === request.method) ?? first;
    done();
  };
  row.onRequest = [own, ...[row.onRequest ?? []].flat()];
}

/** How far the word of proxies is believed: by hop, or by their addresses. */
function trusted(proxies: number | readonly string[]) {
  if (typeof proxies !== 'number') return [...proxies];
  if (proxies === 0) return false;
  return (_address: string, hop: number): boolean => hop < proxies;
}
