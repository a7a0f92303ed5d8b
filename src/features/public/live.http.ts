import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';

import { type Instant, SECOND } from '../../rules/base/clock.ts';
import { isId } from '../../rules/base/ids.ts';
import { LIVE_EVENTS, type LiveCounts, type LiveHappening } from '../../rules/live.ts';
import { ProblemError } from '../../rules/problem.ts';
import { happeningLine, lastDayWords } from '../../text/pages/home-page.ts';
import { agentPath, creaturePath, picturePath } from '../../web/paths.ts';
import { isLoopback, rateLimitBucket } from '../../http/addresses.ts';
import { limitedBy } from '../../http/limits.ts';
import { send } from '../../http/send.ts';
import { type HiddenContent, readHiddenContent } from '../hidden/hidden-content.ts';
import { HappeningFeed, type HouseHappening } from './news.ts';
import { readPageTotals } from './public-reading.ts';
import type { PublicHouse } from './replica.ts';

// Server-sent events as text. JSON.stringify writes no line breaks, so the data of an event is one line.

/** Event that makes the page fetch itself again: events in between are unknown, or hidden by now. */
const RELOAD_TEXT = eventText(LIVE_EVENTS.reload, {});

/** SSE field with the browser's reconnection delay, in milliseconds. */
const RETRY_TEXT = 'retry: 3000\n\n';

/** SSE text that sets the Last-Event-ID and keeps the connection alive; without data, it fires no listener. */
const idText = (id: string) => `id: ${id}\n\n`;

