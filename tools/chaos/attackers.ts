import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { dice } from '../../src/rules/base/dice.ts';

const ANSWERS_WITHIN_MS = 10_000;
const STALLED = 20;
const PIPELINED = 200;
const MOST_ROLLS = 10_000;

/** Attackers that repeat one kind of abusive request each, and the responses they got. */
export class Attackers {
  /** Responses per status. */
  readonly statuses = new Map<number, number>();
  readonly #ports: readonly number[];
  readonly #seed: number;
  readonly #running: Promise<void>[] = [];
  #stopping = false;
  #turns = 0;

  /** They come past the balancer, to every node. */
  constructor(ports: readonly number[], seed: number) {
    this.#ports = ports;
    this.#seed = seed;
  }

  start(): void {
    for (const attack of ATTACKS) this.#running.push(this.#repeat(attack));
    this.#running.push(this.#stall());
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
  }

  async #repeat(attack: (typeof ATTACKS)[number]): Promise<void> {
    while (!this.#stopping) {
      const turn = ++this.#turns;
      const port = this.#ports[turn % this.#ports.length] ?? 0;
      let rolls = turn * MOST_ROLLS;
      await this.#send(
        port,
        attack(() => dice(this.#seed, 'others', ++rolls)),
      );
      await pause(500);
    }
  }

  /** Connections that ask for a large page and do not read it. */
  async #stall(): Promise<void> {
    while (!this.#stopping) {
      const held = Array.from({ length: STALLED }, (_, nth) => {
        const socket = connect(this.#ports[nth % this.#ports.length] ?? 0, '127.0.0.1');
        socket.on('error', () => {});
        socket.pause();
        socket.write(request('GET', '/llms-full.txt').repeat(20));
        return socket;
      });
      await pause(20_000);
      for (const socket of held) socket.destroy();
    }
  }

  /** Sends bytes and counts responses until the connection closes or stays idle. */
  async #send(port: number, bytes: string | Buffer): Promise<void> {
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(ANSWERS_WITHIN_MS, () => socket.destroy());
    socket.on('error', () => {});
    socket.end(bytes);
    for (const [, status] of (await readAll(socket)).matchAll(/(?:^|\n)HTTP\/1\.1 (\d{3}) /g))
      this.statuses.set(Number(status), (this.statuses.get(Number(status)) ?? 0) + 1);
  }
}

async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (piece) => (text += String(piece)));
  await new Promise((done) => socket.once('close', done));
  return text;
}

function request(method: string, path: string, headers: readonly string[] = [], body = ''): string {
  const length =
    body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`, 'Content-Type: application/json'];
  return [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, ...length, '', body].join('\r\n');
}

const register = (fields: object) =>
  request('POST', '/api/auth/register', ['Connection: close'], JSON.stringify(fields));

const get = (path: string, ...headers: readonly string[]) =>
  request('GET', path, [...headers, 'Connection: close']);

/** Request of each attacker. */
const ATTACKS: readonly ((roll: () => number) => string | Buffer)[] = [
  // Much to normalise.
  (roll) => register({ username: `x${nameOf(roll)}`, bio: `a${'\u0301'.repeat(31_000)}` }),
  // Much to look through for one character that does not fit.
  () => get('/pictures/a/b', `Accept-Encoding: gzip${'\t'.repeat(15_500)}x`),
  // Very deep, and very wide.
  () => register(JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as object),
  () => register(Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, n]))),
  // Many at once over one connection.
  () => request('GET', '/api/house/species').repeat(PIPELINED),
  // Well-formed keys that do not exist.
  (roll) => get('/api/house/status', `Authorization: Bearer ark_${nameOf(roll)}`),
  // Nothing that makes sense.
  (roll) => Buffer.from(Array.from({ length: 2000 }, () => Math.floor(roll() * 256))),
  (roll) => get(`/${encodeURIComponent(nameOf(roll))}/../..//%00`),
];

function nameOf(roll: () => number): string {
  return Math.floor(roll() * 2 ** 48).toString(36);
}
