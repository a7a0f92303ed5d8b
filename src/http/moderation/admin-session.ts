import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

import { SECOND } from '../../core/engine/clock.ts';
import type { House } from '../../house/house.ts';
import { csrfToken, isSignedIn, SESSION_LASTS } from '../../house/moderation/operator-session.ts';
import { renderAdminPage, type AdminSite, type AdminPage } from '../../pages/moderation/admin-layout.tsx';
import { signInPage } from '../../pages/moderation/sign-in-page.tsx';
import { OPERATOR_NOTICES } from '../../voice/moderation/operator-room.ts';
import type { Monitor } from '../figures/monitor.ts';
import type { ReplyHeaders } from '../server/headers.ts';
import { PAGE_HEADERS, type PublicSite } from '../server/pages/page-site.ts';
import { send } from '../server/send.ts';

/** All the operator's room needs. */
export interface AdminContext {
  readonly app: FastifyInstance;
  readonly house: House;
  readonly adminKey: string;
  readonly site: PublicSite;
  readonly monitor: Monitor;
  readonly log: Logger;
  readonly https: boolean;
  readonly style: string;
}

/** Someone who is in the room. */
export interface OperatorSession {
  readonly token: string;
  /** What every form of theirs has to send back. */
  readonly csrfToken: string;
}

const STYLE = new URL('../../pages/moderation/admin.css', import.meta.url);

/** The style of the room, under an address that changes with it. */
export async function readStyle(): Promise<{ readonly path: string; readonly body: Buffer }> {
  const body = await readFile(STYLE);
  return { path: `/assets/desk-${hash('sha256', body, 'hex').slice(0, 12)}.css`, body };
}

/** Pages of the room are nobody else's business, are kept by no cache, and run no script at all. */
const ADMIN_HEADERS: Readonly<ReplyHeaders> = {
  ...PAGE_HEADERS,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
};

export function setAdminHeaders({ visit }: FastifyRequest): void {
  delete visit.headers['access-control-allow-origin'];
  delete visit.headers['access-control-expose-headers'];
  Object.assign(visit.headers, ADMIN_HEADERS);
}

/** Who has come in; undefined when nobody is signed in. */
export async function findOperator(
  { house, adminKey }: Pick<AdminContext, 'house' | 'adminKey'>,
  request: FastifyRequest,
): Promise<OperatorSession | undefined> {
  const token = sessionTokenFrom(request.headers);
  const isIn = await isSignedIn(house, adminKey, token, request.visit.now);
  return isIn ? { token, csrfToken: csrfToken(adminKey, token) } : undefined;
}

export function sendAdminPage(
  { site, style }: Pick<AdminContext, 'site' | 'style'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, page, seal }: { readonly status: number; readonly page: AdminPage; readonly seal?: string },
): void {
  const desk: AdminSite = { site: site.facts(), style, ...(seal !== undefined && { csrfToken: seal }) };
  const said = noticeIn(request);
  const body = renderAdminPage(desk, said === undefined ? page : { ...page, notice: said });
  send(request, reply, { status, type: 'text/html; charset=utf-8', body });
}

/** Asks for the key, and remembers where the operator wanted to go. */
export function sendSignInPage(
  room: Pick<AdminContext, 'site' | 'style'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { to = requestedPath(request), said }: { readonly to?: string; readonly said?: string } = {},
): void {
  request.visit.headers['www-authenticate'] = 'Bearer';
  sendAdminPage(room, request, reply, { status: 401, page: signInPage({ to, said }) });
}

/** Sends a browser on; what it came with is not sent again. */
export function redirectTo(request: FastifyRequest, reply: FastifyReply, location: string): void {
  request.visit.headers['location'] = location;
  send(request, reply, { status: 303 });
}

/** A place in this room and nowhere else, whatever was asked for. */
export function safeAdminPath(path: string): string {
  return /^\/admin(?:\/[\w-]*)*(?:\?[\w=&%.~+-]*)?$/.test(path) ? path : '/admin';
}

function requestedPath({ method, url }: FastifyRequest): string {
  return method === 'GET' ? safeAdminPath(url) : '/admin';
}

function noticeIn({ query }: FastifyRequest): string | undefined {
  const { said } = query as Readonly<Record<string, unknown>>;
  return typeof said === 'string' && Object.hasOwn(OPERATOR_NOTICES, said)
    ? OPERATOR_NOTICES[said as keyof typeof OPERATOR_NOTICES]
    : undefined;
}

const COOKIE_NAME = 'arkhouse_operator';

/** The token a browser brings along; empty when it brings none. */
export function sessionTokenFrom({ cookie = '' }: IncomingHttpHeaders): string {
  for (const part of cookie.split(';')) {
    const [name, value = ''] = part.trim().split('=');
    if (name === COOKIE_NAME) return value;
  }
  return '';
}

/** Only for this room, out of reach of scripts, and never sent along with what another site asks for. */
export function sessionCookie(token: string, https: boolean): string {
  return writeCookie(token, SESSION_LASTS / SECOND, https);
}

export function expiredCookie(https: boolean): string {
  return writeCookie('', 0, https);
}

function writeCookie(value: string, seconds: number, https: boolean): string {
  const parts = [
    `${COOKIE_NAME}=${value}`,
    'Path=/admin',
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(https ? ['Secure'] : []),
  ];
  return parts.join('; ');
}
