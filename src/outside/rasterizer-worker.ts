import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';

import type { WorkerFailure } from './worker-queue.ts';

export type RasterizeRequest = Readonly<{ svg: string; widthPx: number; fonts: readonly string[] }>;
export type PngDrawing = Readonly<{ png: Uint8Array }>;

parentPort?.on('message', (drawing: RasterizeRequest) => parentPort?.postMessage(rasterizeSvg(drawing), []));

function rasterizeSvg({ svg, widthPx, fonts }: RasterizeRequest): PngDrawing | WorkerFailure {
  try {
    const font = { loadSystemFonts: false, fontFiles: [...fonts] };
    return { png: new Resvg(svg, { fitTo: { mode: 'width', value: widthPx }, font }).render().asPng() };
  } catch (error) {
    return { failure: String(error) };
  }
}
