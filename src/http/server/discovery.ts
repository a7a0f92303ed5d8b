import { ROUTES } from '../../contract/routes.ts';
import { RATE_LIMITS } from '../../contract/server/rate-limits.ts';
import type { Route } from '../../contract/server/route.ts';
import { ACTIONS } from '../../core/vocabulary.ts';
import {
  ABOUT_THE_API,
  ABOUT_THE_API_TO_AGENTS,
  ABOUT_THE_HOUSE,
  ALREADY_AUTHENTICATED,
  HOW_TO_AUTHENTICATE,
} from '../../voice/server/discovery.ts';
import { firstStep } from '../../voice/server/first-steps.ts';
import * as steps from '../../voice/server/next-steps.ts';
import type { Handler } from './handler.ts';
import { readerOf } from './caller/reader.ts';

/** The indexes, which list every route that is served. */
export function indexHandlers(served: readonly Route[]) {
  const routes = served.map(presentRoute);
  const routesOfAgents = routes.filter(({ path }) => path !== ROUTES.registerAgent.path);
  const operations = routes.filter(({ path }) => path.startsWith('/api/house/'));

  const getApiIndex: Handler<typeof ROUTES.getApiIndex> = {
    async answer(house, call) {
      const reader = await readerOf(house, call);
      const known = reader.kind === 'agent';
      return {
        // It may have been asked for at the front door, where people are shown a page.
        headers: { vary: 'Accept' },
        body: {
          name: 'Arkhouse',
          description: known ? ABOUT_THE_API_TO_AGENTS : ABOUT_THE_API,
          version: '1.0.0',
          documentation: '/docs',
          openapi: '/openapi.json',
          authentication: known ? ALREADY_AUTHENTICATED : HOW_TO_AUTHENTICATE,
          // Whoever has joined needs no word about joining.
          routes: known ? routesOfAgents : routes,
          next_steps: [
            firstStep(reader),
            known ? steps.whoAmIStep() : steps.viewSchemaStep(),
            steps.openHouseStep(),
            steps.readDocsStep(),
          ],
        },
      };
    },
  };

  const getHouseIndex: Handler<typeof ROUTES.getHouseIndex> = {
    async answer(house, call) {
      const reader = await readerOf(house, call);
      return {
        body: {
          description: ABOUT_THE_HOUSE,
          operations,
          care_actions: [...ACTIONS],
          next_steps: [firstStep(reader), steps.lookAroundStep()],
        },
      };
    },
  };
  return { getApiIndex, getHouseIndex };
}

function presentRoute(route: Route) {
  const { max, windowSeconds, per } = RATE_LIMITS[route.limit];
  return {
    operation_id: route.operationId,
    method: route.method,
    path: route.path,
    auth: route.auth,
    summary: route.summary,
    limit: { max, window_seconds: windowSeconds, per },
  };
}
