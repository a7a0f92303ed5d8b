import { Worker } from 'node:worker_threads';

import type { Embedder } from './embedder.ts';
import type { EmbeddingAnswer, EmbeddingQuestion } from './local-embedder-worker.ts';

export const LOCAL_MODEL = 'minilm-l6-v2';

// From 24 texts on, the library would start copies of the model in threads of its own.
const MOST_AT_ONCE = 16;
const SILENCE_MS = 20_000;

interface PendingEmbedding {
  readonly resolve: (vectors: readonly (readonly number[])[]) => void;
  readonly reject: (error: Error) => void;
}

class WorkerDiedError extends Error {
  override readonly name = 'WorkerDiedError';
}

/** The model that comes with the house, in a thread of its own that is started when first needed, and again when it died or hung. */
export function localEmbedder(start: () => Worker = startWorker, silenceMs: number = SILENCE_MS): Embedder {
  let worker: Worker | undefined;
  let silence: NodeJS.Timeout | undefined;
  let asked = 0;
  let closed = false;
  const waiting = new Map<number, PendingEmbedding>();

  function startThread(): Worker {
    const thread = start();
    const onDeath = (cause: unknown) => {
      if (worker !== thread) return;
      worker = undefined;
      clearTimeout(silence);
      const lost = [...waiting.values()];
      waiting.clear();
      for (const { reject } of lost) reject(new WorkerDiedError('the thread of the model died', { cause }));
    };
    thread.on('message', onAnswer);
    thread.on('error', onDeath);
    thread.on('exit', (code) => onDeath(`it ended with code ${code}`));
    return thread;
  }

  function onAnswer(answer: EmbeddingAnswer): void {
    const who = waiting.get(answer.id);
    waiting.delete(answer.id);
    awaitNext();
    if (waiting.size === 0) worker?.unref();
    if ('vectors' in answer) who?.resolve(answer.vectors);
    else who?.reject(new Error(answer.failure));
  }

  /** Waits for the next answer, if somebody does. */
  function awaitNext(): void {
    clearTimeout(silence);
    if (waiting.size > 0) silence = setTimeout(abandonOldest, silenceMs).unref();
  }

  // It answers one after the other, so the oldest question is the one it hangs over: that one is not asked again.
  function abandonOldest(): void {
    const [[id, oldest] = []] = waiting;
    if (id !== undefined) waiting.delete(id);
    oldest?.reject(new Error('the model did not answer'));
    void worker?.terminate();
  }

  // Whoever waited when a thread died asks the next one, once: the reason may have been somebody else's text.
  async function askTwice(texts: readonly string[]): Promise<readonly (readonly number[])[]> {
    try {
      return await ask(texts);
    } catch (error) {
      if (closed || !(error instanceof WorkerDiedError)) throw error;
      return ask(texts);
    }
  }

  function ask(texts: readonly string[]): Promise<readonly (readonly number[])[]> {
    worker ??= startThread();
    const here = worker;
    here.ref();
    const question: EmbeddingQuestion = { id: ++asked, texts };
    return new Promise((resolve, reject) => {
      waiting.set(question.id, { resolve, reject });
      if (waiting.size === 1) awaitNext();
      here.postMessage(question, []);
    });
  }

  return {
    model: LOCAL_MODEL,
    async embed(texts) {
      const parts = Array.from({ length: Math.ceil(texts.length / MOST_AT_ONCE) }, (_, part) =>
        texts.slice(part * MOST_AT_ONCE, (part + 1) * MOST_AT_ONCE),
      );
      return (await Promise.all(parts.map(askTwice))).flat();
    },
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}

// The sources run as they are; built, the worker lies beside this file under its other name.
export function startWorker(): Worker {
  const name = import.meta.url.endsWith('.ts') ? './local-embedder-worker.ts' : './local-embedder-worker.js';
  return new Worker(new URL(name, import.meta.url), { name: 'tastes' });
}
