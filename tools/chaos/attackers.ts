import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { dice } from '../../src/rules/base/dice.ts';

/** Attackers that come past the balancer, to every node; counts the statuses they are answered with. */
export function startAttackers(ports: readonly number[], seed: number) {
  const statuses = new Map<number, number>();
  const stopping = new AbortController();
  let turns = 0;
  const connectTo = (nth: number) =>
    connect(ports[nth % ports.length] ?? 0, '127.0.0.1').on('error', () => {});
  const repeat = async (attack: (typeof ATTACKS)[number]) => {
    while (!stopping.signal.aborted) {
      const turn = ++turns;
      let rolls = turn * 10_000;
      const socket = connectTo(turn);
      socket.setTimeout(10_000, () => socket.destroy());
      socket.end(attack(() => dice(seed, 'others', ++rolls)));
      let text = '';
      socket.setEncoding('latin1').on('data', (piece) => (text += String(piece)));
      await new Promise((done) => socket.once('close', done));
      for (const [, status] of text.matchAll(/(?:^|\n)HTTP\/1\.1 (\d{3}) /g))
        statuses.set(Number(status), (statuses.get(Number(status)) ?? 0) + 1);
      await pause(500);
    }
  };
  /** Connections that ask for a large page and do not read it. */
  const stall = async () => {
    while (!stopping.signal.aborted) {
      const held = Array.from({ length: 20 }, (_, nth) => connectTo(nth).pause());
      for (const socket of held) socket.write(request('GET', '/llms-full.txt').repeat(20));
      await pause(20_000);
      for (const socket of held) socket.destroy();
    }
  };
  const running = [...ATTACKS.map(repeat), stall()];
  const stop = async () => {
    stopping.abort();
    await Promise.all(running);
  };
  return { statuses, stop };
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

const ATTACKS: readonly ((roll: () => number) => string | Buffer)[] = [
  // Much to normalise.
  (roll) => register({ username: `x${nameOf(roll)}`, bio: `a${'\u0301'.repeat(31_000)}` }),
  // Much to look through for one character that does not fit.
  () => get('/pictures/a/b', `Accept-Encoding: gzip${'\t'.repeat(15_500)}x`),
  // Very deep, and very wide.
  () => register(JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as object),
  () => register(Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, n]))),
  // Many at once over one connection.
  () => request('GET', '/api/house/species').repeat(200),
  // Well-formed keys that do not exist.
  (roll) => get('/api/house/status', `Authorization: Bearer ark_${nameOf(roll)}`),
  // Nothing that makes sense.
  (roll) => Buffer.from(Array.from({ length: 2000 }, () => Math.floor(roll() * 256))),
  (roll) => get(`/${encodeURIComponent(nameOf(roll))}/../..//%00`),
];

function nameOf(roll: () => number): string {
  return Math.floor(roll() * 2 ** 48).toString(36);
}
