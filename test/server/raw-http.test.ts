import fc from 'fast-check';
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connect } from '../../packages/database/connect.ts';
import { systemClock } from '../../src/outside/clock.ts';
import { openTestHouse } from '../support/house.ts';
import { converse, drip, hangUpAfter, type Conversation } from '../support/raw-socket.ts';
import { newHouseFolder } from '../support/stores/sqlite-template.ts';

const HOST = 'Host: ark.example\r\n';
const GOOD = `GET /api/health HTTP/1.1\r\n${HOST}\r\n`;
const CONNECT = `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`;
const BODY = '{"username":"wren"}';
const post = (headers: string, body: string): string =>
  `POST /api/auth/register HTTP/1.1\r\n${HOST}${headers}\r\n${body}`;
const chunked = (body: string): string => post('Transfer-Encoding: chunked\r\n', body);
const headed = (headers: string): string => get('/api/health', HOST + headers);
const by = (method: string, target = '/api/health'): string => `${method} ${target} HTTP/1.1\r\n${HOST}\r\n`;
const get = (target: string, headers = HOST): string => `GET ${target} HTTP/1.1\r\n${headers}\r\n`;

type Said = readonly [name: string, said: string, ...statuses: readonly number[]];

// Raw requests, and the statuses that answer them.
const SAID: readonly Said[] = [
  ['a plain request', GOOD, 200],
  ['one Authorization twice', get('/api', HOST + 'Authorization: Bearer a\r\n'.repeat(2)), 200],
  ['two keys of the same kind', get('/api', `${HOST}X-Api-Key: ah_1\r\nX-API-KEY: ah_2\r\n`), 400],
  ['two admin keys', get('/api/admin/analytics', `${HOST}X-Admin-Key: a\r\nX-Admin-Key: b\r\n`), 400],
  ['a good request and then noise', `${GOOD}NOISE\r\n\r\n`, 200, 400],
  ['two good requests and then half of one', `${GOOD}${GOOD}GET /api`, 200, 200, 400],
  ['a good request and then CONNECT', GOOD + CONNECT, 200, 405],
  ['a request, then one that expects too much', GOOD + post('Expect: magic\r\n', ''), 200, 417],
  ['a refused body that turns out broken', chunked('zz\r\n').replace('auth/register', 'nowhere'), 400],
  ['a chunk without a length', chunked('zz\r\nabc\r\n0\r\n\r\n'), 400],
  ['chunks parted by bare line feeds', chunked('2\n{}\n0\n\n'), 400],
  ['a chunk with a huge extension', chunked(`2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`), 400],
  ['chunks with trailers', chunked('2\r\n{}\r\n0\r\nX-A: b\r\n\r\n'), 400],
  ['a length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'), 400],
  ['chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n'), 400],
  ['two lengths', post('Content-Length: 5\r\nContent-Length: 6\r\n', 'abcdef'), 400],
  ['the same length twice', post('Content-Length: 2\r\nContent-Length: 2\r\n', '{}'), 400],
  ['a list of lengths', post('Content-Length: 2, 2\r\n', '{}'), 400],
  ['a length of too many bytes', post('Content-Length: 65537\r\n', '{}'), 413],
  ['a body of too many bytes', post('Content-Length: 70000\r\n', 'x'.repeat(70_000)), 413],
  ['chunks of too many bytes', chunked(`11170\r\n${'x'.repeat(70_000)}\r\n0\r\n\r\n`), 413],
  ['a chunked encoding that is not last', post('Transfer-Encoding: chunked, gzip\r\n', '0\r\n\r\n'), 400],
  ['an obfuscated encoding', post('Transfer-Encoding: xchunked\r\nContent-Length: 2\r\n', '{}'), 400],
  ['a space before the colon', post('Transfer-Encoding : chunked\r\n', '0\r\n\r\n'), 400],
  ['a body that ends early', post('Content-Length: 200\r\n', '{"user'), 400],
  ['a folded header', headed(`X-A: b\r\n c\r\n`), 400],
  ['a header with a bare carriage return', headed(`X-A: a\rb\r\n`), 400],
  ['a header of 17 KiB', headed(`X-A: ${'a'.repeat(17 * 1024)}\r\n`), 431],
  ['four thousand headers', headed('X-A: b\r\n'.repeat(4000)), 431],
  ['an address of 15 KiB', get(`/api/${'a'.repeat(15 * 1024)}`), 404],
  ['lines that end in bare line feeds', 'GET /api/health HTTP/1.1\nHost: a\n\n', 400],
  ['no host', get('/api/health', ''), 400],
  ['two hosts', headed(`Host: evil.example\r\n`), 400],
  ['two hosts and an address that cannot be read', get('/api/%zz', `${HOST}Host: evil.example\r\n`), 400],
  ['an absolute address', get('http://evil.example/api/health'), 200],
  ['an absolute address of nothing', get('http://evil.example/api/feed'), 404],
  ['CONNECT', CONNECT, 405],
  ['CONNECT to a path, and bytes for the tunnel', `CONNECT /api/health HTTP/1.1\r\n${HOST}\r\nhello`, 405],
  ['a method nobody has', by('FEED'), 400],
  ['HEAD', by('HEAD'), 200],
  ['OPTIONS of everything', by('OPTIONS', '*'), 204],
  ['HTTP/0.9', 'GET /api/health\r\n\r\n', 200],
  ['HTTP/1.0', 'GET /api/health HTTP/1.0\r\n\r\n', 200],
  ['HTTP/1.0 with two hosts', `GET /api/health HTTP/1.0\r\n${HOST}${HOST}\r\n`, 400],
  ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['nothing but empty lines', '\r\n\r\n\r\n'],
  ['an expectation nobody has', post('Expect: nonsense\r\nContent-Length: 2\r\n', '{}'), 417],
  ['an expectation that can be met', post(`Expect: 100-continue\r\nContent-Length: 2\r\n`, '{}'), 100, 400],
  ['an upgrade to a web socket', headed(`Connection: Upgrade\r\nUpgrade: websocket\r\n`), 200],
  ['a body where none belongs', headed(`Content-Length: 3\r\n`) + 'abc', 200],
  ['an address that cannot be read', get('/api/%zz'), 400],
  ['an address with a NUL', get('/api/%00'), 404],
  ['an address with an escaped line', get('/api/docs?a=%0d%0aX-Evil:%20yes'), 308],
  ['an address with bytes that are no ASCII', get('/api/docs?a=\xff\x80'), 400],
  ['two slashes and another host', get('//evil.example/api/feed'), 404],
  ['two slashes and another host before an alias', get('//evil.example/docs/'), 404],
  ['two slashes before the path', get('//api//health'), 308],
  ['a backslash', get('/api/\\evil'), 404],
  ['a backslash at the start', get('/\\evil.example/docs/'), 404],
  ['escaped slashes', get('/api/%2f%2fevil'), 404],
  ['escaped dots', get('/api/%2e%2e/docs'), 404],
  ['dots', get('/api/../docs'), 404],
  ['an address in the address', get('/api/https:/evil'), 404],
  ['an alias and another host in the query', get('/api/docs?//evil.example'), 308],
  ['two authorizations', headed(`Authorization: Bearer a\r\nauthorization: Bearer b\r\n`), 400],
  ['a good registration', post(`Content-Length: ${BODY.length}\r\n`, BODY), 201],
];

