import ICAL from 'ical.js';
import { expect, test } from 'vitest';

import { icalText, icalTime, writeIcal } from './feed-formats.ts';

const ODD =
  'Bo; the cat, called \\o/ by some\nand 猫 by others, whose name is far too long for one line of seventy-five';

function note(words: string): string {
  return writeIcal({
    name: 'VCALENDAR',
    properties: [['VERSION', '2.0']],
    inside: [{ name: 'VEVENT', properties: [['SUMMARY', icalText(words)]] }],
  });
}

test('an independent parser reads the same values', () => {
  const read = new ICAL.Component(ICAL.parse(note(ODD)) as unknown[]);
  expect(read.getFirstSubcomponent('vevent')?.getFirstPropertyValue('summary')).toBe(ODD);
});

test('lines end in CRLF, have at most 75 octets, and split no character', () => {
  const text = note(`${'猫'.repeat(60)} ${ODD}`);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text).not.toContain('\uFFFD');
});

test('a moment is written in UTC, to the second', () => {
  expect(icalTime(Date.UTC(2026, 0, 15, 6, 5, 4, 999))).toBe('20260115T060504Z');
});
