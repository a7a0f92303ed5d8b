import type { Db } from '../../../packages/database/db.ts';
import type { Agent } from '../../rules/agents.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { Stage } from '../../rules/vocabulary.ts';
import type { PictureType } from '../../outside/picture-maker.ts';
import type { HiddenHouse } from '../hidden/hidden-content.ts';
import type { BaseHouse } from '../house.ts';
import type { StoredCreature } from '../records/creatures.store.ts';
import { orderPictures, type PictureKey, type PictureOrder } from './pictures.store.ts';

const ENDINGS: Readonly<Record<PictureType, string>> = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/** The path of a picture, stored without the base URL, which may change. */
export function picturePath({ sitter, occasion }: PictureKey, type: PictureType): string {
  return `/pictures/${sitter}/${occasion}.${ENDINGS[type]}`;
}

export const TYPES_BY_ENDING = new Map(
  Object.entries(ENDINGS).map(([type, ending]) => [ending, type as PictureType]),
);

/** Adds the base URL to a path; an external URL stays as it is. */
export function pictureUrl({ baseUrl }: HiddenHouse, url: string): string;
export function pictureUrl({ baseUrl }: HiddenHouse, url: string | undefined): string | undefined;
export function pictureUrl(
  { baseUrl }: Pick<BaseHouse, 'baseUrl'>,
  url: string | undefined,
): string | undefined {
  return url?.startsWith('/') ? new URL(url, baseUrl).href : url;
}

export async function orderPortrait(
  db: Db,
  stored: StoredCreature,
  stage: Stage,
  now: Instant,
): Promise<void> {
  await orderPictures(db, portraitOrders(stored, stage, now));
}

/** The portraits to order for a stage; none for an egg, or when the keeper supplied a picture. */
export function portraitOrders(stored: StoredCreature, stage: Stage, now: Instant): readonly PictureOrder[] {
  const { creature, imageUrl, portraits } = stored;
  const given = imageUrl !== undefined && portraits === 0;
  if (given || stage === 'egg') return [];
  return [{ sitter: creature.id, occasion: stage, agentId: creature.keeperId, dueAt: now }];
}

export async function orderAvatar(db: Db, { id, avatarUrl }: Agent, now: Instant): Promise<void> {
  if (avatarUrl === undefined)
    await orderPictures(db, [{ sitter: id, occasion: 'avatar', agentId: id, dueAt: now }]);
}