const MUTATED = { batches: process.env['TEST_LONG'] ? 20 : 6, together: 25 } as const;
const SLOW_EACH = process.env['TEST_LONG'] ? 40 : 10;

let house: Awaited<ReturnType<typeof openTestHouse>>;
let folder: string;
let port: number;
const slow: ReturnType<typeof drip>[] = [];

beforeAll(async () => {
  folder = await newHouseFolder();
  house = await openTestHouse(await connect({ dataDir: folder }), { house: { clock: systemClock() } });
  port = Number(new URL(await house.app.listen({ port: 0, host: '127.0.0.1' })).port);
  // Slow connections, which run while other tests proceed.
  for (let count = 0; count < SLOW_EACH; count += 1) {
    slow.push(drip(port, 'GET /api/health HTTP/1.1\r\nX-A: '));
    slow.push(drip(port, post('Content-Length: 1000\r\n', '{')));
    slow.push(drip(port, ''));
  }
});

afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true, force: true });
});

describe.concurrent('raw requests', () => {
  const rows = SAID.map(([name, said, ...statuses]) => ({ name, said, statuses }));
  test.each(rows)('$name is answered in the common format', async ({ said, statuses }) => {
    const { answers, flaws } = await heardAfter(said, statuses.length);
    expect(flaws).toEqual([]);
    expect(answers.map(({ status }) => status)).toEqual(statuses);
  });
});

const edit = fc.record({
  how: fc.constantFrom('flip', 'insert', 'drop', 'repeat'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 4 }),
    fc
      .constantFrom('\r\n', '\n', '\0', ' ', ':', '%', '//', '\\', '\r\n\r\n', 'HTTP/1.1', '\xff')
      .map((text) => Buffer.from(text, 'latin1')),
  ),
});
const mutated = fc
  .tuple(
    fc.constantFrom(...SAID.map(([, said]) => said).filter((said) => said.length < 2000)),
    fc.array(edit, { minLength: 1, maxLength: 4 }),
  )
  .map(([said, edits]) => edits.reduce(edited, Buffer.from(said, 'latin1')));

