import type { FastifyInstance } from 'fastify';

import { LruCache } from '../../packages/base/collections.ts';
import { type Instant, SECOND } from '../rules/base/clock.ts';
import { sanitizeText } from '../rules/base/text.ts';
import { ProblemError } from '../rules/problem.ts';
import type { RateLimitName } from '../api/rate-limits.ts';
import type { QueryKind, UnknownWord } from '../text/pages/page-words.ts';
import { type PageSpec, renderPage } from '../web/layout.tsx';
import { ATOM_TYPE } from './feed-formats.ts';
import { routePath } from './handler.ts';
import { type LimitedHouse, limitedBy } from './limits.ts';
import {
  CSP,
  type EtaggedBody,
  HTML_TYPE,
  JSON_TYPE,
  type ReplyHeaders,
  sendPublic,
  SHORT_LINK_HEADER,
  withEtag,
  withScripts,
} from './send.ts';
import { PAGE_HEADERS, type PublicSite } from './site.ts';

interface PageRequest {
  readonly params: Readonly<Record<string, string>>;
  /** The first value of each query parameter that the row names; empty when absent. */
  readonly query: Readonly<Record<string, string>>;
  readonly now: Instant;
  readonly origin: string;
}

interface PublicRow<Shown, House> {
  readonly path: string;
  /** The query parameters that the page reads; all others are ignored. */
  readonly query?: readonly string[];
  /** Query parameters that count by being there, with or without a value. */
  readonly flags?: readonly string[];
  /** How long the reply is cached, by this server and by HTTP caches. */
  readonly freshSeconds: number;
  /** How long HTTP caches may keep the reply, if that is longer. */
  readonly keepSeconds?: number;
  readonly headers?: ReplyHeaders;
  /** The request header that another representation depends on. */
  readonly vary?: string;
  show(house: House, asked: PageRequest): Promise<Shown | undefined>;
}

export type PageRow<House> = PublicRow<PageSpec, House>;

/** Public content that is no page: a picture, a feed, figures for a page's script. */
export type FileRow<House> = PublicRow<string, House> & {
  readonly type: string;
  readonly limit?: RateLimitName;
};

const CACHE_SIZE = 256;
// Replies that are cached for at least this long are compressed thoroughly.
const LASTING_SECONDS = 300;

/** A mark that changes when shown content is hidden, and what was deleted. */
interface HiddenMarks {
  readonly sharedMark: string;
  readonly departedCreatures: ReadonlySet<string>;
  readonly departedAgents: ReadonlySet<string>;
}

interface PagesHouse extends LimitedHouse {
  readonly sandbox?: unknown;
}

interface PageHost<House extends PagesHouse> {
  readonly app: FastifyInstance;
  readonly house: House;
  readonly site: PublicSite;
  readonly readHidden: (house: House) => Promise<HiddenMarks>;
}

const SANDBOX_FRESH_SECONDS = 5;

export function addPageRows<House extends PagesHouse>(
  host: PageHost<House>,
  rows: readonly PageRow<House>[],
): void {
  const { integrity } = host.site.facts().assets.script;
  // Pages of a sandbox tell its time.
  const most = host.house.sandbox ? SANDBOX_FRESH_SECONDS : Infinity;
  const headers = {
    ...PAGE_HEADERS,
    'content-security-policy': withScripts(CSP.page, [integrity]),
  };
  for (const row of rows) {
    addFileRow(host, {
      headers,
      ...row,
      freshSeconds: Math.min(most, row.freshSeconds),
      type: HTML_TYPE,
      async show(house, asked) {
        const page = await row.show(house, asked);
        return page && renderPage(host.site.facts(), page);
      },
    });
  }
}

