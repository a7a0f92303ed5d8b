import { Worker } from 'node:worker_threads';

import type { Embedder } from './embedder.ts';
import type { EmbeddingAnswer, EmbeddingQuestion } from './local-embedder-worker.ts';

export const LOCAL_MODEL = 'minilm-l6-v2';

// From 24 texts on, the library would start copies of the model in threads of its own.
const MOST_AT_ONCE = 16;
const SILENCE_MS = 20_000;

interface PendingEmbedding {
  readonly resolve: (vectors: Vectors) => void;
  readonly reject: (error: Error) => void;
}

class WorkerDiedError extends Error {
  override readonly name = 'WorkerDiedError';
}

type Vectors = readonly (readonly number[])[];

/** Starts no thread yet. */
export function localEmbedder(start: () => Worker = startWorker, silenceMs: number = SILENCE_MS): Embedder {
  return new WorkerEmbedder(start, silenceMs);
}

/** The model that comes with the house, in a thread of its own that is started when first needed, and again when it died or hung. */
class WorkerEmbedder implements Embedder {
  readonly model = LOCAL_MODEL;
  readonly #start: () => Worker;
  readonly #silenceMs: number;
  readonly #waiting = new Map<number, PendingEmbedding>();
  #worker: Worker | undefined;
  #silence: NodeJS.Timeout | undefined;
  #asked = 0;
  #closed = false;

  constructor(start: () => Worker, silenceMs: number) {
    this.#start = start;
    this.#silenceMs = silenceMs;
  }

  async embed(texts: readonly string[]): Promise<Vectors> {
    const parts = Array.from({ length: Math.ceil(texts.length / MOST_AT_ONCE) }, (_, part) =>
      texts.slice(part * MOST_AT_ONCE, (part + 1) * MOST_AT_ONCE),
    );
    return (await Promise.all(parts.map((part) => this.#askTwice(part)))).flat();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#worker?.terminate();
  }

  // Whoever waited when a thread died asks the next one, once: the reason may have been somebody else's text.
  async #askTwice(texts: readonly string[]): Promise<Vectors> {
    try {
      return await this.#ask(texts);
    } catch (error) {
      if (this.#closed || !(error instanceof WorkerDiedError)) throw error;
      return this.#ask(texts);
    }
  }

  #ask(texts: readonly string[]): Promise<Vectors> {
    const worker = (this.#worker ??= this.#startThread());
    worker.ref();
    const question: EmbeddingQuestion = { id: ++this.#asked, texts };
    return new Promise((resolve, reject) => {
      this.#waiting.set(question.id, { resolve, reject });
      if (this.#waiting.size === 1) this.#awaitNext();
      worker.postMessage(question, []);
    });
  }

  #startThread(): Worker {
    const thread = this.#start();
    const onDeath = (cause: unknown) => {
      if (this.#worker !== thread) return;
      this.#worker = undefined;
      clearTimeout(this.#silence);
      const lost = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { reject } of lost) reject(new WorkerDiedError('the thread of the model died', { cause }));
    };
    thread.on('message', (answer: EmbeddingAnswer) => this.#onAnswer(answer));
    thread.on('error', onDeath);
    thread.on('exit', (code) => onDeath(`it ended with code ${code}`));
    return thread;
  }

  #onAnswer(answer: EmbeddingAnswer): void {
    const who = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    this.#awaitNext();
    if (this.#waiting.size === 0) this.#worker?.unref();
    if ('vectors' in answer) who?.resolve(answer.vectors);
    else who?.reject(new Error(answer.failure));
  }

  /** Waits for the next answer, if somebody does. */
  #awaitNext(): void {
    clearTimeout(this.#silence);
    if (this.#waiting.size === 0) return;
    this.#silence = setTimeout(() => this.#abandonOldest(), this.#silenceMs).unref();
  }

  // It answers one after the other, so the oldest question is the one it hangs over: that one is not asked again.
  #abandonOldest(): void {
    const [[id, oldest] = []] = this.#waiting;
    if (id !== undefined) this.#waiting.delete(id);
    oldest?.reject(new Error('the model did not answer'));
    void this.#worker?.terminate();
  }
}

// The sources run as they are; built, the worker lies beside this file under its other name.
export function startWorker(): Worker {
  const name = import.meta.url.endsWith('.ts') ? './local-embedder-worker.ts' : './local-embedder-worker.js';
  return new Worker(new URL(name, import.meta.url), { name: 'tastes' });
}
