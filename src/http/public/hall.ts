import { ROUTES } from '../../contract/routes.ts';
import type { Reply } from '../../contract/server/route.ts';
import { readHall, type HallBoard, type Hall } from '../../house/public/hall.ts';
import { nextPageStep } from '../../voice/server/next-steps.ts';
import { stepsAfterHall } from '../../voice/public/public-steps.ts';
import type { Handler } from '../server/handler.ts';
import {
  isUntrustedName,
  pointersIntoList,
  presentAsOf,
  roundToTenths,
  untrustedFields,
} from '../server/reply-parts.ts';

export const listHall: Handler<typeof ROUTES.listHall> = {
  async answer(house, { query, agent, now }) {
    const { category, page, per_page, cursor } = query;
    const paging = { page, perPage: per_page, cursor };
    const hall = await readHall(house, { category, paging, visitor: agent }, now);
    const steps = [...stepsAfterHall(category), ...nextPageStep(ROUTES.listHall, query, hall.nextCursor)];
    return { body: { ...presentHall(hall), next_steps: steps } };
  },
};

type HallReply = Omit<Reply<typeof ROUTES.listHall>, 'next_steps'>;

function presentHall({ board, totals, nextCursor, asOf }: Hall): HallReply {
  return {
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
  };
}

function presentBoard(board: HallBoard): HallReply['leaderboard'] {
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