test('a request with some bytes changed is answered in the common format, or the connection is closed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(mutated, { minLength: MUTATED.together, maxLength: MUTATED.together }),
      async (messages) => {
        const heard = await Promise.all(messages.map((each) => heardAfter(each)));
        expect(heard.flatMap(({ flaws }) => flaws)).toEqual([]);
      },
    ),
    { numRuns: MUTATED.batches, endOnFailure: true },
  );
});

test('a client that disconnects at any point does not affect others', async () => {
  const cutOff = ['', 'GET', GOOD, CONNECT, post('Content-Length: 99\r\n', '{'), 'NOISE\r\n\r\n'];
  const callers = cutOff.flatMap((said) => [0, 0, 1, 1, 2, 3, 5, 8].map((ms) => ({ said, ms })));
  await Promise.all(callers.map(({ said, ms }) => hangUpAfter(port, said, ms)));
  await wait(100);
  expect(await isOpen()).toBe(true);
});

test('a client that keeps its connection open after a refusal is disconnected', async () => {
  const refused = [post('Expect: magic\r\n', ''), post('Content-Length: 70000\r\n', '')];
  const stubborn = [`${GOOD}NOISE\r\n\r\n`, CONNECT, ...refused];
  const cut = await Promise.all(stubborn.map((said) => drip(port, said)));
  for (const { ms } of cut) expect(ms).toBeLessThan(60_000);
});

test('callers with endless headers, an endless body or silence are disconnected, and others are served', async () => {
  expect(await isOpen()).toBe(true);
  const cut = await Promise.all(slow);
  for (const { ms, heard } of cut) {
    // The limits are 10 s for headers and 15 s for a body; Node's own are 60 s and 300 s.
    expect(ms).toBeLessThan(50_000);
    expect(heard).toMatch(/^HTTP\/1\.1 408 /);
  }
});

test('no connection is left after all clients have gone', async () => {
  await expect
    .poll(() => new Promise((resolve) => house.app.server.getConnections((_, count) => resolve(count))))
    .toBe(0);
});

async function heardAfter(said: string | Buffer, expected?: number) {
  const bytes = typeof said === 'string' ? Buffer.from(said, 'latin1') : said;
  const conversation = await converse(port, bytes, expected);
  const flaws = flawsOf(conversation, bytes);
  if (!(await isOpen())) flaws.push('the house is closed');
  const where = `${JSON.stringify(bytes.toString('latin1').slice(0, 500))} → ${conversation.received.slice(0, 500)}`;
  return { answers: conversation.answers, flaws: flaws.map((flaw) => `${flaw}: ${where}`) };
}

async function isOpen(): Promise<boolean> {
  const asked = Buffer.from(`GET /livez HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
  const { answers } = await converse(port, asked, 1);
  return answers[0]?.status === 200;
}

/** The rules that the received bytes break, for any request. */
function flawsOf({ answers, rest }: Conversation, said: Buffer): string[] {
  const flaws = rest === '' ? [] : ['something is not an answer'];
  for (const { status, headers, body } of answers.filter((answer) => answer.status >= 200)) {
    const bodiless = status < 400 || (body === '' && said.includes('HEAD '));
    if (status >= 500) flaws.push('it is our fault');
    if (!LIMIT_HEADERS.every((name) => /^\d+$/.test(headers.get(name) ?? '')))
      flaws.push('it tells no limit');
    if ([...headers.values()].some((value) => /[\r\n\0]/.test(value))) flaws.push('a header has two lines');
    if (!/^\/(?![/\\])/.test(headers.get('location') ?? '/')) flaws.push('it leads elsewhere');
    if (!bodiless && !isRefusal(body)) flaws.push('its refusal has another shape');
  }
  return flaws;
}

const LIMIT_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

function isRefusal(body: string): boolean {
  const told = JSON.parse(body) as Readonly<Record<string, unknown>>;
  return ['error', 'code', 'request_id'].every((name) => typeof told[name] === 'string');
}

function edited(said: Buffer, { how, at, bytes }: { how: string; at: number; bytes: Uint8Array }): Buffer {
  const place = Math.floor(at * said.length);
  const before = said.subarray(0, place);
  const after = said.subarray(place);
  if (how === 'insert') return Buffer.concat([before, bytes, after]);
  if (how === 'drop') return Buffer.concat([before, after.subarray(bytes.length)]);
  if (how === 'repeat') return Buffer.concat([before, after, after]);
  return Buffer.concat([before, bytes, after.subarray(bytes.length)]);
}
