export interface JsonReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const MOST_BYTES = 256 * 1024;

/** Asks another server, and believes its answer to be JSON only after a look. Fails when there is none in time. */
export async function fetchJson(url: string, timeoutMs: number, body?: string): Promise<JsonReply> {
  const reply = await fetch(url, {
    ...(body !== undefined && { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
    // What is sent here is money: it goes where the operator said, or nowhere.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const bytes = await readLimited(MOST_BYTES, reply.body ?? [], () => new Error('an answer without end'));
  return { status: reply.status, body: asRecord(JSON.parse(bytes.toString())) };
}

/** An object's fields; none for anything else. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

/** The fields of an object that came as JSON in base64, in the alphabet asked for; none when that is not what came. */
export function recordFromBase64(text: string, alphabet: RegExp): Readonly<Record<string, unknown>> {
  if (!alphabet.test(text)) return {};
  try {
    return asRecord(JSON.parse(Buffer.from(text, 'base64').toString()));
  } catch {
    return {};
  }
}

/** The bytes of a body that may come without end: more than `most` are refused. */
export async function readLimited(
  most: number,
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  tooMuch: () => Error,
): Promise<Buffer> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const part of parts) {
    size += part.length;
    if (size > most) throw tooMuch();
    kept.push(part);
  }
  return Buffer.concat(kept);
}

/** The address of a service, without the slashes that people put at its end. */
export function trimSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}
