import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** The baseline: only `node:http` and JSON. */
export async function openBare(json: string): Promise<{ server: Server; keys: string[] }> {
  const reply: unknown = JSON.parse(json);
  const server = createServer((request, response) => {
    if (request.method === 'POST') readAll(request, () => send(response, JSON.stringify(reply)));
    else send(response, JSON.stringify(reply));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, keys: [] };
}

function send(response: ServerResponse, body: string): void {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}

function readAll(request: IncomingMessage, then: (body: unknown) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => then(JSON.parse(Buffer.concat(chunks).toString())));
}
