import { ROUTES } from '../../src/api/routes.ts';
import { MCP_PATH } from '../../src/api/documents.ts';
import { fieldsOf } from '../../src/api/fields.ts';
import type { Route } from '../../src/api/route.ts';
import { WEBHOOK_PATH } from '../../src/features/money/checkout.http.ts';
import { PAGE_PATHS } from '../../src/features/public/pages.http.ts';

/** Whole numbers below a bound, by a seed. */
export type Dice = (below: number) => number;

/** A request as large as the house takes, of little but one filling. */
export interface HeavyRequest {
  readonly caller: 'anyone' | 'an agent';
  readonly route: string;
  /** Where the filler is placed: a header, a field or the path. */
  readonly place: string;
  readonly filling: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

// Long input that is slow for parsers, regular expressions and Unicode functions.
const UNITS: readonly string[] = [
  ...'aA09_-.,;:/\\|=&?%#@+*"\'`()[]{}<> \t\n'.split(''),
  '\r\n',
  ...'\u0301\u0316 e\u0301 \u0344 ﷺ 😀 👨‍👩‍👧 \u200B \u202E \u1100\u1161\u11A8 İ \uFEFF'.split(' '),
  ...'aA a. a, a; a=b& a/b;q=0.1, ,gzip;q=0 gzip ;q=0 "a", \'\\ {"a": [[ {} ,\n'.split(' '),
  ...'<system §<|§[INST§https://§www.§xn--a.§127.0.0.1,§::§%41§%F0%9F§\\u0301§1e§../'.split('§'),
  ...'ah_§Bearer §Payment §Basic §--\r\n§name="§: §True§```§$1§\u0000§\uD83D'.split('§'),
];

const ENDS = ['', '', 'x', '!', '"', '}', ']', '>', ';', '0', '\\'] as const;

const HEADERS = [
  'accept accept-encoding accept-language accept-payment authorization cache-control content-encoding content-type cookie',
  'expect forwarded host idempotency-key if-none-match if-modified-since origin mcp-protocol-version mcp-session-id',
  'payment-authorization payment-signature range referer sec-fetch-site stripe-signature traceparent user-agent via',
  'x-admin-key x-api-key x-forwarded-host x-payment x-real-ip x-request-id x-sandbox-token',
].flatMap((names) => names.split(' '));

const HEADER_BYTES = 15_000;
const BODY_BYTES = 63_000;

interface Target {
  readonly method: string;
  readonly path: string;
}

/** Targets: every route, page and picture, and unknown paths. */
const PLACES: readonly Target[] = [
  ...Object.values(ROUTES),
  ...[
    ...PAGE_PATHS,
    '/pictures/{sitter}/{file}',
    '/livez',
    '/readyz',
    '/openapi.json',
    '/docs',
    '/metrics',
    '/admin',
  ].map((path) => ({ method: 'GET', path }) as const),
  { method: 'POST', path: WEBHOOK_PATH },
  { method: 'POST', path: '/admin/login' },
  { method: 'POST', path: '/nowhere/{at}/all' },
  { method: 'POST', path: '/api/house/{at}' },
];

/** Ordinary requests, for comparison. */
export const PLAIN: readonly HeavyRequest[] = [
  asking({ method: 'GET', path: '/livez' }, { caller: 'anyone', place: '', filling: '' }),
  asking({ method: 'GET', path: '/api/house/species' }, { caller: 'anyone', place: '', filling: '' }),
  toolCall('anyone', 'list_species', {}),
];

/** One of all there are, chosen by dice. */
export function heavyRequest(dice: Dice): HeavyRequest {
  const where = pick(dice, PLACES);
  const route = Object.values<Route>(ROUTES).find((each) => each === where);
  const makers = [
    inHeader,
    inPath,
    inQuery,
    ...(route?.body ? [inField, inField, inField, inBody, replay] : [inBody]),
    inZone,
    inTool,
  ];
  return pick(dice, makers)(dice, where, route);
}

type Maker = (dice: Dice, where: Target, route: Route | undefined) => HeavyRequest;

const inHeader: Maker = (dice, where) => {
  const name = pick(dice, HEADERS);
  const [filling, text] = fill(dice, HEADER_BYTES);
  const value = Buffer.from(text.replace(/[\r\n\0]/g, ' ')).toString('latin1');
  return asking(where, { caller: caller(dice), place: name, filling, headers: { [name]: value } });
};

const inPath: Maker = (dice, where) => {
  const [filling, text] = fill(dice, HEADER_BYTES / 3);
  const word = address(dice, text);
  const path = where.path.includes('{') ? where.path.replace(/\{\w+\}/, () => word) : `${where.path}${word}`;
  return asking({ ...where, path }, { caller: caller(dice), route: where, place: 'the path', filling });
};

const inQuery: Maker = (dice, where, route) => {
  const [filling, text] = fill(dice, HEADER_BYTES / 3);
  const name = pick(dice, [...Object.keys(fieldsOf(route?.query)), 'unheard', '']);
  const url = `${where.path}?${name === '' ? '' : `${name}=`}${address(dice, text)}`;
  return asking({ ...where, path: url }, { caller: caller(dice), route: where, place: `?${name}`, filling });
};

const inField: Maker = (dice, where, route) => {
  const [filling, text] = fill(dice, BODY_BYTES / 2);
  const name = pick(dice, [...Object.keys(fieldsOf(route?.body)), 'unheard']);
  const example = route?.example as object;
  const value = pick(dice, [
    text,
    text,
    [text],
    { name: text },
    Array.from(text.slice(0, 8000)),
    nested(text),
  ]);
  return asking(where, {
    caller: caller(dice),
    place: name,
    filling,
    body: JSON.stringify({ ...example, [name]: value }),
  });
};

const inBody: Maker = (dice, where) => {
  const [filling, body] = fill(dice, BODY_BYTES);
  return asking(where, { caller: caller(dice), place: 'the body', filling, body });
};

/** The example of a route under one of four Idempotency-Keys, so that most come again. */
const replay: Maker = (dice, where, route) => {
  const word = `6f3d0c52-b1e9-4a7d-8c05-f2e6a9134bd${dice(4)}`;
  const headers = { 'idempotency-key': word };
  const body = JSON.stringify(route?.example);
  return asking(where, {
    caller: caller(dice),
    place: 'idempotency-key',
    filling: 'replayed',
    headers,
    body,
  });
};

const inZone: Maker = (dice) => {
  const timezone = pick(dice, ['Asia/Tokyo', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns', null]);
  const body = JSON.stringify({ timezone });
  return asking(ROUTES.updateProfile, {
    caller: 'an agent',
    place: 'timezone',
    filling: `${timezone}`,
    body,
  });
};

const inTool: Maker = (dice) => {
  const [filling, text] = fill(dice, BODY_BYTES / 2);
  const route = pick(dice, Object.values<Route>(ROUTES));
  const name = pick(dice, [...Object.keys({ ...fieldsOf(route.body), ...fieldsOf(route.query) }), 'unheard']);
  const given = { ...(route.example as object), [name]: text };
  const place = `${route.operationId}: ${name}`;
  return { ...toolCall(caller(dice), route.operationId, given), place, filling };
};

function toolCall(from: HeavyRequest['caller'], name: string, given: object): HeavyRequest {
  const params = { name, arguments: given };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const headers = { accept: 'application/json, text/event-stream' };
  return asking(
    { method: 'POST', path: MCP_PATH },
    { caller: from, place: name, filling: '', body, headers },
  );
}

function asking(
  { method, path }: Target,
  {
    route = { method, path },
    headers = {},
    body,
    ...rest
  }: Pick<HeavyRequest, 'caller' | 'place' | 'filling'> & {
    readonly route?: Target;
    readonly headers?: HeavyRequest['headers'];
    readonly body?: string;
  },
): HeavyRequest {
  const url = path.replace(/\{\w+\}/g, 'housecat');
  return { ...rest, route: `${route.method} ${route.path}`, method, url, headers, body };
}

/** So many bytes of one unit, or of two by turns, with something else at the end; and how that is called. */
function fill(dice: Dice, bytes: number): [name: string, text: string] {
  const unit = pick(dice, UNITS) + (dice(3) === 0 ? pick(dice, UNITS) : '');
  const [head, tail] = [dice(3) === 0 ? pick(dice, UNITS) : '', pick(dice, ENDS)];
  const times = Math.max(1, Math.floor((bytes - 40) / Buffer.byteLength(JSON.stringify(unit).slice(1, -1))));
  return [JSON.stringify([head, unit, tail]), head + unit.repeat(times) + tail];
}

/** Percent-encodes where needed. */
function address(dice: Dice, text: string): string {
  return dice(2) === 0
    ? text.replace(/[^!-~]/g, '-')
    : encodeURIComponent(text.slice(0, HEADER_BYTES / 9).toWellFormed());
}

function nested(text: string): unknown {
  return Array.from({ length: 30 }).reduce<unknown>((inner) => ({ a: inner }), text.slice(0, 20_000));
}

function caller(dice: Dice): HeavyRequest['caller'] {
  return dice(2) === 0 ? 'anyone' : 'an agent';
}

function pick<Each>(dice: Dice, all: readonly Each[]): Each {
  // A whole number below the length is the place of one of them.
  return all[dice(all.length)] as Each;
}
