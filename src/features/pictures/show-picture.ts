import { LruCache } from '../../rules/base/collections.ts';
import { ProblemError } from '../../rules/problem.ts';
import { CARD_FONT_FILES, RasterizeError } from '../../outside/rasterizer.ts';
import type { PictureType } from '../../outside/picture-maker.ts';
import { findPicture, decompressPicture, type StoredPicture } from './pictures.store.ts';
import type { House } from '../house.ts';
import { TYPES_BY_ENDING } from './picture-url.ts';

export interface PictureRequest {
  readonly sitter: string;
  /** The last part of its address: `adult.svg`. */
  readonly file: string;
  /** Whether it may come packed as it is kept. */
  readonly packed: boolean;
}

const PRINT_PX = 512;
const RETRY_SECONDS = 10;
const SITTER = /^[0-9a-f-]{36}$/;
const FILE = /^(avatar|baby|child|teen|adult)\.([a-z]{3,4})$/;

/** The picture at an address, as it was drawn; a drawing is also printed as PNG for those who cannot show it. */
export async function showPicture(house: House, wish: PictureRequest): Promise<StoredPicture | undefined> {
  const [, occasion = '', ending = ''] = FILE.exec(wish.file) ?? [];
  const type = TYPES_BY_ENDING.get(ending);
  if (type === undefined || !SITTER.test(wish.sitter)) return undefined;
  const kept = await findPicture(house.store, wish.sitter, occasion);
  if (!kept) return undefined;
  if (kept.type === type) return wish.packed ? kept : decompressPicture(kept);
  if (kept.type !== DRAWING || type !== PRINT) return undefined;
  const bytes = await findOrRasterize(house, `${wish.sitter}/${occasion}`, kept);
  return { type: PRINT, encoding: undefined, bytes };
}

const DRAWING: PictureType = 'image/svg+xml';
const PRINT: PictureType = 'image/png';

// A hundred prints are some ten megabytes.
const MOST_REMEMBERED = 100;
const prints = new WeakMap<House, LruCache<Promise<Uint8Array>>>();

/** Printed once for everyone who asks at the same time or soon after; a picture that hangs never changes. */
async function findOrRasterize(house: House, name: string, kept: StoredPicture): Promise<Uint8Array> {
  const known = prints.get(house) ?? new LruCache<Promise<Uint8Array>>(MOST_REMEMBERED);
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

/** A card as PNG, or undefined when the press cannot take it now. */
export async function rasterizeCard(
  { rasterizer }: House,
  svg: string,
  widthPx: number,
): Promise<Uint8Array | undefined> {
  if (!rasterizer) throw new ProblemError('no_press', { drawn: false });
  try {
    return await rasterizer.rasterize(svg, widthPx, CARD_FONT_FILES);
  } catch {
    return undefined;
  }
}
