import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { SECOND } from '../../core/engine/clock.ts';
import type { House } from '../../house/house.ts';
import { METRICS_PATH, writeMetrics } from './metrics.ts';
import type { Monitor } from './monitor.ts';
import { PROMETHEUS_TYPE } from './prometheus.ts';

export interface MetricsServer {
  readonly address: string;
  close(): Promise<void>;
}

/** A server of its own for metrics, which only the operator's machines should reach: nothing else is there, and no key. */
export async function openMetricsServer(
  house: House,
  monitor: Monitor,
  listenOn: { readonly port: number; readonly host: string } | undefined,
): Promise<MetricsServer | undefined> {
  if (!listenOn) return undefined;
  const limits = { requestTimeout: 15 * SECOND, headersTimeout: 10 * SECOND };
  const server = createServer(limits, (request, response) => void answer(house, monitor, request, response));
  server.listen(listenOn.port, listenOn.host);
  await once(server, 'listening');
  return { address: addressOf(server), close: () => closeServer(server) };
}

async function answer(
  house: House,
  monitor: Monitor,
  { method, url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = (status: number, type: string, body: string) => {
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(body);
  };
  if (url !== METRICS_PATH || method !== 'GET') {
    return reply(404, 'text/plain', `GET ${METRICS_PATH} is all there is here.\n`);
  }
  const now = house.clock.now();
  try {
    reply(200, PROMETHEUS_TYPE, await writeMetrics(house, monitor, now));
  } catch {
    monitor.errors += 1;
    reply(503, 'text/plain', 'The house cannot be asked right now.\n');
  }
}

function addressOf(server: Server): string {
  const bound = server.address();
  return typeof bound === 'string' || bound === null ? String(bound) : `${bound.address}:${bound.port}`;
}

async function closeServer(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
