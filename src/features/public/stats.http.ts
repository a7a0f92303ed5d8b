import type { z } from 'zod';

import type { HouseActivity } from '../../api/subjects/public.ts';
import type { ROUTES } from '../../api/routes.ts';
import type { Activity } from '../stats/activity.ts';
import { readHouseStats } from './house-stats.ts';
import { stepsAfterStats } from '../../text/server/next-steps.ts';
import type { Handler } from '../../server/handler.ts';
import { readerOf } from '../../server/caller.ts';
import { presentAsOf } from '../../server/reply-parts.ts';

export const getHouseStats: Handler<typeof ROUTES.getHouseStats> = {
  async answer(house, { agent, now }) {
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
  },
};

export function presentActivity(activity: Activity): z.output<typeof HouseActivity> {
  return {
    creatures_born: activity.creaturesBorn,
    creatures_died: activity.creaturesDied,
    care_actions: activity.careActions,
    feedings: activity.feedings,
    reflections: activity.reflections,
    active_agents: activity.activeAgents,
    window: '24h',
  };
}
