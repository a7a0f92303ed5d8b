import { Worker } from 'node:worker_threads';

import type { RasterizeRequest, RasterizeResult } from './rasterizer-worker.ts';

/** Makes PNG of SVG, one after the other, in a thread of its own. */
export interface Rasterizer {
  /** The drawing as wide as asked; text in it needs the files of its fonts. Fails as `RasterizeError`. */
  rasterize(svg: string, widthPx: number, fonts?: readonly string[]): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The drawing is not pressed. */
export class RasterizeError extends Error {
  override readonly name = 'RasterizeError';
}

export interface RasterizerSettings {
  readonly start?: () => Worker;
  readonly patienceMs?: number;
  readonly mostWaiting?: number;
}

interface RasterizeJob {
  readonly drawing: RasterizeRequest;
  readonly resolve: (png: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

const MOST_WIDTH_PX = 4096;

/** Starts no thread yet. */
export function openRasterizer(settings: RasterizerSettings = {}): Rasterizer {
  return new WorkerRasterizer(settings);
}

/** The thread is started with the first drawing, and again when it died or hung over one. */
class WorkerRasterizer implements Rasterizer {
  readonly #start: () => Worker;
  readonly #patienceMs: number;
  readonly #mostWaiting: number;
  readonly #waiting: RasterizeJob[] = [];
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #current: RasterizeJob | undefined;
  #closed = false;

  constructor({ start = startWorker, patienceMs = 20_000, mostWaiting = 64 }: RasterizerSettings) {
    this.#start = start;
    this.#patienceMs = patienceMs;
    this.#mostWaiting = mostWaiting;
  }

  async rasterize(svg: string, widthPx: number, fonts: readonly string[] = []): Promise<Uint8Array> {
    if (this.#closed) throw new RasterizeError('the press is closed');
    if (this.#waiting.length >= this.#mostWaiting)
      throw new RasterizeError('too many drawings wait for the press');
    if (!Number.isInteger(widthPx) || widthPx < 1 || widthPx > MOST_WIDTH_PX)
      throw new RasterizeError(`no picture is ${widthPx} pixels wide`);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ drawing: { svg, widthPx, fonts }, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const error = new RasterizeError('the press closed');
    for (const job of this.#waiting.splice(0)) job.reject(error);
    const last = this.#worker;
    this.#replaceThread(error);
    await last?.terminate();
  }

  #next(): void {
    if (this.#current !== undefined) return;
    this.#current = this.#waiting.shift();
    if (this.#current === undefined) return this.#worker?.unref();
    try {
      this.#worker ??= this.#startThread();
    } catch (cause) {
      return this.#replaceThread(new RasterizeError('no thread could be started', { cause }));
    }
    // Only somebody who waits for a picture keeps the process.
    this.#worker.ref();
    this.#worker.postMessage(this.#current.drawing, []);
    const onSilence = () => this.#replaceThread(new RasterizeError('the press hung'));
    this.#timer = setTimeout(onSilence, this.#patienceMs).unref();
  }

  #startThread(): Worker {
    const thread = this.#start();
    const onDeath = (cause: unknown) => {
      if (this.#worker === thread)
        this.#replaceThread(new RasterizeError('the thread of the press died', { cause }));
    };
    thread.on('message', (result: RasterizeResult) => {
      if (this.#worker === thread) this.#deliver(result);
    });
    thread.on('error', onDeath);
    thread.on('exit', (code) => onDeath(`it ended with code ${code}`));
    return thread;
  }

  #deliver(result: RasterizeResult): void {
    const job = this.#takeCurrent();
    if ('png' in result) job?.resolve(result.png);
    else job?.reject(new RasterizeError(result.failure));
    this.#next();
  }

  // A thread that is inside the native library ends when it comes out of it; nobody waits for that.
  #replaceThread(error: RasterizeError): void {
    this.#worker?.unref();
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#takeCurrent()?.reject(error);
    this.#next();
  }

  #takeCurrent(): RasterizeJob | undefined {
    clearTimeout(this.#timer);
    const job = this.#current;
    this.#current = undefined;
    return job;
  }
}

// The sources run as they are; built, the worker lies beside this file under its other name.
export function startWorker(): Worker {
  const name = import.meta.url.endsWith('.ts') ? './rasterizer-worker.ts' : './rasterizer-worker.js';
  return new Worker(new URL(name, import.meta.url), { name: 'press' });
}
