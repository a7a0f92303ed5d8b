import type { IncomingHttpHeaders } from 'node:http';

import type { RetryPolicy, RetryWait } from '../../src/client/retry.ts';
import { localServer } from '../support/local-server.ts';

interface Arrived {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One reply: a status with JSON, text or headers; or none. */
export type Said =
  | { readonly status: number; readonly json?: object; readonly text?: string; readonly headers?: object }
  | 'hangs up'
  | 'says nothing'
  | 'breaks off';

export async function aFakeHouse(...said: readonly Said[]) {
  const arrived: Arrived[] = [];
  const { url } = await localServer(async ({ method, url: path, headers, socket }, body, response) => {
    const now = said[Math.min(arrived.length, said.length - 1)] ?? 'hangs up';
    arrived.push({ method, path, headers, body });
    if (now === 'says nothing') return;
    if (now === 'hangs up') {
      socket.destroy();
      return;
    }
    if (now === 'breaks off') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{"half":', () => socket.destroy());
      return;
    }
    const type = now.json ? 'application/json; charset=utf-8' : 'text/html';
    response.writeHead(now.status, { 'content-type': type, ...now.headers });
    response.end(now.json ? JSON.stringify(now.json) : now.text);
  });
  return { url, arrived, words: () => arrived.map(({ headers }) => headers['idempotency-key']) };
}

export function noTime(): { readonly patience: Partial<RetryPolicy>; readonly waits: RetryWait[] } {
  const waits: RetryWait[] = [];
  let ids = 0;
  return {
    waits,
    patience: {
      timeoutMs: 5000,
      wait: async (wait) => void waits.push(wait),
      clock: { now: () => 0 },
      random: { id: () => `word-${(ids += 1)}`, bytes: (count) => new Uint8Array(count) },
    },
  };
}

export function problem(error: string, more: object = {}) {
  return { error, code: 'a_code', request_id: 'r', ...more };
}
