import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { formSeal, isSignedIn } from '../house/operator-session.ts';
import { renderDesk, type Desk, type DeskPage } from '../pages/admin/frame.tsx';
import { signInPage } from '../pages/admin/sign-in.tsx';
import { SAID } from '../voice/operator.ts';
import { tokenIn } from './admin-cookie.ts';
import type { Headers } from './headers.ts';
import { PAGE_HEADERS, type OpenSite } from './page-site.ts';
import { send } from './send.ts';
import type { Watch } from './watch.ts';

/** All the operator's room needs. */
export interface AdminRoom {
  readonly app: FastifyInstance;
  readonly house: House;
  readonly adminKey: string;
  readonly site: OpenSite;
  readonly watch: Watch;
  readonly log: Logger;
  readonly https: boolean;
  readonly style: string;
}

/** Someone who is in the room. */
export interface Operator {
  readonly token: string;
  /** What every form of theirs has to send back. */
  readonly seal: string;
}

const STYLE = new URL('../pages/admin/desk.css', import.meta.url);

/** The style of the room, under an address that changes with it. */
export async function readStyle(): Promise<{ readonly path: string; readonly body: Buffer }> {
  const body = await readFile(STYLE);
  return { path: `/assets/desk-${hash('sha256', body, 'hex').slice(0, 12)}.css`, body };
}

/** Pages of the room are nobody else's business, are kept by no cache, and run no script at all. */
const ROOM_HEADERS: Readonly<Headers> = {
  ...PAGE_HEADERS,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
};

export function dressForRoom({ visit }: FastifyRequest): void {
  delete visit.headers['access-control-allow-origin'];
  delete visit.headers['access-control-expose-headers'];
  Object.assign(visit.headers, ROOM_HEADERS);
}

/** Who has come in; undefined when nobody is signed in. */
export async function operatorIn(
  { house, adminKey }: Pick<AdminRoom, 'house' | 'adminKey'>,
  request: FastifyRequest,
): Promise<Operator | undefined> {
  const token = tokenIn(request.headers);
  const isIn = await isSignedIn(house, adminKey, token, request.visit.now);
  return isIn ? { token, seal: formSeal(adminKey, token) } : undefined;
}

export function showDesk(
  { site, style }: Pick<AdminRoom, 'site' | 'style'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, page, seal }: { readonly status: number; readonly page: DeskPage; readonly seal?: string },
): void {
  const desk: Desk = { site: site.facts(), style, ...(seal !== undefined && { seal }) };
  const said = saidIn(request);
  const body = renderDesk(desk, said === undefined ? page : { ...page, said });
  send(request, reply, { status, type: 'text/html; charset=utf-8', body });
}

/** Asks for the key, and remembers where the operator wanted to go. */
export function showDoor(
  room: Pick<AdminRoom, 'site' | 'style'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { to = wayTo(request), said }: { readonly to?: string; readonly said?: string } = {},
): void {
  request.visit.headers['www-authenticate'] = 'Bearer';
  showDesk(room, request, reply, { status: 401, page: signInPage({ to, said }) });
}

/** Sends a browser on; what it came with is not sent again. */
export function sendOn(request: FastifyRequest, reply: FastifyReply, location: string): void {
  request.visit.headers['location'] = location;
  send(request, reply, { status: 303 });
}

/** A place in this room and nowhere else, whatever was asked for. */
export function withinRoom(path: string): string {
  return /^\/admin(?:\/[\w-]*)*(?:\?[\w=&%.~+-]*)?$/.test(path) ? path : '/admin';
}

function wayTo({ method, url }: FastifyRequest): string {
  return method === 'GET' ? withinRoom(url) : '/admin';
}

function saidIn({ query }: FastifyRequest): string | undefined {
  const { said } = query as Readonly<Record<string, unknown>>;
  return typeof said === 'string' && Object.hasOwn(SAID, said) ? SAID[said as keyof typeof SAID] : undefined;
}
