import type { FastifyReply, FastifyRequest } from 'fastify';

import { ProblemError } from '../../core/problem.ts';
import { isCsrfToken, signIn, signOut } from '../../house/moderation/operator-session.ts';
import type { AdminPage } from '../../pages/moderation/admin-layout.tsx';
import { notFromHerePage, noRoomPage } from '../../pages/moderation/sign-in-page.tsx';
import { SIGN_IN_PAGE, type OperatorNotice } from '../../voice/moderation/operator-room.ts';
import { sameSecret } from '../server/caller/sent-key.ts';
import { readAdminStyle, type Asset } from '../server/pages/page-assets.ts';
import { parseForms } from '../server/parse-request.ts';
import { applyRateLimit, limitedBy, refundRateLimit } from '../server/rate-limit.ts';
import { WRONG_ADMIN_KEY } from '../server/refuse.ts';
import { isSameOrigin } from '../server/request-origin.ts';
import { redirectTo, send } from '../server/send.ts';
import { ADMIN_ACTIONS, type FormFields } from './admin-actions.ts';
import { ADMIN_PAGES } from './admin-pages.ts';
import {
  sessionCookie,
  expiredCookie,
  setAdminHeaders,
  findOperator,
  sendAdminPage,
  sendSignInPage,
  safeAdminPath,
  type AdminContext,
} from './admin-session.ts';

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
