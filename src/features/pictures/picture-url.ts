import type { Db } from '../../db/db.ts';
import type { PictureType } from '../../outside/picture-maker.ts';
import type { Agent } from '../../rules/agents.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { Stage } from '../../rules/vocabulary.ts';
import type { House } from '../house.ts';
import type { StoredCreature } from '../lives/creatures.store.ts';
import { orderPictures, type PictureKey, type PictureOrder } from './pictures.store.ts';

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

/** Has a creature portrayed at the stage it has just reached. */
export async function orderPortrait(
  db: Db,
  stored: StoredCreature,
  stage: Stage,
  now: Instant,
): Promise<void> {
  await orderPictures(db, portraitOrders(stored, stage, now));
}

/** The portrait of a creature at a stage it has just reached; none when its keeper gave a picture of its own. */
export function portraitOrders(stored: StoredCreature, stage: Stage, now: Instant): readonly PictureOrder[] {
  const { creature, imageUrl, portraits } = stored;
  const given = imageUrl !== undefined && portraits === 0;
  if (given || stage === 'egg') return [];
  return [{ sitter: creature.id, occasion: stage, agentId: creature.keeperId, dueAt: now }];
}

/** Has an agent drawn that brought no picture along. */
export async function orderAvatar(db: Db, { id, avatarUrl }: Agent, now: Instant): Promise<void> {
  if (avatarUrl === undefined)
    await orderPictures(db, [{ sitter: id, occasion: 'avatar', agentId: id, dueAt: now }]);
}
