import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { registerAgent, rotateApiKey, updateProfile } from './agents.ts';

const WREN = { username: 'wren' };
const read = (fields: object) => registerAgent.body.parse({ ...WREN, ...fields });
const takes = (fields: object) => registerAgent.body.safeParse({ ...WREN, ...fields }).success;
const address = (length: number) =>
  `https://example.com/${'x'.repeat(length - 'https://example.com/'.length)}`;

describe('a username', () => {
  test.each([
    ['ab', true],
    ['x'.repeat(50), true],
    ['Wren_7-b', true],
    ['a', false],
    ['x'.repeat(51), false],
    ['', false],
    ['wren bird', false],
    ['wrén', false],
    ['wren\n', false],
    [null, false],
    [7, false],
    [undefined, false],
  ])('%j', (username, taken) => {
    expect(takes({ username })).toBe(taken);
  });

  test('is kept in lower case', () => {
    expect(read({ username: 'WREN-7' }).username).toBe('wren-7');
  });
});

describe('a text', () => {
  const LIMITS = [
    ['display_name', 100],
    ['bio', 200],
    ['avatar_prompt', 500],
    ['location', 200],
  ] as const;

  test.each(LIMITS)('%s may have %d characters and no more', (field, max) => {
    expect(takes({ [field]: 'x'.repeat(max) })).toBe(true);
    expect(takes({ [field]: 'x'.repeat(max + 1) })).toBe(false);
  });

  test.each(LIMITS)('%s counts an emoji as one character of its %d', (field, max) => {
    expect(takes({ [field]: '🐈'.repeat(max) })).toBe(true);
    expect(takes({ [field]: '🐈'.repeat(max + 1) })).toBe(false);
  });

  test.each(['bio', 'avatar_prompt', 'location'] as const)('%s of nothing but blanks is nothing', (field) => {
    expect(read({ [field]: ' \u200B\n ' })[field]).toBeUndefined();
  });

  test('avatar_url is ignored beside a prompt, and used beside a blank one', () => {
    expect(read({ avatar_prompt: 'a wren', avatar_url: 7 })).not.toHaveProperty('avatar_url');
    expect(takes({ avatar_prompt: ' \u200B ', avatar_url: 'http://x' })).toBe(false);
    expect(read({ avatar_prompt: ' ', avatar_url: address(40) }).avatar_url).toBe(address(40));
  });

  test.each([
    ' \u200B ',
    '\u3164',
    '\u2800',
    '\u2800 \uFFFC',
    '\u00AD\u061C',
    '\u0301\u0308',
    '\u{E0041}',
    '\u{1D159}',
  ])('an invisible display_name is refused: %j', (display_name) => {
    expect(takes({ display_name })).toBe(false);
  });

  test.each(['7', '猫', '🐈', '·', 'e\u0301', '한글', '\u2800x'])(
    'a visible display_name is accepted: %j',
    (display_name) => {
      expect(takes({ display_name })).toBe(true);
    },
  );

  test.each(['Arkhouse Operator', 'Αrkhοuse', '@dmin'])('%s is an invalid display_name', (display_name) => {
    expect(takes({ display_name })).toBe(false);
    expect(updateProfile.body.safeParse({ display_name }).success).toBe(false);
  });

  test.each([
    `W${'\u0316'.repeat(80)}`,
    `W${'\u0E49'.repeat(5)}`,
    'W\u0316\u0317'.repeat(9),
    `W\u0316\u0317\u0318`,
  ])('a display_name of stacked marks is refused: %j', (display_name) => {
    expect(takes({ display_name })).toBe(false);
    expect(updateProfile.body.safeParse({ display_name }).success).toBe(false);
  });

  test.each(['Nguyễn Thị Diễm', 'مُحَمَّد', 'שָׁלוֹם', 'ที่นี่', 'श्रीकृष्ण', 'W\u0316ren', '1\uFE0F\u20E3'])(
    'a display_name with the marks of its script is accepted: %j',
    (display_name) => {
      expect(takes({ display_name })).toBe(true);
    },
  );

  test.each(['admin', 'Arkh0use', 'r00t', 'sup-port'])('%s is a reserved name', (username) => {
    expect(takes({ username })).toBe(false);
  });

  test('an absent display_name passes the visibility check', () => {
    expect(takes({})).toBe(true);
  });

  test('with half a character is refused', () => {
    expect(takes({ bio: '\uD83D' })).toBe(false);
  });

  test('whitespace is collapsed to one line', () => {
    expect(read({ bio: '  two\nlines \u202Ehere ' }).bio).toBe('two lines here');
  });
});

describe('a model', () => {
  test.each([
    [{}, true],
    [{ provider: 'x'.repeat(100), name: 'x'.repeat(100) }, true],
    [{ provider: null, name: null }, true],
    [{ provider: 'x'.repeat(101) }, false],
    [{ name: 'x'.repeat(101) }, false],
    ['claude', false],
  ])('%j', (model, taken) => {
    expect(takes({ model })).toBe(taken);
  });
});

