import type { FastifyRequest } from 'fastify';

import { readAnalytics } from '../../house/figures/analytics.ts';
import { readOperatorLog } from '../../house/moderation/moderate.ts';
import { readAgentTexts, readRecentTexts } from '../../house/moderation/written-texts.ts';
import {
  lookUpLedger,
  readLatestMovements,
  readUnresolvedPayments,
} from '../../house/money/look-up-ledger.ts';
import type { AdminPage } from '../../pages/moderation/admin-layout.tsx';
import { agentsPage } from '../../pages/moderation/agents-page.tsx';
import { agentTextsPage } from '../../pages/moderation/agent-texts-page.tsx';
import { ledgerPage } from '../../pages/moderation/ledger-page.tsx';
import { logPage } from '../../pages/moderation/log-page.tsx';
import { overviewPage } from '../../pages/moderation/overview-page.tsx';
import { recentTextsPage } from '../../pages/moderation/recent-texts-page.tsx';
import type { AdminContext, OperatorSession } from './admin-session.ts';

interface AdminPageRow {
  readonly path: string;
  readonly show: (
    admin: AdminContext,
    operator: OperatorSession,
    request: FastifyRequest,
  ) => Promise<AdminPage>;
}

/** Everything the operator can look at. */
export const ADMIN_PAGES: readonly AdminPageRow[] = [
  {
    path: '/admin',
    async show({ house }, _, { context: { now } }) {
      return overviewPage(await readAnalytics(house, now));
    },
  },
  {
    path: '/admin/words',
    async show({ house }, { csrfToken }, request) {
      const { now } = request.context;
      const username = queryWord(request, 'agent').toLowerCase();
      const one = username === '' ? undefined : await readAgentTexts(house, username);
      if (one) return agentTextsPage({ now, csrfToken, words: one });
      const missing = username === '' ? undefined : username;
      return recentTextsPage({ now, csrfToken, missing, words: await readRecentTexts(house) });
    },
  },
  {
    path: '/admin/agents',
    async show({ house }, _, { context: { now } }) {
      return agentsPage({ now, words: await readRecentTexts(house) });
    },
  },
  {
    path: '/admin/ledger',
    async show({ house }, { csrfToken }, request) {
      const username = queryWord(request, 'agent').toLowerCase();
      const view = username === '' ? undefined : await lookUpLedger(house, username);
      const latest = view ? [] : await readLatestMovements(house);
      const unresolved = view ? [] : await readUnresolvedPayments(house);
      return ledgerPage({ now: request.context.now, csrfToken, username, view, latest, unresolved });
    },
  },
  {
    path: '/admin/log',
    async show({ house }, _, request) {
      const asked = Number(queryWord(request, 'page'));
      const page = Number.isInteger(asked) && asked > 0 ? Math.min(asked, LAST_PAGE) : 1;
      return logPage({ page, ...(await readOperatorLog(house, page)) });
    },
  },
];

const LAST_PAGE = 1_000_000;
const LONGEST_WORD = 50;

function queryWord({ query }: FastifyRequest, name: string): string {
  const given = (query as Readonly<Record<string, unknown>>)[name];
  const word = typeof given === 'string' ? given.trim() : '';
  // Whatever no agent can be called is not looked for.
  return word.length <= LONGEST_WORD && /^[\w-]*$/.test(word) ? word : '';
}
