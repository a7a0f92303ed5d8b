import type { Instant } from '../../rules/base/clock.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import { CAUSES } from '../../rules/vocabulary.ts';
import { findReturnable, type ReturnableCreature } from '../creatures/choose-creature.ts';
import {
  FIRST_STONE,
  listGravestones,
  gravestonesOfKeeper,
  type Gravestone,
} from '../creatures/gravestones.store.ts';
import { settleLivingOf } from '../creatures/settle.ts';
import {
  type HiddenHouse,
  type KeeperName,
  readHiddenContent,
  redactGravestone,
  visibleKeeperName,
} from '../hidden/hidden-content.ts';
import type { BaseHouse } from '../house.ts';
import { findAgentByUsername, findKeeper, type KnownAgent, namesOfMany } from '../identity/agents.store.ts';
import { readPage, type EntryPage, type Paging } from '../pagination.ts';
import { lastDeadOf, livingOf } from '../records/creatures.store.ts';
import { CAUSE } from '../tallies/tally-names.store.ts';
import { countVisible, preparePublicReading } from './public-reading.ts';
import type { PublicHouse } from './replica.ts';

export type { Gravestone };

interface GraveyardQuery {
  readonly visitor: KnownAgent | undefined;
  readonly username: string | undefined;
  readonly agentId: string | undefined;
  readonly paging: Paging;
}

export interface Graveyard extends EntryPage<Gravestone> {
  readonly asOf: Instant | undefined;
  /** Of an authenticated caller. */
  readonly family: BereavedFamily | undefined;
}

/** Gravestones, newest first. An authenticated caller sees only those of its own creatures. */
export async function readGraveyard(
  house: PublicHouse,
  query: GraveyardQuery,
  now: Instant,
): Promise<Graveyard> {
  const { visitor, paging } = query;
  const owner = await findStoneOwner(house, query);
  const reading =
    owner === 'everyone' ? readAllStones(house, paging, now) : readStonesOf(house, owner, paging, now);
  const page = await reading;
  const hidden = await readHiddenContent(house);
  const reader = visitor && 'its keeper';
  return {
    ...page,
    entries: page.entries.map((stone) => redactGravestone(hidden, stone, reader)),
    family: visitor && (await familyOf(house, visitor, now)),
  };
}

export async function keepersOf(
  house: Pick<HiddenHouse, 'moderation' | 'store'>,
  stones: readonly Gravestone[],
): Promise<ReadonlyMap<string, KeeperName>> {
  if (stones.length === 0) return new Map();
  const hidden = await readHiddenContent(house);
  const keepers = await namesOfMany(house.store, [...new Set(stones.map(({ keeperId }) => keeperId))]);
  return new Map(keepers.map((keeper) => [keeper.id, visibleKeeperName(hidden, keeper)]));
}

interface BereavedFamily {
  readonly hasLiving: boolean;
  /** The creature that died last. */
  readonly lost: Creature | undefined;
  readonly waiting: ReturnableCreature | undefined;
}

async function familyOf(house: PublicHouse, agent: KnownAgent, now: Instant): Promise<BereavedFamily> {
  const { store } = house;
  const waiting = await findReturnable(house, agent, now);
  const [living, lost] = await Promise.all([livingOf(store, agent.id), lastDeadOf(store, agent.id)]);
  return { hasLiving: living.length > 0, lost: lost?.creature, waiting };
}

const STONES = { first: FIRST_STONE, keyOf: ({ diedAt, id }: Gravestone) => [diedAt, id] };

async function readAllStones(house: PublicHouse, paging: Paging, now: Instant) {
  const { store, asOf } = await preparePublicReading(house, now);
  const tallies = CAUSES.map((cause) => CAUSE + cause);
  const page = await readPage(paging, await countVisible(store, tallies), {
    ...STONES,
    read: (range) => listGravestones(store, range),
    marks: house.pageMarks.graveyard.at(now),
  });
  return { ...page, asOf };
}

/** The gravestones of one keeper. Never has `asOf`: the creatures of one keeper are settled at once. */
async function readStonesOf(house: PublicHouse, owner: StoneOwner, paging: Paging, now: Instant) {
  const { store } = house;
  if (owner) await settleLivingOf(house, owner.id, now);
  const keeper = owner && (await findKeeper(store, owner.id));
  const total = !keeper || keeper.blocked ? 0 : keeper.gravestones;
  const page = await readPage(paging, total, {
    ...STONES,
    read: async (range) => (total === 0 ? [] : gravestonesOfKeeper(store, keeper?.id ?? '', range)),
  });
  return { ...page, asOf: undefined };
}

type StoneOwner = { readonly id: string } | undefined;

/** The keeper whose gravestones are asked for; undefined when the filters contradict each other or name no agent. */
async function findStoneOwner(
  { store }: Pick<BaseHouse, 'store'>,
  { visitor, username, agentId }: GraveyardQuery,
) {
  if (!visitor && username === undefined && agentId === undefined) return 'everyone';
  const named = visitor ?? (username === undefined ? undefined : await findAgentByUsername(store, username));
  if (!named) return username === undefined && agentId !== undefined ? { id: agentId } : undefined;
  const isMeant =
    (username === undefined || username === named.username) &&
    (agentId === undefined || agentId === named.id);
  return isMeant ? named : undefined;
}
