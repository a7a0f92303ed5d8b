import { connect } from 'node:net';

import type { HeavyRequest } from './heavy-requests.ts';

export interface Cost {
  readonly status: number;
  readonly ms: number;
}

let callers = 0;

/** Wall time of a response: an upper bound of its CPU time. */
export async function timeOfRequest(port: number, request: HeavyRequest, key: string): Promise<Cost> {
  const sent = bytesOf(port, request, key);
  const before = performance.now();
  const answer = await exchange(port, sent);
  return { status: Number(answer.slice(9, 12)), ms: performance.now() - before };
}

/** CPU time of this thread during `work`. */
export async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** From an address of its own, so that no limit spares the house. */
function bytesOf(port: number, { method, url, headers, body, caller }: HeavyRequest, key: string): Buffer {
  callers += 1;
  const from = `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
  const content = body === undefined ? undefined : Buffer.from(body);
  const all = {
    host: `127.0.0.1:${port}`,
    ...(caller === 'an agent' && { 'x-api-key': key }),
    ...(content && { 'content-type': 'application/json', 'content-length': content.length }),
    ...headers,
    'x-forwarded-for': from,
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  return content ? Buffer.concat([head, content]) : head;
}

/** Keeps only the beginning of the response, so that measuring it costs little. */
function exchange(port: number, sent: Buffer): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(port, '127.0.0.1');
  let first: Buffer | undefined;
  socket.on('data', (chunk: Buffer) => (first ??= chunk));
  socket.on('error', () => socket.destroy());
  socket.on('close', () => resolve(first?.toString('latin1', 0, 12) ?? ''));
  socket.write(sent);
  return promise;
}
