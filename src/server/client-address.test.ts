import * as fc from 'fast-check';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';

import { isLoopback, isOwnHostAndOrigin, rateLimitBucket, withoutPorts } from '../http/addresses.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['::ffff:203.0.113.7%eth0', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::203.0.113.7', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
])('a caller from %s is counted as %s', (ip, bucket) => {
  expect(rateLimitBucket(ip)).toBe(bucket);
});

const INVALID =
  `unknown 1.2.3 1.2.3.4.5 1..2.3 .1.2.3 1.2.3. 256.1.1.1 01.2.3.4 1.2.3.4:80 [::1] 1::2::3 12345::
  ::ffff:1.2.3.256 fe80::1% ٣.2.3.4`.split(/\s+/);

test.each(['', '1.2.3.4 ', ...INVALID])(
  'an invalid address (%j) is counted as unknown, with all others like it',
  (text) => {
    expect([rateLimitBucket(text), isLoopback(text)]).toEqual(['unknown', false]);
  },
);

test.each([
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[::ffff:203.0.113.7]:80', '::ffff:203.0.113.7'],
  ['198.51.100.9:1,203.0.113.7:2 ,10.0.0.1', '198.51.100.9, 203.0.113.7, 10.0.0.1'],
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8::1:80', '2001:db8::1:80'],
  ['203.0.113.7:', '203.0.113.7:'],
  ['203.0.113.7:port', '203.0.113.7:port'],
  ['unknown:80', 'unknown:80'],
  ['', ''],
])('a forwarded header of %j gives %j', (written, meant) => {
  expect(withoutPorts(written)).toBe(meant);
});

test('a local host name is accepted only with the port of the server, which may be omitted if it is the default', () => {
  const isOwn = (host: string, localPort: number, protocol = 'http:') => {
    const request = { headers: { host }, socket: { localPort } } as IncomingMessage;
    return isOwnHostAndOrigin(request, new URL(`${protocol}//pets.example`));
  };
  for (const local of ['127.0.0.1', 'localhost', '[::1]'])
    expect([isOwn(`${local}:4000`, 4000), isOwn(local, 80), isOwn(local, 443, 'https:')]).not.toContain(
      false,
    );
  expect([isOwn('localhost', 4000), isOwn('ark.example', 80)]).toEqual([false, false]);
});

test('all spellings of an IPv6 address are one caller', () => {
  fc.assert(
    fc.property(groups, fc.integer(), (numbers, style) => {
      expect(rateLimitBucket(spelled(numbers, style))).toBe(rateLimitBucket(spelled(numbers, 0)));
    }),
  );
});

test('an IPv4 address is one caller, two IPv6 addresses exactly when their first 64 bits agree', () => {
  const isOneCaller = (ip: string) => rateLimitBucket(ip) === ip && rateLimitBucket(`::ffff:${ip}`) === ip;
  fc.assert(fc.property(fc.ipV4(), isOneCaller));
  fc.assert(
    fc.property(groups, groups, fc.boolean(), (one, other, neighbours) => {
      fc.pre(one.slice(0, 4).some((group) => group !== 0));
      const second = neighbours ? [...one.slice(0, 4), ...other.slice(4)] : other;
      const sameNetwork = one.slice(0, 4).join() === second.slice(0, 4).join();
      expect(rateLimitBucket(spelled(one, 0)) === rateLimitBucket(spelled(second, 0))).toBe(sameNetwork);
    }),
  );
});

test('only loopback addresses are local', () => {
  const local = '127.0.0.1 127.255.3.4 ::1 0:0:0:0:0:0:0:1 ::1%lo0 ::ffff:127.0.0.1 ::ffff:7f00:1'.split(' ');
  const others = '128.0.0.1 10.0.0.1 0.0.0.0 :: ::2 1::1 ::127.0.0.1 ::ffff:10.0.0.1 localhost'.split(' ');
  expect([...local, ...others].filter(isLoopback)).toEqual(local);
});

const EIGHT = { minLength: 8, maxLength: 8 };
const groups = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), EIGHT);

/** Spells an address with or without leading zeros, capitals, a shortened run of zeros and a zone. */
function spelled(numbers: readonly number[], style: number): string {
  const width = style & 1 ? 4 : 0;
  const texts = numbers.map((number) => number.toString(16).padStart(width, '0'));
  const full = (style & 2 ? texts.map((text) => text.toUpperCase()) : texts).join(':');
  const short = style & 4 ? full.replace(/(^|:)0+(:0+)*(:|$)/, '::') : full;
  return style & 8 ? `${short}%eth0` : short;
}
