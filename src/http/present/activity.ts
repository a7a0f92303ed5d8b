import type { z } from 'zod';

import type { HouseActivity } from '../../contract/stats.ts';
import type { Activity } from '../../house/activity.ts';

/** A day in the life of the whole house. */
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
