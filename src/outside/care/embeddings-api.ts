import { readLimited, trimSlashes } from '../engine/fetch-json.ts';
import type { Embedder } from './embedder.ts';

export interface EmbeddingsApiSettings {
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
}

const MOST_AT_ONCE = 64;
const MOST_BYTES = 16 * 1024 * 1024;

/** A model behind an address, spoken to as OpenAI's are. What it answers is believed only after a look. */
export function apiEmbedder({ url, key, model }: EmbeddingsApiSettings, timeoutMs: number): Embedder {
  const address = url.endsWith('/embeddings') ? url : `${trimSlashes(url)}/embeddings`;
  const leaving = new AbortController();

  async function ask(input: readonly string[]): Promise<readonly (readonly number[])[]> {
    const reply = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, input, encoding_format: 'float' }),
      // Nobody else is to be shown the key.
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), leaving.signal]),
    });
    if (!reply.ok) {
      await reply.body?.cancel();
      throw new Error(`the embeddings service answered ${reply.status}`);
    }
    return vectorsIn(await limitedJson(reply), input.length);
  }

  return {
    model,
    async embed(texts) {
      const seen: (readonly number[])[] = [];
      for (let at = 0; at < texts.length; at += MOST_AT_ONCE) {
        seen.push(...(await ask(texts.slice(at, at + MOST_AT_ONCE))));
      }
      return seen;
    },
    async close() {
      leaving.abort();
    },
  };
}

const tooLongError = () => new Error('the embeddings service answered without end');

async function limitedJson(reply: Response): Promise<unknown> {
  const bytes = await readLimited(MOST_BYTES, reply.body ?? [], tooLongError);
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new Error('the embeddings service answered something that is no JSON');
  }
}

/** The vectors of an answer in the order of the question; anything else is refused. */
function vectorsIn(answer: unknown, count: number): readonly (readonly number[])[] {
  const rows = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(rows) || rows.length !== count)
    throw new Error('the embeddings service left vectors out');
  const vectors: (readonly number[])[] = Array.from({ length: count }, () => []);
  for (const [at, row] of rows.entries()) {
    const { index = at, embedding } = (row ?? {}) as { index?: number; embedding?: unknown };
    if (!isVector(embedding) || vectors[index]?.length !== 0)
      throw new Error('the embeddings service sent no vector');
    vectors[index] = embedding;
  }
  return vectors;
}

function isVector(value: unknown): value is readonly number[] {
  return (
    Array.isArray(value) &&
    value.length >= 8 &&
    value.length <= 16_384 &&
    value.every((each) => typeof each === 'number' && Number.isFinite(each)) &&
    value.some((each) => each !== 0)
  );
}
