import fc from 'fast-check';
import { METHODS } from 'node:http';
import { gzipSync } from 'node:zlib';

import { sanitizeText } from '../../src/rules/base/text.ts';
import { buildPath, type Route } from '../../src/api/route.ts';
import { BODY_FIELDS, ODD_TEXTS, QUERY_FIELDS } from './bad-values.ts';

const STRANGERS_KEY = `ah_${'0'.repeat(49)}`;
export const ADMIN_KEY = 'the-operators-own-key-of-32-characters';

type Credentials = (key: string) => Readonly<Record<string, string>>;

/** Callers by name, with the headers they send; the key changes while a test runs. */
export const CALLERS = {
  nobody: () => ({}),
  'an agent': (key) => ({ authorization: `Bearer ${key}` }),
  'an agent by x-api-key': (key) => ({ 'x-api-key': key }),
  'an agent by the bare key': (key) => ({ authorization: key }),
  'an agent with a cut-off key': (key) => ({ authorization: `Bearer ${key.slice(0, -3)}` }),
  'an agent with a mistyped key': (key) => ({
    authorization: `Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`,
  }),
  'an agent with two keys': (key) => ({ authorization: `Bearer ${key}`, 'x-api-key': STRANGERS_KEY }),
  'an agent with its key in the address': () => ({}),
  'a stranger': () => ({ authorization: `Bearer ${STRANGERS_KEY}` }),
  'an admin': () => ({ 'x-admin-key': ADMIN_KEY }),
} satisfies Record<string, Credentials>;
type Caller = keyof typeof CALLERS;
const NAMES = Object.keys(CALLERS) as Caller[];

export interface BadRequest {
  readonly caller: Caller;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly payload: Buffer | undefined;
  /** True while method and path are the route's own. */
  readonly onTarget: boolean;
  /** The fields that must be reported. */
  readonly wrong: readonly string[];
}

interface Part<T> {
  readonly value: T;
  readonly wrong: readonly string[];
}

export function badRequests(route: Route): fc.Arbitrary<BadRequest> {
  return fc
    .tuple(callersOf(route), aims(route), queries(route), bodies(route), oddHeaders(route))
    .map(([caller, aim, query, body, headers]) => ({
      caller: caller.value,
      method: aim.method,
      url: aim.path + query.value,
      headers: { ...headers.value, ...body.value.headers },
      payload: body.value.bytes,
      onTarget: aim.own,
      wrong: [...caller.wrong, ...query.wrong, ...body.wrong, ...headers.wrong],
    }));
}

const KNOWN: readonly Caller[] = ['an agent', 'an agent by x-api-key', 'an agent by the bare key'];
const WELCOME: Readonly<Record<Route['auth'], readonly Caller[]>> = {
  none: NAMES,
  optional: [...KNOWN, 'nobody', 'an admin'],
  required: KNOWN,
  admin: ['an admin'],
};

