import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ProblemError } from '../../core/problem.ts';
import { isCsrfToken, signIn, signOut } from '../../house/moderation/operator-session.ts';
import type { AdminPage } from '../../pages/moderation/admin-layout.tsx';
import { notFromHerePage, noRoomPage } from '../../pages/moderation/sign-in-page.tsx';
import { SIGN_IN_PAGE, type OperatorNotice } from '../../voice/moderation/operator-room.ts';
import { sameSecret } from '../server/authenticate.ts';
import { applyRateLimit } from '../server/rate-limit.ts';
import { isSameOrigin } from '../server/request-origin.ts';
import { send } from '../server/send.ts';
import { ADMIN_ACTIONS, type FormFields } from './admin-actions.ts';
import { ADMIN_PAGES } from './admin-pages.ts';
import {
  sessionCookie,
  expiredCookie,
  setAdminHeaders,
  findOperator,
  readStyle,
  redirectTo,
  sendAdminPage,
  sendSignInPage,
  safeAdminPath,
  type AdminContext,
} from './admin-session.ts';

type AdminSettings = Omit<AdminContext, 'adminKey' | 'style'> & { readonly adminKey: string | undefined };

/** The operator's room. Without an admin key there is none, and whoever knocks is told how it could be opened. */
export async function addAdmin({ adminKey, ...doorway }: AdminSettings): Promise<void> {
  const { app, house } = doorway;
  const style = await readStyle();
  addStyle(doorway, style);
  app.register(async (inside) => {
    inside.addHook('onRequest', async (request) => {
      setAdminHeaders(request);
      await applyRateLimit(house, request, request.method === 'POST' ? 'admin' : 'pages');
    });
    parseForms(inside);
    if (adminKey === undefined) return addDisabledAdmin({ ...doorway, app: inside, style: style.path });
    addAdminRoutes({ ...doorway, app: inside, adminKey, style: style.path });
  });
}

function addStyle(
  { app, house }: Pick<AdminSettings, 'app' | 'house'>,
  { path, body }: { readonly path: string; readonly body: Buffer },
): void {
  const onRequest = (request: FastifyRequest) => applyRateLimit(house, request, 'pictures');
  app.get(path, { onRequest }, async (request, reply) => {
    request.visit.headers['cache-control'] = 'public, max-age=31536000, immutable';
    send(request, reply, { status: 200, type: 'text/css; charset=utf-8', body });
  });
}

const LARGEST_FORM = 16 * 1024;

function parseForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    '*',
    { parseAs: 'string', bodyLimit: LARGEST_FORM },
    async (_: unknown, text: string) => new URLSearchParams(text),
  );
}

const EVERYWHERE = ['/admin', '/admin/*'] as const;

function addDisabledAdmin(room: Omit<AdminContext, 'adminKey'>): void {
  for (const url of EVERYWHERE) {
    room.app.route({
      method: ['GET', 'POST'],
      url,
      handler: async (request, reply) =>
        sendAdminPage(room, request, reply, { status: 404, page: noRoomPage }),
    });
  }
}

function addAdminRoutes(room: AdminContext): void {
  const { app } = room;
  for (const { path, show } of ADMIN_PAGES) {
    app.get(path, async (request, reply) => {
      const operator = await findOperator(room, request);
      if (!operator) return sendSignInPage(room, request, reply);
      const page: AdminPage = await show(room, operator, request);
      return sendAdminPage(room, request, reply, { status: 200, page, seal: operator.csrfToken });
    });
  }
  for (const { path, act } of ADMIN_ACTIONS) {
    app.post(path, async (request: FormRequest, reply) => {
      const form = await trustedForm(room, request, reply);
      if (!form) return undefined;
      return redirectTo(request, reply, backPath(form, await act(room, form, request.visit.now)));
    });
  }
  app.post('/admin/login', async (request: FormRequest, reply) => handleSignIn(room, request, reply));
  app.post('/admin/logout', async (request: FormRequest, reply) => handleSignOut(room, request, reply));
  // Whoever is not signed in is not told what there is and what not.
  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: '/admin/*',
      handler: async (request, reply) => {
        if (!(await findOperator(room, request))) return sendSignInPage(room, request, reply);
        if (request.url === '/admin/') return redirectTo(request, reply, '/admin');
        throw new ProblemError('no_such_route', {});
      },
    });
  }
}

type FormRequest = FastifyRequest<{ Body: URLSearchParams | undefined }>;

/** What was typed into one of our own forms by the one who is signed in; anybody else has been answered. */
async function trustedForm(
  room: AdminContext,
  request: FormRequest,
  reply: FastifyReply,
): Promise<FormFields | undefined> {
  const form = request.body ?? new URLSearchParams();
  const operator = await findOperator(room, request);
  if (!operator) {
    sendSignInPage(room, request, reply);
    return undefined;
  }
  const isOurs =
    isSameOrigin(request.headers) && isCsrfToken(room.adminKey, operator.token, form.get('seal') ?? '');
  if (isOurs) return form;
  sendAdminPage(room, request, reply, { status: 403, page: notFromHerePage, seal: operator.csrfToken });
  return undefined;
}

async function handleSignIn(room: AdminContext, request: FormRequest, reply: FastifyReply): Promise<void> {
  const { house, adminKey, https, log } = room;
  const form = request.body ?? new URLSearchParams();
  if (!isSameOrigin(request.headers)) {
    return sendAdminPage(room, request, reply, { status: 403, page: notFromHerePage });
  }
  const to = safeAdminPath(form.get('to') ?? '');
  if (!sameSecret((form.get('key') ?? '').trim(), adminKey)) {
    await applyRateLimit(house, request, 'failed_key');
    log.warn({ request: request.id }, 'somebody tried to sign in as the operator with a wrong key');
    return sendSignInPage(room, request, reply, { to, said: SIGN_IN_PAGE.wrong });
  }
  const token = await signIn(house, adminKey, request.visit.now);
  request.visit.headers['set-cookie'] = sessionCookie(token, https);
  return redirectTo(request, reply, to);
}

async function handleSignOut(room: AdminContext, request: FormRequest, reply: FastifyReply): Promise<void> {
  const form = await trustedForm(room, request, reply);
  if (!form) return;
  const operator = await findOperator(room, request);
  if (operator) await signOut(room.house, room.adminKey, operator.token);
  request.visit.headers['set-cookie'] = expiredCookie(room.https);
  sendSignInPage(room, request, reply, { to: '/admin', said: SIGN_IN_PAGE.signedOut });
}

function backPath(form: FormFields, said: OperatorNotice): string {
  const back = safeAdminPath(form.get('back') ?? '');
  return `${back}${back.includes('?') ? '&' : '?'}said=${said}`;
}
