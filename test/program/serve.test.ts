import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';

import { main, passedSockets } from '../../src/app/main.ts';
import { createHouseClient, httpTransport, type Client } from '../../src/client/client.ts';
import { SANDBOX_TOKEN } from '../support/parts.ts';
import { FROM_SOURCES } from '../support/servers/program.ts';
import { aFolder, arkhouse, started } from './arkhouse.ts';
import { buyCredits } from './examples.ts';

// Without a token of the operator's own.
const BY_ITSELF = { ARKHOUSE_SANDBOX_TOKEN: '' };
const NOWHERE = 'postgres://me:hunter2@127.0.0.1:1/none';
const clientOf = (address: string, key?: string): Client => createHouseClient(httpTransport(address, key));
const tokenFile = (folder: string) => join(folder, 'sandbox-token');
const tokenIn = (folder: string) => readFileSync(tokenFile(folder), 'utf8').trim();

test('a service survives a kill, is the only one in its folder, Ctrl-C closes it, and no key is ever written to the log', async () => {
  const env = { ARKHOUSE_DATA_DIR: aFolder() };
  const first = await started({ ...env, LOG_LEVEL: 'debug' });
  expect(await clientOf(first.address).getHealth()).toMatchObject({ status: 'ok', database: 'ok' });
  const { your_token: key } = await clientOf(first.address).registerAgent({ body: { username: 'wren' } });
  await fetch(`${first.address}/api/house/status?api_key=${key}`);
  await fetch(`${first.address}/${key}`);
  const { port: PORT } = new URL(first.address);
  for (const [given, words] of [
    [{ ARKHOUSE_DATA_DIR: aFolder(), PORT }, /^Something is already listening at .*\n$/],
    [{ ...env, PORT: '0' }, / is in use by another arkhouse \(process \d+\)\. Stop that one first/],
  ] as const)
    expect(await arkhouse(['serve'], given)).toMatchObject({ code: 1, err: expect.stringMatching(words) });
  const { out, err } = await first.stop('SIGKILL');
  expect(out + err).not.toContain(key);
  expect(out).toContain('"route":"/api/auth/register"');

  const second = await started({ ...env, ...BY_ITSELF, ARKHOUSE_PAYMENTS: 'off' });
  expect(await clientOf(second.address, key).rotateApiKey()).toMatchObject({ agent: { username: 'wren' } });
  expect(await second.stop('SIGINT')).toMatchObject({ code: 0, err: '' });
  expect(existsSync(tokenFile(env.ARKHOUSE_DATA_DIR)), 'a sandbox token without a sandbox').toBe(false);
  const audited = await arkhouse(['audit'], env);
  expect(audited).toMatchObject({ code: 0, out: expect.stringContaining('all is well') });
});

test('on shutdown readiness fails first, requests are served for the configured time, and a running one gets its answer', async () => {
  const folder = aFolder();
  const house = await started({ ARKHOUSE_DATA_DIR: folder, ARKHOUSE_CLOSE_AFTER_SECONDS: '6' });
  const statusOf = async (path: string) => (await fetch(house.address + path)).status;
  expect(await statusOf('/readyz')).toBe(200);
  const body = JSON.stringify({ username: 'slow-writer' });
  const { promise: answered, resolve, reject } = Promise.withResolvers<number | undefined>();
  const options = { method: 'POST', headers: { 'content-length': body.length } };
  const sending = request(new URL('/api/auth/register', house.address), options, (response) => {
    response.resume();
    resolve(response.statusCode);
  }).on('error', reject);
  sending.write(body.slice(0, 5));
  const ended = house.stop('SIGTERM');
  while ((await statusOf('/readyz')) === 200);
  for (const [path, status] of Object.entries({ '/readyz': 503, '/livez': 200, '/api/health': 200 }))
    expect(await statusOf(path), path).toBe(status);
  while (await statusOf('/livez').catch(() => undefined)) await pause(50);
  sending.end(body.slice(5));
  expect(await answered).toBe(201);
  expect(await ended).toMatchObject({ code: 0, err: '' });
  expect(existsSync(tokenFile(folder)), 'a file for a token of the operator’s own').toBe(false);
});

