import { bytesWithin } from './bytes-within.ts';

export interface JsonReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const MOST_BYTES = 256 * 1024;

/** Asks another server, and believes its answer to be JSON only after a look. Fails when there is none in time. */
export async function askJson(url: string, timeoutMs: number, body?: string): Promise<JsonReply> {
  const reply = await fetch(url, {
    ...(body !== undefined && { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
    // What is sent here is money: it goes where the operator said, or nowhere.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const bytes = await bytesWithin(MOST_BYTES, reply.body ?? [], () => new Error('an answer without end'));
  return { status: reply.status, body: record(JSON.parse(bytes.toString())) };
}

/** An object's fields; none for anything else. */
export function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
