import { Worker } from 'node:worker_threads';

import { WorkerQueue } from '../engine/worker-queue.ts';
import type { PngDrawing, RasterizeRequest } from './rasterizer-worker.ts';

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

const MOST_WIDTH_PX = 4096;

/** Starts no thread yet. */
export function openRasterizer({
  start = startWorker,
  patienceMs = 20_000,
  mostWaiting = 64,
}: RasterizerSettings = {}): Rasterizer {
  const queue = new WorkerQueue<RasterizeRequest, PngDrawing>({
    name: 'press',
    start,
    patienceMs,
    mostWaiting,
  });
  return {
    async rasterize(svg, widthPx, fonts = []) {
      if (!Number.isInteger(widthPx) || widthPx < 1 || widthPx > MOST_WIDTH_PX)
        throw new RasterizeError(`no picture is ${widthPx} pixels wide`);
      try {
        return (await queue.ask({ svg, widthPx, fonts })).png;
      } catch (cause) {
        throw new RasterizeError(cause instanceof Error ? cause.message : String(cause), { cause });
      }
    },
    close: () => queue.close(),
  };
}

// The sources run as they are; built, the worker lies beside this file under its other name.
export function startWorker(): Worker {
  const name = import.meta.url.endsWith('.ts') ? './rasterizer-worker.ts' : './rasterizer-worker.js';
  return new Worker(new URL(name, import.meta.url), { name: 'press' });
}
