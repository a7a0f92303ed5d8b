import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

interface Asked {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly model: string;
  readonly input: readonly string[];
}

type Answering = (input: readonly string[], response: ServerResponse) => void;

/** A service on loopback with the API of OpenAI; `answer` makes it misbehave. */
export async function fakeEmbeddings() {
  const asked: Asked[] = [];
  let answering: Answering = honest;
  const server = createServer((request, response) => {
    void hear(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { model, input } = JSON.parse(await read(request)) as { model: string; input: string[] };
    asked.push({ path: request.url, authorization: request.headers.authorization, model, input });
    answering(input, response);
  }

  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    asked,
    answer: (how: Answering) => void (answering = how),
    close: () => server.closeAllConnections(),
  };
}

export const honest: Answering = (input, response) => {
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: letterCounts(text) }));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ object: 'list', data: data.toReversed(), model: 'letters' }));
};

export const says =
  (body: string, status = 200): Answering =>
  (_, response) => {
    response.statusCode = status;
    response.end(body);
  };

export const silent: Answering = () => undefined;

/** Embedding by letter counts: anagrams have the same vector. */
export function letterCounts(text: string): number[] {
  const counts = Array.from({ length: 26 }, () => 0.01);
  for (const letter of text.toLowerCase()) {
    const at = letter.charCodeAt(0) - 97;
    if (at >= 0 && at < 26) counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
