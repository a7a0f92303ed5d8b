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
import type { Monitor } from '../../server/request-metrics.ts';
import { CSP, type ReplyHeaders } from '../../server/headers.ts';
import { PAGE_HEADERS, type PublicSite } from '../../server/page-assets.ts';
import { HTML_TYPE, send } from '../../server/send.ts';

/** All the operator's pages need. */
export interface AdminContext {
  readonly app: FastifyInstance;
  readonly house: House;
  readonly adminKey: string;
  readonly site: PublicSite;
  readonly monitor: Monitor;
  readonly log: Logger;
  readonly https: boolean;
  /** The address of their style. */
  readonly style: string;
}

/** Someone who is signed in. */
export interface OperatorSession {
  readonly token: string;
  /** What every form of theirs has to send back. */
  readonly csrfToken: string;
}

/** The operator's pages are nobody else's business, are kept by no cache, and run no script at all. */
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

/** Undefined when nobody is signed in. */
export async function findOperator(
  { house, adminKey }: AdminContext,
  request: FastifyRequest,
): Promise<OperatorSession | undefined> {
  const token = sessionTokenFrom(request.headers);
  const isIn = await isSignedIn(house, adminKey, token, request.context.now);
  return isIn ? { token, csrfToken: csrfToken(adminKey, token) } : undefined;
}

interface AdminReply extends Pick<AdminSite, 'csrfToken'> {
  readonly status: number;
  readonly page: AdminPage;
}

export function sendAdminPage(
  { site, style }: Pick<AdminContext, 'site' | 'style'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, page, ...session }: AdminReply,
): void {
  const notice = noticeIn(request) ?? page.notice;
  const body = renderAdminPage({ site: site.facts(), style, ...session }, { ...page, notice });
  send(request, reply, { status, type: HTML_TYPE, body });
}

interface SignInWords {
  readonly to?: string;
  readonly notice?: string;
  readonly keyProblem?: string;
}

/** Asks for the key, and remembers where the operator wanted to go. */
export function sendSignInPage(
  admin: Pick<AdminContext, 'site' | 'style'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { to = requestedPath(request), ...said }: SignInWords = {},
): void {
  request.context.headers['www-authenticate'] = 'Bearer';
  sendAdminPage(admin, request, reply, { status: 401, page: signInPage({ to, ...said }) });
}

/** One of the operator's pages and nothing else, whatever was asked for: no open redirect. */
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
function sessionTokenFrom({ cookie = '' }: IncomingHttpHeaders): string {
  for (const part of cookie.split(';')) {
    const [name, value = ''] = part.trim().split('=');
    if (name === COOKIE_NAME) return value;
  }
  return '';
}

/** Only for the operator's pages, out of reach of scripts, and never sent along with what another site asks for. */
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
