import type { IncomingHttpHeaders } from 'node:http';

import type { RetryWait } from '../../src/client/retry.ts';
import { localServer } from '../support/local-server.ts';

/** One reply: a status with JSON, text or headers; or none. */
export type Said =
  | { readonly status: number; readonly json?: object; readonly text?: string; readonly headers?: object }
  | 'hangs up'
  | 'says nothing'
  | 'breaks off';

export async function aFakeHouse(...said: readonly Said[]) {
  const arrived: { method?: string; path?: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const { url } = await localServer(
    async ({ method = '', url: path = '', headers, socket }, body, response) => {
      const now = said[Math.min(arrived.length, said.length - 1)] ?? 'hangs up';
      arrived.push({ method, path, headers, body });
      if (now === 'hangs up') socket.destroy();
      if (now === 'breaks off') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
        response.write('{"half":', () => socket.destroy());
      }
      if (typeof now === 'string') return;
      const type = now.json ? 'application/json; charset=utf-8' : 'text/html';
      response.writeHead(now.status, { 'content-type': type, ...now.headers });
      response.end(now.json ? JSON.stringify(now.json) : now.text);
    },
  );
  return { url, arrived, words: () => arrived.map(({ headers }) => headers['idempotency-key']) };
}

export function noTime() {
  const waits: RetryWait[] = [];
  let ids = 0;
  const wait = async (each: RetryWait) => void waits.push(each);
  const random = { id: () => `word-${(ids += 1)}`, bytes: (count: number) => new Uint8Array(count) };
  return { waits, patience: { timeoutMs: 5000, wait, clock: { now: () => 0 }, random } };
}

export function problem(error: string, more: object = {}) {
  return { error, code: 'a_code', request_id: 'r', ...more };
}
