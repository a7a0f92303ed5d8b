import { liveFacts } from '../../core/live-facts.ts';
import { FAMILIES, STAGES } from '../../core/vocabulary.ts';
import { browseCreatures } from '../../house/browse-creatures.ts';
import { glanceAt } from '../../house/glance-at.ts';
import type { House } from '../../house/house.ts';
import { viewCreature } from '../../house/view-creature.ts';
import { visitAgent } from '../../house/visit-agent.ts';
import { watchHouse } from '../../house/watch-house.ts';
import { agentPage } from '../../pages/agent.tsx';
import { creaturePage } from '../../pages/creature.tsx';
import { creaturesPage } from '../../pages/creatures.tsx';
import { homePage } from '../../pages/home.tsx';
import type { FileRow, PageRow } from '../page-row.ts';
import { JSON_TYPE } from '../send.ts';
import { pageIn } from './page-in.ts';

/** The house now, those who live in it, and those who keep them. */
export const HOUSE_PAGES: readonly PageRow[] = [
  {
    path: '/',
    freshSeconds: 5,
    show: async (house, { now, origin }) => homePage(await watchHouse(house, now), origin),
  },
  {
    path: '/creatures',
    query: ['family', 'stage', 'page'],
    freshSeconds: 5,
    async show(house, { query, now }) {
      const wish = {
        family: FAMILIES.find((family) => family === query['family']),
        stage: STAGES.find((stage) => stage === query['stage']),
        page: pageIn(query['page']),
      };
      return creaturesPage(await browseCreatures(house, wish, now), wish);
    },
  },
  {
    path: '/creatures/{id}',
    freshSeconds: 2,
    async show(house, { params, now, origin }) {
      const view = await viewCreature(house, params['id'] ?? '', now);
      return view && creaturePage(view, liveFacts(view, now, scaleOf(house)), origin);
    },
  },
  {
    path: '/agents/{username}',
    freshSeconds: 5,
    async show(house, { params, now, origin }) {
      const view = await visitAgent(house, (params['username'] ?? '').toLowerCase(), now);
      return view && agentPage(view, origin);
    },
  },
];

/** What a page about a creature asks for while it is open. */
export const HOUSE_FILES: readonly FileRow[] = [
  {
    path: '/creatures/{id}/now.json',
    type: JSON_TYPE,
    freshSeconds: 1,
    async show(house, { params, now }) {
      const face = await glanceAt(house, params['id'] ?? '', now);
      return face && JSON.stringify(liveFacts(face, now, scaleOf(house)));
    },
  },
];

function scaleOf({ sandbox }: House): number {
  return sandbox?.scale ?? 1;
}
