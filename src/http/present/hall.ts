import type { Reply } from '../../contract/route.ts';
import type { ROUTES } from '../../contract/routes.ts';
import type { Board, Hall } from '../../house/visit-hall.ts';
import { tenths } from './numbers.ts';
import { isStrangers, pointers, pointersInto } from './untrusted.ts';

type Shown = Omit<Reply<typeof ROUTES.listHall>, 'next_steps'>;

export function presentHall({ board, totals }: Hall): Shown {
  return {
    category: board.category,
    leaderboard: presentBoard(board),
    house_stats: {
      creatures_alive: totals.alive,
      creatures_dead: totals.dead,
      total_agents: totals.agents,
    },
    untrusted_fields: pointers(strangersWords(board)),
  };
}

function presentBoard(board: Board): Shown['leaderboard'] {
  if (board.category === 'oldest_living') return board.entries.map(presentLongLife);
  if (board.category === 'most_consistent') return board.entries.map(presentSteady);
  return board.entries.map(presentMourner);
}

type Entry<Category extends Board['category']> = Extract<Board, { category: Category }>['entries'][number];

function presentLongLife({ rank, creature, species, ageDays, consistency }: Entry<'oldest_living'>) {
  return {
    rank,
    creature_name: creature.name,
    creature_species: species.name,
    stage: creature.stage,
    age_days: ageDays,
    consistency_score: tenths(consistency),
    total_feedings: creature.record.feedings,
  };
}

function presentSteady(keeper: Entry<'most_consistent'>) {
  return {
    rank: keeper.rank,
    agent: keeper.username,
    display_name: keeper.displayName,
    consistency_score: tenths(keeper.score),
    creatures_alive: keeper.living,
    adults_raised: keeper.adultsRaised,
  };
}

function presentMourner({ rank, username, displayName, gravestones }: Entry<'gravestone_count'>) {
  return { rank, agent: username, display_name: displayName, gravestones };
}

function strangersWords(board: Board): string[] {
  const everyone = board.entries.map(() => true);
  if (board.category !== 'oldest_living') {
    return ['agent', 'display_name'].flatMap((field) => pointersInto('leaderboard', everyone, field));
  }
  const designed = board.entries.map(({ species }) => isStrangers(species));
  return [
    ...pointersInto('leaderboard', everyone, 'creature_name'),
    ...pointersInto('leaderboard', designed, 'creature_species'),
  ];
}
