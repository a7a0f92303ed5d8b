import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

import { isId } from '../../core/engine/ids.ts';
import { ProblemError } from '../../core/problem.ts';
import type { House } from '../../house/house.ts';
import { isLoopback, rateLimitBucket } from '../server/caller/client-address.ts';
import { limitedBy } from '../server/rate-limit.ts';
import { send } from '../server/send.ts';
import { LiveStreams } from './live-streams.ts';

export const LIVE_PATH = '/live';

// Connections are dear to a server, and everything else needs some as well.
const MOST_WATCHERS = 2000;
// Several tabs, in several rooms behind one address.
const MOST_OF_ONE_ADDRESS = 20;
const RETRY_AFTER_SECONDS = 60;

interface LiveOptions {
  readonly log: Logger;
  readonly closing?: AbortSignal | undefined;
  readonly everyMs?: number | undefined;
}

type LiveRequest = FastifyRequest<{ Querystring: { creature?: unknown; after?: unknown } }>;

/** What happens in the house, as server-sent events, for whoever has a page of it open. */
export function addLive(app: FastifyInstance, house: House, { log, closing, everyMs }: LiveOptions): void {
  const streams = new LiveStreams(house, { log, everyMs });
  const admission = new Admission();
  closing?.addEventListener('abort', () => streams.close(), { once: true });
  app.addHook('preClose', async () => streams.close());
  app.get(
    LIVE_PATH,
    { ...limitedBy(house, 'pages'), exposeHeadRoute: false },
    async (request: LiveRequest, reply) => {
      const { creature } = request.query;
      if (creature !== undefined && !(typeof creature === 'string' && isId(creature)))
        throw new ProblemError('no_such_route', {});
      if (closing?.aborted || streams.size >= MOST_WATCHERS) return refuseForNow(request, reply);
      const leave = admission.enter(request.ip);
      reply.raw.once('close', leave);
      await streams.begin();
      openStream(request, reply);
      await streams.add({
        response: reply.raw,
        creatureId: creature,
        place: placeIn(request),
      });
    },
  );
}

/** Where it was when the browser lost the connection, or else where its page began. */
function placeIn({ headers, query }: LiveRequest): string | undefined {
  const place = headers['last-event-id'] ?? query.after;
  // What is nothing of ours is a place that nobody knows.
  return place === undefined || typeof place === 'string' ? place : '';
}

/** Counts those who watch by where they come from. */
class Admission {
  readonly #counts = new Map<string, number>();

  /** Lets one more in, until what is returned is called. */
  enter(ip: string): () => void {
    // Whatever speaks for many on this machine is not counted, as with connections.
    if (isLoopback(ip)) return () => undefined;
    const who = rateLimitBucket(ip);
    const count = (this.#counts.get(who) ?? 0) + 1;
    if (count > MOST_OF_ONE_ADDRESS)
      throw new ProblemError('too_many_requests', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.#counts.set(who, count);
    return () => {
      const left = (this.#counts.get(who) ?? 0) - 1;
      if (left > 0) this.#counts.set(who, left);
      else this.#counts.delete(who);
    };
  }
}

function openStream({ context }: FastifyRequest, reply: FastifyReply): void {
  const { headers, meter, startedMs } = context;
  headers['content-type'] = 'text/event-stream; charset=utf-8';
  // Proxies that gather answers before they pass them on would gather for ever.
  headers['x-accel-buffering'] = 'no';
  // Unlike the API, this is no business of other pages.
  delete headers['access-control-allow-origin'];
  reply.hijack();
  reply.raw.writeHead(200, headers);
  meter.record(200, startedMs);
}

const FULL = {
  error: 'So many are watching that nobody else can be told as it happens. The pages themselves are open.',
};

/** Browsers take this as the end of it, and their pages ask now and then instead. */
function refuseForNow(request: FastifyRequest, reply: FastifyReply): void {
  request.context.headers['retry-after'] = RETRY_AFTER_SECONDS;
  send(request, reply, { status: 503, body: JSON.stringify(FULL) });
}
