import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { Problem } from '../core/problem.ts';
import { isFormSeal, signIn, signOut } from '../house/operator-session.ts';
import type { DeskPage } from '../pages/admin/frame.tsx';
import { notFromHerePage, noRoomPage } from '../pages/admin/sign-in.tsx';
import { SIGN_IN, type Said } from '../voice/operator.ts';
import { cookieFor, noCookie } from './admin-cookie.ts';
import { DEEDS, type Form } from './admin-deeds.ts';
import { PAGES } from './admin-pages.ts';
import {
  dressForRoom,
  operatorIn,
  readStyle,
  sendOn,
  showDesk,
  showDoor,
  withinRoom,
  type AdminRoom,
} from './admin-room.ts';
import { sameSecret } from './credentials.ts';
import { isSameOrigin } from './same-origin.ts';
import { send } from './send.ts';
import { count } from './visit.ts';

type Doorway = Omit<AdminRoom, 'adminKey' | 'style'> & { readonly adminKey: string | undefined };

/** The operator's room. Without an admin key there is none, and whoever knocks is told how it could be opened. */
export async function addAdmin({ adminKey, ...doorway }: Doorway): Promise<void> {
  const { app, house } = doorway;
  const style = await readStyle();
  addStyle(doorway, style);
  app.register(async (inside) => {
    inside.addHook('onRequest', async (request) => {
      dressForRoom(request);
      await count(house, request, request.method === 'POST' ? 'admin' : 'pages');
    });
    readForms(inside);
    if (adminKey === undefined) return addNoRoom({ ...doorway, app: inside, style: style.path });
    addRoom({ ...doorway, app: inside, adminKey, style: style.path });
  });
}

function addStyle(
  { app, house }: Pick<Doorway, 'app' | 'house'>,
  { path, body }: { readonly path: string; readonly body: Buffer },
): void {
  const onRequest = (request: FastifyRequest) => count(house, request, 'pictures');
  app.get(path, { onRequest }, async (request, reply) => {
    request.visit.headers['cache-control'] = 'public, max-age=31536000, immutable';
    send(request, reply, { status: 200, type: 'text/css; charset=utf-8', body });
  });
}

const LARGEST_FORM = 16 * 1024;

function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    '*',
    { parseAs: 'string', bodyLimit: LARGEST_FORM },
    async (_: unknown, text: string) => new URLSearchParams(text),
  );
}

const EVERYWHERE = ['/admin', '/admin/*'] as const;

function addNoRoom(room: Omit<AdminRoom, 'adminKey'>): void {
  for (const url of EVERYWHERE) {
    room.app.route({
      method: ['GET', 'POST'],
      url,
      handler: async (request, reply) => showDesk(room, request, reply, { status: 404, page: noRoomPage }),
    });
  }
}

function addRoom(room: AdminRoom): void {
  const { app } = room;
  for (const { path, show } of PAGES) {
    app.get(path, async (request, reply) => {
      const operator = await operatorIn(room, request);
      if (!operator) return showDoor(room, request, reply);
      const page: DeskPage = await show(room, operator, request);
      return showDesk(room, request, reply, { status: 200, page, seal: operator.seal });
    });
  }
  for (const { path, act } of DEEDS) {
    app.post(path, async (request: Posted, reply) => {
      const form = await trustedForm(room, request, reply);
      if (!form) return undefined;
      return sendOn(request, reply, backWith(form, await act(room, form, request.visit.now)));
    });
  }
  app.post('/admin/login', async (request: Posted, reply) => enter(room, request, reply));
  app.post('/admin/logout', async (request: Posted, reply) => leave(room, request, reply));
  // Whoever is not signed in is not told what there is and what not.
  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: '/admin/*',
      handler: async (request, reply) => {
        if (!(await operatorIn(room, request))) return showDoor(room, request, reply);
        if (request.url === '/admin/') return sendOn(request, reply, '/admin');
        throw new Problem('no_such_route', {});
      },
    });
  }
}

type Posted = FastifyRequest<{ Body: URLSearchParams | undefined }>;

/** What was typed into one of our own forms by the one who is signed in; anybody else has been answered. */
async function trustedForm(room: AdminRoom, request: Posted, reply: FastifyReply): Promise<Form | undefined> {
  const form = request.body ?? new URLSearchParams();
  const operator = await operatorIn(room, request);
  if (!operator) {
    showDoor(room, request, reply);
    return undefined;
  }
  const isOurs =
    isSameOrigin(request.headers) && isFormSeal(room.adminKey, operator.token, form.get('seal') ?? '');
  if (isOurs) return form;
  showDesk(room, request, reply, { status: 403, page: notFromHerePage, seal: operator.seal });
  return undefined;
}

async function enter(room: AdminRoom, request: Posted, reply: FastifyReply): Promise<void> {
  const { house, adminKey, https, log } = room;
  const form = request.body ?? new URLSearchParams();
  if (!isSameOrigin(request.headers)) {
    return showDesk(room, request, reply, { status: 403, page: notFromHerePage });
  }
  const to = withinRoom(form.get('to') ?? '');
  if (!sameSecret((form.get('key') ?? '').trim(), adminKey)) {
    await count(house, request, 'failed_key');
    log.warn({ request: request.id }, 'somebody tried to sign in as the operator with a wrong key');
    return showDoor(room, request, reply, { to, said: SIGN_IN.wrong });
  }
  const token = await signIn(house, adminKey, request.visit.now);
  request.visit.headers['set-cookie'] = cookieFor(token, https);
  return sendOn(request, reply, to);
}

async function leave(room: AdminRoom, request: Posted, reply: FastifyReply): Promise<void> {
  const form = await trustedForm(room, request, reply);
  if (!form) return;
  const operator = await operatorIn(room, request);
  if (operator) await signOut(room.house, room.adminKey, operator.token);
  request.visit.headers['set-cookie'] = noCookie(room.https);
  showDoor(room, request, reply, { to: '/admin', said: SIGN_IN.signedOut });
}

function backWith(form: Form, said: Said): string {
  const back = withinRoom(form.get('back') ?? '');
  return `${back}${back.includes('?') ? '&' : '?'}said=${said}`;
}
