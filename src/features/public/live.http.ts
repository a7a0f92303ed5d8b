import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

import { SECOND } from '../../rules/base/clock.ts';
import { isId } from '../../rules/base/ids.ts';
import { ProblemError } from '../../rules/problem.ts';
import { isLoopback, rateLimitBucket } from '../../server/caller.ts';
import { limitedBy } from '../../server/rate-limit.ts';
import { send } from '../../server/send.ts';
import type { House } from '../house.ts';
import { type HiddenContent, readHiddenContent } from '../moderation/hidden-content.ts';
import { readHouseTotals } from './house-stats.ts';
import {
  countsText,
  LiveMemory,
  moreText,
  placeText,
  RELOAD_TEXT,
  RETRY_TEXT,
  type ToldEvent,
} from './live-memory.http.ts';
import { HappeningFeed } from './news.ts';

/** Somebody who watches. */
interface Watcher {
  readonly response: ServerResponse;
  /** Whom it watches; everybody, when it is missing. */
  readonly creatureId: string | undefined;
  /** Where it lost the connection, or its page was made; it begins now, when it is missing. */
  readonly place: string | undefined;
}

interface LiveStreamsOptions {
  readonly log: Logger;
  /** How often the house is asked what has happened. */
  readonly everyMs?: number | undefined;
}

const EVERY_MS = SECOND;
const COUNTS_EVERY_MS = 10 * SECOND;
// Proxies hang up on whoever says nothing for a minute, and so do we on whoever is gone.
const HEARTBEAT_EVERY_MS = 15 * SECOND;
// A browser that lost the connection is back within seconds, and wants to hear what happened meanwhile.
const LINGER_MS = 20 * SECOND;
/** What happened so long before the first one came is known, too: for pages that were made a moment ago. */
const KNOWN_BEFORE_MS = 30 * SECOND;
const OVERLAP_MS = 5 * SECOND;
/** More than this at once would be read by nobody. */
const MOST_TOLD_AT_ONCE = 20;
/** Whoever asks something meanwhile does not wait until all have been told. */
const SENT_IN_ONE_TURN = 20;
/** Whoever missed more than this had better look again. */
const MOST_TOLD_LATER = 60;
/** Whoever leaves so much unread is not reading. */
const MOST_UNREAD_BYTES = 64 * 1024;

/** What a node knows while somebody watches. */
interface Watch {
  readonly feed: HappeningFeed;
  readonly memory: LiveMemory;
  hidden: HiddenContent;
  counts: string;
  countedMs: number;
  beatMs: number;
  idleSinceMs: number | undefined;
}

/**
 * Everybody who watches the house through this node. The house is asked once for all of them, each event is written once
 * for all of them, and nobody is asked anything while nobody watches.
 */
export class LiveStreams {
  readonly #house: House;
  readonly #log: Logger;
  readonly #everyMs: number;
  readonly #watchers = new Set<Watcher>();
  #watch: Promise<Watch> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #inTrouble = false;

  constructor(house: House, { log, everyMs = EVERY_MS }: LiveStreamsOptions) {
    this.#house = house;
    this.#log = log;
    this.#everyMs = everyMs;
  }

  get size(): number {
    return this.#watchers.size;
  }

  /** Knows what happened lately from here on; fails when the house cannot be asked. */
  async begin(): Promise<void> {
    this.#watch ??= this.#start();
    try {
      await this.#watch;
    } catch (error) {
      this.#watch = undefined;
      throw error;
    }
  }

