import { expect, test } from 'vitest';

import { progress, watched } from './progress.ts';

/** A hundred steps of one second each. */
function hundredSeconds(isTTY: boolean): string[] {
  const written: string[] = [];
  let now = 5000;
  const out = { isTTY, columns: 80, write: (text: string) => written.push(text) };
  const shown = progress({ total: 100, label: 'lives', now: () => now, out });
  for (let nth = 0; nth < 100; nth += 1) {
    now += 1000;
    shown.advance(1);
  }
  shown.end();
  return written;
}

test('without a terminal, progress lines follow after two seconds and then every ten, with the time left', () => {
  const lines = hundredSeconds(false);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('lives: 2 of 100 (2%), about 2 min left\n');
  expect(lines[4]).toBe('lives: 42 of 100 (42%), about 58 s left\n');
  expect(lines.join('')).not.toContain('\u001b');
});

test('on a terminal a bar is redrawn in place and removed at the end', () => {
  const written = hundredSeconds(true);
  expect(written).toHaveLength(100);
  expect(written[48]).toBe('\r\u001b[2K[############............] lives: 50 of 100 (50%), about 50 s left');
  expect(written.at(-1)).toBe('\r\u001b[2K');
});

test.each([true, false])('work of less than two seconds prints no progress (terminal: %s)', (isTTY) => {
  const written: string[] = [];
  let now = 0;
  const out = { isTTY, columns: 80, write: (text: string) => written.push(text) };
  const shown = progress({ total: 3, label: 'lives', now: () => now, out });
  for (; now < 2000; now += 500) shown.advance(1);
  shown.end();
  expect(written).toEqual([]);
});

test('with an unknown total, progress shows the count and elapsed time', async () => {
  let now = 0;
  const { promise: line, resolve: write } = Promise.withResolvers<string>();
  const options = { total: undefined, label: 'MB written', now: () => now };
  const measure = async () => ((now += 2500), now / 100);
  await watched(line, { ...options, measure, out: { isTTY: false, columns: 80, write } });
  expect(await line).toBe('MB written: 25 in 3 s\n');
});
