import { MINUTE, type Instant } from '../core/clock.ts';
import { hasHatched, surelyHatched, type Hatched } from '../core/creature.ts';
import { checked } from '../core/live.ts';
import { mechanicsOf } from '../core/species/mechanics-of.ts';
import type { Species } from '../core/species/species.ts';
import { STAGES, type Stage } from '../core/vocabulary.ts';
import { noteCheck } from '../store/checks.ts';
import { Outdated, saveFeelings, tellStage, type Kept } from '../store/creatures.ts';
import type { Transaction } from '../store/db.ts';
import { taken, type Grip } from './changing.ts';
import { hatch } from './hatch.ts';
import type { House } from './house.ts';
import { upToDate } from './keep-change.ts';

/** A living creature that its keeper looks at. */
export interface Look {
  readonly kept: Kept;
  readonly species: Species;
  readonly grip: Grip;
  readonly now: Instant;
}

/** The creature after the look, and the stages it had to tell of. */
export interface Noticed {
  readonly creature: Hatched;
  readonly grown: readonly Stage[];
}

/** What a look changes: an egg hatches, one that minds being alone is glad, and what it grew into is told once. */
export async function beNoticed(house: House, look: Look): Promise<Noticed> {
  const { creature, toldStage } = look.kept;
  if (!hasHatched(creature)) return house.store.together((db) => breakShell(db, look));
  const untold = STAGES.slice(STAGES.indexOf(toldStage) + 1, STAGES.indexOf(creature.stage) + 1);
  const glad = isGlad(creature, look);
  if (untold.length === 0 && !glad) return { creature, grown: [] };
  return house.store.together(async (db) => {
    const after = glad ? await gladden(db, look) : creature;
    const first = untold.length > 0 && (await tellStage(db, creature.id, toldStage, creature.stage));
    return { creature: after, grown: first ? untold : [] };
  });
}

async function breakShell(db: Transaction, { kept, species, grip, now }: Look): Promise<Noticed> {
  const egg = await taken(db, kept, grip, now);
  if (hasHatched(egg.creature)) throw new Outdated();
  const { creature } = await hatch(db, egg, species, now);
  return { creature: surelyHatched(creature), grown: [creature.stage] };
}

// Looks that follow within this time are one look, or every glance of a busy keeper would have to be kept.
const ONE_LOOK = MINUTE;

function isGlad({ life }: Hatched, { species, now }: Look): boolean {
  const minds = mechanicsOf(species).some(({ loneliness }) => loneliness !== undefined);
  return minds && now - life.lastCheckedAt >= ONE_LOOK;
}

async function gladden(db: Transaction, look: Look): Promise<Hatched> {
  const { kept, species, grip, now } = look;
  const current = await taken(db, kept, grip, now);
  const before = surelyHatched(current.creature);
  // Somebody was faster, and it was glad of that.
  if (!isGlad(before, look)) return before;
  const creature = checked(before, species, now);
  const { version } = await saveFeelings(db, upToDate(current, creature, species, now), current.nextEventAt);
  await noteCheck(db, creature.id, { version, at: now });
  return surelyHatched(creature);
}
