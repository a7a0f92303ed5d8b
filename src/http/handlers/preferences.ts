import type { ROUTES } from '../../contract/routes.ts';
import { listPreferences } from '../../house/list-preferences.ts';
import type { Handler } from '../call.ts';
import { presentPreferences } from '../present/preferences.ts';

export const getCreaturePreferences: Handler<typeof ROUTES.getCreaturePreferences> = {
  async answer(house, { agent, query, now }) {
    const preferences = await listPreferences(house, agent, query.creature_id ?? query.id, now);
    return { body: presentPreferences(preferences) };
  },
};
