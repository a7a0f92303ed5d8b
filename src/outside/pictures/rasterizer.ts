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

/** The thread is started with the first drawing, and again when it died or hung over one. */
export function openRasterizer({
  start = startWorker,
  patienceMs = 20_000,
  mostWaiting = 64,
}: RasterizerSettings = {}): Rasterizer {
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let current: RasterizeJob | undefined;
  let closed = false;
  const waiting: RasterizeJob[] = [];

  function startThread(): Worker {
    const thread = start();
    const onDeath = (cause: unknown) => {
      if (worker === thread) replaceThread(new RasterizeError('the thread of the press died', { cause }));
    };
    thread.on('message', (pressed: RasterizeResult) => {
      if (worker === thread) deliver(pressed);
    });
    thread.on('error', onDeath);
    thread.on('exit', (code) => onDeath(`it ended with code ${code}`));
    return thread;
  }

  function next(): void {
    if (current !== undefined) return;
    current = waiting.shift();
    if (current === undefined) return worker?.unref();
    try {
      worker ??= startThread();
    } catch (cause) {
      return replaceThread(new RasterizeError('no thread could be started', { cause }));
    }
    // Only somebody who waits for a picture keeps the process.
    worker.ref();
    worker.postMessage(current.drawing, []);
    timer = setTimeout(() => replaceThread(new RasterizeError('the press hung')), patienceMs).unref();
  }

  function deliver(pressed: RasterizeResult): void {
    const job = takeCurrent();
    if ('png' in pressed) job?.resolve(pressed.png);
    else job?.reject(new RasterizeError(pressed.failure));
    next();
  }

  // A thread that is inside the native library ends when it comes out of it; nobody waits for that.
  function replaceThread(error: RasterizeError): void {
    worker?.unref();
    void worker?.terminate();
    worker = undefined;
    takeCurrent()?.reject(error);
    next();
  }

  function takeCurrent(): RasterizeJob | undefined {
    clearTimeout(timer);
    const job = current;
    current = undefined;
    return job;
  }

  return {
    rasterize(svg, widthPx, fonts = []) {
      return new Promise((resolve, reject) => {
        if (closed) throw new RasterizeError('the press is closed');
        if (waiting.length >= mostWaiting) throw new RasterizeError('too many drawings wait for the press');
        if (!Number.isInteger(widthPx) || widthPx < 1 || widthPx > MOST_WIDTH_PX)
          throw new RasterizeError(`no picture is ${widthPx} pixels wide`);
        waiting.push({ drawing: { svg, widthPx, fonts }, resolve, reject });
        next();
      });
    },
    async close() {
      closed = true;
      const error = new RasterizeError('the press closed');
      for (const job of waiting.splice(0)) job.reject(error);
      const last = worker;
      replaceThread(error);
      await last?.terminate();
    },
  };
}

// The sources run as they are; built, the worker lies beside this file under its other name.
export function startWorker(): Worker {
  const name = import.meta.url.endsWith('.ts') ? './rasterizer-worker.ts' : './rasterizer-worker.js';
  return new Worker(new URL(name, import.meta.url), { name: 'press' });
}
