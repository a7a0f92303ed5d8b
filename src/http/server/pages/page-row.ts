import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { RateLimitName } from '../../../contract/server/rate-limits.ts';
import type { Instant } from '../../../core/engine/clock.ts';
import { ProblemError } from '../../../core/problem.ts';
import type { House } from '../../../house/house.ts';
import { renderPage } from '../../../pages/layout.tsx';
import type { PageSpec } from '../../../pages/page-spec.ts';
import type { ReplyHeaders } from '../headers.ts';
import { applyRateLimit } from '../rate-limit.ts';
import { routePath } from '../route-path.ts';
import { isNotModified, etagOf, send } from '../send.ts';
import { PAGE_HEADERS, type PublicSite } from './page-site.ts';
import { ResponseCache } from './response-cache.ts';

/** What somebody asked of a page. */
export interface PageRequest {
  /** The parts of the path that the row names; an absent one is empty. */
  readonly params: Readonly<Record<string, string>>;
  /** The words of the query that the row reads, each once; an absent one is empty. */
  readonly query: Readonly<Record<string, string>>;
  readonly now: Instant;
  /** The origin people reach the house by. */
  readonly origin: string;
}

interface PublicRow<Shown> {
  /** As routes are written: `/creatures/{id}`. */
  readonly path: string;
  /** What it reads of the query; everything else makes no difference. */
  readonly query?: readonly string[];
  /** How long the same answer may be given again, here and in caches on the way. */
  readonly freshSeconds: number;
  /** How long caches on the way may keep it, where that is longer. */
  readonly keepSeconds?: number;
  /** Undefined when there is no such page. */
  show(house: House, asked: PageRequest): Promise<Shown | undefined>;
}

/** A page for people: facts in, a leaf out. */
export type PageRow = PublicRow<PageSpec>;

/** Anything else that is public and made from facts: a picture, a feed, a few numbers for the page's script. */
export interface FileRow extends PublicRow<string> {
  readonly type: string;
  readonly headers?: ReplyHeaders;
  readonly limit?: RateLimitName;
}

const CACHE_SIZE = 256;

/** Where rows are shown. */
export interface PageHost {
  readonly app: FastifyInstance;
  readonly house: House;
  readonly site: PublicSite;
}

export function addPageRows(room: PageHost, rows: readonly PageRow[]): void {
  for (const row of rows) {
    addFileRow(room, {
      ...row,
      type: 'text/html; charset=utf-8',
      headers: PAGE_HEADERS,
      limit: 'pages',
      async show(behind, asked) {
        const leaf = await row.show(behind, asked);
        return leaf && renderPage(room.site.facts(), leaf);
      },
    });
  }
}

interface CacheableBody {
  readonly body: Buffer;
  readonly tag: string;
}

export function addFileRow({ app, house, site }: PageHost, row: FileRow): void {
  const { path, type, headers, limit = 'pages', freshSeconds, keepSeconds = freshSeconds } = row;
  const remembered = new ResponseCache<CacheableBody>(CACHE_SIZE);
  const onRequest = (request: FastifyRequest) => applyRateLimit(house, request, limit);
  app.get(routePath(path), { onRequest }, async (request, reply) => {
    const asked = { ...readPageRequest(request, row.query ?? []), origin: site.facts().origin };
    const key = JSON.stringify([asked.params, asked.query]);
    const made = await remembered.get(key, freshSeconds, asked.now, () => makeBody(house, row, asked));
    request.visit.headers['cache-control'] = `public, max-age=${keepSeconds}`;
    Object.assign(request.visit.headers, headers);
    sendPublic(request, reply, type, made);
  });
}

async function makeBody(house: House, row: FileRow, asked: PageRequest): Promise<CacheableBody> {
  const text = await row.show(house, asked);
  if (text === undefined) throw new ProblemError('no_such_route', {});
  const body = Buffer.from(text);
  return { body, tag: etagOf(body) };
}

function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  { body, tag }: CacheableBody,
): void {
  // Unlike the API, this is no business of other pages.
  delete request.visit.headers['access-control-allow-origin'];
  if (isNotModified(request, request.visit.headers, tag)) send(request, reply, { status: 304 });
  else send(request, reply, { status: 200, type, body });
}

function readPageRequest(
  { params, query, visit }: FastifyRequest,
  names: readonly string[],
): Omit<PageRequest, 'origin'> {
  return {
    params: pickStrings(params, Object.keys(params ?? {})),
    query: pickStrings(query, names),
    now: visit.now,
  };
}

function pickStrings(given: unknown, names: readonly string[]): Record<string, string> {
  const found = (given ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(names.map((name) => [name, firstString(found[name])]));
}

function firstString(given: unknown): string {
  const first: unknown = Array.isArray(given) ? given[0] : given;
  return typeof first === 'string' ? first : '';
}
