import type { Instant } from '../../core/engine/clock.ts';
import { isId } from '../../core/engine/ids.ts';
import { findCreatureWithKeeper } from '../../store/public/creatures-with-keepers.ts';
import type { House } from '../house.ts';
import { settle } from '../lives/settle.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { toPublic, type PublicCreature } from './public-creature.ts';

/** Just the face of a creature, whatever became of it, for a page that is already open. */
export async function glanceAt(house: House, id: string, now: Instant): Promise<PublicCreature | undefined> {
  const found = isId(id) ? await findCreatureWithKeeper(house.store, id) : undefined;
  if (!found || (await readHiddenContent(house)).hidesAgent(found.stored.creature.keeperId)) return undefined;
  return toPublic(house, { ...found, stored: await settle(house, found.stored, now) }, now);
}
