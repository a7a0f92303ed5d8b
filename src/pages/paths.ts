import type { KeepsakeKind } from '../core/heart/keepsakes-table.ts';
import type { Creature } from '../core/lives/creature.ts';
import { lookWord, type Attire } from '../core/public/attire.ts';
import type { Appearance, Stage } from '../core/vocabulary.ts';

export function creaturePath(id: string): string {
  return `/creatures/${id}`;
}

export function agentPath(username: string): string {
  return `/agents/${encodeURIComponent(username)}`;
}

export function speciesPath(slug: string): string {
  return `/species/${encodeURIComponent(slug)}`;
}

/** The artist's drawing of it now; the query makes it another URL, and another cache entry, when it looks different. */
export function picturePath(
  { id, stage }: Pick<Creature, 'id' | 'stage'>,
  appearance?: Appearance,
  attire?: Attire,
): string {
  return `${creaturePath(id)}/picture.svg?look=${lookWord(stage, appearance, attire)}`;
}

/** How it looked at a stage it has reached. */
export function earlierPicturePath(id: string, stage: Stage): string {
  return `${creaturePath(id)}/picture.svg?stage=${stage}`;
}

/** The path of a picture that this house stores; undefined for one that is elsewhere, which no page loads. */
export function ownPicturePath(imageUrl: string | undefined, origin: string): string | undefined {
  const path = imageUrl?.startsWith(`${origin}/`) ? imageUrl.slice(origin.length) : imageUrl;
  return path?.startsWith('/pictures/') ? path : undefined;
}

/** The URL of a picture that is elsewhere, to link to. */
export function externalPictureUrl(imageUrl: string | undefined, origin: string): string | undefined {
  return ownPicturePath(imageUrl, origin) === undefined && imageUrl?.startsWith('https://')
    ? imageUrl
    : undefined;
}

export function speciesPicturePath(slug: string, stage?: Stage): string {
  return `${speciesPath(slug)}/picture.svg${stage === undefined ? '' : `?stage=${stage}`}`;
}

export function agentPicturePath(username: string): string {
  return `${agentPath(username)}/picture.svg`;
}

/** A keepsake by itself; of what nobody has, only the outline. */
export function keepsakePicturePath(kind: KeepsakeKind, drawn?: 'outline'): string {
  return withQuery(`/keepsakes/${kind}/picture.svg`, { drawn });
}

/** A path with those parts of a query that are given. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** The first page of a list has no number in its address. */
export function pageQuery(page: number): string | undefined {
  return page > 1 ? String(page) : undefined;
}
