import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Instant } from '../../rules/base/clock.ts';
import { countCharacters, sanitizeText } from '../../rules/base/text.ts';
import { ProblemError } from '../../rules/problem.ts';
import { WRITINGS } from '../../rules/vocabulary.ts';
import { sameSecret } from '../../server/caller.ts';
import { type Asset, readAdminStyle } from '../../server/page-assets.ts';
import { parseForms } from '../../server/parse-request.ts';
import { applyRateLimit, limitedBy, refundRateLimit } from '../../server/rate-limit.ts';
import { WRONG_ADMIN_KEY } from '../../server/refuse.ts';
import { isSameOrigin } from '../../server/request-origin.ts';
import { redirectTo, send } from '../../server/send.ts';
import { type OperatorNotice, SIGN_IN_PAGE } from '../../text/pages/operator.ts';
import { type AdminPage, noRoomPage, notFromHerePage } from '../../web/operator/admin-layout.tsx';
import { ledgerPage, logPage, overviewPage } from '../../web/operator/overview-page.tsx';
import { agentsPage, agentTextsPage, recentTextsPage } from '../../web/operator/texts-pages.tsx';
import { closePayment, lookUpLedger, readLatestMovements, readUnresolvedPayments } from '../money/ledger.ts';
import { readAnalytics } from '../stats/analytics.ts';
import {
  type AdminContext,
  expiredCookie,
  findOperator,
  type OperatorSession,
  safeAdminPath,
  sendAdminPage,
  sendSignInPage,
  sessionCookie,
  setAdminHeaders,
} from './admin-session.http.ts';
import {
  blockAgent,
  type DeedOutcome,
  hideText,
  readOperatorLog,
  unblockAgent,
  unhideText,
} from './moderate.ts';
import { isCsrfToken, signIn, signOut } from './operator-session.ts';
import { readAgentTexts, readRecentTexts } from './written-texts.ts';

type AdminSettings = Omit<AdminContext, 'adminKey' | 'style'> & { readonly adminKey: string | undefined };

/** The operator's pages. Without an admin key there are none, and whoever asks is told how they could be had. */
export async function addAdmin({ adminKey, ...settings }: AdminSettings): Promise<void> {
  const { app, house } = settings;
  const style = await readAdminStyle();
  addStyle(settings, style);
  app.register(async (inside) => {
    inside.addHook('onRequest', async (request) => {
      setAdminHeaders(request);
      await applyRateLimit(house, request, request.method === 'POST' ? 'admin' : 'pages');
    });
    parseForms(inside, FORM_LIMIT_BYTES);
    if (adminKey === undefined) return addDisabledAdmin({ ...settings, app: inside, style: style.path });
    addAdminRoutes({ ...settings, app: inside, adminKey, style: style.path });
  });
}

function addStyle({ app, house }: Pick<AdminSettings, 'app' | 'house'>, { path, type, body }: Asset): void {
  app.get(path, limitedBy(house, 'pictures'), async (request, reply) => {
    request.context.headers['cache-control'] = 'public, max-age=31536000, immutable';
    send(request, reply, { status: 200, type, body });
  });
}

const FORM_LIMIT_BYTES = 16 * 1024;

function addDisabledAdmin(admin: Omit<AdminContext, 'adminKey'>): void {
  for (const url of ['/admin', '/admin/*']) {
    admin.app.route({
      method: ['GET', 'POST'],
      url,
      handler: async (request, reply) =>
        sendAdminPage(admin, request, reply, { status: 404, page: noRoomPage }),
    });
  }
}

function addAdminRoutes(admin: AdminContext): void {
  const { app } = admin;
  for (const { path, show } of ADMIN_PAGES) {
    app.get(path, async (request, reply) => {
      const operator = await findOperator(admin, request);
      if (!operator) return sendSignInPage(admin, request, reply);
      const page: AdminPage = await show(admin, operator, request);
      return sendAdminPage(admin, request, reply, { status: 200, page, csrfToken: operator.csrfToken });
    });
  }
  for (const { path, act } of ADMIN_ACTIONS) {
    app.post(path, async (request: FormRequest, reply) => {
      const form = await trustedForm(admin, request, reply);
      if (!form) return undefined;
      return redirectTo(request, reply, backPath(form, await act(admin, form, request.context.now)));
    });
  }
  app.post('/admin/login', async (request: FormRequest, reply) => handleSignIn(admin, request, reply));
  app.post('/admin/logout', async (request: FormRequest, reply) => handleSignOut(admin, request, reply));
  // Whoever is not signed in is not told what there is and what not.
  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: '/admin/*',
      handler: async (request, reply) => {
        if (!(await findOperator(admin, request))) return sendSignInPage(admin, request, reply);
        if (request.url === '/admin/') return redirectTo(request, reply, '/admin');
        throw new ProblemError('no_such_route', {});
      },
    });
  }
}

type FormRequest = FastifyRequest<{ Body: URLSearchParams | undefined }>;

