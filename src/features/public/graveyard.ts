import type { Instant } from '../../rules/base/clock.ts';
import { CAUSES } from '../../rules/vocabulary.ts';
import { CAUSE } from '../stats/tally-names.store.ts';
import { findAgentByUsername, findKeeper, type KnownAgent, namesOfMany } from '../agents/agents.store.ts';
import { lastDeadOf, livingOf } from '../lives/creatures.store.ts';
import {
  FIRST_STONE,
  listGravestones,
  gravestonesOfKeeper,
  type Gravestone,
} from '../lives/gravestones.store.ts';
import { readPage, type Paging } from '../pagination.ts';
import type { House } from '../house.ts';
import { findReturnable } from '../lives/choose-creature.ts';
import { settleLivingOf } from '../lives/settle.ts';
import { readHiddenContent, redactGravestone, visibleKeeperName } from '../moderation/hidden-content.ts';
import { countVisible, preparePublicReading } from './public-reading.ts';

export type { Gravestone };

interface GraveyardQuery {
  readonly visitor: KnownAgent | undefined;
  readonly username: string | undefined;
  readonly agentId: string | undefined;
  readonly paging: Paging;
}

export type Graveyard = Awaited<ReturnType<typeof readGraveyard>>;

/** Gravestones, newest first. An authenticated caller sees only those of its own creatures. */
export async function readGraveyard(house: House, query: GraveyardQuery, now: Instant) {
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

export async function keepersOf(house: House, stones: readonly Gravestone[]) {
  if (stones.length === 0) return new Map();
  const hidden = await readHiddenContent(house);
  const keepers = await namesOfMany(house.store, [...new Set(stones.map(({ keeperId }) => keeperId))]);
  return new Map(keepers.map((keeper) => [keeper.id, visibleKeeperName(hidden, keeper)]));
}

async function familyOf(house: House, agent: KnownAgent, now: Instant) {
  const { store } = house;
  const waiting = await findReturnable(house, agent, now);
  const [living, lost] = await Promise.all([livingOf(store, agent.id), lastDeadOf(store, agent.id)]);
  return { hasLiving: living.length > 0, lost: lost?.creature, waiting };
}

const STONES = { first: FIRST_STONE, keyOf: ({ diedAt, id }: Gravestone) => [diedAt, id] };

async function readAllStones(house: House, paging: Paging, now: Instant) {
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
async function readStonesOf(house: House, owner: StoneOwner, paging: Paging, now: Instant) {
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
async function findStoneOwner({ store }: House, { visitor, username, agentId }: GraveyardQuery) {
  if (!visitor && username === undefined && agentId === undefined) return 'everyone';
  const named = visitor ?? (username === undefined ? undefined : await findAgentByUsername(store, username));
  if (!named) return username === undefined && agentId !== undefined ? { id: agentId } : undefined;
  const isMeant =
    (username === undefined || username === named.username) &&
    (agentId === undefined || agentId === named.id);
  return isMeant ? named : undefined;
}