export function addFileRow<House extends PagesHouse>(
  { app, house, site, readHidden }: PageHost<House>,
  row: FileRow<House>,
): void {
  const { path, type, headers, limit = 'pages', freshSeconds, keepSeconds = freshSeconds } = row;
  let cache = new ResponseCache<EtaggedBody>(CACHE_SIZE);
  let cachedMark: string | undefined;
  app.get(routePath(path), limitedBy(house, limit), async (request, reply) => {
    // Cached replies are dropped when content is hidden or its author's account is deleted.
    const hidden = await readHidden(house);
    const { sharedMark, departedCreatures } = hidden;
    const mark = OF_ONE.test(path) ? sharedMark : `${sharedMark} ${departedCreatures.size}`;
    if (mark !== cachedMark) cache = new ResponseCache(CACHE_SIZE);
    cachedMark = mark;
    const asked = {
      params: pickStrings(request.params, Object.keys(request.params ?? {})),
      query: { ...pickStrings(request.query, row.query ?? []), ...pickFlags(request.query, row.flags ?? []) },
      now: request.context.now,
      origin: site.facts().origin,
    };
    const key = JSON.stringify([asked.params, asked.query, hasDeparted(hidden, asked)]);
    const body = await cache.get(key, freshSeconds, asked.now, async () => {
      const text = await row.show(house, asked);
      if (text === undefined) throw new ProblemError('no_such_route', {});
      return withEtag(text);
    });
    const cacheControl = { 'cache-control': `public, max-age=${keepSeconds}` };
    Object.assign(request.context.headers, cacheControl, FINDING_HEADERS[type], headers);
    if (row.vary !== undefined) request.context.headers['vary'] = row.vary;
    // CORS is for the API only, not for pages.
    delete request.context.headers['access-control-allow-origin'];
    const effort = freshSeconds < LASTING_SECONDS ? 'quick' : 'thorough';
    await sendPublic(request, reply, { type, ...body, effort });
  });
}

const FINDING_HEADERS: Readonly<Record<string, ReplyHeaders>> = {
  [JSON_TYPE]: { 'x-robots-tag': 'noindex', link: SHORT_LINK_HEADER },
  [`${ATOM_TYPE}; charset=utf-8`]: { link: SHORT_LINK_HEADER },
};

/** Paths of pages that show at most one creature or keeper. All others are lists, which any account deletion changes. */
const OF_ONE = /\{(?:id|username)\}|^\/(?:guides|keepsakes|species)\b/;

function hasDeparted({ departedCreatures, departedAgents }: HiddenMarks, { params }: PageRequest): boolean {
  const { id = '', username = '' } = params;
  return departedCreatures.has(id) || departedAgents.has(username.toLowerCase());
}

function pickStrings(given: unknown, names: readonly string[]): Record<string, string> {
  const found = (given ?? {}) as Readonly<Record<string, unknown>>;
  const picked = names.map((name) => {
    const [first]: unknown[] = [found[name]].flat();
    return [name, typeof first === 'string' ? first : ''];
  });
  return Object.fromEntries(picked) as Record<string, string>;
}

function pickFlags(given: unknown, names: readonly string[]): Record<string, string> {
  const found = (given ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(names.map((name) => [name, name in found ? 'yes' : '']));
}

/** Caches replies. Concurrent requests for one key share a promise; a failure is not cached. */
export class ResponseCache<Body> {
  readonly #entries: LruCache<{ readonly at: Instant; readonly body: Promise<Body> }>;

  constructor(capacity: number) {
    this.#entries = new LruCache(capacity);
  }

  get(key: string, freshSeconds: number, now: Instant, render: () => Promise<Body>): Promise<Body> {
    const known = this.#entries.get(key);
    if (known && Math.abs(now - known.at) < freshSeconds * SECOND) return known.body;
    const entry = { at: now, body: render() };
    this.#entries.set(key, entry);
    entry.body.catch(() => this.#entries.deleteIf(key, entry));
    return entry.body;
  }
}

export class QueryReader {
  readonly #query: Readonly<Record<string, string>>;
  readonly unknown: UnknownWord[] = [];

  constructor(query: Readonly<Record<string, string>>) {
    this.#query = query;
  }

  word<Word extends string>(name: string, kind: QueryKind, known: readonly Word[]): Word | undefined {
    const given = this.text(name);
    const found = known.find((word) => word === given.toLowerCase());
    if (found === undefined && given !== '') this.noSuch(kind, given);
    return found;
  }

  page(): number {
    const given = this.text('page');
    const isNumber = /^\d{1,6}$/.test(given);
    if (given !== '' && !isNumber) this.noSuch('page', given);
    return Math.max(1, isNumber ? Number(given) : 1);
  }

  /** A query parameter as sanitized text. Cut first: sanitizing removes half of a surrogate pair. */
  text(name: string): string {
    return sanitizeText((this.#query[name] ?? '').slice(0, MOST_CHARACTERS));
  }

  noSuch(kind: QueryKind, given: string): void {
    this.unknown.push({ kind, given });
  }
}

const MOST_CHARACTERS = 50;