/** CSRF check: what the one who is signed in typed into one of our own forms; anybody else has been answered. */
async function trustedForm(
  admin: AdminContext,
  request: FormRequest,
  reply: FastifyReply,
): Promise<FormFields | undefined> {
  const form = request.body ?? new URLSearchParams();
  const operator = await findOperator(admin, request);
  if (!operator) {
    sendSignInPage(admin, request, reply);
    return undefined;
  }
  const isOurs =
    isSameOrigin(request.headers) && isCsrfToken(admin.adminKey, operator.token, form.get('seal') ?? '');
  if (isOurs) return form;
  sendAdminPage(admin, request, reply, { status: 403, page: notFromHerePage, csrfToken: operator.csrfToken });
  return undefined;
}

async function handleSignIn(admin: AdminContext, request: FormRequest, reply: FastifyReply): Promise<void> {
  const { house, adminKey, https, log } = admin;
  const form = request.body ?? new URLSearchParams();
  if (!isSameOrigin(request.headers)) {
    return sendAdminPage(admin, request, reply, { status: 403, page: notFromHerePage });
  }
  const to = safeAdminPath(form.get('to') ?? '');
  // Counted before it is looked at: who has guessed too often is not told when a guess is right.
  await applyRateLimit(house, request, 'operator_sign_in');
  if (!sameSecret((form.get('key') ?? '').trim(), adminKey)) {
    log.warn({ request: request.id, address: request.ip }, WRONG_ADMIN_KEY);
    return sendSignInPage(admin, request, reply, { to, keyProblem: SIGN_IN_PAGE.wrong });
  }
  await refundRateLimit(house, request);
  const token = await signIn(house, adminKey, request.context.now);
  request.context.headers['set-cookie'] = sessionCookie(token, https);
  return redirectTo(request, reply, to);
}

async function handleSignOut(admin: AdminContext, request: FormRequest, reply: FastifyReply): Promise<void> {
  const form = await trustedForm(admin, request, reply);
  if (!form) return;
  const operator = await findOperator(admin, request);
  if (operator) await signOut(admin.house, admin.adminKey, operator.token);
  request.context.headers['set-cookie'] = expiredCookie(admin.https);
  sendSignInPage(admin, request, reply, { to: '/admin', notice: SIGN_IN_PAGE.signedOut });
}

/** Where the form was, with what came of it. */
function backPath(form: FormFields, notice: OperatorNotice): string {
  const back = safeAdminPath(form.get('back') ?? '');
  return `${back}${back.includes('?') ? '&' : '?'}said=${notice}`;
}

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

type FormFields = Pick<URLSearchParams, 'get'>;

interface AdminAction {
  readonly path: string;
  readonly act: (admin: AdminContext, form: FormFields, now: Instant) => Promise<OperatorNotice>;
}

/** Everything the operator can do. Each action wants a reason, and is logged with it. */
const ADMIN_ACTIONS: readonly AdminAction[] = [
  adminAction('/admin/hide', onText(hideText)),
  adminAction('/admin/unhide', onText(unhideText)),
  adminAction('/admin/block', onAgent(blockAgent)),
  adminAction('/admin/unblock', onAgent(unblockAgent)),
  adminAction('/admin/close-payment', async ({ house }, form, reason, now) => {
    const end = form.get('end');
    if (end !== 'settled' && end !== 'refused') return 'not found';
    const reference = sanitizeText((form.get('reference') ?? '').slice(0, LONGEST_REASON));
    return closePayment(house, { key: form.get('key') ?? '', end, reference, reason }, now);
  }),
];

type AdminActionOutcome = DeedOutcome | 'too early';

const NOTICE_OF: Readonly<Record<AdminActionOutcome, OperatorNotice>> = {
  done: 'done',
  'was so already': 'already',
  'not found': 'missing',
  'too early': 'early',
};

const LONGEST_REASON = 200;

type ReasonedAct = (
  admin: AdminContext,
  form: FormFields,
  reason: string,
  now: Instant,
) => Promise<AdminActionOutcome>;

function adminAction(path: string, act: ReasonedAct): AdminAction {
  return {
    path,
    async act(admin, form, now) {
      const reason = sanitizeText(form.get('reason') ?? '');
      if (reason === '' || countCharacters(reason) > LONGEST_REASON) return 'reason';
      return NOTICE_OF[await act(admin, form, reason, now)];
    },
  };
}

function onText(act: typeof hideText): ReasonedAct {
  return async ({ house }, form, reason, now) => {
    const writing = WRITINGS.find((word) => word === form.get('writing'));
    const subject = form.get('subject') ?? '';
    if (writing === undefined || subject === '') return 'not found';
    return act(house, { writing, subject, reason }, now);
  };
}

function onAgent(act: typeof blockAgent): ReasonedAct {
  return ({ house }, form, reason, now) => act(house, { username: form.get('username') ?? '', reason }, now);
}
