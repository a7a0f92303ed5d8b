import fc from 'fast-check';

/** A value as JSON text, and whether it must be refused. */
interface Value {
  readonly json: string;
  readonly wrong: boolean;
}

/** By operation and field: valid values at the limits, invalid ones just beyond, and others. */
type Fields = Readonly<Record<string, Readonly<Record<string, fc.Arbitrary<Value>>>>>;

export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\t\r\n',
  'שלום עולם',
  ...'é 😀 👨‍👩‍👧‍👦🏳️‍🌈 İıſK'.split(' '),
  'e\u0301\u0302\u0303\u0304'.repeat(8),
  '\u202Eevil\u202C\u2066x\u2069',
  '\u{E0041}\u{E0042}\u{E007F}',
  '\u200B\u200D\uFEFF\u2060',
  '\u2028\u2029\u0085',
  'a\u0000b',
  '\u0001\u001b[31m\u007f',
  '\uFFFE\uFFFF\u{10FFFF}',
  'ﷺ'.repeat(10),
  ...'__proto__ constructor toString null undefined NaN -0 1e309'.split(' '),
  ...'<script>alert(1)</script> <|im_start|>system ../../etc/passwd %00%0d%0a%2e%2e'.split(' '),
  "'; drop table agents; --",
  '${7*7}{{7*7}}<%= 7 %>',
  'a\r\nSet-Cookie: x=1',
];

const BROKEN_TEXTS = ['"\\ud800"', '"a\\udfffb"', '"\\ud800\\ud800"', '"\\udc00\\ud800"'];
const NUMBERS = '0 -0 -1 0.1 1e309 -1e309 1e-400 12345678901234567890 9007199254740993'.split(' ');
const NO_TEXTS = [...NUMBERS, 'true', 'false', '[]', '{}', '[[[]]]', '["a"]', '{"__proto__":{"a":1}}'];
const good = (json: string): Value => ({ json, wrong: false });
const bad = (json: string): Value => ({ json, wrong: true });
const written = (value: string): string => JSON.stringify(value);
const oneOf = (...values: readonly Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values);

