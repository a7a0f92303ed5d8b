import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Logger } from 'pino';

import { SECOND } from '../../core/engine/clock.ts';
import type { House } from '../../house/house.ts';
import { readHiddenContent, type HiddenContent } from '../../house/moderation/hidden-content.ts';
import { HappeningFeed } from '../../house/public/happenings.ts';
import { readHouseTotals } from '../../house/public/house-stats.ts';
import { countsText, moreText, placeText, RELOAD_TEXT, RETRY_TEXT } from './live-event-text.ts';
import { LiveMemory, type ToldEvent } from './live-memory.ts';

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
