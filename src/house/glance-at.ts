import type { Instant } from '../core/clock.ts';
import { isId } from '../core/ids.ts';
import { findFace } from '../store/faces.ts';
import { curtainOf } from './curtain.ts';
import { faceOf, type Face } from './faces.ts';
import type { House } from './house.ts';
import { settled } from './settle.ts';

/** Just the face of a creature, whatever became of it, for a page that is already open. */
export async function glanceAt(house: House, id: string, now: Instant): Promise<Face | undefined> {
  const found = isId(id) ? await findFace(house.store, id) : undefined;
  if (!found || (await curtainOf(house)).covers(found.kept.creature.keeperId)) return undefined;
  return faceOf(house, { ...found, kept: await settled(house, found.kept, now) }, now);
}
