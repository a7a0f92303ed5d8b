import { DAY, type Instant } from '../core/clock.ts';
import { hasHatched, isAlive, type Creature } from '../core/creature.ts';
import { Problem, type Mine } from '../core/problem.ts';
import type { Species } from '../core/species/species.ts';
import { findOwn, saveCreature, type Kept } from '../store/creatures.ts';
import type { Transaction } from '../store/db.ts';
import { holdKeeper, saveKeeper } from '../store/keepers.ts';
import { changing, taken, type Grip } from './changing.ts';
import { lateOf, livingNow, mine } from './choose-creature.ts';
import { countRelease } from './counting.ts';
import { countEnd } from './counting-lives.ts';
import type { House } from './house.ts';
import { upToDate } from './keep-change.ts';
import { once, recall, scopeOf, type Outcome } from './once.ts';
import type { KnownAgent } from './recognise.ts';
import { settled } from './settle.ts';
import { speciesOf } from './species-of.ts';

export interface ReleaseAsked {
  readonly agent: KnownAgent;
  readonly creatureId: string;
  readonly idempotencyKey?: string | undefined;
}

export interface Released {
  readonly creature: Creature;
  /** Who is still there. */
  readonly others: readonly Mine[];
}

/** Lets a living creature go for good. One whose time came first is dead instead, and has its stone. */
export async function release<Told>(
  house: House,
  asked: ReleaseAsked,
  now: Instant,
  tell: (released: Released) => Told,
): Promise<Outcome<Told>> {
  const { agent, creatureId, idempotencyKey: key } = asked;
  const ask = { key, scope: scopeOf(agent), request: { release: creatureId }, keptFor: DAY };
  const earlier = key === undefined ? undefined : await recall<Told>(house, { ...ask, key }, now);
  if (earlier) return earlier;
  return changing(async (grip) => {
    const kept = await livingOne(house, asked, grip, now);
    const species = await speciesOf(house, kept.creature.species);
    const others = (await livingNow(house, agent, now)).filter(({ creature }) => creature.id !== creatureId);
    const left = await mine(house, others);
    return once(house, ask, now, async (db) =>
      tell({ creature: await letGo(db, { kept, species, grip, now }), others: left }),
    );
  });
}

async function livingOne(
  house: House,
  { agent, creatureId }: ReleaseAsked,
  grip: Grip,
  now: Instant,
): Promise<Kept> {
  const found = await findOwn(house.store, agent.id, creatureId);
  // Only one that this very call has found alive is held: if it is dead by now, it died on the way out.
  const diedMeanwhile = grip === 'held' && found?.creature.died !== undefined;
  if (!found || (!isAlive(found.creature) && !diedMeanwhile)) throw await nobody(house, agent, now);
  const kept = await settled(house, found, now);
  // Whoever was faster may have let it go while what was due was brought about.
  if (kept.creature.releasedAt !== undefined) throw await nobody(house, agent, now);
  if (kept.creature.died) throw new Problem('died_before_release', { late: await lateOf(house, kept, now) });
  return kept;
}

async function nobody(house: House, agent: KnownAgent, now: Instant): Promise<Problem> {
  return new Problem('nobody_to_release', { yours: await mine(house, await livingNow(house, agent, now)) });
}

interface Going {
  readonly kept: Kept;
  readonly species: Species;
  readonly grip: Grip;
  readonly now: Instant;
}

async function letGo(db: Transaction, { kept, species, grip, now }: Going): Promise<Creature> {
  const current = await taken(db, kept, grip, now);
  const creature = { ...current.creature, releasedAt: now };
  await saveCreature(db, upToDate(current, creature, species, now));
  const keeper = await holdKeeper(db, creature.keeperId);
  countRelease(db, keeper, { family: current.family, stage: creature.stage });
  if (!hasHatched(current.creature)) return creature;
  const { ageFrom } = current.creature.life;
  countEnd(db, keeper, 'released', { ageFrom, livedMs: now - ageFrom });
  await saveKeeper(db, keeper, {
    ...keeper,
    living: keeper.living - 1,
    consistencyTenths: keeper.consistencyTenths - current.consistencyTenths,
  });
  return creature;
}
