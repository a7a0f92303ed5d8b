import { request } from 'node:http';
import { expect, test } from 'vitest';

import { createHouseClient, httpTransport } from '../../src/api/client.ts';
import { SANDBOX_HEADERS } from '../support/parts.ts';
import { aFolder, arkhouse, started } from './arkhouse.ts';

function inAFolder(more: Record<string, string> = {}) {
  return { ARKHOUSE_DATA_DIR: aFolder(), ...more };
}

test('with no setting but a folder it opens, answers, and closes when asked to', async () => {
  const house = await started(inAFolder());
  expect(await createHouseClient(httpTransport(house.address)).getHealth()).toMatchObject({
    status: 'ok',
    database: 'ok',
  });
  expect(await house.stop('SIGTERM')).toMatchObject({ code: 0, err: '' });
});

test('on shutdown readiness fails first, and requests are served for the configured time', async () => {
  const house = await started(inAFolder({ ARKHOUSE_CLOSE_AFTER_SECONDS: '5' }));
  const readiness = async () => (await fetch(`${house.address}/readyz`)).status;
  expect(await readiness()).toBe(200);
  const ended = house.stop('SIGTERM');
  while ((await readiness()) === 200);
  expect(await readiness()).toBe(503);
  expect((await fetch(`${house.address}/livez`)).status).toBe(200);
  expect((await fetch(`${house.address}/api/health`)).status).toBe(200);
  expect(await ended).toMatchObject({ code: 0, err: '' });
});

test('Ctrl-C closes it as well', async () => {
  expect(await (await started(inAFolder())).stop('SIGINT')).toMatchObject({ code: 0 });
});

test('data survives a restart and a kill', async () => {
  const env = inAFolder();
  const first = await started(env);
  const { your_token: key } = await createHouseClient(httpTransport(first.address)).registerAgent({
    body: { username: 'wren' },
  });
  await first.stop('SIGKILL');
  const second = await started(env);
  await expect(createHouseClient(httpTransport(second.address, key)).rotateApiKey()).resolves.toMatchObject({
    agent: { username: 'wren' },
  });
  await second.stop();
  expect(await arkhouse(['audit'], env)).toMatchObject({
    code: 0,
    out: expect.stringContaining('all is well'),
  });
});

test('bad settings are all named at once, and nothing is started', async () => {
  const { code, out, err } = await arkhouse(
    ['serve'],
    inAFolder({ PORT: 'x', ARKHOUSE_CLOCK: 'y', DATABASE_URL: 'z' }),
  );
  expect(code).toBe(1);
  expect(out).toBe('');
  for (const name of ['PORT', 'ARKHOUSE_CLOCK', 'DATABASE_URL']) expect(err).toContain(name);
});

test('a port that is taken is said in a sentence', async () => {
  const house = await started(inAFolder());
  const { code, err } = await arkhouse(['serve'], inAFolder({ PORT: new URL(house.address).port }));
  expect(code).toBe(1);
  expect(err).toMatch(/^Something is already listening at .*\n$/);
  await house.stop();
});

test('a database that does not answer is said in a sentence without its password', async () => {
  const { code, err } = await arkhouse(['serve'], {
    PORT: '0',
    DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/none',
  });
  expect(code).toBe(1);
  expect(err).toMatch(/^The database cannot be reached/);
  expect(err).not.toContain('hunter2');
});

test('a request that is running when it closes gets its answer', async () => {
  const house = await started(inAFolder());
  const body = JSON.stringify({ username: 'slow-writer' });
  const { promise: answered, resolve, reject } = Promise.withResolvers<number | undefined>();
  const sending = request(
    new URL('/api/auth/register', house.address),
    { method: 'POST', headers: { 'content-length': body.length } },
    (response) => {
      response.resume();
      resolve(response.statusCode);
    },
  ).on('error', reject);
  sending.write(body.slice(0, 5));
  await new Promise((later) => setTimeout(later, 200));
  const ended = house.stop();
  await new Promise((later) => setTimeout(later, 200));
  sending.end(body.slice(5));
  expect(await answered).toBe(201);
  expect((await ended).code).toBe(0);
});

function turnTwoDays(address: string): Promise<unknown> {
  const turned = fetch(new URL('/api/sandbox/clock', address), {
    method: 'POST',
    headers: SANDBOX_HEADERS,
    body: '{"advance_hours":48}',
  });
  return turned.then((reply) => reply.json());
}

test('the sandbox clock goes on where it stood, and the real clock refuses to take over', async () => {
  const env = inAFolder({ ARKHOUSE_CLOCK: 'sandbox' });
  const first = await started(env);
  const { now } = (await turnTwoDays(first.address)) as { now: string };
  await first.stop();
  const second = await started(env);
  const { time } = await createHouseClient(httpTransport(second.address)).getHealth();
  expect(Date.parse(time)).toBeGreaterThanOrEqual(Date.parse(now));
  await second.stop();
  const { code, err } = await arkhouse(['serve'], { ...env, ARKHOUSE_CLOCK: 'system' });
  expect(code).toBe(1);
  expect(err).toContain('sandbox clock');
});

test('no key is ever written to the log', async () => {
  const house = await started(inAFolder({ LOG_LEVEL: 'debug' }));
  const { your_token: key } = await createHouseClient(httpTransport(house.address)).registerAgent({
    body: { username: 'wren' },
  });
  await fetch(`${house.address}/api/house/status?api_key=${key}`);
  await fetch(`${house.address}/${key}`);
  const { out, err } = await house.stop();
  expect(out + err).not.toContain(key);
  expect(out).toContain('"route":"/api/auth/register"');
});
