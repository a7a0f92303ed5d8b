import { DAY, type Instant } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import { findBuiltIn } from '../core/species/catalog.ts';
import { communitySpecies } from '../core/species/community.ts';
import type { KnownAgent } from '../store/agents.ts';
import { hasPublished, publish, type FullDesign } from '../store/community-species.ts';
import type { Transaction } from '../store/db.ts';
import { findKeeper, holdKeeper, type Keeper } from '../store/keepers.ts';
import { countSpecies } from './counting.ts';
import type { House } from './house.ts';
import { once, scopeOf, type Outcome } from './once.ts';
import { settleDue } from './settle.ts';

export interface SpeciesWish {
  readonly design: FullDesign;
  readonly agent: KnownAgent;
  readonly idempotencyKey: string | undefined;
}

/** A species as it was published. */
export interface NewSpecies {
  readonly design: FullDesign;
  readonly creator: string;
}

/** Publishes a species of an agent's own, for anyone to adopt. Of all who want one slug, the first gets it. */
export async function createSpecies(
  house: House,
  { design, agent, idempotencyKey }: SpeciesWish,
  now: Instant,
): Promise<Outcome<NewSpecies>> {
  // Whoever has just grown up counts, though nobody may have looked yet.
  await settleDue(house, now);
  const ask = { key: idempotencyKey, scope: scopeOf(agent), request: { create: design }, keptFor: DAY };
  const outcome = await once(house, ask, now, async (db) => {
    const keeper = await designer(db, agent);
    const kept = withinRanges(design);
    await shelve(db, keeper, kept, now);
    return { design: kept, creator: agent.username };
  });
  if (!outcome.replayed) house.species.remember(communitySpecies(outcome.value.design));
  return outcome;
}

/** The caller's record, if it may design at all; of two species by one agent, one waits for the other. */
async function designer(db: Transaction, { id }: KnownAgent): Promise<Keeper> {
  const known = await findKeeper(db, id);
  if (!known || known.adultsRaised === 0) throw new Problem('no_adult_raised');
  return holdKeeper(db, id);
}

async function shelve(db: Transaction, keeper: Keeper, design: FullDesign, now: Instant): Promise<void> {
  const { slug, family } = design;
  if (findBuiltIn(slug)) throw new Problem('slug_reserved', { slug });
  const first = !(await hasPublished(db, keeper.id));
  const isFree = await publish(db, design, { creatorId: keeper.id, now });
  if (!isFree) throw new Problem('slug_taken', { slug });
  countSpecies(db, keeper, { family, first }, now);
}

/** The design as it will be lived: nothing out of range, and windows in whole hundredths of an hour. */
function withinRanges(design: FullDesign): FullDesign {
  const feedingWindowHours = Math.round(design.feedingWindowHours * 100) / 100;
  const lived = communitySpecies({ ...design, feedingWindowHours });
  return {
    ...design,
    feedingWindowHours: lived.feedingWindowHours,
    hungerDecayPerHour: lived.hungerDecayPerHour,
    happinessDecayPerHour: lived.happinessDecayPerHour,
    traits: lived.traits,
  };
}
