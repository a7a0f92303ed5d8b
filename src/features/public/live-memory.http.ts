import type { Instant } from '../../rules/base/clock.ts';
import { LIVE_EVENTS, type LiveCounts, type LiveHappening } from '../../rules/live.ts';
import { happeningLine, lastDayWords } from '../../text/pages/home-page.ts';
import { agentPath, creaturePath, picturePath } from '../../web/paths.ts';
import type { Activity } from '../stats/activity.ts';
import type { HouseTotals } from './house-stats.ts';
import type { HouseHappening } from './news.ts';

/** Server-sent events as they go over the wire. JSON has no line breaks in it, so that each is one line of data. */

function happeningText(happening: HouseHappening, id: string): string {
  return `id: ${id}\n${eventText(LIVE_EVENTS.happening, toLiveHappening(happening))}`;
}

export function countsText({ alive, eggs, agents, gravestones }: HouseTotals, activity: Activity): string {
  const counts: LiveCounts = {
    totals: { alive, eggs, agents, gravestones },
    lastDay: lastDayWords(activity),
  };
  return eventText(LIVE_EVENTS.counts, counts);
}

/** More has happened at once than is told. */
export function moreText(leftOut: number): string {
  return eventText(LIVE_EVENTS.more, { leftOut });
}

/** What happened in between is not known any more, or not to be told any more: whoever shows it should look again. */
export const RELOAD_TEXT = eventText(LIVE_EVENTS.reload, {});

/** How long a browser waits before it comes back. */
export const RETRY_TEXT = 'retry: 3000\n\n';

/** Says where the reader is, and that somebody is there; without data, no listener hears of it. */
export function placeText(id: string): string {
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
    // Another address than before, since it may look different now.
    creature: {
      id,
      name,
      family: species.family,
      page: creaturePath(id),
      picture: `${picturePath({ id, stage })}-${at}`,
    },
    keeper: { name: keeper.displayName, page: agentPath(keeper.username) },
    words: happeningLine(happening, species.family),
  };
}

/** How far a reader has come: what a node had told when it looked at a moment, which is the id of its events. */
interface ReadingPlace {
  readonly at: Instant;
  /** The how manieth of what was found at that moment. */
  readonly count: number;
  readonly node: string;
}

/** What was told, as it was sent. */
export interface ToldEvent {
  readonly at: Instant;
  readonly count: number;
  readonly creatureId: string;
  readonly text: string;
}

interface LiveMemoryOptions {
  /** The name of this node, which no other has, nor itself after a restart. */
  readonly node: string;
  /** From when on all that happened is in here. */
  readonly completeFrom: Instant;
  /** Other nodes find things a little earlier or later, and their clocks may differ by as much. */
  readonly overlap: number;
}

// Some ten minutes of a lively house, and at most some 300 KB.
const REMEMBERED = 600;

/**
 * What this node has told lately, so that whoever lost the connection can be told the rest. Of its own events a node knows
 * exactly which a reader has; who comes from another node, or from a page, hears a little of what it may know again, under the
 * same keys.
 */
export class LiveMemory {
  readonly #node: string;
  readonly #overlap: number;
  #told: ToldEvent[] = [];
  #completeFrom: Instant;
  /** Lists read before this moment may show departed creatures. */
  #changedAt: Instant;
  #at: Instant;
  #count = 0;

  constructor({ node, completeFrom, overlap }: LiveMemoryOptions) {
    this.#node = node;
    this.#overlap = overlap;
    this.#completeFrom = completeFrom;
    this.#changedAt = completeFrom;
    this.#at = completeFrom;
  }

  /** The place of a reader who has read everything. */
  get end(): string {
    return placeId({ at: this.#at, count: this.#count, node: this.#node });
  }

  /** Takes down what was found at a moment. */
  add(found: readonly HouseHappening[], now: Instant): ToldEvent[] {
    // No moment comes after a later one; what is found at the same is told apart by its number.
    if (now > this.#at) [this.#at, this.#count] = [now, 0];
    const added = found.map((happening) => this.#append(happening));
    this.#told.push(...added);
    const dropped = this.#told.splice(0, this.#told.length - REMEMBERED).at(-1);
    if (dropped) this.#completeFrom = dropped.at + 1;
    return added;
  }

  /**
   * What a reader at this place, of one creature or of all, has not been told; undefined when that is not known any more, or what
   * it shows has changed.
   */
  after(written: string, creatureId: string | undefined): ToldEvent[] | undefined {
    const place = parsePlace(written);
    if (!place) return undefined;
    const { at, count } = place.node === this.#node ? place : { at: place.at - this.#overlap, count: 0 };
    const isOfAll = creatureId === undefined;
    if (at < this.#completeFrom || (isOfAll && at < this.#changedAt)) return undefined;
    return this.#told.filter(
      (told) =>
        (told.at > at || (told.at === at && told.count > count)) &&
        (isOfAll || told.creatureId === creatureId),
    );
  }

  /** Drops all events so far. */
  forget(): void {
    this.#told = [];
    this.#at += 1;
    this.#count = 0;
    this.#completeFrom = this.#at;
  }

  /** Drops the events of these creatures. */
  forgetCreatures(ids: ReadonlySet<string>): void {
    this.#told = this.#told.filter(({ creatureId }) => !ids.has(creatureId));
    this.#at += 1;
    this.#count = 0;
    this.#changedAt = this.#at;
  }

  #append(happening: HouseHappening): ToldEvent {
    this.#count += 1;
    const place = { at: this.#at, count: this.#count };
    const text = happeningText(happening, placeId({ ...place, node: this.#node }));
    return { ...place, creatureId: happening.who.id, text };
  }
}

function placeId({ at, count, node }: ReadingPlace): string {
  return `${at}.${count}.${node}`;
}

const PLACE = /^(\d{1,15})\.(\d{1,9})\.([\da-z]{1,16})$/;

function parsePlace(text: string): ReadingPlace | undefined {
  const [, at, count, node] = PLACE.exec(text) ?? [];
  return node === undefined ? undefined : { at: Number(at), count: Number(count), node };
}
