import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { LimitName } from '../contract/limits.ts';
import type { Instant } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import type { House } from '../house/house.ts';
import { renderPage } from '../pages/layout.tsx';
import type { Leaf } from '../pages/leaf.ts';
import { isKnownTo, tagOf } from './etag.ts';
import type { Headers } from './headers.ts';
import { PAGE_HEADERS, type OpenSite } from './page-site.ts';
import { Remembered } from './remember.ts';
import { routePath } from './route-path.ts';
import { send } from './send.ts';
import { count } from './visit.ts';

/** What somebody asked of a page. */
export interface Asked {
  /** The parts of the path that the row names; an absent one is empty. */
  readonly params: Readonly<Record<string, string>>;
  /** The words of the query that the row reads, each once; an absent one is empty. */
  readonly query: Readonly<Record<string, string>>;
  readonly now: Instant;
  /** The origin people reach the house by. */
  readonly origin: string;
}

interface Row<Shown> {
  /** As routes are written: `/creatures/{id}`. */
  readonly path: string;
  /** What it reads of the query; everything else makes no difference. */
  readonly query?: readonly string[];
  /** How long the same answer may be given again, here and in caches on the way. */
  readonly freshSeconds: number;
  /** How long caches on the way may keep it, where that is longer. */
  readonly keepSeconds?: number;
  /** Undefined when there is no such page. */
  show(house: House, asked: Asked): Promise<Shown | undefined>;
}

/** A page for people: facts in, a leaf out. */
export type PageRow = Row<Leaf>;

/** Anything else that is public and made from facts: a picture, a feed, a few numbers for the page's script. */
export interface FileRow extends Row<string> {
  readonly type: string;
  readonly headers?: Headers;
  readonly limit?: LimitName;
}

const MOST_REMEMBERED = 256;

/** Where rows are shown. */
export interface Showroom {
  readonly app: FastifyInstance;
  readonly house: House;
  readonly site: OpenSite;
}

export function addPageRows(room: Showroom, rows: readonly PageRow[]): void {
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

interface Made {
  readonly body: Buffer;
  readonly tag: string;
}

export function addFileRow({ app, house, site }: Showroom, row: FileRow): void {
  const { path, type, headers, limit = 'pages', freshSeconds, keepSeconds = freshSeconds } = row;
  const remembered = new Remembered<Made>(MOST_REMEMBERED);
  const onRequest = (request: FastifyRequest) => count(house, request, limit);
  app.get(routePath(path), { onRequest }, async (request, reply) => {
    const asked = { ...readAsked(request, row.query ?? []), origin: site.facts().origin };
    const key = JSON.stringify([asked.params, asked.query]);
    const made = await remembered.get(key, freshSeconds, asked.now, () => make(house, row, asked));
    request.visit.headers['cache-control'] = `public, max-age=${keepSeconds}`;
    Object.assign(request.visit.headers, headers);
    sendMade(request, reply, type, made);
  });
}

async function make(house: House, row: FileRow, asked: Asked): Promise<Made> {
  const text = await row.show(house, asked);
  if (text === undefined) throw new Problem('no_such_route', {});
  const body = Buffer.from(text);
  return { body, tag: tagOf(body) };
}

function sendMade(request: FastifyRequest, reply: FastifyReply, type: string, { body, tag }: Made): void {
  // Unlike the API, this is no business of other pages.
  delete request.visit.headers['access-control-allow-origin'];
  if (isKnownTo(request, request.visit.headers, tag)) send(request, reply, { status: 304 });
  else send(request, reply, { status: 200, type, body });
}

function readAsked(
  { params, query, visit }: FastifyRequest,
  names: readonly string[],
): Omit<Asked, 'origin'> {
  return { params: words(params, Object.keys(params ?? {})), query: words(query, names), now: visit.now };
}

function words(given: unknown, names: readonly string[]): Record<string, string> {
  const found = (given ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(names.map((name) => [name, firstWord(found[name])]));
}

function firstWord(given: unknown): string {
  const first: unknown = Array.isArray(given) ? given[0] : given;
  return typeof first === 'string' ? first : '';
}