test('play money can be tried out at once, with a new token for its owner alone at each start', async () => {
  const folder = aFolder();
  writeFileSync(tokenFile(folder), 'an old one');
  chmodSync(tokenFile(folder), 0o644);
  const env = { ...BY_ITSELF, ARKHOUSE_DATA_DIR: folder, ARKHOUSE_CLOCK: 'sandbox' };
  const first = await started(env);
  const { address } = first;
  const token = tokenIn(folder);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(statSync(tokenFile(folder)).mode & 0o777).toBe(0o600);
  expect(await arkhouse(['serve'], { ...env, PORT: new URL(address).port })).toMatchObject({ code: 1 });
  expect(tokenIn(folder), 'changed by a start that failed').toBe(token);

  const { your_token: key } = await clientOf(address).registerAgent({ body: { username: 'tryer' } });
  const agent = createHouseClient(httpTransport(address, key, token));
  const { link, page } = await buyCredits(address, key, token);
  expect(link).toMatch(new RegExp(`^${address}/checkout/sandbox/[^?]+\\?sandbox_token=${token}$`));
  expect(page).toContain('Paid, thank you');
  expect(await agent.getCreditBalance()).toMatchObject({ credits: 500 });
  const turning = { method: 'POST', headers: { 'x-sandbox-token': token }, body: '{"advance_hours":48}' };
  const turned = await fetch(`${address}/api/sandbox/clock`, turning);
  const { now } = (await turned.json()) as { now: string };
  const { out } = await first.stop();
  expect(out).toContain('payment_received');
  expect(out).toContain(tokenFile(folder));
  for (const secret of [new URL(link).pathname.slice(-43), token]) expect(out).not.toContain(secret);

  // The sandbox clock goes on where it stood, and the real clock refuses to take over.
  const second = await started(env);
  expect(tokenIn(folder)).not.toBe(token);
  const { time } = await clientOf(second.address).getHealth();
  expect(Date.parse(time)).toBeGreaterThanOrEqual(Date.parse(now));
  await second.stop();
  const { code, err } = await arkhouse(['serve'], { ...env, ARKHOUSE_CLOCK: 'system' });
  expect([code, err]).toEqual([1, expect.stringContaining('sandbox clock')]);
});

test.each<[string, Record<string, string>, RegExp]>([
  ['bad settings are named all at once', { PORT: 'x', ARKHOUSE_CLOCK: 'y' }, /PORT[^]*ARKHOUSE_CLOCK/],
  ['an address that is not ours', { HOST: '192.0.2.1' }, /^.*HOST is not an address of this machine.*\n$/],
  ['a database that does not answer', { DATABASE_URL: NOWHERE }, /^The database cannot be reached.*\n$/],
  [
    'a token that cannot be stored',
    BY_ITSELF,
    /^The sandbox token cannot be kept .* Set ARKHOUSE_SANDBOX_TOKEN, .*\n$/,
  ],
])('%s: the start ends with a sentence without secrets', async (_, given, sentence) => {
  const folder = aFolder();
  if ('ARKHOUSE_SANDBOX_TOKEN' in given) mkdirSync(tokenFile(folder));
  const env = { PORT: '0', ARKHOUSE_DATA_DIR: folder, ARKHOUSE_SANDBOX_TOKEN: SANDBOX_TOKEN, ...given };
  const { code, out, err } = await arkhouse(['serve'], env);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(sentence);
  expect(err).not.toContain('hunter2');
});

// As systemd does it: the number of the process is known to itself alone, before it becomes the program.
const HOUSE = `sh -c 'echo "pid $$" >&2; LISTEN_PID=$$ exec "$@"' house "$@"`;

test('with a passed socket no connection is refused during a restart', async () => {
  const env = { ARKHOUSE_DATA_DIR: aFolder(), PORT: '1' };
  // A shell that never takes a caller from the socket runs the house twice.
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { _handle: handle } = server as Server & { _handle: { fd: number } };
  const args = ['-c', `${HOUSE} && ${HOUSE}`, 'sh', process.execPath, ...FROM_SOURCES.args, 'serve'];
  const shell = spawn('sh', args, {
    env: { PATH: process.env['PATH'] ?? '', ...FROM_SOURCES.env, LISTEN_FDS: '1', ...env },
    stdio: ['ignore', 'ignore', 'pipe', handle.fd],
    detached: true,
  });
  const { pid: group } = shell;
  onTestFinished(
    () => void (group !== undefined && shell.exitCode === null && process.kill(-group, 'SIGKILL')),
  );
  server.close();
  const lines = createInterface({ input: shell.stderr as Readable })[Symbol.asyncIterator]();
  const address = `http://127.0.0.1:${port}`;
  const closed = once(shell, 'close');
  for (const username of ['wren', 'robin']) {
    // The house may print warnings between the two lines that name a process.
    let said = await lines.next();
    while (said.done !== true && !said.value.startsWith('pid ')) said = await lines.next();
    const pid = Number(/^pid (\d+)$/.exec(String(said.value))?.[1]);
    // Sent long before the service is open: the socket queues the connection.
    const sent = { method: 'POST', headers: { connection: 'close' }, body: JSON.stringify({ username }) };
    const registered = await fetch(`${address}/api/auth/register`, sent);
    expect(registered.status).toBe(201);
    expect(await (await fetch(`${address}/skill.md`)).text()).toContain(`${address}/`);
    process.kill(pid, 'SIGTERM');
  }
  expect(await closed).toEqual([0, null]);
});

test('several sockets are refused in a sentence, and one of another process is ignored', async () => {
  const env = { LISTEN_PID: String(process.pid), LISTEN_FDS: '2' };
  await expect(main(env)).rejects.toThrow('one socket');
  expect(passedSockets({ LISTEN_PID: '1', LISTEN_FDS: '1' }, 2)).toEqual([]);
});
