import { descriptionOf, hasOneBody, inventLook } from '../../artist/words/invent-look.ts';
import { findKind, type Kind, KINDS } from '../../artist/words/kinds.ts';
import type { Transaction } from '../../db/db.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { ProblemError } from '../../rules/problem.ts';
import { findBuiltIn, looksBuiltIn } from '../../rules/species/catalog.ts';
import { communitySpecies } from '../../rules/species/species.ts';
import type { KnownAgent } from '../agents/agents.store.ts';
import { ensureInSight } from '../agents/api-keys.ts';
import { countWords } from '../agents/count-words.ts';
import { findKeeper, type Keeper, selectKeeperForUpdate } from '../agents/keepers.store.ts';
import type { House } from '../house.ts';
import { loadLiving } from '../lives/choose-creature.ts';
import { idempotentRequest, type IdempotentResult, once } from '../once.ts';
import { countSpecies } from '../stats/counting.ts';
import { hasDesignedSpecies, insertCommunitySpecies, type SpeciesDesign } from './species.store.ts';

/**
 * How a new species looks from now on: by its designer's words, and by what they mean where none of them tells what kind of
 * body it has. Decided once and kept, so that neither a better reader nor a missing model ever changes anybody's face.
 */
async function designLook(
  { tastes }: Pick<House, 'tastes'>,
  design: SpeciesDesign,
): Promise<readonly string[]> {
  const prompt = design.imagePrompt ?? '';
  const said = descriptionOf(design, prompt);
  const told = hasOneBody(design.family) || findKind(said) !== undefined;
  return inventLook(design, prompt, told ? undefined : await guessKind(tastes, said));
}

async function guessKind(tastes: House['tastes'], said: string): Promise<Kind | undefined> {
  const closest = await tastes.closest(
    said,
    KINDS.map(({ means }) => means),
  );
  return closest === undefined ? undefined : KINDS[closest];
}

export interface SpeciesWish {
  readonly design: SpeciesDesign;
  readonly agent: KnownAgent;
  readonly idempotencyKey: string | undefined;
}

/** A species as it was published. */
export interface NewSpecies {
  readonly design: SpeciesDesign;
  readonly creator: string;
}

/** Publishes a species of an agent's own, for anyone to adopt. Of all who want one slug, the first gets it. */
export async function createSpecies(
  house: House,
  { design, agent, idempotencyKey }: SpeciesWish,
  now: Instant,
): Promise<IdempotentResult<NewSpecies>> {
  const idempotent = idempotentRequest(agent, idempotencyKey, { create: design });
  return once(house, idempotent, now, {
    read: async () => {
      if (looksBuiltIn(design.name)) throw new ProblemError('invalid_request', { misfits: [BUILT_IN_NAME] });
      // Settles the keeper's creatures: one that has just grown up counts.
      await loadLiving(house, agent, now);
      await countWords(house, agent, design, now);
      return designLook(house, design);
    },
    write: async (db, look): Promise<NewSpecies> => {
      const keeper = await lockDesigner(db, agent);
      const clamped = { ...clampDesign(design), look };
      await insertDesign(db, keeper, clamped, now);
      return { design: clamped, creator: agent.username };
    },
    after: (made) => house.species.add(communitySpecies(made.design)),
  });
}

const BUILT_IN_NAME = {
  field: 'name',
  expected: 'a name that no species of the house has',
  received: 'one that looks like it',
};

/** The caller's record, if it may design at all; of two species by one agent, one waits for the other. */
async function lockDesigner(db: Transaction, { id }: KnownAgent): Promise<Keeper> {
  const known = await findKeeper(db, id);
  if (!known || known.adultsRaised === 0) throw new ProblemError('no_adult_raised');
  const keeper = await selectKeeperForUpdate(db, id);
  ensureInSight(keeper);
  return keeper;
}

async function insertDesign(
  db: Transaction,
  keeper: Keeper,
  design: SpeciesDesign,
  now: Instant,
): Promise<void> {
  const { slug, family } = design;
  if (findBuiltIn(slug)) throw new ProblemError('slug_reserved', { slug });
  const first = !(await hasDesignedSpecies(db, keeper.id));
  const isFree = await insertCommunitySpecies(db, design, { creatorId: keeper.id, now });
  if (!isFree) throw new ProblemError('slug_taken', { slug });
  countSpecies(db, keeper, { family, first }, now);
}

/** The design as it will be lived: nothing out of range, and windows in whole hundredths of an hour. */
function clampDesign(design: SpeciesDesign): SpeciesDesign {
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
