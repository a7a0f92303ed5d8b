import type { IncomingHttpHeaders } from 'node:http';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

import { SECOND } from '../../rules/base/clock.ts';
import type { House } from '../house.ts';
import { csrfToken, isSignedIn, SESSION_LASTS } from './operator-session.ts';
import {
  type AdminPage,
  type AdminSite,
  renderAdminPage,
  signInPage,
} from '../../web/operator/admin-layout.tsx';
import { OPERATOR_NOTICES } from '../../text/pages/operator.ts';
import { PAGE_HEADERS, type PublicSite } from '../../server/page-row.ts';
import { CSP, HTML_TYPE, type ReplyHeaders, send } from '../../server/send.ts';

export interface AdminContext {
  readonly app: FastifyInstance;
  readonly house: House;
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

export function setAdminHeaders({ context }: FastifyRequest): void {
  delete context.headers['access-control-allow-origin'];
  delete context.headers['access-control-expose-headers'];
  Object.assign(context.headers, ADMIN_HEADERS);
}

export type OperatorSession = NonNullable<Awaited<ReturnType<typeof findOperator>>>;

/** Finds the operator's session; undefined without a valid one. */
export async function findOperator({ house, adminKey }: AdminContext, request: FastifyRequest) {
  const token = sessionTokenFrom(request.headers);
  const isIn = await isSignedIn(house, adminKey, token, request.context.now);
  return isIn ? { token, csrfToken: csrfToken(adminKey, token) } : undefined;
}

export function sendAdminPage(
  { site, style }: Pick<AdminContext, 'site' | 'style'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, page, ...session }: Pick<AdminSite, 'csrfToken'> & { status: number; page: AdminPage },
): void {
  const { said } = request.query as Readonly<Record<string, unknown>>;
  const notice = Object.entries(OPERATOR_NOTICES).find(([name]) => name === said)?.[1] ?? page.notice;
  const body = renderAdminPage({ site: site.facts(), style, ...session }, { ...page, notice });
  send(request, reply, { status, type: HTML_TYPE, body });
}

/** Sends the sign-in page; `to` is the page to show after the sign-in, by default the requested one. */
export function sendSignInPage(
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
export function safeAdminPath(path: string): string {
  return /^\/admin(?:\/[\w-]*)*(?:\?[\w=&%.~+-]*)?$/.test(path) ? path : '/admin';
}

const COOKIE_NAME = 'arkhouse_operator';

/** The session token in the cookie; empty without one. */
function sessionTokenFrom({ cookie = '' }: IncomingHttpHeaders): string {
  for (const part of cookie.split(';')) {
    const [name, value = ''] = part.trim().split('=');
    if (name === COOKIE_NAME) return value;
  }
  return '';
}

/** The session cookie; without a token, one that deletes it. */
export function sessionCookie(token: string | undefined, https: boolean): string {
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