  /** Tells a watcher what it has missed, and whatever happens from now on. */
  async add(watcher: Watcher): Promise<void> {
    const watch = await this.#watch;
    if (!watch || watcher.response.destroyed) return;
    this.#watchers.add(watcher);
    watch.idleSinceMs = undefined;
    watcher.response.once('close', () => this.#watchers.delete(watcher));
    const { place, creatureId } = watcher;
    const missed = place === undefined ? [] : watch.memory.after(place, creatureId);
    const hasDeparted = creatureId !== undefined && watch.hidden.departedCreatures.has(creatureId);
    const isTold = missed && missed.length <= MOST_TOLD_LATER && !hasDeparted;
    const texts = isTold ? missed.map(({ text }) => text) : [RELOAD_TEXT];
    this.#send(watcher, [RETRY_TEXT, ...texts, placeText(watch.memory.end), watch.counts].join(''));
  }

  /** Everybody is sent away; browsers come back, to a node that is open. */
  close(): void {
    clearTimeout(this.#timer);
    this.#watch = undefined;
    for (const { response } of this.#watchers) response.end();
    this.#watchers.clear();
  }

  async #start(): Promise<Watch> {
    const { clock, monotonicMs, random } = this.#house;
    const now = clock.now();
    const feed = new HappeningFeed(this.#house);
    const hidden = await readHiddenContent(this.#house);
    const lately = await feed.next(now);
    const memory = new LiveMemory({
      node: random.id().slice(-8),
      completeFrom: now - feed.scaled(KNOWN_BEFORE_MS),
      overlap: feed.scaled(OVERLAP_MS),
    });
    for (const happening of lately) memory.add([happening], happening.at);
    memory.add([], now);
    const startedMs = monotonicMs();
    const counts = await this.#readCounts(now);
    this.#schedule();
    return { feed, memory, hidden, counts, countedMs: startedMs, beatMs: startedMs, idleSinceMs: undefined };
  }

  #schedule(): void {
    this.#timer = setTimeout(() => void this.#beat(), this.#everyMs).unref();
  }

  async #beat(): Promise<void> {
    const watch = await this.#watch;
    if (!watch || this.#isForgotten(watch)) return void (this.#watch = undefined);
    try {
      await this.#tellNews(watch);
      this.#inTrouble = false;
    } catch (error) {
      if (!this.#inTrouble) this.#log.warn({ err: error }, 'those who watch are told nothing for now');
      this.#inTrouble = true;
    }
    // It may have closed meanwhile.
    if (this.#watch) this.#schedule();
  }

  /** Has nobody watched for a while? */
  #isForgotten(watch: Watch): boolean {
    if (this.#watchers.size > 0) return false;
    const nowMs = this.#house.monotonicMs();
    watch.idleSinceMs ??= nowMs;
    return nowMs - watch.idleSinceMs > LINGER_MS;
  }

  async #tellNews(watch: Watch): Promise<void> {
    const now = this.#house.clock.now();
    const nowMs = this.#house.monotonicMs();
    const hidden = await readHiddenContent(this.#house);
    // What was told before may not be told any more.
    const isOutdated = hidden.sharedMark !== watch.hidden.sharedMark;
    const departed = hidden.departedCreatures.difference(watch.hidden.departedCreatures);
    watch.hidden = hidden;
    const found = await watch.feed.next(now);
    if (isOutdated) watch.memory.forget();
    else if (departed.size > 0) watch.memory.forgetCreatures(departed);
    // Whoever looks again sees what was found just now, and what can be seen again is no news.
    const told = watch.memory.add(isOutdated ? [] : found, now);
    const notes: string[] = [];
    if (nowMs - watch.countedMs >= COUNTS_EVERY_MS) {
      watch.countedMs = nowMs;
      const counts = await this.#readCounts(now);
      if (counts !== watch.counts) notes.push(counts);
      watch.counts = counts;
    }
    if (nowMs - watch.beatMs >= HEARTBEAT_EVERY_MS) {
      watch.beatMs = nowMs;
      notes.push(placeText(watch.memory.end));
    }
    const reloads = (creatureId?: string) =>
      isOutdated || (creatureId === undefined ? departed.size > 0 : departed.has(creatureId));
    await this.#broadcast(told, notes.join(''), reloads);
  }

  async #readCounts(now: number): Promise<string> {
    const { store, activity } = this.#house;
    return countsText(await readHouseTotals(store), await activity.at(now));
  }

  async #broadcast(
    told: readonly ToldEvent[],
    notes: string,
    reloads: (creatureId?: string) => boolean,
  ): Promise<void> {
    const reload = (creatureId?: string) => (reloads(creatureId) ? RELOAD_TEXT : '');
    if (told.length === 0 && notes === '' && reload() === '') return;
    const leftOut = told.length - MOST_TOLD_AT_ONCE;
    const newest = told.slice(-MOST_TOLD_AT_ONCE).map(({ text }) => text);
    // Written once for all of them.
    const everything = Buffer.from(
      newest.join('') + (leftOut > 0 ? moreText(leftOut) : '') + reload() + notes,
    );
    // Who comes meanwhile has been told.
    const present = [...this.#watchers];
    let turn = 0;
    for (const watcher of present) {
      turn += 1;
      if (turn % SENT_IN_ONE_TURN === 0) await nextTurn();
      if (!this.#watchers.has(watcher)) continue;
      const { creatureId } = watcher;
      const own =
        creatureId === undefined ? everything : textOf(creatureId, told) + reload(creatureId) + notes;
      if (own.length > 0) this.#send(watcher, own);
    }
  }

  #send({ response }: Watcher, text: string | Buffer): void {
    response.write(text);
    if (response.writableLength > MOST_UNREAD_BYTES) response.destroy();
  }
}

function textOf(creatureId: string, told: readonly ToldEvent[]): string {
  return told
    .filter((each) => each.creatureId === creatureId)
    .map(({ text }) => text)
    .join('');
}

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
