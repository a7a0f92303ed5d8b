import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';

import type { PetFacts } from '../../packages/artist/pet.ts';
import { startThread, WorkerQueue } from '../../packages/base/worker-queue.ts';
import type { PngDrawing, RasterizeRequest } from '../outside/rasterizer-worker.ts';

export interface Rasterizer {
  /** Renders an SVG; `fonts` are the font files for its text. Rejects with `RasterizeError`. */
  rasterize(svg: string, widthPx: number, fonts?: readonly string[]): Promise<Uint8Array>;
  /** Renders the sheet of a desktop pet; kept by the caller. Rejects with `RasterizeError`. */
  rasterizePet(pet: PetFacts, version: 1 | 2): Promise<Uint8Array>;
  /** Deletes the cached PNG files, which show names. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

export class RasterizeError extends Error {
  override readonly name = 'RasterizeError';
}

export interface RasterizerSettings {
  /** The data folder, in whose folder `png` PNG files are cached; without it there is no cache. */
  readonly dataDir?: string;
  readonly start?: () => Worker;
  readonly patienceMs?: number;
  readonly mostWaiting?: number;
}

export const startWorker = () =>
  startThread(new URL('../outside/rasterizer-worker.ts', import.meta.url), 'press');

const MOST_WIDTH_PX = 4096;
const USUAL = { start: startWorker, patienceMs: 20_000, mostWaiting: 64 };

/** Opens the rasterizer; its worker thread starts with the first picture. */
export function openRasterizer({ dataDir, ...settings }: RasterizerSettings = {}): Rasterizer {
  const queue = new WorkerQueue<RasterizeRequest, PngDrawing>({ name: 'press', ...USUAL, ...settings });
  const cache = dataDir === undefined ? undefined : pngCache(join(dataDir, 'png'));
  const ask = async (request: RasterizeRequest) => {
    try {
      return (await queue.ask(request)).png;
    } catch (cause) {
      throw new RasterizeError(cause instanceof Error ? cause.message : String(cause), { cause });
    }
  };
  return {
    async rasterize(svg, widthPx, fonts = []) {
      if (!Number.isInteger(widthPx) || widthPx < 1 || widthPx > MOST_WIDTH_PX)
        throw new RasterizeError(`no picture is ${widthPx} pixels wide`);
      const name = createHash('sha256')
        .update(JSON.stringify([widthPx, fonts, svg]))
        .digest('hex');
      const cached = await cache?.find(name);
      if (cached) return cached;
      const png = await ask({ svg, widthPx, fonts });
      await cache?.save(name, png);
      return png;
    },
    rasterizePet: (pet, version) => ask({ pet, version }),
    forget: async () => cache?.clear(),
    close: () => queue.close(),
  };
}

const SWEEP_EVERY = 50;
const MOST_FILES = 1000;
const MOST_AGE_MS = 24 * 3600 * 1000;

/** A cache of PNG files named by the hash of their input. Disk errors are ignored: the picture is not cached then. */
function pngCache(folder: string) {
  let saved = 0;
  return {
    find: (name: string) => readFile(join(folder, `${name}.png`)).catch(() => undefined),
    async save(name: string, png: Uint8Array): Promise<void> {
      const [file, partial] = [join(folder, `${name}.png`), join(folder, `${name}.${process.pid}`)];
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(partial, png, { mode: 0o600 });
        await rename(partial, file);
        if (saved++ % SWEEP_EVERY === 0) await sweep(folder);
      } catch {
        await rm(partial, { force: true }).catch(() => undefined);
      }
    },
    clear: () => rm(folder, { recursive: true, force: true }),
  };
}

async function sweep(folder: string): Promise<void> {
  const paths = (await readdir(folder)).map((name) => join(folder, name));
  const files = await Promise.all(paths.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })));
  const newest = files.toSorted((one, other) => other.at - one.at);
  const oldest = (newest[0]?.at ?? 0) - MOST_AGE_MS;
  const old = newest.filter(({ at }, nth) => nth >= MOST_FILES || at < oldest);
  for (const { path } of old) await rm(path, { force: true });
}

export const CARD_FONT_FILES: readonly string[] = [
  'Alegreya_700Bold.ttf',
  'Alegreya_500Medium.ttf',
  'Alegreya_500Medium_Italic.ttf',
].map((file) => fileURLToPath(new URL(`../../dist/fonts/${file}`, import.meta.url)));
