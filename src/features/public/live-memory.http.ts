import type { Instant } from '../../rules/base/clock.ts';
import { LIVE_EVENTS, type LiveCounts, type LiveHappening } from '../../rules/live.ts';
import { happeningLine, lastDayWords } from '../../text/pages/home-page.ts';
import { agentPath, creaturePath, picturePath } from '../../web/paths.ts';
import type { Activity } from '../stats/activity.ts';
import type { HouseTotals } from './house-stats.ts';
import type { HouseHappening } from './news.ts';

// Server-sent events as text. JSON.stringify writes no line breaks, so the data of an event is one line.

export function countsText({ alive, eggs, agents, gravestones }: HouseTotals, activity: Activity): string {
  const counts: LiveCounts = {
    totals: { alive, eggs, agents, gravestones },
    lastDay: lastDayWords(activity),
  };
  return eventText(LIVE_EVENTS.counts, counts);
}

export function moreText(leftOut: number): string {
  return eventText(LIVE_EVENTS.more, { leftOut });
}

/** Event that makes the page fetch itself again: events in between are unknown, or hidden by now. */
export const RELOAD_TEXT = eventText(LIVE_EVENTS.reload, {});

/** SSE field with the browser's reconnection delay, in milliseconds. */
export const RETRY_TEXT = 'retry: 3000\n\n';

/** SSE text that sets the Last-Event-ID and keeps the connection alive; without data, it fires no listener. */
export function idText(id: string): string {
  return `id: ${id}\n\n`;
}

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
export interface SentEvent {
  readonly at: Instant;
  readonly count: number;
  readonly creatureId: string;
  readonly text: string;
}

/** Most live events that are kept: some 300 KB, about ten minutes of a busy service. */
const MAX_KEPT = 600;

/**
 * The latest live events this node has sent, for browsers that reconnect. A browser of this node continues exactly after its
 * last event; one from another node or from a page gets the events of `overlap` again, under the same keys.
 */
export class LiveMemory {
  readonly #node: string;
  readonly #overlap: number;
  #sent: SentEvent[] = [];
  /** All live events from this moment on are kept. */
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

  /** The id of the newest live event, sent to a client that is up to date. */
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

  /**
   * The live events after an id, of one creature or of all; undefined when some were dropped or the client's page is outdated.
   */
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
    const event = eventText(LIVE_EVENTS.happening, toLiveHappening(happening));
    return {
      at: this.#at,
      count: this.#count,
      creatureId: happening.who.id,
      text: `id: ${this.lastId}\n${event}`,
    };
  }
}

const EVENT_ID = /^(\d{1,15})\.(\d{1,9})\.([\da-z]{1,16})$/;
