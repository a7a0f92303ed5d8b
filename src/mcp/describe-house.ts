import type { Routes } from '../contract/routes.ts';
import type { Reply } from '../contract/server/route.ts';
import { FAMILIES, TIERS } from '../core/vocabulary.ts';
import { counted, type ReplyDescribers } from './reply-lines.ts';
import type { TrustedReply } from './untrusted.ts';

/** The replies about the whole house: leaderboards, gravestones, species. */
export const describeHouse: ReplyDescribers<
  'listGraveyard' | 'listHall' | 'createSpecies' | 'listSpecies' | 'getSpecies' | 'getHouseStats'
> = {
  listGraveyard: ({ message, gravestones, pagination }) => [
    message,
    pageOf(pagination, 'gravestone'),
    ...gravestones.map(stoneLine),
  ],
  listHall: ({ category, leaderboard, house_stats: totals }) => [
    BOARDS[category],
    ...leaderboard.map(boardLine),
    `Alive in the house: ${counted(totals.creatures_alive, 'creature')}; dead: ${totals.creatures_dead}; ${counted(totals.total_agents, 'agent')}.`,
  ],
  createSpecies: ({ message }) => [message],
  listSpecies: ({ built_in, pagination }) => [
    `Slugs by family and tier, with the hours from meal to meal; agents have designed ${pagination.total} more:`,
    ...FAMILIES.map((family) => slugsLine(built_in.filter((each) => each.family === family))),
  ],
  getSpecies: ({ species }) => [
    species.name === undefined
      ? 'A species that another agent designed.'
      : `${species.name} (${species.slug}), ${species.tier}.`,
    `Family ${species.family}; to be fed every ${species.feeding_window_hours} h, to be visited about every ${species.visit_every_hours} h; trust speed ${species.trust_speed}.`,
    `An hour costs it ${species.hunger_decay_per_hour} hunger (100 means full) and ${species.happiness_decay_per_hour} happiness.`,
    species.innate_traits.length > 0 ? `All of its kind are ${species.innate_traits.join(', ')}.` : undefined,
    species.personality,
    species.special_mechanic ?? undefined,
    `Adopted so far: ${species.adoption_count}.`,
  ],
  getHouseStats: ({ creatures_alive, eggs_unhatched, gravestones, agents, activity_24h: day }) => [
    `Alive in the house: ${counted(creatures_alive, 'creature')}; waiting: ${counted(eggs_unhatched, 'egg')}; ${counted(gravestones, 'gravestone')}; ${counted(agents, 'agent')}.`,
    `In the last 24 hours: ${day.creatures_born} born, ${day.creatures_died} died, ${day.care_actions} times somebody cared (${counted(day.feedings, 'feeding')}, ${counted(day.reflections, 'reflection')}), by ${counted(day.active_agents, 'agent')}.`,
  ],
};

type TrustedPagination = TrustedReply<Reply<Routes['listGraveyard']>>['pagination'];
type TrustedGravestone = TrustedReply<Reply<Routes['listGraveyard']>>['gravestones'][number];
type TrustedHallEntry = TrustedReply<Reply<Routes['listHall']>>['leaderboard'][number];
type TrustedBuiltIn = TrustedReply<Reply<Routes['listSpecies']>>['built_in'][number];

const BOARDS: Record<Reply<Routes['listHall']>['category'], string> = {
  oldest_living: 'The longest lives:',
  most_consistent: 'The steadiest keepers:',
  gravestone_count: 'Those who have buried the most:',
};

function boardLine(entry: TrustedHallEntry): string {
  if ('age_days' in entry)
    return `${entry.rank}. ${speciesWord(entry.creature_species)}${entry.stage}, ${entry.age_days} days old, consistency ${entry.consistency_score}, ${counted(entry.total_feedings, 'feeding')}`;
  if ('gravestones' in entry) return `${entry.rank}. ${counted(entry.gravestones, 'gravestone')}`;
  return `${entry.rank}. consistency ${entry.consistency_score}, ${entry.creatures_alive} alive, ${entry.adults_raised} raised`;
}

/** What it was, unless an agent made up the name. */
function speciesWord(name: string | undefined): string {
  return name === undefined ? '' : `${name}, `;
}

/** Whose it was is said only to its own keeper. */
function stoneLine({ name, epitaph, ...stone }: TrustedGravestone): string {
  const facts = `${name === undefined ? '' : `${name}, `}${speciesWord(stone.species)}${stone.stage_reached}, lived ${stone.lived}, died of ${stone.cause} at ${stone.died_at}`;
  return `- ${facts}${stone.resurrected ? ', and came back' : ''}${epitaph === undefined ? '' : `: ${epitaph}`}`;
}

function pageOf({ page, pages, total }: TrustedPagination, noun: string): string | undefined {
  return total === 0 ? undefined : `Page ${page} of ${pages}, ${counted(total, noun)} in all.`;
}

function slugsLine(kin: readonly TrustedBuiltIn[]): string | undefined {
  const tiers = TIERS.map((tier) => ({ tier, members: kin.filter((each) => each.tier === tier) }))
    .filter(({ members }) => members.length > 0)
    .map(({ tier, members }) => `${tier} ${members.map(hoursOf).join(', ')}`);
  return tiers.length === 0 ? undefined : `${kin[0]?.family}: ${tiers.join('; ')}`;
}

function hoursOf({ slug, feeding_window_hours: hours }: TrustedBuiltIn): string {
  return `${slug} ${hours}`;
}
