import { expect, test } from 'vitest';

import { registerAgent, rotateApiKey, updateProfile } from './agents.ts';

const WREN = { username: 'wren' };
const read = (fields: object) => registerAgent.body.parse({ ...WREN, ...fields });
const takes = (fields: object) => registerAgent.body.safeParse({ ...WREN, ...fields }).success;
const address = (length: number) => 'https://example.com/'.padEnd(length, 'x');
const WEB = { platform: 'web', url: 'https://example.com/wren' };
const links = (length: number) => Array.from({ length }, () => WEB);

type Row = readonly [field: string, ...values: readonly unknown[]];

const byField = (rows: readonly Row[]) => rows.map(([field, ...values]) => ({ field, values }));

const ACCEPTED: readonly Row[] = [
  ['username', 'ab', 'x'.repeat(50), 'Wren_7-b'],
  ['display_name', undefined, '7', '猫', '🐈', '·', 'e\u0301', '한글', '\u2800x'],
  // Marks of a script.
  ['display_name', 'Nguyễn Thị Diễm', 'مُحَمَّد', 'שָׁלוֹם', 'ที่นี่', 'श्रीकृष्ण', 'W\u0316ren', '1\uFE0F\u20E3'],
  ['model', {}, { provider: 'x'.repeat(100), name: 'x'.repeat(100) }, { provider: null, name: null }],
  ['social_links', links(6), [{ ...WEB, platform: 'x'.repeat(50) }], [{ ...WEB, url: address(300) }]],
  ['avatar_url', address(2000)],
  ['website_url', address(200)],
];

test.each(byField(ACCEPTED))('$field is accepted: $values', ({ field, values }) => {
  expect(values.filter((value) => !takes({ [field]: value }))).toEqual([]);
});

const REFUSED: readonly Row[] = [
  ['username', 'a', 'x'.repeat(51), '', 'wren bird', 'wrén', 'wren\n', null, 7, undefined],
  // Reserved.
  ['username', 'admin', 'Arkh0use', 'r00t', 'sup-port'],
  // Invisible.
  ['display_name', ' \u200B ', '\u3164', '\u2800', '\u2800 \uFFFC', '\u00AD\u061C', '\u0301\u0308'],
  ['display_name', '\u{E0041}', '\u{1D159}'],
  ['bio', '\uD83D'],
  ['model', { provider: 'x'.repeat(101) }, { name: 'x'.repeat(101) }, 'claude'],
  ['social_links', links(7), [{ ...WEB, platform: 'x'.repeat(51) }], [{ url: WEB.url }]],
  ['social_links', [{ ...WEB, platform: ' ' }], [{ platform: 'web' }], [{ ...WEB, url: address(301) }]],
  ['avatar_url', address(2001)],
  ['website_url', address(201)],
  ['timezone', '+05:30', 'Mars/Olympus', '', 'x'.repeat(101), 5],
];

test.each(byField(REFUSED))('$field is refused: $values', ({ field, values }) => {
  expect(values.filter((value) => takes({ [field]: value }))).toEqual([]);
});

test.each([
  ['imitates the service', 'Arkhouse Operator', 'Αrkhοuse', '@dmin'],
  ['stacks marks', `W${'\u0316'.repeat(80)}`, `W${'\u0E49'.repeat(5)}`, 'W\u0316\u0317'.repeat(9)],
  ['stacks three marks', 'W\u0316\u0317\u0318'],
])('a display_name that %s is refused at registration and later', (_, ...names) => {
  for (const display_name of names) {
    expect(takes({ display_name })).toBe(false);
    expect(updateProfile.body.safeParse({ display_name }).success).toBe(false);
  }
});

const MOST = { display_name: 100, bio: 200, avatar_prompt: 500, location: 200 };

test.each(Object.entries(MOST))('%s may have %d characters and no more; an emoji is one', (field, max) => {
  const texts = ['x'.repeat(max), 'x'.repeat(max + 1), '🐈'.repeat(max), '🐈'.repeat(max + 1)];
  expect(texts.map((text) => takes({ [field]: text }))).toEqual([true, false, true, false]);
});

test('a text of nothing but blanks is nothing, and whitespace is collapsed to one line', () => {
  for (const field of ['bio', 'avatar_prompt', 'location'] as const)
    expect(read({ [field]: ' \u200B\n ' })[field]).toBeUndefined();
  expect(read({ bio: '  two\nlines \u202Ehere ' }).bio).toBe('two lines here');
  expect(read({ username: 'WREN-7' }).username).toBe('wren-7');
});

test('avatar_url is ignored beside a prompt, and used beside a blank one', () => {
  expect(read({ avatar_prompt: 'a wren', avatar_url: 7 })).not.toHaveProperty('avatar_url');
  expect(takes({ avatar_prompt: ' \u200B ', avatar_url: 'http://x' })).toBe(false);
  expect(read({ avatar_prompt: ' ', avatar_url: address(40) }).avatar_url).toBe(address(40));
});

const BAD_ADDRESSES =
  `http://example.com/ https://wren@example.com/ https://wren:secret@example.com/ https://127.0.0.1/
  https://2130706433/ https://[::1]/ https://localhost/ https://den.localhost/ https://example.com:8443/
  javascript:alert(1) example.com`.split(/\s+/);

test.each(['', ...BAD_ADDRESSES])('the address %j is refused', (url) => {
  expect(takes({ avatar_url: url })).toBe(false);
  expect(takes({ website_url: url })).toBe(false);
  expect(takes({ social_links: [{ platform: 'web', url }] })).toBe(false);
});

test('a time zone is kept by its canonical name', () => {
  const zones = ['Europe/Berlin', 'europe/berlin', 'Asia/Calcutta', 'Asia/Kolkata', 'utc'];
  const kept = ['Europe/Berlin', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Kolkata', 'UTC'];
  expect(zones.map((timezone) => read({ timezone }).timezone)).toEqual(kept);
});

test.each<[unknown, string | undefined]>([
  ['Moltbook', 'moltbook'],
  ['https://Example.com/a?b=1', 'https://example.com/ab1'],
  ['a friend @ work+1', 'afriend@work+1'],
  ['x'.repeat(101), 'x'.repeat(100)],
  ...['🐈 ', '', null, 7, { from: 'here' }, ['moltbook']].map((each): [unknown, undefined] => [
    each,
    undefined,
  ]),
])('the source %j is kept as %j and never refused', (source, kept) => {
  expect(read({ source }).source).toBe(kept);
});

const OPTIONAL =
  'display_name bio model avatar_prompt avatar_url website_url social_links timezone location source'.split(
    ' ',
  );

test('null for an optional field equals its absence', () => {
  for (const field of OPTIONAL) expect(read({ [field]: null })).toEqual(read({}));
  expect(read({}).social_links).toEqual([]);
});

test('a registration is an object, and a rotation an object or nothing', () => {
  const bodies = [undefined, null, [], 'wren', 7, {}, { reason: 'leaked' }];
  expect(bodies.filter((body) => registerAgent.body.safeParse(body).success)).toEqual([]);
  const rotations = bodies.filter((body) => rotateApiKey.body.safeParse(body).success);
  expect(rotations).toEqual([undefined, {}, { reason: 'leaked' }]);
});
