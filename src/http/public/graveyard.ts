import { ROUTES } from '../../contract/routes.ts';
import type { Reply } from '../../contract/server/route.ts';
import { iso } from '../../core/engine/clock.ts';
import { readGraveyard, type Graveyard, type Gravestone } from '../../house/public/graveyard.ts';
import { describeDuration } from '../../voice/engine/durations.ts';
import { graveyardMessage } from '../../voice/public/graveyard-page.ts';
import { stepsAfterGraveyard, type GraveyardVisitor } from '../../voice/public/public-steps.ts';
import { nextPageStep } from '../../voice/server/next-steps.ts';
import { epitaph } from '../../voice/public/epitaphs.ts';
import type { Handler } from '../server/handler.ts';
import {
  isUntrustedName,
  pointersIntoList,
  presentAsOf,
  presentPagination,
  untrustedFields,
} from '../server/reply-parts.ts';

export const listGraveyard: Handler<typeof ROUTES.listGraveyard> = {
  async answer(house, { query, agent, now }) {
    const { page, per_page, cursor, agent: username, user_id: agentId } = query;
    const asked = { visitor: agent, username, agentId, paging: { page, perPage: per_page, cursor } };
    const graveyard = await readGraveyard(house, asked, now);
    const { entries, total, asOf, family, nextCursor } = graveyard;
    const isPublic = !agent && username === undefined;
    return {
      headers: isPublic ? { ...VARY, ...SHARED } : VARY,
      body: {
        gravestones: entries.map(presentGravestone),
        pagination: presentPagination(query, graveyard),
        message: graveyardMessage({ total, own: agent !== undefined }),
        ...presentAsOf({ asOf }),
        untrusted_fields: untrustedOnStones(entries, agent ? 'their keeper' : 'anyone'),
        next_steps: [
          ...stepsAfterGraveyard(visitorOf(family, now.toString(36))),
          ...nextPageStep(ROUTES.listGraveyard, query, nextCursor),
        ],
      },
    };
  },
};

function visitorOf(family: Graveyard['family'], suffix: string): GraveyardVisitor {
  if (!family) return { kind: 'stranger', suffix };
  return { kind: 'agent', living: family.hasLiving ? 1 : 0, last: family.lost, waiting: family.waiting };
}

// The same address is another page to one who comes with a key.
const VARY = { vary: 'Authorization, X-Api-Key' };
const SHARED = { 'cache-control': 'public, s-maxage=60, stale-while-revalidate=30' };

type GravestoneReply = Reply<typeof ROUTES.listGraveyard>['gravestones'][number];

function presentGravestone(stone: Gravestone): GravestoneReply {
  return {
    id: stone.id,
    name: stone.name,
    species: stone.speciesName,
    stage_reached: stone.stageReached,
    lived: describeDuration(stone.livedMs),
    caretaker: stone.caretaker,
    feedings: stone.feedings,
    missed_feedings: stone.missedFeedings,
    last_care_action: stone.lastCareAction ?? null,
    cause: stone.cause,
    epitaph: epitaph(stone),
    died_at: iso(stone.diedAt),
    resurrected: stone.resurrectedAt !== undefined,
    ...(stone.resurrectedAt !== undefined && { resurrected_at: iso(stone.resurrectedAt) }),
  };
}

/** Where other agents' words stand; to the stones' own keeper only a species' name can be one. */
function untrustedOnStones(stones: readonly Gravestone[], reader: 'their keeper' | 'anyone') {
  const byOthers = () => reader === 'anyone';
  return untrustedFields([
    ...pointersIntoList('gravestones', stones, ['name'], byOthers),
    ...pointersIntoList('gravestones', stones, ['species'], isUntrustedName),
    // An epitaph is ours, but for the name in it.
    ...pointersIntoList('gravestones', stones, ['caretaker', 'epitaph'], byOthers),
  ]);
}
