import { Writable } from 'node:stream';
import { expect, test } from 'vitest';

import { encodeApiKey } from './rules/keys.ts';
import { openLog } from './log.ts';

function logged(write: (log: ReturnType<typeof openLog>) => void): string {
  let text = '';
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      text += chunk.toString();
      done();
    },
  });
  write(openLog('info', sink));
  return text;
}

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
