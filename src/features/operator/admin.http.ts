import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';

import { isUnavailable } from '../../../packages/database/portable.ts';
import { type Instant, SECOND } from '../../rules/base/clock.ts';
import { countCharacters, sanitizeText } from '../../rules/base/text.ts';
import { ProblemError } from '../../rules/problem.ts';
import { WRITINGS } from '../../rules/vocabulary.ts';
import { OPERATOR, type OperatorNotice } from '../../text/pages/operator.ts';
import { sameSecret, WRONG_ADMIN_KEY } from '../../http/credentials.ts';
import { applyRateLimit, limitedBy, refundRateLimit } from '../../http/limits.ts';
import { isSameOrigin, parseForms } from '../../http/requests.ts';
import { redirectTo, send, HTML_TYPE, CSP, type ReplyHeaders } from '../../http/send.ts';
import { readAdminStyle, PAGE_HEADERS, type PublicSite } from '../../http/site.ts';
import type { DeedOutcome } from '../hidden/hidden-content.ts';
import {
  blockAgent,
  csrfTokenOf,
  hideText,
  isCsrfToken,
  isSignedIn,
  readOperatorLog,
  reviewText,
  SESSION_LASTS,
  signIn,
  signOut,
  unblockAgent,
  unhideText,
} from '../moderation/moderate.ts';
import { readAgentTexts, readRecentTexts } from '../moderation/written-texts.ts';
import { closePayment, lookUpLedger, readLatestMovements, readUnresolvedPayments } from '../money/ledger.ts';
import { findForOperator } from '../public/browse-creatures.ts';
import { readDays, readFigures } from '../stats/analytics.ts';
import { readInTime, type StatsHouse } from '../stats/health.ts';
import { letSettlingGoOn, readProblems } from '../stats/problems.ts';
import {
  type AdminPage,
  noRoomPage,
  notFromHerePage,
  type AdminSite,
  renderAdminPage,
  signInPage,
} from './admin-layout.tsx';
import {
  agentsPage,
  agentTextsPage,
  ledgerPage,
  logPage,
  overviewPage,
  recentTextsPage,
} from './overview-page.tsx';

interface AdminContext {
  readonly app: FastifyInstance;
  readonly house: StatsHouse;
  readonly adminKey: string;
  readonly site: PublicSite;
  readonly log: Logger;
  readonly https: boolean;
  readonly style: string;
}

/** Headers of operator pages: not cached, not indexed, without scripts. */
const ADMIN_HEADERS: Readonly<ReplyHeaders> = {
  ...PAGE_HEADERS,
  'content-security-policy': CSP.page,
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
};

function setAdminHeaders({ context }: FastifyRequest): void {
  delete context.headers['access-control-allow-origin'];
  delete context.headers['access-control-expose-headers'];
  Object.assign(context.headers, ADMIN_HEADERS);
}

type OperatorSession = NonNullable<Awaited<ReturnType<typeof findOperator>>>;

async function findOperator({ house, adminKey }: AdminContext, request: FastifyRequest) {
  const token = sessionTokenFrom(request.headers);
  const isIn = await isSignedIn(house, adminKey, token, request.context.now)
    // Without its database the session is unknown: signing in again makes one that needs none.
    .catch(unlessUnavailable);
  return isIn ? { token, csrfToken: csrfTokenOf(adminKey, token) } : undefined;
}

function unlessUnavailable(error: unknown): false {
  if (isUnavailable(error)) return false;
  throw error;
}

function sendAdminPage(
  { site, style }: Pick<AdminContext, 'site' | 'style'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, page, ...session }: Pick<AdminSite, 'csrfToken'> & { status: number; page: AdminPage },
): void {
  const { said } = request.query as Readonly<Record<string, unknown>>;
  const notice = Object.entries(OPERATOR.notices).find(([name]) => name === said)?.[1] ?? page.notice;
  const body = renderAdminPage({ site: site.facts(), style, ...session }, { ...page, notice });
  send(request, reply, { status, type: HTML_TYPE, body });
}

