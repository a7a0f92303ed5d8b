import { LruCache } from '../../rules/base/collections.ts';
import { ProblemError } from '../../rules/problem.ts';
import { CARD_FONT_FILES, RasterizeError } from '../../outside/rasterizer.ts';
import type { PictureType } from '../../outside/picture-maker.ts';
import { findPicture, decompressPicture, type StoredPicture } from './pictures.store.ts';
import type { House } from '../house.ts';
import { TYPES_BY_ENDING } from './picture-url.ts';

interface PictureRequest {
  readonly sitter: string;
  /** File name of the picture, for example `adult.svg`. */
  readonly file: string;
  readonly gzip: boolean;
}

const DRAWING: PictureType = 'image/svg+xml';
const PRINT: PictureType = 'image/png';
const PRINT_PX = 512;
const RETRY_SECONDS = 10;
const SITTER = /^[0-9a-f-]{36}$/;
const FILE = /^(avatar|baby|child|teen|adult)\.([a-z]{3,4})$/;

/** Returns a stored picture in its own type, or an SVG as PNG. */
export async function showPicture(
  house: House,
  { sitter, file, gzip }: PictureRequest,
): Promise<StoredPicture | undefined> {
  const [, occasion = '', ending = ''] = FILE.exec(file) ?? [];
  const type = TYPES_BY_ENDING.get(ending);
  if (type === undefined || !SITTER.test(sitter)) return undefined;
  const kept = await findPicture(house.store, sitter, occasion);
  if (!kept) return undefined;
  if (kept.type === type) return gzip ? kept : decompressPicture(kept);
  if (kept.type !== DRAWING || type !== PRINT) return undefined;
  const bytes = await findOrRasterize(house, `${sitter}/${occasion}`, kept);
  return { type: PRINT, encoding: undefined, bytes };
}

// Number of cached PNGs, about 10 MB.
const CACHE_SIZE = 100;
const prints = new WeakMap<House, LruCache<Promise<Uint8Array>>>();

/** Renders a stored SVG as PNG. Concurrent requests share one rendering; stored pictures never change. */
async function findOrRasterize(house: House, name: string, kept: StoredPicture): Promise<Uint8Array> {
  const known = prints.get(house) ?? new LruCache<Promise<Uint8Array>>(CACHE_SIZE);
  prints.set(house, known);
  const printed = known.get(name) ?? rasterizeStored(house, kept);
  known.set(name, printed);
  printed.catch(() => known.deleteIf(name, printed));
  return printed;
}

async function rasterizeStored(house: House, kept: StoredPicture): Promise<Uint8Array> {
  if (!house.rasterizer) throw new ProblemError('no_press', { drawn: true });
  const { bytes } = await decompressPicture(kept);
  try {
    return await house.rasterizer.rasterize(Buffer.from(bytes).toString(), PRINT_PX);
  } catch (error) {
    if (!(error instanceof RasterizeError)) throw error;
    throw new ProblemError('press_busy', { retryAfterSeconds: RETRY_SECONDS, drawn: true });
  }
}

/** Renders an SVG card as PNG; undefined when the rasterizer is busy or fails. */
export async function rasterizeCard({ rasterizer }: House, svg: string, widthPx: number) {
  if (!rasterizer) throw new ProblemError('no_press', { drawn: false });
  try {
    return await rasterizer.rasterize(svg, widthPx, CARD_FONT_FILES);
  } catch {
    return undefined;
  }
}