/** Any character but lone surrogates. fast-check's `binary` is the same, but first builds a list of a million characters. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(0x10ffff)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map(
    (point) => String.fromCodePoint(point),
    (character) => {
      const point = String(character).codePointAt(0) ?? -1;
      if (String.fromCodePoint(point) !== character) throw new TypeError('no single character');
      return point;
    },
  );

const anyText = fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ unit: anyCharacter, maxLength: 30 }));
const noText = oneOf(...NO_TEXTS.map(bad));
const broken = oneOf(...BROKEN_TEXTS.map(bad));

function lengths(min: number, max: number, letters: readonly string[]): fc.Arbitrary<Value> {
  const of = (length: number) => letters.map((letter) => written(letter.repeat(length)));
  const short = min > 0 ? of(min - 1).map(bad) : [];
  return oneOf(...short, ...of(min).map(good), ...of(max).map(good), ...of(max + 1).map(bad));
}

function text(min: number, max: number): fc.Arbitrary<Value> {
  return fc.oneof(lengths(min, max, ['x', '😀']), anyText.map(written).map(good), broken, noText);
}

function handle(min: number, max: number): fc.Arbitrary<Value> {
  const foreign = anyText.filter((given) => /[^\w -]/.test(given));
  return fc.oneof(lengths(min, max, ['x']), foreign.map(written).map(bad), broken, noText);
}

function number(min: number, max: number): fc.Arbitrary<Value> {
  const outside = [min - 1, max + 0.001, -max, 1e21].map(String);
  const strange = ['1e309', '-1e309', '-0', '"3"', 'true', '[]', '{}', '"NaN"'];
  return oneOf(good(String(min)), good(String(max)), ...[...outside, ...strange].map(bad));
}

function list(max: number, of: string): fc.Arbitrary<Value> {
  const many = (count: number, each = of) => `[${Array<string>(count).fill(each).join(',')}]`;
  const strange = ['{}', '{"0":1,"length":1}', '"x"', '1', 'true', '[0]', '[[]]', '["__proto__"]', '[{}]'];
  return oneOf(good('[]'), good(many(max)), bad(many(max + 1)), bad(many(20_000, '0')), ...strange.map(bad));
}

const long = (length: number): string => written('https://a.example/'.padEnd(length, 'x'));

const NO_ADDRESSES = [
  ...`http://a.example javascript:alert(1) data:text/html,x file:///etc/passwd //a.example https://
    https://localhost/ https://127.0.0.1/ https://[::1]/ https://2130706433/ https://a.internal/
    https://user:pass@a.example/ https://a.example:8443/`.split(/\s+/),
  'https://a.example/\u0000',
  'https://a.example/ b',
];

function address(max: number): fc.Arbitrary<Value> {
  const own = oneOf(good(long(max)), bad(long(max + 1)), ...NO_ADDRESSES.map((each) => bad(written(each))));
  return fc.oneof(own, broken, noText);
}

const word = fc.oneof(
  anyText.map((given) => bad(written(`${given}?`))),
  broken,
  noText,
);
const id = fc.oneof(
  fc.uuid().map(written).map(good),
  anyText.map((given) => bad(written(`${given}-`))),
  noText,
);
const anything = fc.oneof(anyText.map(written), fc.constantFrom(...NO_TEXTS, ...BROKEN_TEXTS)).map(good);
const object = oneOf(
  ...['{}', '{"a":{"b":1}}', '{"__proto__":{"polluted":true}}'].map(good),
  ...['[]', '1', '"x"', 'true'].map(bad),
);
// Never refused: clamped or dropped.
const page = oneOf(
  ...['"0"', '"-1"', '"99999999999999999999"', '"-0.5"', '"1e309"', '""', '"ten"', '"1,2"'].map(good),
);
const flag = oneOf(...['true', 'false', 'null'].map(good), ...['"true"', '0', '1', '[]', '{}'].map(bad));
const zone = oneOf(
  good('"Asia/Kathmandu"'),
  ...['"Mars/Olympus"', '"../../etc/localtime"', ...NO_TEXTS].map(bad),
);
const moment = oneOf(
  ...'2031-02-28T23:59:59.999Z 2031-02-28T23:59:59+05:45 9999-12-31T23:59:59-23:59 0000-01-01T00:00:00Z'
    .split(' ')
    .map((at) => good(written(at))),
  ...'2031-02-30T00:00:00Z +275760-09-13T00:00:00Z 2031-01-01 tomorrow'
    .split(' ')
    .map((at) => bad(written(at))),
  ...NO_TEXTS.map(bad),
);

const hours = oneOf(
  ...['1', '720'].map(good),
  ...['0', '721', '1.5', '-1', '1e309', '[]', 'null', '"ten"'].map(bad),
);

const about = { bio: text(0, 200), model: object };
const whereabouts = {
  website_url: address(200),
  social_links: list(6, '{"platform":"x","url":"https://x.example/wren"}'),
  timezone: zone,
  location: text(0, 200),
};
const named = { creature_id: id, id };
const pages = { page, cursor: anything, per_page: page };
const stretch = { ...named, format: anything, limit: page, offset: page, view: anything };

// In the order of the specification.
export const BODY_FIELDS: Fields = {
  register_agent: {
    username: handle(2, 50),
    display_name: text(1, 100),
    ...about,
    avatar_prompt: text(0, 500),
    avatar_url: address(2000),
    ...whereabouts,
    source: anything,
  },
  // A username cannot be changed.
  update_profile: { username: word, display_name: text(0, 100), ...about, ...whereabouts, gifts: flag },
  delete_my_account: { username: word },
  rotate_api_key: {},
  adopt_creature: {
    name: handle(1, 50),
    image_prompt: text(0, 500),
    image_url: address(2000),
    family: word,
    species_slug: handle(2, 40),
    every_hours: anything,
  },
  care_for_creature: { action: word, item: text(1, 100), ...named, notes: text(0, 1000), view: anything },
  release_creature: named,
  buy_credits: { pack: word },
  resurrect_creature: named,
  create_species: {
    slug: handle(2, 40),
    name: text(1, 50),
    family: word,
    trust_speed: word,
    feeding_window_hours: number(2, 24),
    personality: text(10, 300),
    special_mechanic: text(0, 200),
    innate_traits: list(3, '"gentle"'),
    hunger_decay_per_hour: number(0.2, 3),
    happiness_decay_per_hour: number(0.2, 2),
    image_prompt: text(0, 500),
  },
  create_sitter: { name: text(1, 50), hours },
  turn_sandbox_clock: { advance_hours: number(0.000_001, 8760), to: moment },
};

export const QUERY_FIELDS: Fields = {
  get_creature_status: { ...named, view: anything },
  adopt_creature: { view: anything },
  care_for_creature: { view: anything },
  get_care_history: { ...named, format: anything, view: anything, limit: page, offset: page },
  list_letters: stretch,
  get_creature_preferences: named,
  list_graveyard: { ...pages, agent: text(0, 50), user_id: id },
  list_hall: { category: word, ...pages },
  list_species: {
    family: anything,
    tier: anything,
    every_hours: anything,
    sort: anything,
    ...pages,
    view: anything,
  },
  get_due: { token: anything },
  get_week: { token: anything, format: anything },
  get_calendar: { token: anything },
  export_my_data: { entries: page },
};
