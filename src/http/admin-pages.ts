import type { FastifyRequest } from 'fastify';

import { readAnalytics } from '../house/analytics.ts';
import { readCareByHour } from '../house/care-by-hour.ts';
import { readHealth } from '../house/house-health.ts';
import { lookUpLedger } from '../house/look-up-ledger.ts';
import { lookUpWords, readWordsLately } from '../house/look-up-words.ts';
import { readDeeds } from '../house/read-deeds.ts';
import { readSurvival } from '../house/survival.ts';
import type { DeskPage } from '../pages/admin/frame.tsx';
import { healthPage } from '../pages/admin/health.tsx';
import { ledgerPage } from '../pages/admin/ledger.tsx';
import { logPage } from '../pages/admin/log.tsx';
import { overviewPage } from '../pages/admin/overview.tsx';
import { wordsOfOnePage } from '../pages/admin/words-of-one.tsx';
import { wordsPage } from '../pages/admin/words.tsx';
import type { AdminRoom, Operator } from './admin-room.ts';

interface Page {
  readonly path: string;
  readonly show: (room: AdminRoom, operator: Operator, request: FastifyRequest) => Promise<DeskPage>;
}

const HOURS_SHOWN = 48;

/** Everything that can be looked at in the operator's room. */
export const PAGES: readonly Page[] = [
  {
    path: '/admin',
    async show({ house }, _, { visit: { now } }) {
      // Reading the figures brings about what is due, so that the rest is read after it.
      const analytics = await readAnalytics(house, now);
      const [hours, survival] = await Promise.all([
        readCareByHour(house, now, HOURS_SHOWN),
        readSurvival(house, now),
      ]);
      return overviewPage({ analytics, hours, survival });
    },
  },
  {
    path: '/admin/health',
    async show({ house, watch }, { seal }, { visit: { now } }) {
      return healthPage({ now, seal, health: await readHealth(house, now), errors: watch.errors.latest });
    },
  },
  {
    path: '/admin/words',
    async show({ house }, { seal }, request) {
      const { now } = request.visit;
      const username = wordIn(request, 'agent').toLowerCase();
      const one = username === '' ? undefined : await lookUpWords(house, username);
      if (one) return wordsOfOnePage({ now, seal, words: one });
      const missing = username === '' ? undefined : username;
      return wordsPage({ now, seal, missing, words: await readWordsLately(house) });
    },
  },
  {
    path: '/admin/ledger',
    async show({ house }, _, request) {
      const username = wordIn(request, 'agent').toLowerCase();
      const view = username === '' ? undefined : await lookUpLedger(house, username);
      return ledgerPage({ now: request.visit.now, username, view });
    },
  },
  {
    path: '/admin/log',
    async show({ house }, _, request) {
      const asked = Number(wordIn(request, 'page'));
      const page = Number.isInteger(asked) && asked > 0 ? Math.min(asked, LAST_PAGE) : 1;
      return logPage({ page, ...(await readDeeds(house, page)) });
    },
  },
];

const LAST_PAGE = 1_000_000;
const LONGEST_WORD = 50;

function wordIn({ query }: FastifyRequest, name: string): string {
  const given = (query as Readonly<Record<string, unknown>>)[name];
  const word = typeof given === 'string' ? given.trim() : '';
  // Whatever no agent can be called is not looked for.
  return word.length <= LONGEST_WORD && /^[\w-]*$/.test(word) ? word : '';
}
