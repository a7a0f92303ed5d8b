import type { Instant } from '../core/clock.ts';
import type { Creature } from '../core/creature.ts';
import { findAgentByUsername, type KnownAgent } from '../store/agents.ts';
import { lastBuriedOf, livingOf } from '../store/creatures.ts';
import { gravestones, gravestonesOf, type Gravestone } from '../store/gravestones.ts';
import { findKeeper } from '../store/keepers.ts';
import { curtainOf } from './curtain.ts';
import type { House } from './house.ts';
import { gravestonesInSight } from './house-totals.ts';
import { readPage, type Paged, type Paging } from './paging.ts';
import { settleDue } from './settle.ts';
import { stoneAsSeen } from './as-others-see.ts';

export type { Gravestone };

/** Who walks in, and whose stones they ask for. */
export interface GraveyardVisit {
  readonly visitor: KnownAgent | undefined;
  readonly username: string | undefined;
  readonly agentId: string | undefined;
  readonly paging: Paging;
}

export interface Graveyard extends Paged<Gravestone> {
  /** Who is left to one who came with a key, and whom it lost last. */
  readonly family: { readonly hasLiving: boolean; readonly lost: Creature | undefined } | undefined;
}

/** The stones, the newest first. Who comes with a key sees their own and nobody else's. */
export async function visitGraveyard(house: House, visit: GraveyardVisit, now: Instant): Promise<Graveyard> {
  await settleDue(house, now);
  const { visitor } = visit;
  const { entries, total } = await readStones(house, visit);
  const curtain = await curtainOf(house);
  const reader = visitor ? 'its keeper' : 'anyone';
  return {
    entries: entries.map((stone) => stoneAsSeen(curtain, stone, reader)),
    total,
    family: visitor && (await familyOf(house, visitor.id)),
  };
}

async function familyOf({ store }: House, id: string): Promise<Graveyard['family']> {
  const [living, lost] = await Promise.all([livingOf(store, id, 1), lastBuriedOf(store, id)]);
  return { hasLiving: living.length > 0, lost: lost?.creature };
}

async function readStones(house: House, visit: GraveyardVisit): Promise<Paged<Gravestone>> {
  const { store } = house;
  const { paging } = visit;
  const whose = await whoseStones(house, visit);
  if (whose === 'everyone') {
    const total = await gravestonesInSight(store);
    return readPage(paging, total, (stretch) => gravestones(store, stretch));
  }
  const keeper = whose && (await findKeeper(store, whose.id));
  if (!keeper || keeper.blocked) return { entries: [], total: 0 };
  return readPage(paging, keeper.gravestones, (stretch) => gravestonesOf(store, keeper.id, stretch));
}

type Whose = 'everyone' | { readonly id: string } | undefined;

async function whoseStones({ store }: House, { visitor, username, agentId }: GraveyardVisit): Promise<Whose> {
  if (!visitor && username === undefined && agentId === undefined) return 'everyone';
  const named = visitor ?? (username === undefined ? undefined : await findAgentByUsername(store, username));
  if (!named) return username === undefined && agentId !== undefined ? { id: agentId } : undefined;
  const isMeant =
    (username === undefined || username === named.username) &&
    (agentId === undefined || agentId === named.id);
  return isMeant ? named : undefined;
}
