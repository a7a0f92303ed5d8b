import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';

import type { Route } from '../../src/api/route.ts';
import { ROUTES, SANDBOX_ROUTES } from '../../src/api/routes.ts';
import { WRONG_ADMIN_KEY } from '../../src/http/credentials.ts';
import { sandboxClock } from '../../src/outside/clock.ts';
import { ADMIN_KEY, badRequests, CALLERS, type BadRequest } from '../support/bad-requests.ts';
import { BODY_FIELDS, QUERY_FIELDS } from '../support/bad-values.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { handClock } from '../support/hand-clock.ts';
import { aHouse } from '../support/house.ts';
import { SANDBOX_HEADERS } from '../support/parts.ts';

const ROWS: readonly Route[] = [...Object.values(ROUTES), ...Object.values(SANDBOX_ROUTES)];
const REQUESTS = process.env['TEST_LONG'] ? 20_000 : 1_600;
const EACH = Math.ceil(REQUESTS / ROWS.length);
const ENOUGH = process.env['TEST_LONG'] ? 11 : 3;
const IN_THE_RELEASE = process.env['TEST_LONG'] ? 1_200 : 200;

// Refused before the input was accepted; any other refusal means that the input was valid.
const AT_THE_DOOR =
  'invalid_request body_too_large malformed_http missing_key unknown_key damaged_key placeholder_key two_keys key_in_address misplaced_key unknown_admin_key too_many_requests no_such_route wrong_method invalid_idempotency_key'.split(
    ' ',
  );

const LEAKS =
  /\n\s+at |node_modules|\.(?:ts|js|mjs):\d|\/(?:work|src|dist|home|tmp)\/|SQLITE_|SqliteError|syntax error|violates|\b(?:select|insert|update|delete) .{0,80}\b(?:from|into|set|where)\b .{0,40}[=?$]|FST_ERR|ERR_[A-Z]+_/i;
const LIMIT_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const;
const word = z.string().min(1);
const Refusal = z.object({ error: word, code: word, request_id: word });

test('the fuzzed fields are all the fields of the contract', () => {
  for (const { operationId, body, query } of ROWS) {
    expect(fieldsOf(body)).toEqual(Object.keys(BODY_FIELDS[operationId] ?? {}));
    expect(fieldsOf(query)).toEqual(Object.keys(QUERY_FIELDS[operationId] ?? {}));
  }
});