function weighted<T>(...options: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]) {
  return fc.oneof(...options.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** One of any list, each list as often as another. */
function oneEach(...lists: readonly (readonly string[])[]): fc.Arbitrary<string> {
  return fc.oneof(...lists.map((list) => fc.constantFrom(...list)));
}

function callersOf({ auth }: Route): fc.Arbitrary<Part<Caller>> {
  const welcome = WELCOME[auth];
  const any = weighted([3, fc.constantFrom(...welcome)], [1, fc.constantFrom(...NAMES)]);
  return any.map((caller) => ({ value: caller, wrong: welcome.includes(caller) ? [] : [caller] }));
}

const PATH_TAILS = [
  ...'/ // /. /%2e%2e %00 %zz % /%2f%2fevil ;a=b /https:/evil.example /__proto__ .json'.split(' '),
  '\\evil',
  '%0d%0aX: y',
];

function aims(route: Route) {
  const slugs = oneEach(['housecat', 'x'.repeat(200), 'x'.repeat(201)], ODD_TEXTS);
  const ids = fc.oneof(fc.uuid(), slugs);
  const own = fc
    .tuple(slugs, ids)
    .map(([slug, id]) => buildPath(route, { slug: slug || 'a', id: id || 'a' }));
  const tail = oneEach(PATH_TAILS, [`/${'a/'.repeat(4000)}`], ODD_TEXTS);
  const elsewhere = fc.oneof(
    fc.tuple(own, tail).map(([path, end]) => path + end),
    own.map((path) => path.replaceAll('/', '//')),
    own.map((path) => path.toUpperCase()),
    own.map((path) => path.slice(0, -2)),
    own.map((path) => path.replace('/api', '/api/v1')),
  );
  const methods = fc.constantFrom(...METHODS.filter((name) => name !== 'CONNECT'));
  const aim = (method: string, path: string, isOwn: boolean) => ({ method, path, own: isOwn });
  return weighted(
    [16, own.map((path) => aim(route.method, path, true))],
    [2, elsewhere.map((path) => aim(route.method, path, false))],
    [1, fc.tuple(methods, own).map(([method, path]) => aim(method, path, false))],
  );
}

const STRAY_QUERIES = [
  ...'__proto__=1 __proto__[admin]=true constructor=1&constructor=2 toString= a=%zz % %00=%00'.split(' '),
  ...'%0d%0aX-Evil:%20yes a=%ff%fe a=1&a=2&a=3 =&=&== a[]=1&a[b][c]=2'.split(' '),
  '?'.repeat(4000),
  'q=\u{1F600}\u202E',
  'x=y&'.repeat(40),
];

/** Each field once or twice, mixed with unknown fields. */
function queries({ operationId }: Route): fc.Arbitrary<Part<string>> {
  const fields = Object.entries(QUERY_FIELDS[operationId] ?? {}).map(([name, values]) =>
    values
      .map(({ json, wrong }) => ({ given: JSON.parse(json) as unknown, wrong: wrong ? [name] : [] }))
      .filter(({ given }) => typeof given === 'string' && given.isWellFormed())
      .map(({ given, wrong }) => ({ value: `${name}=${encodeURIComponent(String(given))}`, wrong })),
  );
  const stray = fc.constantFrom(...STRAY_QUERIES).map((value): Part<string> => ({ value, wrong: [] }));
  const one = fields.length === 0 ? stray : weighted([3, fc.oneof(...fields)], [1, stray]);
  const some = fc.array(one, { minLength: 1, maxLength: 3 }).map((pairs) => ({
    value: `?${pairs.map(({ value }) => value).join('&')}`,
    wrong: pairs.flatMap(({ wrong }) => wrong),
  }));
  const none = fc.constant<Part<string>>({ value: '', wrong: [] });
  return weighted([2, none], [fields.length === 0 ? 1 : 6, some]);
}

interface Body {
  readonly bytes: Buffer | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

const NOTHING: Part<Body> = { value: { bytes: undefined, headers: {} }, wrong: [] };

function bodies(route: Route): fc.Arbitrary<Part<Body>> {
  const wrapping = weighted([4, fc.constant(plain)], [1, fc.constantFrom(...WRAPPINGS)]);
  // Not parsed, so nothing in it can be wrong.
  if (!route.body)
    return wrapping.map((wrap) => (wrap === plain ? NOTHING : { ...wrap('{"a":1}'), wrong: [] }));
  const needed = !route.body.safeParse(undefined).success;
  const none = needed ? { ...NOTHING, wrong: ['no body'] } : NOTHING;
  const blank = { ...none, value: { bytes: Buffer.from(' \r\n\t'), headers: {} } };
  const some = fc.tuple(objects(route), wrapping).map(([{ value, wrong }, wrap]) => {
    const body = wrap(value);
    return { ...body, wrong: [...body.wrong, ...wrong] };
  });
  return weighted([20, some], [1, fc.constantFrom(none, blank)]);
}

const NULL = fc.constant({ json: 'null', wrong: false });

/** The route's example with some fields replaced, as text: it may hold what JSON.stringify cannot write. */
function objects(route: Route): fc.Arbitrary<Part<string>> {
  const fields = Object.entries(BODY_FIELDS[route.operationId] ?? {}).map(([name, values]) =>
    weighted([20, values], [1, NULL]).map((value) => ({ name, ...value })),
  );
  const some = fields.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...fields), { maxLength: 3 });
  const base = weighted([5, fc.constant(route.example as object)], [1, fc.constant({})]);
  return fc.tuple(base, some, fc.nat(2 ** 40)).map(([example, replaced, number]) => {
    const fresh = 'username' in example ? { ...example, username: `w-${number.toString(36)}` } : example;
    const pairs = new Map(Object.entries(fresh).map(([name, value]) => [name, JSON.stringify(value)]));
    const wrong = new Map<string, boolean>();
    for (const { name, json, wrong: is } of replaced) {
      pairs.set(name, json);
      wrong.set(name, is);
    }
    if (pairs.get('action') === '"reflect"' && pairs.has('item') && pairs.get('item') !== 'null')
      wrong.set('item', true);
    return {
      value: `{${[...pairs].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`,
      wrong: [...wrong].filter(([name, is]) => is && !isUnused(pairs, name)).map(([name]) => name),
    };
  });
}

/** A picture URL is ignored beside a prompt. */
function isUnused(pairs: ReadonlyMap<string, string>, name: string): boolean {
  const [, of] = /^(avatar|image)_url$/.exec(name) ?? [];
  const words = of === undefined ? undefined : pairs.get(`${of}_prompt`);
  return words?.startsWith('"') === true && sanitizeText(String(JSON.parse(words))) !== '';
}

const LIMIT = 64 * 1024;
const DEEP = '['.repeat(10_000);
const DEEP_LIST = DEEP + ']'.repeat(10_000);
const DEEP_OBJECT = `${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}`;
const MANY_KEYS = Array.from({ length: 4000 }, (_, at) => `"k${at}":${at}`).join(',');
const POLLUTED = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1';
const BOMB = gzipSync(Buffer.alloc(1_000_000));
const NO_OBJECTS = [
  ...String.raw`[] [{}] "text" null 0 -0 true 1e309 { } {] {'a':1} {"a":undefined} {"a":1,} NaN`.split(' '),
  ...String.raw`a=b&c=d "\ud800" <xml/>`.split(' '),
  '\u0000',
  DEEP,
  DEEP_LIST,
  '{"a":'.repeat(10_000),
];
const NO_TEXT = 'ff feff c0af eda080 f4908080 e282'.split(' ').map((hex) => Buffer.from(hex, 'hex'));

type Wrap = (text: string) => Part<Body>;

const plain: Wrap = (text) => sent(text);

/** An object's text wrapped as clients, proxies or attackers might send it. */
const WRAPPINGS: readonly Wrap[] = [
  (text) => sent(`\uFEFF${text}`),
  (text) => sent(withFirst(POLLUTED, text)),
  (text) => sent(withFirst(`"deep":${DEEP_LIST}`, text), ['too deep']),
  (text) => sent(withFirst(`"deep":${DEEP_OBJECT}`, text), ['too deep']),
  (text) => sent(withFirst(MANY_KEYS, text), ['too many fields']),
  (text) => sent(withFirst('"username":1,"action":[],"name":{},"pack":null,"slug":0', text)),
  (text) =>
    sent(Buffer.alloc(Math.max(LIMIT, Buffer.byteLength(text)), ' ').fill(text, 0, Buffer.byteLength(text))),
  (text) => sent(text, [], { 'content-encoding': 'identity' }),
  (text) => sent(text.padEnd(LIMIT + 1), ['one byte too many']),
  (text) => sent(text.slice(0, -1), ['cut off']),
  (text) => sent(`${text}x`, ['more after the end']),
  (text) => sent(`${text}${text}`, ['two objects']),
  (text) => sent(gzipSync(text), ['compressed'], { 'content-encoding': 'gzip' }),
  (text) => sent(gzipSync(text), ['compressed, in secret']),
  (text) => sent(text, ['a false encoding'], { 'content-encoding': 'br' }),
  () => sent(BOMB, ['a bomb'], { 'content-encoding': 'gzip' }),
  ...NO_TEXT.map((bytes) => (text: string) => sent(spoilt(text, bytes), ['not UTF-8'])),
  ...NO_OBJECTS.map((other) => () => sent(other, ['no object'])),
];

function sent(given: string | Buffer, wrong: readonly string[] = [], headers: Body['headers'] = {}) {
  return { value: { bytes: Buffer.from(given), headers }, wrong };
}

function withFirst(pairs: string, text: string): string {
  return `{${pairs}${text === '{}' ? '' : ','}${text.slice(1)}`;
}

function spoilt(text: string, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from('{"a":"'), bytes, Buffer.from(`",${text.slice(1)}`)]);
}

