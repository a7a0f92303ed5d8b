import type { PictureType } from '../../outside/pictures/picture-maker.ts';
import type { PictureKey } from '../../store/pictures/picture-jobs.ts';
import type { House } from '../house.ts';

const ENDINGS: Readonly<Record<PictureType, string>> = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/** The path of a stored picture, without the house's own address, which may change. */
export function picturePath({ sitter, occasion }: PictureKey, type: PictureType): string {
  return `/pictures/${sitter}/${occasion}.${ENDINGS[type]}`;
}

/** The types a picture may be asked for in, by the ending of its address. */
export const TYPES_BY_ENDING = new Map(
  Object.entries(ENDINGS).map(([type, ending]) => [ending, type as PictureType]),
);

/** The whole address of a picture: of ours, or of one that was given and is somewhere else. */
export function pictureUrl({ baseUrl }: House, url: string): string;
export function pictureUrl({ baseUrl }: House, url: string | undefined): string | undefined;
export function pictureUrl({ baseUrl }: House, url: string | undefined): string | undefined {
  return url?.startsWith('/') ? new URL(url, baseUrl).href : url;
}
