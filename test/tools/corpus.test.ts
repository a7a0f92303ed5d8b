import { expect, test } from 'vitest';

import { describeDifference } from '../../tools/corpus.ts';
import { Names, normaliseBody, normaliseHeaders } from '../../tools/corpus/recorder.ts';

const ID = '5ac83f0d-328c-4243-99f6-76bca1e90903';
const KEY = 'ah_icqIU02NHZHw0BBSDBkKhF3hHdQxItCL9v4SDPLDImF0K34rN';

function inCall(number: number): Names {
  const names = new Names();
  for (let call = 0; call < number; call += 1) names.beginCall();
  return names;
}

test('the same random value has the same name in all calls, and other text is kept', () => {
  const names = inCall(7);
  expect(names.rename(`/creatures/${ID}?key=${KEY}`)).toBe('/creatures/<7.1>?key=<7.2>');
  names.beginCall();
  expect(names.rename(`life-${ID}-now, ${KEY}, 01a1e918-98a5-71bc-a21c-e5485b71b856`)).toBe(
    'life-<7.1>-now, <7.2>, <8.1>',
  );
  const [digest, integrity] = ['a3'.repeat(32), `sha256-${'aB3/'.repeat(10)}aB3=`];
  expect(inCall(1).rename(`(${digest}) (${integrity})`)).toBe('(<1.1>) (<1.2>)');
  expect(inCall(1).rename('/assets/style-0123456789ab.css')).toBe('/assets/style-<1.1>.css');
  const kept = `2030-01-07T09:00:00.000Z get_creature_preferences_of_the_house ${'x'.repeat(100)}`;
  expect(inCall(1).rename(kept)).toBe(kept);
});

test('headers are sorted without the date, pictures compared by digest, and metrics by name', () => {
  const headers = { etag: 'W/"short"', date: 'today', 'cache-control': 'no-store' };
  expect(JSON.stringify(normaliseHeaders(headers, inCall(1)))).toBe(
    '{"cache-control":"no-store","etag":"<1.1>"}',
  );
  const [one, other] = ['a', 'b'].map((text) => normaliseBody('image/png', Buffer.from(text), inCall(1)));
  expect(one).toMatch(/^sha256 [0-9a-f]{64} of 1 bytes$/);
  expect(other).not.toBe(one);
  const text = '# HELP arkhouse_x Told.\narkhouse_x{a="b"} 3\n';
  expect(normaliseBody('text/plain', Buffer.from(text), inCall(1))).toBe(text.replace(' 3', ''));
});

test('a difference names the part and shows it from where it begins', () => {
  const call = { method: 'GET', path: '/', status: 200, body: 'the same, then this' };
  expect(describeDifference(call, { ...call, body: 'the same, then that' })).toBe(
    '  body at 17\n  - the same, then this\n  + the same, then that',
  );
});
