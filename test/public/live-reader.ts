import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';

import type { LiveHappening } from '../../src/rules/live.ts';
import type { TestHouse } from '../support/house.ts';

interface HeardEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

export interface LiveReader {
  readonly status: number;
  readonly heard: readonly HeardEvent[];
  readonly happenings: () => LiveHappening[];
  /** The current `Last-Event-ID`. */
  readonly place: () => string;
  readonly isOver: () => boolean;
  readonly hangUp: () => void;
}

const PATIENTLY = { timeout: 20_000, interval: 10 };

interface ReaderOptions {
  readonly creature?: string;
  /** The `Last-Event-ID` to resume from. */
  readonly place?: string;
  /** The client address, where proxies are trusted. */
  readonly from?: string;
}

/** Connects to a listening house until the test ends. */
export async function liveReader({ app }: TestHouse, options: ReaderOptions = {}): Promise<LiveReader> {
  const { creature, place, from } = options;
  const hanging = new AbortController();
  onTestFinished(() => hanging.abort());
  const { port } = app.server.address() as AddressInfo;
  const query = creature === undefined ? '' : `?creature=${creature}`;
  const response = await fetch(`http://127.0.0.1:${port}/live${query}`, {
    signal: hanging.signal,
    headers: {
      ...(place !== undefined && { 'last-event-id': place }),
      ...(from !== undefined && { 'x-forwarded-for': from }),
    },
  });
  const heard: HeardEvent[] = [];
  let [lastId, over] = ['', false];
  const listen = async () => {
    let rest = '';
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = `${rest}${piece}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(block.split('\n').map((line) => partsOf(line)));
        lastId = fields.get('id') ?? lastId;
        const data = fields.get('data');
        if (data !== undefined) heard.push({ id: lastId, event: fields.get('event') ?? 'message', data });
      }
    }
  };
  void listen()
    .catch(() => undefined)
    .finally(() => (over = true));
  const reader = {
    status: response.status,
    heard,
    happenings: () => ofKind(heard, 'happening').map(({ data }) => JSON.parse(data) as LiveHappening),
    place: () => lastId,
    isOver: () => over,
    hangUp: () => hanging.abort(),
  };
  // The count is sent after everything missed.
  if (response.status === 200)
    await expect.poll(() => ofKind(heard, 'counts').length, PATIENTLY).toBeGreaterThan(0);
  return reader;
}

/** Waits for this many happenings, and returns their sentences with names. */
export async function toldTo(reader: LiveReader, count: number): Promise<string[]> {
  await expect.poll(() => reader.happenings().length, PATIENTLY).toBeGreaterThanOrEqual(count);
  return reader.happenings().map(sentenceOf);
}

export async function heardBy(reader: LiveReader, event: string, times = 1): Promise<void> {
  await expect.poll(() => ofKind(reader.heard, event).length, PATIENTLY).toBeGreaterThanOrEqual(times);
}

export async function overFor(reader: LiveReader): Promise<void> {
  await expect.poll(() => reader.isOver(), PATIENTLY).toBe(true);
}

function sentenceOf({ words, keeper, creature }: LiveHappening): string {
  return words.replace('{keeper}', keeper.name).replace('{creature}', creature.name);
}

function ofKind(heard: readonly HeardEvent[], name: string): HeardEvent[] {
  return heard.filter(({ event }) => event === name);
}

function partsOf(line: string): readonly [string, string] {
  const at = line.indexOf(': ');
  return [line.slice(0, at), line.slice(at + 2)];
}
