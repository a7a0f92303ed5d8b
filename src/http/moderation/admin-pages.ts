import type { FastifyRequest } from 'fastify';

import { readAnalytics } from '../../house/figures/analytics.ts';
import { readCareOverTime } from '../../house/figures/care-over-time.ts';
import { readHealth } from '../../house/figures/health.ts';
import { readSurvival } from '../../house/figures/survival.ts';
import { readOperatorLog } from '../../house/moderation/moderate.ts';
import { readAgentTexts, readRecentTexts } from '../../house/moderation/written-texts.ts';
import { lookUpLedger, readLatestMovements } from '../../house/money/look-up-ledger.ts';
import type { AdminPage } from '../../pages/moderation/admin-layout.tsx';
import { agentsPage } from '../../pages/moderation/agents-page.tsx';
import { agentTextsPage } from '../../pages/moderation/agent-texts-page.tsx';
import { healthPage } from '../../pages/moderation/health-page.tsx';
import { ledgerPage } from '../../pages/moderation/ledger-page.tsx';
import { logPage } from '../../pages/moderation/log-page.tsx';
import { isCareRange, overviewPage, type CareRange } from '../../pages/moderation/overview-page.tsx';
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

/** How far back the figures of care go. */
const CARE_RANGES: Record<CareRange, { readonly count: number; readonly hoursEach: number }> = {
  '2d': { count: 48, hoursEach: 1 },
  '7d': { count: 28, hoursEach: 6 },
  '30d': { count: 30, hoursEach: 24 },
};

/** Everything the operator can look at. */
export const ADMIN_PAGES: readonly AdminPageRow[] = [
  {
    path: '/admin',
    async show({ house }, _, request) {
      const { now } = request.context;
      const asked = queryWord(request, 'care');
      const range: CareRange = isCareRange(asked) ? asked : '2d';
      // Reading the figures brings about what is due, so that the rest is read after it.
      const analytics = await readAnalytics(house, now);
      const [care, survival] = await Promise.all([
        readCareOverTime(house, now, CARE_RANGES[range]),
        readSurvival(house, now),
      ]);
      return overviewPage({ analytics, care, range, survival });
    },
  },
  {
    path: '/admin/health',
    async show({ house, monitor }, { csrfToken }, { context: { now } }) {
      return healthPage({
        now,
        csrfToken,
        health: await readHealth(house, now),
        errors: monitor.errors.latest,
      });
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
    async show({ house }, _, request) {
      const username = queryWord(request, 'agent').toLowerCase();
      const view = username === '' ? undefined : await lookUpLedger(house, username);
      const latest = view ? [] : await readLatestMovements(house);
      return ledgerPage({ now: request.context.now, username, view, latest });
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
