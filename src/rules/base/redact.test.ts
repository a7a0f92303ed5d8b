import fc from 'fast-check';
import { expect, test } from 'vitest';

import { encodeApiKey } from '../keys.ts';
import { maskKeys, redactSecrets } from './redact.ts';

const KEY = encodeApiKey(new Uint8Array(32).fill(9));

test.each([
  ['whole', KEY],
  ['without its checksum, which follows from the rest', KEY.slice(0, -6)],
  ['in capitals', KEY.toUpperCase()],
  ['with characters between that nobody sees', Array.from(KEY).join('\u200B')],
  ['in an address', `https://example.org/?key=${KEY.replace('_', '%5F')}&x=1`],
  ['twice', `${KEY}${KEY}, ${KEY}`],
  ['of a calendar', `ahcal_${'aB-_9'.repeat(8)}`],
])('a key is masked: %s', (_, written) => {
  const masked = maskKeys(`see ${written}!`);
  expect(masked).toMatch(/^see .*ah_….*!$/);
  expect(masked.length).toBeLessThan(50);
});

test('text that is no key is kept', () => {
  const text = 'ah_ ah_… ah_well_this_is_a_long_name_in_words blah_blah_blah 100% snake_case';
  for (const words of [text, ...text.split(' ')]) expect(maskKeys(words)).toBe(words);
});

test('no key gets through, whatever stands around it', () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(text, bytes, text, (before, secret, after) => {
      const key = encodeApiKey(secret);
      expect(maskKeys(before + key + after)).not.toContain(key.slice(3, 20));
    }),
  );
});

test.each(['postgres://wren:secret@db/ark', 'redis://:secret@cache:6379'])(
  'the password of %s is not logged',
  (address) => {
    expect(redactSecrets(`no answer from ${address}`)).not.toContain('secret');
  },
);