/** Sends the sign-in page; `to` is the page to show after the sign-in, by default the requested one. */
function sendSignInPage(
  admin: Pick<AdminContext, 'site' | 'style'>,
  request: FastifyRequest,
  reply: FastifyReply,
  words: { to?: string; notice?: string; keyProblem?: string } = {},
): void {
  const to = request.method === 'GET' ? safeAdminPath(request.url) : '/admin';
  request.context.headers['www-authenticate'] = 'Bearer';
  sendAdminPage(admin, request, reply, { status: 401, page: signInPage({ to, ...words }) });
}

/** Prevents open redirects after the sign-in: any path outside of /admin becomes `/admin`. */
function safeAdminPath(path: string): string {
  return /^\/admin(?:\/[\w-]*)*(?:\?[\w=&%.~+-]*)?$/.test(path) ? path : '/admin';
}

const COOKIE_NAME = 'arkhouse_operator';

function sessionTokenFrom({ cookie = '' }: IncomingHttpHeaders): string {
  for (const part of cookie.split(';')) {
    const [name, value = ''] = part.trim().split('=');
    if (name === COOKIE_NAME) return value;
  }
  return '';
}

/** The session cookie; without a token, one that deletes it. */
function sessionCookie(token: string | undefined, https: boolean): string {
  const parts = [
    `${COOKIE_NAME}=${token ?? ''}`,
    'Path=/admin',
    `Max-Age=${token === undefined ? 0 : SESSION_LASTS / SECOND}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(https ? ['Secure'] : []),
  ];
  return parts.join('; ');
}

type AdminSettings = Omit<AdminContext, 'adminKey' | 'style'> & { readonly adminKey: string | undefined };

export async function addAdmin({ adminKey, ...settings }: AdminSettings): Promise<void> {
  const { app, house } = settings;
  const { path: style, type, body } = await readAdminStyle();
  app.get(style, limitedBy(house, 'pictures'), async (request, reply) => {
    request.context.headers['cache-control'] = 'public, max-age=31536000, immutable';
    send(request, reply, { status: 200, type, body });
  });
  app.register(async (inside) => {
    inside.addHook('onRequest', async (request) => {
      setAdminHeaders(request);
      await applyRateLimit(house, request, request.method === 'POST' ? 'admin' : 'pages');
    });
    parseForms(inside, FORM_LIMIT_BYTES);
    const admin = { ...settings, app: inside, style };
    if (adminKey === undefined) addDisabledAdmin(admin);
    else addAdminRoutes({ ...admin, adminKey });
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
      const page = await show(admin.house, request, operator);
      return sendAdminPage(admin, request, reply, { status: 200, page, csrfToken: operator.csrfToken });
    });
  }
  for (const [path, act] of Object.entries(ADMIN_ACTIONS)) {
    app.post(path, async (request: FormRequest, reply) => {
      const trusted = await checkForm(admin, request, reply);
      if (!trusted) return undefined;
      const notice = await runAction(admin.house, act, trusted.form, request.context.now);
      return redirectTo(request, reply, backPath(trusted.form, notice));
    });
  }
  app.post('/admin/login', async (request: FormRequest, reply) => handleSignIn(admin, request, reply));
  app.post('/admin/logout', async (request: FormRequest, reply) => handleSignOut(admin, request, reply));
  // Without a session, existing and unknown operator paths get the same answer.
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

/** Checks the CSRF token of a form. Undefined when the request was refused, which has been answered. */
async function checkForm(admin: AdminContext, request: FormRequest, reply: FastifyReply) {
  const form = request.body ?? new URLSearchParams();
  const operator = await findOperator(admin, request);
  if (!operator) {
    sendSignInPage(admin, request, reply);
    return undefined;
  }
  const { token, csrfToken } = operator;
  const isOurs = isSameOrigin(request.headers) && isCsrfToken(admin.adminKey, token, form.get('seal') ?? '');
  if (isOurs) return { form, operator };
  sendAdminPage(admin, request, reply, { status: 403, page: notFromHerePage, csrfToken });
  return undefined;
}

async function handleSignIn(admin: AdminContext, request: FormRequest, reply: FastifyReply): Promise<void> {
  const { house, adminKey, https, log } = admin;
  const form = request.body ?? new URLSearchParams();
  if (!isSameOrigin(request.headers)) {
    return sendAdminPage(admin, request, reply, { status: 403, page: notFromHerePage });
  }
  const to = safeAdminPath(form.get('to') ?? '');
  // A sign-in is counted before the key is compared: beyond the limit, a right guess is refused as well.
  await applyRateLimit(house, request, 'operator_sign_in');
  if (!sameSecret((form.get('key') ?? '').trim(), adminKey)) {
    log.warn({ event: 'wrong_operator_key', request: request.id, address: request.ip }, WRONG_ADMIN_KEY);
    return sendSignInPage(admin, request, reply, { to, keyProblem: OPERATOR.signIn.wrong });
  }
  await refundRateLimit(house, request);
  const { token, isStored } = await signIn(house, adminKey, request.context.now);
  const unlogged = 'an operator signed in while the database took no write: the audit log does not have it';
  if (!isStored)
    log.warn({ event: 'operator_sign_in_unstored', request: request.id, address: request.ip }, unlogged);
  request.context.headers['set-cookie'] = sessionCookie(token, https);
  return redirectTo(request, reply, to);
}

async function handleSignOut(admin: AdminContext, request: FormRequest, reply: FastifyReply): Promise<void> {
  const trusted = await checkForm(admin, request, reply);
  if (!trusted) return;
  await signOut(admin.house, admin.adminKey, trusted.operator.token);
  request.context.headers['set-cookie'] = sessionCookie(undefined, admin.https);
  sendSignInPage(admin, request, reply, { to: '/admin', notice: OPERATOR.signIn.signedOut });
}

function backPath(form: URLSearchParams, notice: OperatorNotice): string {
  const back = safeAdminPath(form.get('back') ?? '');
  return `${back}${back.includes('?') ? '&' : '?'}said=${notice}`;
}

type ShowAdminPage = (
  house: StatsHouse,
  request: FastifyRequest,
  session: OperatorSession,
) => Promise<AdminPage>;

const adminPage = (path: string, show: ShowAdminPage) => ({ path, show });

export const ADMIN_PAGES = [
  adminPage('/admin', async (house, request, { csrfToken }) => {
    const { now } = request.context;
    const words = queryText(request, 'q');
    const [problems, figures, days, comeBack, found] = await Promise.all([
      readProblems(house, now),
      readInTime(readFigures(house, now)),
      readInTime(readDays(house, now)),
      readInTime(house.comeBack.at(house.store, now)),
      words === '' ? undefined : readInTime(findForOperator(house, words)),
    ]);
    const search = { words, found };
    return overviewPage({ now, csrfToken, problems, figures, days, comeBack, search });
  }),
  adminPage('/admin/words', async (house, request, { csrfToken }) => {
    const { now } = request.context;
    const username = queryWord(request, 'agent').toLowerCase();
    const one = username === '' ? undefined : await readAgentTexts(house, username);
    if (one) return agentTextsPage({ now, csrfToken, words: one });
    const missing = username === '' ? undefined : username;
    return recentTextsPage({ now, csrfToken, missing, words: await readRecentTexts(house) });
  }),
  adminPage('/admin/agents', async (house, { context: { now } }) =>
    agentsPage({ now, words: await readRecentTexts(house) }),
  ),
  adminPage('/admin/ledger', async (house, request, { csrfToken }) => {
    const username = queryWord(request, 'agent').toLowerCase();
    const view = username === '' ? undefined : await lookUpLedger(house, username);
    const latest = view ? [] : await readLatestMovements(house);
    const unresolved = view ? [] : await readUnresolvedPayments(house);
    return ledgerPage({ now: request.context.now, csrfToken, username, view, latest, unresolved });
  }),
  adminPage('/admin/log', async (house, request) => {
    const asked = Number(queryWord(request, 'page'));
    const page = Number.isInteger(asked) && asked > 0 ? Math.min(asked, LAST_PAGE) : 1;
    return logPage({ page, ...(await readOperatorLog(house, page)) });
  }),
];

const LAST_PAGE = 1_000_000;
const MAX_USERNAME = 50;

/** A search text of an operator; longer ones are cut. */
function queryText({ query }: FastifyRequest, name: string): string {
  const given = (query as Readonly<Record<string, unknown>>)[name];
  return typeof given === 'string' ? sanitizeText(given).slice(0, MAX_REASON).trim() : '';
}

function queryWord({ query }: FastifyRequest, name: string): string {
  const given = (query as Readonly<Record<string, unknown>>)[name];
  const word = typeof given === 'string' ? given.trim() : '';
  // A search word that is no valid username is ignored.
  return word.length <= MAX_USERNAME && /^[\w-]*$/.test(word) ? word : '';
}

type ActionOutcome = DeedOutcome | 'too early' | 'clock wrong';
type AdminAction = (
  house: StatsHouse,
  form: URLSearchParams,
  reason: string,
  now: Instant,
) => Promise<ActionOutcome>;

const MAX_REASON = 200;

/** The operator's actions; each requires a reason and is logged with it. */
const ADMIN_ACTIONS: Readonly<Record<string, AdminAction>> = {
  '/admin/hide': onText(hideText),
  '/admin/unhide': onText(unhideText),
  // One click: reviewing is done many times a day, and the text is not hidden by it.
  '/admin/review': onText((house, { reason: _, ...text }, now, form) =>
    reviewText(house, { ...text, reason: '', hash: form.get('hash') ?? '' }, now),
  ),
  '/admin/block': onAgent(blockAgent),
  '/admin/unblock': onAgent(unblockAgent),
  '/admin/settle': (house, _, reason, now) => letSettlingGoOn(house, reason, now),
  async '/admin/close-payment'(house, form, reason, now) {
    const end = form.get('end');
    if (end !== 'settled' && end !== 'refused') return 'not found';
    const reference = sanitizeText((form.get('reference') ?? '').slice(0, MAX_REASON));
    return closePayment(house, { key: form.get('key') ?? '', end, reference, reason }, now);
  },
};

const WITHOUT_REASON = new Set([ADMIN_ACTIONS['/admin/review']]);

const NOTICES = {
  done: 'done',
  'was so already': 'already',
  'not found': 'missing',
  'too early': 'early',
  'clock wrong': 'clock',
} as const satisfies Record<string, OperatorNotice>;

async function runAction(house: StatsHouse, act: AdminAction, form: URLSearchParams, now: Instant) {
  const reason = sanitizeText(form.get('reason') ?? '');
  if ((reason === '' && !WITHOUT_REASON.has(act)) || countCharacters(reason) > MAX_REASON) return 'reason';
  return NOTICES[await act(house, form, reason, now)];
}

type TextAction = (
  house: StatsHouse,
  text: Parameters<typeof hideText>[1],
  now: Instant,
  form: URLSearchParams,
) => Promise<DeedOutcome>;

function onText(act: TextAction): AdminAction {
  return async (house, form, reason, now) => {
    const writing = WRITINGS.find((word) => word === form.get('writing'));
    const subject = form.get('subject') ?? '';
    if (writing === undefined || subject === '') return 'not found';
    return act(house, { writing, subject, reason }, now, form);
  };
}

function onAgent(act: typeof blockAgent): AdminAction {
  return (house, form, reason, now) => act(house, { username: form.get('username') ?? '', reason }, now);
}
