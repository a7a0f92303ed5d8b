import ICAL from 'ical.js';
import { createServer, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';

import { SECOND } from '../rules/base/clock.ts';
import { openUntilTestEnds } from '../../test/support/local-server.ts';
import { icalText, icalTime, writeIcal } from './feed-formats.ts';
import { ResponseCache } from './page-row.ts';
import { preferredEncoding, endTogether } from './send.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.8, gzip;q=0.8', 'br'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['identity', undefined],
  ['identity;q=0.5, gzip;q=0.4', undefined],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['gzip;q=nonsense', undefined],
  [',,;q=1,', undefined],
  [undefined, undefined],
  [`br${' '.repeat(1000)}`, undefined],
])('Accept-Encoding: %s is served as %s', (header, encoding) => {
  expect(preferredEncoding(header)).toBe(encoding);
});

test('replies ready in one turn of the event loop are sent at its end, unchanged', async () => {
  const waiting: ServerResponse[] = [];
  const server = createServer((_, response) => {
    if (waiting.push(response) < 3) return;
    for (const [at, each] of waiting.entries()) endTogether(each, at === 0 ? undefined : `answer ${at} …`);
    expect(waiting.map(({ writableEnded }) => writableEnded)).toEqual([false, false, false]);
  });
  const port = await openUntilTestEnds(server);
  const answers = await Promise.all([1, 2, 3].map(() => fetch(`http://127.0.0.1:${port}/`)));
  const texts = await Promise.all(answers.map((each) => each.text()));
  expect(texts.toSorted()).toEqual(['', 'answer 1 …', 'answer 2 …']);
});

const ODD =
  'Bo; the cat, called \\o/ by some\nand 猫 by others, whose name is far too long for one line of seventy-five';

function note(words: string): string {
  const event = { name: 'VEVENT', properties: [['SUMMARY', icalText(words)]] } as const;
  return writeIcal({ name: 'VCALENDAR', properties: [['VERSION', '2.0']], inside: [event] });
}

test('an independent parser reads the same values; lines end in CRLF, have at most 75 octets, and split no character', () => {
  const read = new ICAL.Component(ICAL.parse(note(ODD)) as unknown[]);
  expect(read.getFirstSubcomponent('vevent')?.getFirstPropertyValue('summary')).toBe(ODD);
  const text = note(`${'猫'.repeat(60)} ${ODD}`);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text).not.toContain('\uFFFD');
  expect(icalTime(Date.UTC(2026, 0, 15, 6, 5, 4, 999))).toBe('20260115T060504Z');
});

test('concurrent requests share one render, a failure is not cached, and the oldest entry is evicted', async () => {
  let made = 0;
  const pages = new ResponseCache<number>(2);
  const ask = (now: number, key = 'a') => pages.get(key, 5, now, async () => (made += 1));
  await expect(pages.get('a', 5, 0, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await Promise.all([ask(0), ask(0), ask(4 * SECOND)])).toEqual([1, 1, 1]);
  expect(await ask(5 * SECOND)).toBe(2);
  for (const key of ['b', 'c']) await ask(5 * SECOND, key);
  expect([await ask(5 * SECOND, 'c'), await ask(5 * SECOND, 'a')]).toEqual([4, 5]);
  // The clock moved back.
  expect(await ask(0)).toBe(6);
});
