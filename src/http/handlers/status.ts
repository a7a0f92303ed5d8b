import type { ROUTES } from '../../contract/routes.ts';
import { lookIn } from '../../house/look-in.ts';
import type { Handler } from '../call.ts';
import { presentBrief } from '../present/brief.ts';
import { presentStatus } from '../present/status.ts';

export const getCreatureStatus: Handler<typeof ROUTES.getCreatureStatus> = {
  async answer(house, { agent, query, now }) {
    const looked = await lookIn(house, agent, query.creature_id ?? query.id, now);
    return { body: query.view === 'brief' ? presentBrief(looked) : presentStatus(looked) };
  },
};
