import { UNMEASURED, type Scale } from '../core/likeness-score.ts';
import { apiSeer, type EmbeddingsApi } from './tastes-api.ts';
import { breaker } from './tastes-breaker.ts';
import { tastesByMeaning } from './tastes-by-meaning.ts';
import { LOCAL_MODEL, localSeer } from './tastes-local.ts';
import { recall } from './tastes-recall.ts';
import type { Seer, VectorMemory } from './tastes-seer.ts';
import type { Tastes } from './tastes.ts';

export interface TastesSettings {
  /** A service to ask instead of the model that comes with the house. */
  readonly embeddings: EmbeddingsApi | undefined;
}

const API_TIMEOUT_MS = 1_800;
const FAILURES = 3;
const REST_MS = 30_000;

/** Tastes by real embeddings. Nothing is loaded and nobody asked before the first item comes. */
export function openTastes(
  { embeddings }: TastesSettings,
  memory: VectorMemory,
  onTrouble: (error: Error) => void,
): Tastes {
  return tastesWith(embeddings ? apiSeer(embeddings, API_TIMEOUT_MS) : localSeer(), memory, { onTrouble });
}

export interface Care {
  readonly onTrouble: (error: Error) => void;
  readonly restMs?: number;
}

/** The same with any seer. */
export function tastesWith(seer: Seer, memory: VectorMemory, { onTrouble, restMs = REST_MS }: Care): Tastes {
  const guard = breaker({ failures: FAILURES, restMs, onRest: onTrouble });
  const guarded: Seer = { ...seer, see: (texts) => guard.run(() => seer.see(texts)) };
  const made = once(async () => recall({ seer: guarded, memory, brought: await broughtFor(seer.model) }));
  const scale = once(async () => scaleOf(seer.model, onTrouble));
  return {
    ...tastesByMeaning({ recall: made, scale, onTrouble: toldOnce(onTrouble) }),
    async close() {
      guard.close();
      await seer.close();
    },
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** The vectors that were made when the house was built, by text; none for another model. */
export async function broughtFor(model: string): Promise<ReadonlyMap<string, Uint8Array>> {
  if (model !== LOCAL_MODEL) return new Map();
  const { default: file } = await import('./tastes-vectors.json', { with: { type: 'json' } });
  const bytes = Buffer.from(file.vectors, 'base64');
  const size = file.dimensions;
  return new Map(file.texts.map((text, at) => [text, bytes.subarray(at * size, (at + 1) * size)]));
}

/** How this model’s closeness becomes a score. */
export async function scaleOf(model: string, onTrouble: (error: Error) => void): Promise<Scale> {
  const { default: file } = await import('./tastes-scales.json', { with: { type: 'json' } });
  const scales = file as unknown as Readonly<Record<string, Scale>>;
  const scale = scales[model];
  if (scale === undefined)
    onTrouble(new Error(`nobody has measured how ${model} scores: npm run tastes:fit does`));
  return scale ?? UNMEASURED;
}

/** An operator reads it once, not with every item. */
function toldOnce(tell: (error: Error) => void): (error: unknown) => void {
  const told = new Set<string>();
  return (thrown) => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if (told.has(error.message) || told.size >= 20) return;
    told.add(error.message);
    tell(error);
  };
}
