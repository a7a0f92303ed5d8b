import { expect, test } from 'vitest';

import { progress } from './progress.ts';

/** A hundred things of which each takes a second. */
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

test('where nobody watches, a line every ten seconds says how far it is and how long it will take', () => {
  const lines = hundredSeconds(false);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('lives: 10 of 100 (10%), about 2 min left\n');
  expect(lines[4]).toBe('lives: 50 of 100 (50%), about 50 s left\n');
  expect(lines.join('')).not.toContain('\u001b');
});

test('on a terminal a bar moves in its line, and is gone at the end', () => {
  const written = hundredSeconds(true);
  expect(written).toHaveLength(101);
  expect(written[49]).toBe('\r\u001b[2K[############............] lives: 50 of 100 (50%), about 50 s left');
  expect(written.at(-1)).toBe('\r\u001b[2K');
});
