import { expect, test } from 'vitest';

import { HOUR, MINUTE, SECOND } from '../../rules/base/clock.ts';
import { SettlingProgress } from './settling-progress.ts';

test('the pace covers the last seconds, in creatures and in time caught up', () => {
  const progress = new SettlingProgress();
  // The slow first minute no longer counts at the end.
  for (let second = 0; second <= 60; second += 1) progress.record(10, second * SECOND, second * 1000);
  for (let second = 61; second <= 90; second += 1) progress.record(500, second * MINUTE, second * 1000);
  expect(progress.paceAt(90_000)).toEqual({ settledPerSecond: 500, speed: 60 });
  expect(progress.settled).toBe(61 * 10 + 30 * 500);
});

test('a node at the end of the queue, or without recent work, has no pace', () => {
  const progress = new SettlingProgress();
  expect(progress.paceAt(0)).toBeUndefined();
  progress.record(200, HOUR, 0);
  expect(progress.paceAt(100)).toBeUndefined();
  progress.record(200, 2 * HOUR, 1000);
  expect(progress.paceAt(1000)).toEqual({ settledPerSecond: 200, speed: 3600 });
  expect(progress.paceAt(60_000)).toBeUndefined();
  progress.record(17, undefined, 1500);
  expect(progress.paceAt(1500)).toBeUndefined();
  expect(progress.settled).toBe(417);
});

test('settled creatures are skipped, except for the last minute, until a full scan', () => {
  const progress = new SettlingProgress();
  const beginning = progress.queueStart;
  progress.settledUpTo(10 * HOUR);
  progress.settledUpTo(5 * HOUR);
  expect(progress.queueStart).toBe(10 * HOUR - MINUTE);
  progress.lookEverywhere();
  expect(progress.queueStart).toBe(beginning);
});
