import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server on this machine until the test ends; `answer` gets the body as text. */
export async function localServer(
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => Promise<void>,
): Promise<{ readonly url: string; readonly port: number }> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => void answer(request, Buffer.concat(parts).toString(), response));
  });
  const port = await openUntilTestEnds(server);
  return { url: `http://127.0.0.1:${port}`, port };
}

export async function openUntilTestEnds(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
