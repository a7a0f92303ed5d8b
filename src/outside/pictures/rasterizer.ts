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
  let inHand: RasterizeJob | undefined;
  let closed = false;
  const waiting: RasterizeJob[] = [];

  function hire(): Worker {
    const hired = start();
    const lose = (cause: unknown) => {
      if (worker === hired) dismiss(new RasterizeError('the thread of the press died', { cause }));
    };
    hired.on('message', (pressed: RasterizeResult) => {
      if (worker === hired) deliver(pressed);
    });
    hired.on('error', lose);
    hired.on('exit', (code) => lose(`it ended with code ${code}`));
    return hired;
  }

  function next(): void {
    if (inHand !== undefined) return;
    inHand = waiting.shift();
    if (inHand === undefined) return worker?.unref();
    try {
      worker ??= hire();
    } catch (cause) {
      return dismiss(new RasterizeError('no thread could be started', { cause }));
    }
    // Only somebody who waits for a picture keeps the process.
    worker.ref();
    worker.postMessage(inHand.drawing, []);
    timer = setTimeout(() => dismiss(new RasterizeError('the press hung')), patienceMs).unref();
  }

  function deliver(pressed: RasterizeResult): void {
    const job = done();
    if ('png' in pressed) job?.resolve(pressed.png);
    else job?.reject(new RasterizeError(pressed.failure));
    next();
  }

  // A thread that is inside the native library ends when it comes out of it; nobody waits for that.
  function dismiss(error: RasterizeError): void {
    worker?.unref();
    void worker?.terminate();
    worker = undefined;
    done()?.reject(error);
    next();
  }

  function done(): RasterizeJob | undefined {
    clearTimeout(timer);
    const job = inHand;
    inHand = undefined;
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
      dismiss(error);
      await last?.terminate();
    },
  };
}

// The sources run as they are; built, the worker lies beside this file under its other name.
export function startWorker(): Worker {
  const name = import.meta.url.endsWith('.ts') ? './rasterizer-worker.ts' : './rasterizer-worker.js';
  return new Worker(new URL(name, import.meta.url), { name: 'press' });
}
