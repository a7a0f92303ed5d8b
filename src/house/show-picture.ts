import { Problem } from '../core/problem.ts';
import type { PictureType } from '../outside/pictures.ts';
import { CannotPress } from '../outside/pictures-png.ts';
import { findPicture, unpacked, type KeptPicture } from '../store/pictures.ts';
import type { House } from './house.ts';
import { TYPES_BY_ENDING } from './picture-address.ts';

export interface PictureWish {
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
export async function showPicture(house: House, wish: PictureWish): Promise<KeptPicture | undefined> {
  const [, occasion = '', ending = ''] = FILE.exec(wish.file) ?? [];
  const type = TYPES_BY_ENDING.get(ending);
  if (type === undefined || !SITTER.test(wish.sitter)) return undefined;
  const kept = await findPicture(house.store, wish.sitter, occasion);
  if (!kept) return undefined;
  if (kept.type === type) return wish.packed ? kept : unpacked(kept);
  if (kept.type !== DRAWING || type !== PRINT) return undefined;
  const bytes = await print(house, `${wish.sitter}/${occasion}`, kept);
  return { type: PRINT, encoding: undefined, bytes };
}

const DRAWING: PictureType = 'image/svg+xml';
const PRINT: PictureType = 'image/png';

// A hundred prints are some ten megabytes.
const MOST_REMEMBERED = 100;
const prints = new WeakMap<House, Map<string, Promise<Uint8Array>>>();

/** Printed once for everyone who asks at the same time or soon after; a picture that hangs never changes. */
async function print(house: House, name: string, kept: KeptPicture): Promise<Uint8Array> {
  const known = prints.get(house) ?? new Map<string, Promise<Uint8Array>>();
  prints.set(house, known);
  const printed = known.get(name) ?? press(house, kept);
  // The last to be forgotten is the one that was asked for last.
  known.delete(name);
  known.set(name, printed);
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size > MOST_REMEMBERED) known.delete(oldest);
  printed.catch(() => known.get(name) === printed && known.delete(name));
  return printed;
}

async function press(house: House, kept: KeptPicture): Promise<Uint8Array> {
  const { bytes } = await unpacked(kept);
  try {
    return await house.press.press(Buffer.from(bytes).toString(), PRINT_PX);
  } catch (error) {
    if (!(error instanceof CannotPress)) throw error;
    throw new Problem('press_busy', { retryAfterSeconds: RETRY_SECONDS });
  }
}
