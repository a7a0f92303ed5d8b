import { localServer } from '../support/local-server.ts';

/** What is dropped: the request or the reply. */
export type Loss = 'request' | 'answer';

/** A transport that drops the nth writing request, once. */
export async function aLossyDoor(address: string, nth: number, loss: Loss) {
  const words = new Set<string>();
  let lost = false;
  const { url } = await localServer(async ({ method, url: path = '/', headers, socket }, body, response) => {
    const word = headers['idempotency-key'];
    // Turning the clock does not count as a write.
    if (typeof word === 'string' && !path.startsWith('/api/sandbox')) words.add(word);
    const loses = !lost && words.size === nth && method === 'POST';
    if (loses) lost = true;
    if (loses && loss === 'request') {
      socket.destroy();
      return;
    }
    const answer = await fetch(new URL(path, address), {
      method: method ?? 'GET',
      headers: pick(headers, ['authorization', 'idempotency-key', 'content-type', 'x-sandbox-token']),
      ...(method === 'POST' && { body }),
    });
    const text = await answer.text();
    if (loses) socket.destroy();
    else
      response
        .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
        .end(text);
  });
  return { url, hasLost: () => lost };
}

function pick(headers: NodeJS.Dict<string | string[]>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
}
