import { descriptionOf, findKind, hasOneBody, inventLook, KINDS } from '../../artist/words/invent-look.ts';
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
import { idempotentRequest, once } from '../once.ts';
import { countSpecies } from '../stats/counting.ts';
import { hasDesignedSpecies, insertCommunitySpecies, type SpeciesDesign } from './species.store.ts';

/**
 * The look of a new species in the artist's vocabulary, read from the designer's text; where that names no kind of body, the
 * embedding model guesses. Stored with the species, so that a later version of either changes no picture.
 */
async function designLook({ tastes }: House, design: SpeciesDesign): Promise<readonly string[]> {
  const prompt = design.imagePrompt ?? '';
  const said = descriptionOf(design, prompt);
  if (hasOneBody(design.family) || findKind(said)) return inventLook(design, prompt, undefined);
  const meanings = KINDS.map(({ means }) => means);
  const closest = await tastes.closest(said, meanings);
  return inventLook(design, prompt, closest === undefined ? undefined : KINDS[closest]);
}

interface SpeciesRequest {
  readonly design: SpeciesDesign;
  readonly agent: KnownAgent;
  readonly idempotencyKey: string | undefined;
}

/** Publishes a community species. Of concurrent requests for one slug, the first wins. */
export async function createSpecies(
  house: House,
  { design, agent, idempotencyKey }: SpeciesRequest,
  now: Instant,
) {
  const idempotent = idempotentRequest(agent, idempotencyKey, { create: design });
  return once(house, idempotent, now, {
    read: async () => {
      if (looksBuiltIn(design.name)) throw new ProblemError('invalid_request', { misfits: [BUILT_IN_NAME] });
      // Settles the keeper's creatures: one that has just grown up counts as raised.
      await loadLiving(house, agent, now);
      await countWords(house, agent, design, now);
      return designLook(house, design);
    },
    write: async (db, look) => {
      const keeper = await lockDesigner(db, agent);
      const { slug, family } = design;
      if (findBuiltIn(slug)) throw new ProblemError('slug_reserved', { slug });
      const clamped = { ...clampDesign(design), look };
      const first = !(await hasDesignedSpecies(db, keeper.id));
      const isFree = await insertCommunitySpecies(db, clamped, { creatorId: keeper.id, now });
      if (!isFree) throw new ProblemError('slug_taken', { slug });
      countSpecies(db, keeper, { family, first }, now);
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

/** Locks the designer's row, which serialises the designs of one agent. */
async function lockDesigner(db: Transaction, { id }: KnownAgent): Promise<Keeper> {
  const known = await findKeeper(db, id);
  if (!known || known.adultsRaised === 0) throw new ProblemError('no_adult_raised');
  const keeper = await selectKeeperForUpdate(db, id);
  ensureInSight(keeper);
  return keeper;
}

/** Clamps the numbers of a design to the ranges of the rules; feeding windows become whole hundredths of an hour. */
function clampDesign(design: SpeciesDesign): SpeciesDesign {
  const rounded = { ...design, feedingWindowHours: Math.round(design.feedingWindowHours * 100) / 100 };
  const { feedingWindowHours, hungerDecayPerHour, happinessDecayPerHour, traits } = communitySpecies(rounded);
  return { ...design, feedingWindowHours, hungerDecayPerHour, happinessDecayPerHour, traits };
}
