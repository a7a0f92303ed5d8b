import { expect, test } from 'vitest';

import { Disk, type DiskEvent, type FileName, type Loss } from './disk.ts';

const FILE = 'arkhouse.db';
const LOG = 'arkhouse.db-wal';
const KEPT_NAMES: readonly DiskEvent[] = [{ kind: 'folder-synced' }, { kind: 'around-synced' }];

test('what was flushed is there, and what was not is dropped', () => {
  const events = [...made(FILE), wrote(0, 'kept'), flushed(FILE), wrote(0, 'lost'), wrote(4, 'more')];
  expect(foundIn(events, 'dropped')).toBe('kept');
  expect(foundIn([...events, flushed(FILE)], 'dropped')).toBe('lostmore');
});

test('every write that was not flushed is there or is not, whatever became of those before it', () => {
  const events = [...made(FILE), wrote(0, 'a'), wrote(1, 'b'), wrote(2, 'c')];
  expect(foundIn(events, 'half', rolling(0.9, 0.1, 0.9))).toBe('\0b');
  expect(foundIn(events, 'half', rolling(0.1, 0.9, 0.1))).toBe('a\0c');
});

test('the last write is torn where a sector ends', () => {
  const events = [...made(FILE), wrote(500, 'x'.repeat(1000))];
  expect(foundIn(events, 'torn', rolling(0.99))).toBe('\0'.repeat(500) + 'x'.repeat(524));
  expect(foundIn(events, 'torn', rolling(0))).toBe('');
  expect(foundIn(events, 'sectors', rolling(0.9, 0.1, 0.9))).toBe('\0'.repeat(512) + 'x'.repeat(512));
});

test('a file without a kept name is not there, however well it was flushed', () => {
  const unnamed: DiskEvent[] = [{ kind: 'created', file: FILE }, wrote(0, 'kept'), flushed(FILE)];
  expect(foundIn(unnamed, 'dropped')).toBeUndefined();
  expect(foundIn([...unnamed, { kind: 'folder-synced' }], 'dropped')).toBeUndefined();
  expect(foundIn([...unnamed, ...KEPT_NAMES], 'dropped')).toBe('kept');
});

test('a file that was taken away may be there again, as it was flushed', () => {
  const events: DiskEvent[] = [...made(FILE), ...made(LOG), wrote(0, 'old'), flushed(FILE)];
  events.push({ kind: 'removed', file: FILE }, { kind: 'created', file: FILE }, wrote(0, 'new'));
  expect(foundIn(events, 'dropped')).toBe('old');
  expect(foundIn([...events, { kind: 'folder-synced' }], 'dropped')).toBe('');
});

test('what was cut off is gone, and zero where it grows again', () => {
  const events: DiskEvent[] = [...made(FILE), wrote(0, 'abcdef'), { kind: 'cut', file: FILE, size: 2 }];
  events.push(wrote(4, 'z'), flushed(FILE));
  expect(foundIn(events, 'dropped')).toBe('ab\0\0z');
});

function made(file: FileName): DiskEvent[] {
  return [{ kind: 'created', file }, ...KEPT_NAMES];
}

function wrote(at: number, text: string): DiskEvent {
  return { kind: 'written', file: FILE, at, bytes: Buffer.from(text) };
}

function flushed(file: FileName): DiskEvent {
  return { kind: 'synced', file };
}

function foundIn(events: readonly DiskEvent[], loss: Loss, roll = rolling(0)): string | undefined {
  const disk = new Disk();
  for (const event of events) disk.apply(event);
  return disk.imageAfter(loss, roll).get(FILE)?.toString();
}

function rolling(...rolls: readonly number[]): () => number {
  let nth = 0;
  return () => rolls[nth++ % rolls.length] ?? 0;
}
