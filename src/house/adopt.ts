import { DAY, type Instant } from '../core/clock.ts';
import { isTestAccount } from '../core/agent.ts';
import { egg, type Creature } from '../core/creature.ts';
import { Problem } from '../core/problem.ts';
import { CATALOG } from '../core/species/catalog.ts';
import type { Species } from '../core/species/species.ts';
import { drawSpecies, UNLOCKABLE, unlockedTiers, type UnlockableTier } from '../core/tiers.ts';
import type { Family } from '../core/vocabulary.ts';
import { zoneOfAgent } from '../store/agents.ts';
import { countCommunityAdoption } from '../store/community-species.ts';
import { insertCreature } from '../store/creatures.ts';
import type { Transaction } from '../store/db.ts';
import { beginKeeping, holdKeeper, saveKeeper, type Keeper } from '../store/keepers.ts';
import { livingNow } from './choose-creature.ts';
import { countActive, countAdoption } from './counting.ts';
import { curtainOf } from './curtain.ts';
import type { House } from './house.ts';
import { once, scopeOf, type Outcome } from './once.ts';
import type { KnownAgent } from './recognise.ts';

export interface AdoptionWish {
  readonly name: string;
  readonly imagePrompt?: string | undefined;
  readonly imageUrl?: string | undefined;
  readonly family?: Family | undefined;
  readonly speciesSlug?: string | undefined;
}

export interface Adoption {
  readonly agent: KnownAgent;
  readonly wish: AdoptionWish;
  /** Who it is going to be. */
  readonly personality: (seed: number) => readonly string[];
  readonly idempotencyKey?: string | undefined;
}

export interface Adopted {
  readonly creature: Creature;
  readonly species: Species;
  readonly first: boolean;
  /** The tiers that have opened since the last adoption, the highest last. */
  readonly unlocked: readonly Exclude<UnlockableTier, 'common'>[];
}

/** Gives an agent an egg: of the species it names, or of one drawn from the highest tier it has opened. */
export async function adopt<Told>(
  house: House,
  adoption: Adoption,
  now: Instant,
  tell: (adopted: Adopted) => Told,
): Promise<Outcome<Told>> {
  const { agent, wish, idempotencyKey: key } = adoption;
  const named = wish.speciesSlug === undefined ? undefined : await knownSpecies(house, wish.speciesSlug);
  // Tiers follow from what became of the others, though nobody may have looked yet.
  await livingNow(house, agent, now);
  const zone = (await zoneOfAgent(house.store, agent.id)) ?? 'UTC';
  const ask = { key, scope: scopeOf(agent), request: { adopt: wish }, keptFor: DAY };
  return once(house, ask, now, async (db) =>
    tell(await layEgg(db, house, { ...adoption, named, zone }, now)),
  );
}

async function knownSpecies(house: House, slug: string): Promise<Species> {
  const species = await house.species.find(slug);
  if (species && !(await curtainOf(house)).offTheShelf.has(slug)) return species;
  const misfit = { field: 'species_slug', expected: 'a species that lives here', received: 'another word' };
  throw new Problem('invalid_request', { misfits: [misfit] });
}

interface Laying extends Adoption {
  readonly named: Species | undefined;
  readonly zone: string;
}

async function layEgg(db: Transaction, house: House, laying: Laying, now: Instant): Promise<Adopted> {
  const { agent, wish, named, zone, personality } = laying;
  await beginKeeping(db, { ...agent, counts: !isTestAccount(agent.username) });
  const keeper = await holdKeeper(db, agent.id);
  const species = named ?? drawn(house, keeper, wish.family, now);
  const seed = drawSeed(house);
  const creature = egg(
    {
      id: house.chance.id(),
      keeperId: agent.id,
      name: wish.name,
      species: species.slug,
      seed,
      zone,
      personality: personality(seed),
    },
    now,
  );
  await insertCreature(db, {
    creature,
    family: species.family,
    version: 1,
    nextEventAt: undefined,
    consistencyTenths: 0,
    toldStage: 'egg',
    imagePrompt: wish.imagePrompt,
    imageUrl: wish.imagePrompt === undefined ? wish.imageUrl : undefined,
    portraits: 0,
  });
  if (species.tier === 'community') await countCommunityAdoption(db, species.slug);
  const unlocked = newlyUnlocked(keeper, now);
  const first = keeper.adopted === 0;
  countAdoption(db, keeper, { family: species.family, slug: species.slug, first }, now);
  const lastActiveAt = countActive(db, keeper, { before: first ? undefined : keeper.lastActiveAt, now });
  await saveKeeper(db, keeper, {
    ...keeper,
    adopted: keeper.adopted + 1,
    lastActiveAt,
    toldTier: unlocked.at(-1) ?? keeper.toldTier,
  });
  return { creature, species, first, unlocked };
}

function drawn(house: House, record: Keeper, family: Family | undefined, now: Instant): Species {
  return drawSpecies(CATALOG, { record, family, roll: drawSeed(house) / 2 ** 48 }, now);
}

/** A whole number of 48 bits. */
function drawSeed({ chance }: House): number {
  return Buffer.from(chance.bytes(6)).readUIntBE(0, 6);
}

function newlyUnlocked(keeper: Keeper, now: Instant): Exclude<UnlockableTier, 'common'>[] {
  const open = unlockedTiers(keeper, now);
  return UNLOCKABLE.slice(UNLOCKABLE.indexOf(keeper.toldTier) + 1).filter(
    (tier): tier is Exclude<UnlockableTier, 'common'> => tier !== 'common' && open.includes(tier),
  );
}
