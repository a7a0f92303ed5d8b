import { iso } from '../../rules/base/clock.ts';
import type { Reply } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { epitaph } from '../../text/creature/epitaphs.ts';
import { graveyardMessage } from '../../text/pages/creatures-page.ts';
import {
  nextPageStep,
  stepsAfterGraveyard,
  stepsAfterHall,
  stepsAfterStats,
} from '../../text/server/next-steps.ts';
import { describeDuration } from '../../text/times.ts';
import type { Handler } from '../../http/handler.ts';
import {
  isUntrustedName,
  pointersIntoList,
  presentAsOf,
  presentPagination,
  roundToTenths,
  untrustedFields,
} from '../../http/reply-parts.ts';
import { presentActivity, readerOf } from '../creatures/creature.present.ts';
import { type Gravestone, readGraveyard } from './graveyard.ts';
import { type HallBoard, readHall } from './hall.ts';
import { readHouseStats } from './public-reading.ts';
import type { PublicHouse } from './replica.ts';

export const listHall: Handler<typeof ROUTES.listHall, PublicHouse> = async (
  house,
  { query, agent, now },
) => {
  const { category, page, per_page, cursor } = query;
  const paging = { page, perPage: per_page, cursor };
  const asked = { category, paging, visitor: agent };
  const { board, totals, nextCursor, asOf } = await readHall(house, asked, now);
  return {
    body: {
      category: board.category,
      leaderboard: presentBoard(board),
      house_stats: {
        creatures_alive: totals.alive,
        creatures_dead: totals.dead,
        total_agents: totals.agents,
      },
      ...presentAsOf({ asOf }),
      ...(nextCursor !== undefined && { next_cursor: nextCursor }),
      untrusted_fields: untrustedFields(untrustedOn(board)),
      next_steps: [...stepsAfterHall(category), ...nextPageStep(ROUTES.listHall, query, nextCursor)],
    },
  };
};

function presentBoard(board: HallBoard): Reply<typeof ROUTES.listHall>['leaderboard'] {
  if (board.category === 'oldest_living') {
    return board.entries.map(({ rank, creature, species, ageDays, consistency }) => ({
      rank,
      creature_name: creature.name,
      creature_species: species.name,
      stage: creature.stage,
      age_days: ageDays,
      consistency_score: roundToTenths(consistency),
      total_feedings: creature.record.feedings,
    }));
  }
  const keeperFields = ({ rank, username, displayName }: (typeof board.entries)[number]) => ({
    rank,
    agent: username,
    display_name: displayName,
  });
  if (board.category === 'most_consistent') {
    return board.entries.map((keeper) => ({
      ...keeperFields(keeper),
      consistency_score: roundToTenths(keeper.score),
      creatures_alive: keeper.living,
      adults_raised: keeper.adultsRaised,
    }));
  }
  return board.entries.map((keeper) => ({ ...keeperFields(keeper), gravestones: keeper.gravestones }));
}

function untrustedOn({ category, entries }: HallBoard): string[] {
  if (category !== 'oldest_living')
    return pointersIntoList<unknown>('leaderboard', entries, ['agent', 'display_name']);
  const isUntrusted = ({ species }: (typeof entries)[number]) => isUntrustedName(species);
  return [
    ...pointersIntoList('leaderboard', entries, ['creature_name']),
    ...pointersIntoList('leaderboard', entries, ['creature_species'], isUntrusted),
  ];
}

export const listGraveyard: Handler<typeof ROUTES.listGraveyard, PublicHouse> = async (
  house,
  { query, agent, now },
) => {
  const { page, per_page, cursor, agent: username, user_id: agentId } = query;
  const asked = { visitor: agent, username, agentId, paging: { page, perPage: per_page, cursor } };
  const graveyard = await readGraveyard(house, asked, now);
  const { entries, total, asOf, family, nextCursor } = graveyard;
  const isPublic = !agent && username === undefined;
  return {
    headers: isPublic ? { ...VARY, ...SHARED } : VARY,
    body: {
      gravestones: entries.map(presentGravestone),
      pagination: presentPagination(query, graveyard),
      message: graveyardMessage({ total, own: agent !== undefined }),
      ...presentAsOf({ asOf }),
      untrusted_fields: untrustedOnStones(entries, agent ? 'their keeper' : 'anyone'),
      next_steps: [
        ...stepsAfterGraveyard(
          family
            ? { kind: 'agent', living: family.hasLiving ? 1 : 0, last: family.lost, waiting: family.waiting }
            : { kind: 'stranger', suffix: now.toString(36) },
        ),
        ...nextPageStep(ROUTES.listGraveyard, query, nextCursor),
      ],
    },
  };
};

// Replies of public routes vary by API key: without one they are public, with one the caller's own.
const VARY = { vary: 'Authorization, X-Api-Key' };
const SHARED = { 'cache-control': 'public, s-maxage=60, stale-while-revalidate=30' };

function presentGravestone(stone: Gravestone): Reply<typeof ROUTES.listGraveyard>['gravestones'][number] {
  return {
    id: stone.id,
    name: stone.name,
    species: stone.speciesName,
    stage_reached: stone.stageReached,
    lived: describeDuration(stone.livedMs),
    caretaker: stone.caretaker,
    feedings: stone.feedings,
    missed_feedings: stone.missedFeedings,
    last_care_action: stone.lastCareAction ?? null,
    cause: stone.cause,
    epitaph: epitaph(stone),
    died_at: iso(stone.diedAt),
    resurrected: stone.resurrectedAt !== undefined,
    ...(stone.resurrectedAt !== undefined && { resurrected_at: iso(stone.resurrectedAt) }),
  };
}

function untrustedOnStones(stones: readonly Gravestone[], reader: 'their keeper' | 'anyone') {
  const byOthers = () => reader === 'anyone';
  return untrustedFields([
    ...pointersIntoList('gravestones', stones, ['name'], byOthers),
    ...pointersIntoList('gravestones', stones, ['species'], isUntrustedName),
    // An epitaph contains the creature's name, so it is untrusted as well.
    ...pointersIntoList('gravestones', stones, ['caretaker', 'epitaph'], byOthers),
  ]);
}

export const getHouseStats: Handler<typeof ROUTES.getHouseStats, PublicHouse> = async (
  house,
  { agent, now },
) => {
  const { asOf, totals, activity } = await readHouseStats(house, now, agent);
  return {
    body: {
      creatures_alive: totals.alive,
      eggs_unhatched: totals.eggs,
      gravestones: totals.gravestones,
      agents: totals.agents,
      activity_24h: presentActivity(activity),
      ...presentAsOf({ asOf }),
      next_steps: stepsAfterStats(await readerOf(house, { agent, now })),
    },
  };
};