eachDatabase((place) => {
  // PostgreSQL rejects NUL and invalid text: a short run against the release configuration covers it.
  test('no bad request breaks the release configuration', async () => {
    const house = await anOpenHouse(place);
    const requests = fc.oneof(...ROWS.map(badRequests));
    const send = async (request: BadRequest) => void (await house.letsIn(request));
    await fc.assert(fc.asyncProperty(requests, send), { numRuns: IN_THE_RELEASE });
    expect(house.troubles()).toEqual([]);
  });

  if (place.kind === 'PostgreSQL') return;
  test.each(ROWS)('no bad request breaks $method $path, and no invalid value is accepted', async (route) => {
    const house = await anOpenHouse(place);
    let letIn = 0;
    const send = async (request: BadRequest) => {
      if (await house.letsIn(request)) letIn += 1;
    };
    await fc.assert(fc.asyncProperty(badRequests(route), send), { numRuns: EACH });
    // A fuzzer whose every request is refused at the door tests no handler. Deleting an account is never confirmed at random.
    const enough = route === ROUTES.deleteMyAccount ? 0 : ENOUGH;
    for (const request of fc.sample(badRequests(route), 500)) if (letIn < enough) await send(request);
    expect(letIn >= enough && (enough > 0 || letIn === 0), `${letIn} let in`).toBe(true);
    expect(house.troubles()).toEqual([]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

async function anOpenHouse(place: Place) {
  const hand = handClock();
  const clock = sandboxClock({ wall: hand.now(), shown: hand.now(), scale: 1 }, () => hand.now());
  const house = await aHouse(await place.fresh(), { adminKey: ADMIN_KEY, house: { clock, sandbox: clock } });
  let key = await house.registered('fuzz');
  let callers = 0;

  /** Whether the request was accepted; asserts that the answer is valid. */
  async function letsIn(request: BadRequest): Promise<boolean> {
    callers += 1;
    // Every window is new, so that no limit applies.
    hand.forward('1h');
    const reply = await house.app.inject({
      method: request.method,
      url:
        request.caller === 'an agent with its key in the address' ? withKey(request.url, key) : request.url,
      remoteAddress: `127.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`,
      headers: { ...SANDBOX_HEADERS, ...request.headers, ...CALLERS[request.caller](key) },
      ...(request.payload && { payload: request.payload }),
    });
    expect(flawsOf(reply, request), `${reply.statusCode} ${reply.body}`).toEqual([]);
    const letIn = request.onTarget && wasLetIn(reply);
    if (letIn) expect(request.wrong, reply.body).toEqual([]);
    if (request.url.startsWith('/api/auth/rotate-key') && reply.statusCode === 200)
      key = z.object({ your_token: z.string() }).parse(JSON.parse(reply.body)).your_token;
    return letIn;
  }
  // A wrong admin key is logged for the operator, and is no error.
  const isTrouble = (line: string) =>
    /"level":"(?:warn|error|fatal)"/.test(line) && !line.includes(WRONG_ADMIN_KEY);
  const troubles = () => house.log.filter(isTrouble).slice(0, 3);
  return { letsIn, troubles };
}

type Reply = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>;

/** The rules that an answer breaks, for any request. */
function flawsOf({ statusCode, headers, body }: Reply, { method, url }: BadRequest): string[] {
  const refused = statusCode >= 400 && method !== 'HEAD';
  const laws: Readonly<Record<string, boolean>> = {
    // Payments are off here, which is an expected 5xx.
    'it is not our fault': statusCode < 500 || body.includes('"code":"payments_off"'),
    'it tells the limit': LIMIT_HEADERS.every((name) => /^\d+$/.test(String(headers[name]))),
    'it tells the limit as the IETF writes it': isDrafted(headers),
    'its headers are one line each': !/\\[rn]/.test(JSON.stringify(headers)),
    'it has a request id': /^[\w.-]{8,64}$/.test(String(headers['x-request-id'])),
    // `inject` resolves /api/%2e%2e to the home page.
    'it may be read by pages':
      headers['access-control-allow-origin'] === '*' || /admin/i.test(url) || pathOf(url) === '/',
    'it is not sniffed': headers['x-content-type-options'] === 'nosniff',
    'it tells nothing of our insides': !LEAKS.test(body),
    'it leads nowhere else': headers.location === undefined || /^\/(?![/\\])/.test(headers.location),
    'its refusal has the shape of all': !refused || isRefusal(headers, body),
  };
  return Object.keys(laws).filter((law) => laws[law] === false);
}

const pathOf = (url: string) => URL.parse(url, 'http://house')?.pathname;

function isDrafted({ ratelimit, 'ratelimit-policy': policy }: Reply['headers']): boolean {
  const [, name] = /^"(\w+)";q=\d+;w=\d+$/.exec(String(policy)) ?? [];
  return name !== undefined && new RegExp(`^"${name}";r=\\d+;t=\\d+$`).test(String(ratelimit));
}

function isRefusal(headers: Reply['headers'], body: string): boolean {
  if (headers['content-type'] !== 'application/json; charset=utf-8' || body.length > 16 * 1024) return false;
  return Refusal.safeParse(JSON.parse(body)).success;
}

function withKey(url: string, key: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}api_key=${key}`;
}

function wasLetIn({ statusCode, body }: Reply): boolean {
  if (statusCode < 400) return statusCode < 300;
  return !AT_THE_DOOR.includes(Refusal.parse(JSON.parse(body)).code);
}

function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  return Object.keys(properties);
}
