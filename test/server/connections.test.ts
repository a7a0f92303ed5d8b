import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';

import { answerOneAtATime, dropStalled, MOST_WAITING } from '../../src/server/create-server.ts';
import type { ServerSettings } from '../../src/app/open-server.ts';
import { aHouse } from '../support/house.ts';
import { openUntilTestEnds } from '../support/local-server.ts';
import { anyStore } from '../support/stores/any-store.ts';

const HEALTH = 'GET /api/health HTTP/1.1\r\nHost: ark.example\r\n\r\n';
const A_MOMENT_MS = 20;
const AN_HOUR_MS = 3_600_000;

// Loopback is exempt from the connection limit, so another local address is needed.
const [ownAddress] = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .filter(({ internal, family }) => !internal && family === 'IPv4')
  .map(({ address }) => address);
if (ownAddress === undefined)
  console.warn('\n*** This machine has no network: connections by address are NOT tested here ***\n');

function dialled(app: FastifyInstance, host = '127.0.0.1') {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ host, port });
  const line = { socket, heard: '', answers: () => line.heard.split('HTTP/1.1 200 ').length - 1 };
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => (line.heard += text)).on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return line;
}

const until = (socket: Socket, event: 'connect' | 'close') =>
  socket.closed ? Promise.resolve() : new Promise<void>((resolve) => socket.once(event, () => resolve()));

async function openAt(host: string, settings: Partial<ServerSettings> = {}): Promise<FastifyInstance> {
  const { app } = await aHouse(await anyStore(), settings);
  await app.listen({ port: 0, host });
  return app;
}

test('between pipelined requests of one connection, other connections get a turn', async () => {
  const app = await openAt('127.0.0.1');
  const [hasty, other] = [dialled(app), dialled(app)];
  await until(other.socket, 'connect');
  hasty.socket.write(HEALTH.repeat(MOST_WAITING / 2));
  await once(hasty.socket, 'data');
  other.socket.write(HEALTH);
  await once(other.socket, 'data');
  const answeredBefore = hasty.answers();
  await expect.poll(hasty.answers).toBe(MOST_WAITING / 2);
  expect(answeredBefore).toBeLessThan(MOST_WAITING / 2);
});

test('requests pipelined after a closing answer or by the thousand are not executed', async () => {
  const app = await openAt('127.0.0.1');
  const remaining = async () => {
    const { headers } = await app.inject({ path: '/api/health', remoteAddress: '127.0.0.1' });
    return Number(headers['x-ratelimit-remaining']);
  };
  const line = dialled(app);
  line.socket.write(HEALTH.replace('Host', 'Connection: close\r\nHost') + HEALTH);
  await until(line.socket, 'close');
  expect(line.answers()).toBeLessThan(2);
  expect(await remaining()).toBe(58);
  const hasty = dialled(app);
  hasty.socket.write(HEALTH.repeat(1000));
  await until(hasty.socket, 'close');
  expect(await remaining()).toBeGreaterThan(48);
});

test.skipIf(ownAddress === undefined)('at its limit an address is refused until one closes', async () => {
  const app = await openAt('0.0.0.0', { connectionsPerAddress: 2 });
  const kept = [dialled(app, ownAddress), dialled(app, ownAddress)];
  for (const { socket } of kept) {
    socket.write(HEALTH);
    await once(socket, 'data');
  }
  const refused = dialled(app, ownAddress);
  refused.socket.write(HEALTH);
  await until(refused.socket, 'close');
  expect(refused.heard).toMatch(/^HTTP\/1\.1 429 /);
  expect(refused.heard).toContain('"retry_after_seconds":5');

  const local = Array.from({ length: 5 }, () => dialled(app));
  for (const { socket } of local) socket.write(HEALTH);
  await expect.poll(() => local.map(({ answers }) => answers())).toEqual([1, 1, 1, 1, 1]);

  kept[0]?.socket.destroy();
  await expect.poll(() => connectionsOf(app.server)).toBe(6);
  const again = dialled(app, ownAddress);
  again.socket.write(HEALTH);
  await expect.poll(again.answers).toBe(1);
});

test.skipIf(ownAddress === undefined).each([
  ['by number', () => 1],
  ['by its address', () => [ownAddress ?? '']],
  ['by its network', () => ['fd00::/8', `${ownAddress}/24`]],
])('a proxy trusted %s is exempt from the connection limit', async (_, proxies) => {
  const app = await openAt('0.0.0.0', { connectionsPerAddress: 1, trustedProxies: proxies() });
  const lines = Array.from({ length: 4 }, () => dialled(app, ownAddress));
  for (const { socket } of lines) socket.write(HEALTH);
  await expect.poll(() => lines.map(({ answers }) => answers())).toEqual([1, 1, 1, 1]);
});

test.each([
  ['by the time that nothing moved', A_MOMENT_MS, AN_HOUR_MS],
  ['by how long a piece of it lies there', AN_HOUR_MS, A_MOMENT_MS],
])('a client that does not read its answer is disconnected %s', async (_, ...limits) => {
  const accepted = new Map<string | undefined, Socket>();
  const server = createServer(({ url, socket }, response) => {
    accepted.set(url, socket);
    if (url === '/much') response.end(Buffer.alloc(32_000_000));
  });
  answerOneAtATime(server);
  dropStalled(server, ...limits);
  const port = await openUntilTestEnds(server);
  for (const path of ['/nothing-yet', '/much']) {
    const socket = connect({ host: '127.0.0.1', port }).on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.pause().write(HEALTH.replace('/api/health', path));
  }
  await expect.poll(() => accepted.get('/much')?.destroyed).toBe(true);
  expect(accepted.get('/nothing-yet')?.destroyed).toBe(false);
});

test('of many connections all are accepted before the first is answered, but a hundred at most', async () => {
  const CONNECTIONS = 300;
  const happened: string[] = [];
  const server = createServer((_, response) => {
    happened.push('answered');
    response.end();
  });
  answerOneAtATime(server);
  server.on('connection', () => happened.push('accepted'));
  const port = await openUntilTestEnds(server);
  const sockets = Array.from({ length: CONNECTIONS }, () => connect({ host: '127.0.0.1', port }));
  const heard = sockets.map(async (socket) => {
    onTestFinished(() => void socket.destroy());
    socket.write(HEALTH);
    await once(socket, 'data');
  });
  await Promise.all(heard);
  const acceptedFirst = happened.indexOf('answered');
  expect(acceptedFirst).toBeGreaterThan(50);
  expect(acceptedFirst).toBeLessThan(CONNECTIONS);
});

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
}