/** Odd headers, as `name: value | value`; the values of an Idempotency-Key are apart. */
const OTHERS = `
content-type: application/json | application/json; charset=utf-8 | application/json;charset=latin1
content-type: text/plain | application/x-www-form-urlencoded | multipart/form-data; boundary=x
content-type: / | ;;; | application/ | ${'a'.repeat(5000)} | text/html\u00e9 | application/json, text/plain
accept: text/html | ${'a'.repeat(5000)}
accept-encoding: gzip, br
origin: https://evil.example
x-forwarded-for: 1.2.3.4, evil
forwarded: for="[::1]"
x-http-method-override: DELETE
x-original-url: /api/admin/analytics
range: bytes=0-1
if-none-match: *
accept-version: 9
cookie: __proto__=1
traceparent: 00-zz`
  .trim()
  .split('\n')
  .map((line) => line.split(': ', 2))
  .flatMap(([name = '', values = '']) => values.split(' | ').map((value) => ({ [name]: value })))
  .concat({ 'content-type': '' }, { 'x-request-id': 'a\r\nX-Evil: yes' });
const GOOD_REPEATS = ['a', 'x'.repeat(255), '"quoted"', '{}', '__proto__', '%00'];
const BAD_REPEATS = ['', ' ', 'a b', 'x'.repeat(256), 'x'.repeat(10_000), 'é', '\u0000', 'a\tb', '\u007f'];
const WORSE_REPEATS = ['a\r\nb', '\u{1F600}', ['a', 'b']];

function oddHeaders({ method }: Route): fc.Arbitrary<Part<Record<string, string | string[]>>> {
  const repeat = (value: string | string[], wrong: readonly string[] = []) => ({
    value: { 'idempotency-key': value },
    wrong,
  });
  const odd = method === 'GET' ? [] : ['odd Idempotency-Key'];
  return weighted<Part<Record<string, string | string[]>>>(
    [6, fc.constant({ value: {}, wrong: [] })],
    [3, fc.constantFrom(...OTHERS).map((value) => ({ value, wrong: [] }))],
    [1, fc.constantFrom(...GOOD_REPEATS).map((value) => repeat(value))],
    [1, fc.constantFrom(...BAD_REPEATS, ...WORSE_REPEATS).map((value) => repeat(value, odd))],
  );
}
