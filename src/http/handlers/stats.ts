import type { ROUTES } from '../../contract/routes.ts';
import { readHouseStats } from '../../house/house-stats.ts';
import { afterHouseStats } from '../../voice/house-steps.ts';
import type { Handler } from '../call.ts';
import { presentActivity } from '../present/activity.ts';

export const getHouseStats: Handler<typeof ROUTES.getHouseStats> = {
  async answer(house, { now }) {
    const { totals, activity } = await readHouseStats(house, now);
    return {
      body: {
        creatures_alive: totals.alive,
        eggs_unhatched: totals.eggs,
        gravestones: totals.gravestones,
        agents: totals.agents,
        activity_24h: presentActivity(activity),
        next_steps: afterHouseStats(now.toString(36)),
      },
    };
  },
};
