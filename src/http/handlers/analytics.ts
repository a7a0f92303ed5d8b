import type { ROUTES } from '../../contract/routes.ts';
import { readAnalytics } from '../../house/analytics.ts';
import type { Handler } from '../call.ts';
import { presentAnalytics } from '../present/analytics.ts';

export const getAnalytics: Handler<typeof ROUTES.getAnalytics> = {
  async answer(house, { now }) {
    return { body: presentAnalytics(await readAnalytics(house, now)) };
  },
};
