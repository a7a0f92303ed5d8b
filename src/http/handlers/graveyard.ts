import type { ROUTES } from '../../contract/routes.ts';
import { visitGraveyard, type Graveyard } from '../../house/visit-graveyard.ts';
import { graveyardMessage } from '../../voice/house-words.ts';
import { forGraveyard, type Visitor } from '../../voice/page-steps.ts';
import type { Handler } from '../call.ts';
import { presentGravestone, strangersWordsOn } from '../present/graveyard.ts';
import { presentPagination } from '../present/pagination.ts';

export const listGraveyard: Handler<typeof ROUTES.listGraveyard> = {
  async answer(house, { query, agent, now }) {
    const { page, per_page, agent: username, user_id: agentId } = query;
    const visit = { visitor: agent, username, agentId, paging: { page, perPage: per_page } };
    const { entries, total, family } = await visitGraveyard(house, visit, now);
    const isPublic = !agent && username === undefined && agentId === undefined;
    return {
      headers: isPublic ? { ...VARY, ...SHARED } : VARY,
      body: {
        gravestones: entries.map(presentGravestone),
        pagination: presentPagination(query, total),
        message: graveyardMessage({ total, own: agent !== undefined }),
        untrusted_fields: strangersWordsOn(entries, agent ? 'their keeper' : 'anyone'),
        next_steps: [...forGraveyard(visitorOf(family, now.toString(36)))],
      },
    };
  },
};

function visitorOf(family: Graveyard['family'], mark: string): Visitor {
  if (!family) return { kind: 'stranger', mark };
  return { kind: 'agent', living: family.hasLiving ? 1 : 0, last: family.lost };
}

// The same address is another page to one who comes with a key.
const VARY = { vary: 'Authorization, X-Api-Key' };
const SHARED = { 'cache-control': 'public, s-maxage=60, stale-while-revalidate=30' };
