import { iso } from '../../rules/base/clock.ts';
import type { CreatureWeek } from '../../rules/owner-week.ts';
import type { Reply } from '../../api/route.ts';
import type { ROUTES } from '../../api/routes.ts';
import { ownerWeekText } from '../../text/creature/owner-week.ts';
import { stepsAfterWeek } from '../../text/server/next-steps.ts';
import { creaturePath } from '../../web/paths.ts';
import { escapeMarkdown } from '../../http/feed-formats.ts';
import type { Handler } from '../../http/handler.ts';
import { MARKDOWN_TYPE } from '../../http/send.ts';
import type { CreaturesHouse } from '../creatures/settle.ts';
import { readWeek } from './read-week.ts';

export const getWeek: Handler<typeof ROUTES.getWeek, CreaturesHouse> = async (
  house,
  { agent, query, now },
) => {
  const week = await readWeek(house, agent, now);
  if (query.format === 'markdown')
    return { page: { type: MARKDOWN_TYPE, text: `# ${ownerWeekText(week, escapeMarkdown)}` } };
  const { from, until, creatures, more } = week;
  const isEmpty = creatures.every(({ death }) => death !== undefined);
  return {
    body: {
      text: ownerWeekText(week),
      from: iso(from),
      until: iso(until),
      creatures: creatures.map((each) => presentWeek(each, house.baseUrl.origin)),
      ...(more > 0 && { more_creatures: more }),
      next_steps: stepsAfterWeek(isEmpty),
    },
  };
};

type WeekReply = Reply<typeof ROUTES.getWeek>;

function presentWeek(week: CreatureWeek, origin: string): WeekReply['creatures'][number] {
  const { id, name, stage, meals, careActions, wishesGranted, letters } = week;
  const { hatchedAt, grewTo, returnedAt, diesAt, death } = week;
  return {
    id,
    name,
    stage,
    page_url: `${origin}${creaturePath(id)}`,
    alive: death === undefined,
    meals: { on_time: meals.on_time, early: meals.early, late: meals.late, missed: meals.missed_window },
    care_actions: careActions,
    wishes_granted: wishesGranted,
    letters,
    ...(hatchedAt !== undefined && { hatched_at: iso(hatchedAt) }),
    ...(grewTo && { grew_to: grewTo }),
    ...(returnedAt !== undefined && { returned_at: iso(returnedAt) }),
    ...(diesAt !== undefined && { dies_at: iso(diesAt) }),
    ...(death && { died_at: iso(death.at), cause: death.cause }),
  };
}
