import { expect, test } from 'vitest';

import { DAY, HOUR } from '../rules/base/clock.ts';
import { auditOrders } from './audit.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');
const read = (values: Parameters<typeof auditOrders>[0]) => auditOrders(values, NOW, () => 7);

test.each([
  [{ since: '36h' }, { since: NOW - 36 * HOUR }],
  [{ since: '7d' }, { since: NOW - 7 * DAY }],
  [{ since: '2026-11-15T08:00:00Z' }, { since: Date.parse('2026-11-15T08:00:00Z') }],
  [{ sample: '1000' }, { sample: { lives: 1000, seed: 7 } }],
  [{ sample: '5%', seed: '12' }, { sample: { share: 0.05, seed: 12 } }],
])('%j selects the right lives', (values, lives) => {
  expect(read(values).lives).toMatchObject(lives);
});

test.each([
  [{ since: 'yesterday' }, /--since is a moment/],
  [{ sample: '0' }, /--sample is a number of lives/],
  [{ sample: '101%' }, /--sample is a number of lives/],
  [{ seed: '7' }, /--seed goes with --sample/],
])('%j is refused with one sentence', (values, sentence) => {
  expect(() => read(values)).toThrow(sentence);
});