function eventText(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

function toLiveHappening(happening: HouseHappening): LiveHappening {
  const { key, kind, at, who, stage } = happening;
  const { id, name, keeper, species } = who;
  return {
    key,
    kind,
    at,
    creature: {
      id,
      name,
      family: species.family,
      page: creaturePath(id),
      // The picture has a new address per event: the creature may look different now.
      picture: `${picturePath({ id, stage })}-${at}`,
    },
    keeper: { name: keeper.displayName, page: agentPath(keeper.username) },
    words: happeningLine(happening, species.family),
  };
}

/** A live event as it was sent. It is the `count`-th event found at the moment `at`. */
export type SentEvent = Readonly<{ at: Instant; count: number; creatureId: string; text: string }>;

/** Most live events that are kept: some 300 KB, about ten minutes of a busy service. */
const MAX_KEPT = 600;

/**
 * The latest live events this node has sent, for browsers that reconnect. A browser of this node continues exactly after its
 * last event; one from another node or from a page gets the events of `overlap` again, under the same keys.
 */
class LiveMemory {
  readonly #node: string;
  readonly #overlap: number;
  #sent: SentEvent[] = [];
  #completeFrom: Instant;
  /** Pages rendered before this moment may show creatures of deleted accounts. */
  #changedAt: Instant;
  #at: Instant;
  #count = 0;

  /** `node` is unique to the process; `overlap` is how far the clocks of nodes may differ. */
  constructor(node: string, completeFrom: Instant, overlap: number) {
    this.#node = node;
    this.#overlap = overlap;
    this.#completeFrom = completeFrom;
    this.#changedAt = completeFrom;
    this.#at = completeFrom;
  }

  get lastId(): string {
    return `${this.#at}.${this.#count}.${this.#node}`;
  }

  add(found: readonly HouseHappening[], now: Instant): SentEvent[] {
    // Event ids never decrease: the clock may stand still, and then the count tells events apart.
    if (now > this.#at) [this.#at, this.#count] = [now, 0];
    const added = found.map((happening) => this.#append(happening));
    this.#sent.push(...added);
    const dropped = this.#sent.splice(0, this.#sent.length - MAX_KEPT).at(-1);
    if (dropped) this.#completeFrom = dropped.at + 1;
    return added;
  }

  /** Undefined when events were dropped since, or the client's page is outdated. */
  after(id: string, creatureId: string | undefined): SentEvent[] | undefined {
    const [, moment, number, node] = EVENT_ID.exec(id) ?? [];
    if (node === undefined) return undefined;
    const isOwn = node === this.#node;
    const at = isOwn ? Number(moment) : Number(moment) - this.#overlap;
    const count = isOwn ? Number(number) : 0;
    const isOfAll = creatureId === undefined;
    if (at < this.#completeFrom || (isOfAll && at < this.#changedAt)) return undefined;
    return this.#sent.filter(
      (event) =>
        (event.at > at || (event.at === at && event.count > count)) &&
        (isOfAll || event.creatureId === creatureId),
    );
  }

  forget(): void {
    this.#sent = [];
    this.#at += 1;
    this.#count = 0;
    this.#completeFrom = this.#at;
  }

  forgetCreatures(ids: ReadonlySet<string>): void {
    this.#sent = this.#sent.filter(({ creatureId }) => !ids.has(creatureId));
    this.#at += 1;
    this.#count = 0;
    this.#changedAt = this.#at;
  }

  #append(happening: HouseHappening): SentEvent {
    this.#count += 1;
    const text = `id: ${this.lastId}\n${eventText(LIVE_EVENTS.happening, toLiveHappening(happening))}`;
    return { at: this.#at, count: this.#count, creatureId: happening.who.id, text };
  }
}

const EVENT_ID = /^(\d{1,15})\.(\d{1,9})\.([\da-z]{1,16})$/;

interface Watcher {
  readonly response: ServerResponse;
  readonly creatureId: string | undefined;
  /** The id of the last event that the client knows; undefined if it starts now. */
  readonly lastId: string | undefined;
}

type LiveStreamsOptions = Readonly<{ log: Logger; everyMs?: number | undefined }>;

const EVERY_MS = SECOND;
const COUNTS_EVERY_MS = 10 * SECOND;
// Proxies close connections that are idle for a minute, and a failed write detects clients that are gone.
const HEARTBEAT_EVERY_MS = 15 * SECOND;
// Polling goes on after the last client has left: browsers reconnect within seconds and ask for the events in between.
const LINGER_MS = 20 * SECOND;
/** Events are complete from so long before the start of polling, for pages rendered a moment before. */
const COMPLETE_BEFORE_MS = 30 * SECOND;
const OVERLAP_MS = 5 * SECOND;
const MAX_EVENTS_PER_BEAT = 20;
/** Number of clients written to before other requests get a turn of the event loop. */
const WRITES_PER_TURN = 20;
const MAX_MISSED_EVENTS = 60;
const MAX_UNREAD_BYTES = 64 * 1024;

interface Watch {
  readonly feed: HappeningFeed;
  readonly memory: LiveMemory;
  hidden: HiddenContent;
  counts: string;
  countedMs: number;
  beatMs: number;
  idleSinceMs: number | undefined;
}

/** The clients of `/live` on this node. One poll and one serialization serve all of them; without clients there is no poll. */
export class LiveStreams {
  readonly #house: PublicHouse;
  readonly #log: Logger;
  readonly #everyMs: number;
  readonly #watchers = new Set<Watcher>();
  #watch: Promise<Watch> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isFailing = false;

  constructor(house: PublicHouse, { log, everyMs = EVERY_MS }: LiveStreamsOptions) {
    this.#house = house;
    this.#log = log;
    this.#everyMs = everyMs;
  }

  get size(): number {
    return this.#watchers.size;
  }

  async begin(): Promise<void> {
    this.#watch ??= this.#start();
    try {
      await this.#watch;
    } catch (error) {
      this.#watch = undefined;
      throw error;
    }
  }

  async add(watcher: Watcher): Promise<void> {
    const watch = await this.#watch;
    if (!watch || watcher.response.destroyed) return;
    this.#watchers.add(watcher);
    watch.idleSinceMs = undefined;
    watcher.response.once('close', () => this.#watchers.delete(watcher));
    const { lastId, creatureId } = watcher;
    const missed = lastId === undefined ? [] : watch.memory.after(lastId, creatureId);
    const hasDeparted = creatureId !== undefined && watch.hidden.departedCreatures.has(creatureId);
    const isSent = missed && missed.length <= MAX_MISSED_EVENTS && !hasDeparted;
    const texts = isSent ? missed.map(({ text }) => text) : [RELOAD_TEXT];
    this.#send(watcher, [RETRY_TEXT, ...texts, idText(watch.memory.lastId), watch.counts].join(''));
  }

  /** Disconnects every client of `/live`; browsers reconnect, to a node that is open. */
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
    const latest = await feed.next(now);
    const completeFrom = now - feed.scaled(COMPLETE_BEFORE_MS);
    const memory = new LiveMemory(random.id().slice(-8), completeFrom, feed.scaled(OVERLAP_MS));
    for (const happening of latest) memory.add([happening], happening.at);
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
    if (!watch || this.#isIdle(watch)) return void (this.#watch = undefined);
    try {
      await this.#sendNews(watch);
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing)
        this.#log.warn({ event: 'live_events_failed', err: error }, 'reading live events failed');
      this.#isFailing = true;
    }
    if (this.#watch) this.#schedule();
  }

  #isIdle(watch: Watch): boolean {
    if (this.#watchers.size > 0) return false;
    const nowMs = this.#house.monotonicMs();
    watch.idleSinceMs ??= nowMs;
    return nowMs - watch.idleSinceMs > LINGER_MS;
  }

  async #sendNews(watch: Watch): Promise<void> {
    const now = this.#house.clock.now();
    const nowMs = this.#house.monotonicMs();
    const hidden = await readHiddenContent(this.#house);
    // Hidden content has changed: events that were sent before may be hidden now.
    const isOutdated = hidden.sharedMark !== watch.hidden.sharedMark;
    const departed = hidden.departedCreatures.difference(watch.hidden.departedCreatures);
    watch.hidden = hidden;
    const found = await watch.feed.next(now);
    if (isOutdated) watch.memory.forget();
    else if (departed.size > 0) watch.memory.forgetCreatures(departed);
    // No events are sent then: the reloaded pages show what was found just now.
    const events = watch.memory.add(isOutdated ? [] : found, now);
    let notes = '';
    if (nowMs - watch.countedMs >= COUNTS_EVERY_MS) {
      watch.countedMs = nowMs;
      const counts = await this.#readCounts(now);
      if (counts !== watch.counts) notes += counts;
      watch.counts = counts;
    }
    if (nowMs - watch.beatMs >= HEARTBEAT_EVERY_MS) {
      watch.beatMs = nowMs;
      notes += idText(watch.memory.lastId);
    }
    const reloads = (creatureId?: string) =>
      isOutdated || (creatureId === undefined ? departed.size > 0 : departed.has(creatureId));
    await this.#broadcast(events, (creatureId) => (reloads(creatureId) ? RELOAD_TEXT : '') + notes);
  }

  async #readCounts(now: number): Promise<string> {
    const { store, activity } = this.#house;
    const { alive, eggs, agents, gravestones } = await readPageTotals(store);
    const lastDay = lastDayWords(await activity.at(now));
    const counts: LiveCounts = { totals: { alive, eggs, agents, gravestones }, lastDay };
    return eventText(LIVE_EVENTS.counts, counts);
  }

  /** Sends events to all clients; `notes` returns the text after the events, for clients of one creature or of all. */
  async #broadcast(events: readonly SentEvent[], notes: (creatureId?: string) => string): Promise<void> {
    if (events.length === 0 && notes() === '') return;
    const leftOut = events.length - MAX_EVENTS_PER_BEAT;
    const newest = textOf(events.slice(-MAX_EVENTS_PER_BEAT));
    const more = leftOut > 0 ? eventText(LIVE_EVENTS.more, { leftOut }) : '';
    const everything = Buffer.from(newest + more + notes());
    // A copy of the list: clients that join meanwhile have got these events from the memory.
    for (const [at, watcher] of [...this.#watchers].entries()) {
      if ((at + 1) % WRITES_PER_TURN === 0) await nextTurn();
      if (!this.#watchers.has(watcher)) continue;
      const { creatureId } = watcher;
      const own =
        creatureId === undefined
          ? everything
          : textOf(events.filter((event) => event.creatureId === creatureId)) + notes(creatureId);
      if (own.length > 0) this.#send(watcher, own);
    }
  }

  #send({ response }: Watcher, text: string | Buffer): void {
    response.write(text);
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
  }
}

const textOf = (events: readonly SentEvent[]) => events.map(({ text }) => text).join('');

export const LIVE_PATH = '/live';

const MAX_WATCHERS = 2000;
// Most live connections per address, enough for several tabs of several people behind one NAT.
const MAX_WATCHERS_PER_ADDRESS = 20;
const RETRY_AFTER_SECONDS = 60;

type LiveRequest = FastifyRequest<{ Querystring: { creature?: unknown; after?: unknown } }>;

export function addLive(
  app: FastifyInstance,
  house: PublicHouse,
  { closing, ...options }: LiveStreamsOptions & { readonly closing?: AbortSignal | undefined },
): void {
  const streams = new LiveStreams(house, options);
  const addresses = new Map<string, number>();
  closing?.addEventListener('abort', () => streams.close(), { once: true });
  app.addHook('preClose', async () => streams.close());
  app.get(
    LIVE_PATH,
    { ...limitedBy(house, 'pages'), exposeHeadRoute: false },
    async (request: LiveRequest, reply) => {
      const { creature } = request.query;
      if (creature !== undefined && !(typeof creature === 'string' && isId(creature)))
        throw new ProblemError('no_such_route', {});
      if (closing?.aborted || streams.size >= MAX_WATCHERS) return refuseForNow(request, reply);
      reply.raw.once('close', enter(addresses, request.ip));
      await streams.begin();
      openStream(request, reply);
      await streams.add({ response: reply.raw, creatureId: creature, lastId: lastIdIn(request) });
    },
  );
}

function lastIdIn({ headers, query }: LiveRequest): string | undefined {
  const id = headers['last-event-id'] ?? query.after;
  // A repeated query parameter is an array: answered like an unknown id.
  return id === undefined || typeof id === 'string' ? id : '';
}

/** Counts a live connection of this address and returns the function that uncounts it; throws when there are too many. */
function enter(counts: Map<string, number>, ip: string): () => void {
  // Connections from loopback are not limited: a proxy on this machine stands for many clients.
  if (isLoopback(ip)) return () => undefined;
  const address = rateLimitBucket(ip);
  const count = (counts.get(address) ?? 0) + 1;
  if (count > MAX_WATCHERS_PER_ADDRESS)
    throw new ProblemError('too_many_requests', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  counts.set(address, count);
  return () => {
    const left = (counts.get(address) ?? 0) - 1;
    if (left > 0) counts.set(address, left);
    else counts.delete(address);
  };
}

function openStream({ context }: FastifyRequest, reply: FastifyReply): void {
  const { headers, meter, startedMs } = context;
  headers['content-type'] = 'text/event-stream; charset=utf-8';
  // Turns off response buffering in nginx.
  headers['x-accel-buffering'] = 'no';
  // Unlike the API, the live stream is same-origin only.
  delete headers['access-control-allow-origin'];
  reply.hijack();
  reply.raw.writeHead(200, headers);
  meter.record(200, startedMs);
}

const FULL = {
  error: 'So many are watching that nobody else can be told as it happens. The pages themselves are open.',
};

/** Refuses a live connection. An EventSource does not reconnect after an error status; the pages poll instead. */
function refuseForNow(request: FastifyRequest, reply: FastifyReply): void {
  request.context.headers['retry-after'] = RETRY_AFTER_SECONDS;
  send(request, reply, { status: 503, body: JSON.stringify(FULL) });
}
