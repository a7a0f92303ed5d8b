import { once } from 'node:events';
import { createServer, Server, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
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

/** Returns the port. */
export async function openUntilTestEnds(server: TcpServer, host?: string): Promise<number> {
  server.listen(0, host ?? '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    if (server instanceof Server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A port at which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