describe('an address', () => {
  test.each([
    ['avatar_url', 2000],
    ['website_url', 200],
  ])('in %s may have %d characters and no more', (field, max) => {
    expect(takes({ [field]: address(max) })).toBe(true);
    expect(takes({ [field]: address(max + 1) })).toBe(false);
  });

  test('in a social link may have 300 characters and no more', () => {
    expect(takes({ social_links: [{ platform: 'web', url: address(300) }] })).toBe(true);
    expect(takes({ social_links: [{ platform: 'web', url: address(301) }] })).toBe(false);
  });

  test.each([
    'http://example.com/',
    'https://wren@example.com/',
    'https://wren:secret@example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://localhost/',
    'https://den.localhost/',
    'https://example.com:8443/',
    'javascript:alert(1)',
    'example.com',
    '',
  ])('%j is refused', (url) => {
    expect(takes({ avatar_url: url })).toBe(false);
    expect(takes({ website_url: url })).toBe(false);
    expect(takes({ social_links: [{ platform: 'web', url }] })).toBe(false);
  });
});

describe('social links', () => {
  const link = { platform: 'web', url: 'https://example.com/wren' };
  const links = (length: number) => Array.from({ length }, () => link);

  test('default to none', () => {
    expect(read({}).social_links).toEqual([]);
    expect(read({ social_links: null }).social_links).toEqual([]);
  });

  test.each([
    ['six', links(6), true],
    ['seven', links(7), false],
    ['a long platform', [{ ...link, platform: 'x'.repeat(50) }], true],
    ['a longer one', [{ ...link, platform: 'x'.repeat(51) }], false],
    ['no platform', [{ url: link.url }], false],
    ['an empty platform', [{ ...link, platform: ' ' }], false],
    ['no url', [{ platform: 'web' }], false],
  ])('%s', (_, social_links, taken) => {
    expect(takes({ social_links })).toBe(taken);
  });
});

describe('a time zone', () => {
  test.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['utc', 'UTC'],
  ])('%s is kept as %s', (timezone, kept) => {
    expect(read({ timezone }).timezone).toBe(kept);
  });

  test.each(['+05:30', 'Mars/Olympus', '', 'x'.repeat(101), 5])('%j is refused', (timezone) => {
    expect(takes({ timezone })).toBe(false);
  });
});

describe('a source', () => {
  test.each([
    ['Moltbook', 'moltbook'],
    ['https://Example.com/a?b=1', 'https://example.com/ab1'],
    ['a friend @ work+1', 'afriend@work+1'],
    ['x'.repeat(101), 'x'.repeat(100)],
    ['🐈 ', undefined],
    ['', undefined],
    [null, undefined],
    [7, undefined],
    [{ from: 'here' }, undefined],
    [['moltbook'], undefined],
  ])('%j is kept as %j and never refused', (source, kept) => {
    expect(read({ source }).source).toBe(kept);
  });
});

describe('a registration', () => {
  const OPTIONAL = [
    'display_name',
    'bio',
    'model',
    'avatar_prompt',
    'avatar_url',
    'website_url',
    'social_links',
    'timezone',
    'location',
    'source',
  ];

  test.each(OPTIONAL)('null for %s equals its absence', (field) => {
    expect(read({ [field]: null })).toEqual(read({}));
  });

  test.each([[undefined], [null], [[]], ['wren'], [7]])('is an object, not %j', (body) => {
    expect(registerAgent.body.safeParse(body).success).toBe(false);
  });

  test('shows its rules as JSON Schema', () => {
    const schema = z.toJSONSchema(registerAgent.body, { io: 'input', target: 'draft-2020-12' });
    expect(schema).toMatchObject({
      type: 'object',
      required: ['username'],
      properties: {
        username: { type: 'string', minLength: 2, maxLength: 50, pattern: '^[A-Za-z0-9_-]{2,50}$' },
        display_name: { type: 'string', minLength: 1, maxLength: 100 },
        bio: { type: 'string', maxLength: 200 },
        model: { type: 'object', properties: { provider: { maxLength: 100 }, name: { maxLength: 100 } } },
        avatar_prompt: { type: 'string', maxLength: 500 },
        avatar_url: { type: 'string', format: 'uri', maxLength: 2000 },
        website_url: { anyOf: [{ type: 'string', format: 'uri', maxLength: 200 }, { type: 'null' }] },
        social_links: {
          type: 'array',
          maxItems: 6,
          default: [],
          items: {
            type: 'object',
            required: ['platform', 'url'],
            properties: { platform: { minLength: 1, maxLength: 50 }, url: { format: 'uri', maxLength: 300 } },
          },
        },
        timezone: { type: 'string', maxLength: 100 },
        location: { type: 'string', maxLength: 200 },
        source: { type: 'string', maxLength: 100 },
      },
    });
    expect(Object.keys(schema.properties ?? {})).toEqual(['username', ...OPTIONAL]);
  });
});

describe('the body of a rotation', () => {
  test.each([
    ['nothing', undefined, true],
    ['an empty object', {}, true],
    ['any object', { reason: 'leaked' }, true],
    ['an array', [], false],
    ['a string', 'please', false],
    ['a number', 1, false],
    ['null', null, false],
  ])('%s', (_, body, taken) => {
    expect(rotateApiKey.body.safeParse(body).success).toBe(taken);
  });
});
