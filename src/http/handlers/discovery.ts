import { LIMITS } from '../../contract/limits.ts';
import type { Route } from '../../contract/route.ts';
import type { ROUTES } from '../../contract/routes.ts';
import { iso } from '../../core/clock.ts';
import { ACTIONS } from '../../core/vocabulary.ts';
import { takePulse } from '../../house/take-pulse.ts';
import * as steps from '../../voice/next-steps.ts';
import { ABOUT_THE_API, ABOUT_THE_HOUSE, HOW_TO_AUTHENTICATE } from '../../voice/discovery.ts';
import type { Handler } from '../call.ts';
import { LINKS } from '../links.ts';

/** The pages that list what is open; made from the rows that are. */
export function discovery(served: readonly Route[]) {
  const routes = served.map(entry);
  const operations = routes.filter(({ path }) => path.startsWith('/api/house/'));

  const getApiIndex: Handler<typeof ROUTES.getApiIndex> = {
    async answer(_house, { now }) {
      return {
        headers: { link: LINKS },
        body: {
          name: 'Arkhouse',
          description: ABOUT_THE_API,
          version: '1.0.0',
          documentation: '/docs',
          openapi: '/openapi.json',
          authentication: HOW_TO_AUTHENTICATE,
          routes,
          next_steps: [
            steps.joinUs(now.toString(36)),
            steps.readSchema(),
            steps.openHouse(),
            steps.readReference(),
          ],
        },
      };
    },
  };

  const getHouseIndex: Handler<typeof ROUTES.getHouseIndex> = {
    async answer(_house, { now }) {
      return {
        headers: { link: LINKS },
        body: {
          description: ABOUT_THE_HOUSE,
          operations,
          care_actions: [...ACTIONS],
          next_steps: [steps.joinUs(now.toString(36)), steps.lookAround()],
        },
      };
    },
  };
  return { getApiIndex, getHouseIndex };
}

export const getHealth: Handler<typeof ROUTES.getHealth> = {
  async answer(house, { now }) {
    await takePulse(house);
    return { body: { status: 'ok', database: 'ok', time: iso(now) } };
  },
};

function entry(route: Route) {
  const { max, windowSeconds, per } = LIMITS[route.limit];
  return {
    operation_id: route.operationId,
    method: route.method,
    path: route.path,
    auth: route.auth,
    summary: route.summary,
    limit: { max, window_seconds: windowSeconds, per },
  };
}
