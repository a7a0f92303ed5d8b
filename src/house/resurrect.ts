import { DAY, type Instant } from '../core/clock.ts';
import { surelyHatched, type Creature, type Hatched } from '../core/creature.ts';
import { Problem, type Shortfall } from '../core/problem.ts';
import { resurrectionCost, revived, windowClosesAt } from '../core/resurrection.ts';
import type { Species } from '../core/species/species.ts';
import { hold, Outdated, saveCreature, type Kept } from '../store/creatures.ts';
import type { Transaction } from '../store/db.ts';
import { markResurrected } from '../store/gravestones.ts';
import { holdKeeper, saveKeeper } from '../store/keepers.ts';
import { accountOf, Insufficient, move, wasKept } from '../store/ledger.ts';
import { noteReturn } from '../store/returns.ts';
import { changing, type Grip } from './changing.ts';
import { ownNow } from './choose-creature.ts';
import { countResurrection } from './counting.ts';
import { countReturn } from './counting-lives.ts';
import type { House } from './house.ts';
import { upToDate } from './keep-change.ts';
import { once, recall, scopeOf, type Outcome } from './once.ts';
import type { KnownAgent } from './recognise.ts';
import { speciesOf } from './species-of.ts';

export interface ResurrectionAsked {
  readonly agent: KnownAgent;
  readonly creatureId: string;
  /** What coming back adds to who it is, by its seed and how often it came back before. */
  readonly layer: (seed: number, returnsBefore: number) => string;
  readonly idempotencyKey?: string | undefined;
}

export interface Resurrected {
  readonly now: Instant;
  readonly creature: Hatched;
  readonly species: Species;
  readonly spent: number;
  readonly remaining: number;
  /** What it would cost the next time, as old as it is now. */
  readonly nextCost: number;
}

/** Not enough credits: whoever asked is told how to pay. */
export class TooDear extends Error {
  override readonly name = 'TooDear';
  readonly shortfall: Shortfall;

  constructor(shortfall: Shortfall) {
    super('there are not enough credits');
    this.shortfall = shortfall;
  }
}

/** What was asked for before under the same Idempotency-Key, if it was. */
export async function recallResurrection<Told>(
  house: House,
  asked: Pick<ResurrectionAsked, 'agent' | 'creatureId' | 'idempotencyKey'>,
  now: Instant,
): Promise<Outcome<Told> | undefined> {
  const { idempotencyKey: key } = asked;
  return key === undefined ? undefined : recall<Told>(house, { ...askFor(asked), key }, now);
}

/** Brings a dead creature back for credits: the debit and the return are one transaction, or neither happened. */
export async function resurrect<Told>(
  house: House,
  asked: ResurrectionAsked,
  now: Instant,
  tell: (resurrected: Resurrected) => Told,
): Promise<Outcome<Told>> {
  return changing(async (grip) => {
    const kept = await deadOne(house, asked, now);
    const species = await speciesOf(house, kept.creature.species);
    const movementId = house.chance.id();
    let done: Outcome<Told> | undefined;
    try {
      return await once(house, askFor(asked), now, async (db) => {
        const value = tell(await bringBack(db, { asked, kept, species, grip, movementId, now }));
        done = { value, replayed: false };
        return value;
      });
    } catch (error) {
      if (error instanceof Insufficient) {
        throw new TooDear(await shortfallFor(house, asked.agent, kept.creature, now));
      }
      // All was done, and then something broke: only the ledger knows whether it was kept.
      if (done && (await wasKept(house.store, movementId))) return done;
      throw error;
    }
  });
}

function askFor({ agent, creatureId, idempotencyKey: key }: Omit<ResurrectionAsked, 'layer'>) {
  return { key, scope: scopeOf(agent), request: { resurrect: creatureId }, keptFor: DAY };
}

/** One of an agent's creatures that is dead and can still come back. */
export async function deadOne(
  house: House,
  { agent, creatureId }: Pick<ResurrectionAsked, 'agent' | 'creatureId'>,
  now: Instant,
): Promise<Kept> {
  const kept = await ownNow(house, agent, creatureId, now);
  if (!kept || kept.creature.releasedAt !== undefined) throw new Problem('creature_not_found');
  const { died, id, name } = kept.creature;
  if (!died) throw new Problem('still_alive', { id, name });
  if (now > windowClosesAt(died.at)) throw new Problem('window_closed', { name });
  return kept;
}

/** What it costs, what there is, and what is missing: a debt is paid off before anything else. */
export async function shortfallFor(
  house: House,
  agent: KnownAgent,
  creature: Creature,
  now: Instant,
): Promise<Shortfall> {
  const cost = resurrectionCost(creature, now);
  const { balance, debt } = await accountOf(house.store, agent.id);
  return { cost, credits: balance, shortfall: Math.max(0, cost + debt - balance) };
}

interface Bringing {
  readonly asked: ResurrectionAsked;
  readonly kept: Kept;
  readonly species: Species;
  readonly grip: Grip;
  readonly movementId: string;
  readonly now: Instant;
}

async function bringBack(db: Transaction, bringing: Bringing): Promise<Resurrected> {
  const { asked, species, now } = bringing;
  const kept = await takenDead(db, bringing);
  const cost = resurrectionCost(kept.creature, now);
  const creature = await wake(db, kept, bringing);
  const { balance } = await move(db, {
    id: bringing.movementId,
    agentId: asked.agent.id,
    delta: -cost,
    kind: 'resurrection',
    key: ['resurrect', creature.id, creature.resurrections].join(':'),
    ref: creature.id,
    now,
  });
  return {
    now,
    creature,
    species,
    spent: cost,
    remaining: balance,
    nextCost: resurrectionCost(creature, now),
  };
}

type Dead = Kept & { readonly creature: Hatched };

async function takenDead(db: Transaction, { kept, grip }: Bringing): Promise<Dead> {
  const current = grip === 'as read' ? kept : await hold(db, kept.creature.id);
  if (!current?.creature.died) throw new Outdated();
  return { ...current, creature: surelyHatched(current.creature) };
}

/** It opens its eyes: everything about the return but its price. */
async function wake(db: Transaction, kept: Dead, { asked, species, now }: Bringing): Promise<Hatched> {
  const { seed, resurrections } = kept.creature;
  const layer = asked.layer(seed, resurrections);
  const creature = surelyHatched(revived(kept.creature, species, layer, now));
  const { version, consistencyTenths } = await saveCreature(db, upToDate(kept, creature, species, now));
  await noteReturn(db, creature.id, { version, at: now, layer });
  await markResurrected(db, { creatureId: creature.id, deathNumber: creature.resurrections }, now);
  const keeper = await holdKeeper(db, creature.keeperId);
  countResurrection(db, keeper, { family: species.family, stage: creature.stage });
  const { ageFrom } = creature.life;
  countReturn(db, keeper, { ageFrom, livedMs: now - ageFrom });
  await saveKeeper(db, keeper, {
    ...keeper,
    living: keeper.living + 1,
    consistencyTenths: keeper.consistencyTenths + consistencyTenths,
  });
  return creature;
}
