import { bytesOf, type Request } from './requests.ts';
import type { ServerProcess } from '../servers/server-process.ts';

/** The same requests over and over, their bytes made beforehand. */
export function inTurn(requests: readonly Request[]): () => Buffer {
  const all = requests.map(bytesOf);
  let nth = 0;
  // The remainder is always within the list.
  return () => all[nth++ % all.length] as Buffer;
}

/** A request that never comes twice. */
export function counting(request: (nth: number) => Request): () => Buffer {
  let nth = 0;
  return () => bytesOf(request(nth++));
}

export async function replyTo(
  { port }: ServerProcess,
  { method, path, headers, body }: Request,
): Promise<string> {
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  return response.text();
}
