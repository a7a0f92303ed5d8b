import { Writable } from 'node:stream';
import { expect, test } from 'vitest';

import { encodeApiKey } from '../rules/keys.ts';
import { openLog } from './log.ts';

function logged(write: (log: ReturnType<typeof openLog>) => void): string {
  return capture(write)();
}

function capture(write: (log: ReturnType<typeof openLog>) => void): () => string {
  let text = '';
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      text += chunk.toString();
      done();
    },
  });
  write(openLog('info', sink, FOLD_MS));
  return () => text;
}

const FOLD_MS = 20;
const KEY = encodeApiKey(new Uint8Array(32).fill(7));

test.each([
  ['an API key in a message', `seen ${KEY}`, KEY],
  ['the token of a calendar feed', `/x?token=ahcal_${'aB-_9'.repeat(8)}`, 'aB-_9'],
  ['a Stripe key', 'sk_live_51Habc', '51Habc'],
  ['a webhook secret', 'whsec_abcdef', 'abcdef'],
  ['a password in a database address', 'postgres://me:hunter2@db/x', 'hunter2'],
])('%s never reaches the log', (_, message, secret) => {
  expect(logged((log) => log.info({ message }, message))).not.toContain(secret);
});

test('a key quoted in an error is redacted', () => {
  expect(logged((log) => log.error({ err: new Error(`no such key ${KEY}`) }, 'failed'))).not.toContain(KEY);
});

test('a log line is valid JSON', () => {
  expect(JSON.parse(logged((log) => log.info({ a: 1 }, 'open')))).toMatchObject({
    level: 'info',
    a: 1,
    msg: 'open',
  });
});

test('repeats of a warning are one line at first and one with their number, by event, job and error', async () => {
  const lines = capture((log) => {
    const err = new Error('gone');
    for (const n of [1, 2, 3]) log.warn({ event: 'db_unreachable', n, err }, 'database unavailable');
    for (const n of [1, 2]) log.error({ event: 'unhandled_error', err: new Error(`no ${n}`) }, 'failed');
    for (const n of [1, 2]) log.info({ event: 'request', n });
    for (const job of ['fold_counts', 'delete_expired'])
      log.warn({ event: 'job_failed', job, err }, 'failed');
  });
  const read = () =>
    lines()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string; n?: number; repeats?: number });
  await expect.poll(() => read().length).toBe(8);
  expect(read().map(({ event, n, repeats }) => [event, n, repeats])).toEqual([
    ['db_unreachable', 1, undefined],
    ['unhandled_error', undefined, undefined],
    ['unhandled_error', undefined, undefined],
    ['request', 1, undefined],
    ['request', 2, undefined],
    ['job_failed', undefined, undefined],
    ['job_failed', undefined, undefined],
    ['db_unreachable', 3, 2],
  ]);
});
