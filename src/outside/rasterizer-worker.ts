import { Resvg } from '@resvg/resvg-js';
import { parentPort } from 'node:worker_threads';

import { drawPetSheet, type PetFacts } from '../../packages/artist/pet.ts';
import type { WorkerFailure } from '../../packages/base/worker-queue.ts';
import { encodePng } from './png.ts';

export type RasterizeRequest =
  | Readonly<{ svg: string; widthPx: number; fonts: readonly string[] }>
  /** A sheet is drawn here as well: its SVG takes long, too, and has half a megabyte. */
  | Readonly<{ pet: PetFacts; version: 1 | 2 }>;
export type PngDrawing = Readonly<{ png: Uint8Array }>;

parentPort?.on('message', (drawing: RasterizeRequest) => parentPort?.postMessage(rasterize(drawing), []));

function rasterize(drawing: RasterizeRequest): PngDrawing | WorkerFailure {
  try {
    return { png: 'pet' in drawing ? rasterizePet(drawing.pet, drawing.version) : rasterizeSvg(drawing) };
  } catch (error) {
    return { failure: String(error) };
  }
}

function rasterizePet(pet: PetFacts, version: 1 | 2): Uint8Array {
  return encodePng(new Resvg(drawPetSheet(pet, version), { font: { loadSystemFonts: false } }).render());
}

function rasterizeSvg({ svg, widthPx, fonts }: Exclude<RasterizeRequest, { pet: PetFacts }>): Uint8Array {
  const font = { loadSystemFonts: false, fontFiles: [...fonts] };
  return new Resvg(svg, { fitTo: { mode: 'width', value: widthPx }, font }).render().asPng();
}
