import type { FastifyInstance } from 'fastify';

import type { RateLimitName } from '../api/rate-limits.ts';
import type { House } from '../features/house.ts';
import { type HiddenContent, readHiddenContent } from '../features/moderation/hidden-content.ts';
import { type Instant, SECOND } from '../rules/base/clock.ts';
import { LruCache } from '../rules/base/collections.ts';
import { sanitizeText } from '../rules/base/text.ts';
import { ProblemError } from '../rules/problem.ts';
import type { QueryKind, UnknownWord } from '../text/pages/page-words.ts';
import { renderPage } from '../web/layout.tsx';
import type { PageSpec } from '../web/page-spec.ts';
import type { ReplyHeaders } from './headers.ts';
import { livePageHeaders, type PublicSite } from './page-assets.ts';
import { limitedBy } from './rate-limit.ts';
import { routePath } from './route-path.ts';
import { type EtaggedBody, HTML_TYPE, sendPublic, withEtag } from './send.ts';

interface PageRequest {
  readonly params: Readonly<Record<string, string>>;
  /** The first value of each query parameter that the row names; empty when absent. */
  readonly query: Readonly<Record<string, string>>;
  readonly now: Instant;
  readonly origin: string;
}

interface PublicRow<Shown> {
  /** Path pattern of the page: `/creatures/{id}`. */
  readonly path: string;
  /** The query parameters that the page reads; all others are ignored. */
  readonly query?: readonly string[];
  /** How long the reply is cached, by this server and by HTTP caches. */
  readonly freshSeconds: number;
  /** How long HTTP caches may keep the reply, if that is longer. */
  readonly keepSeconds?: number;
  readonly headers?: ReplyHeaders;
  /** Makes the page; undefined when there is no such page. */
  show(house: House, asked: PageRequest): Promise<Shown | undefined>;
}

export type PageRow = PublicRow<PageSpec>;

/** Public content that is no page: a picture, a feed, figures for a page's script. */
export interface FileRow extends PublicRow<string> {
  readonly type: string;
  readonly limit?: RateLimitName;
}

const CACHE_SIZE = 256;
// Replies that are cached for at least this long are compressed thoroughly.
const LASTING_SECONDS = 300;

interface PageHost {
  readonly app: FastifyInstance;
  readonly house: House;
  readonly site: PublicSite;
}

export function addPageRows(host: PageHost, rows: readonly PageRow[]): void {
  const headers = livePageHeaders(host.site);
  for (const row of rows) {
    addFileRow(host, {
      headers,
      ...row,
      type: HTML_TYPE,
      async show(house, asked) {
        const page = await row.show(house, asked);
        return page && renderPage(host.site.facts(), page);
      },
    });
  }
}

export function addFileRow({ app, house, site }: PageHost, row: FileRow): void {
  const { path, type, headers, limit = 'pages', freshSeconds, keepSeconds = freshSeconds } = row;
  let cache = new ResponseCache<EtaggedBody>(CACHE_SIZE);
  let cachedMark: string | undefined;
  app.get(routePath(path), limitedBy(house, limit), async (request, reply) => {
    // Cached replies are dropped when content is hidden or its author's account is deleted.
    const hidden = await readHiddenContent(house);
    const { sharedMark, departedCreatures } = hidden;
    const mark = OF_ONE.test(path) ? sharedMark : `${sharedMark} ${departedCreatures.size}`;
    if (mark !== cachedMark) cache = new ResponseCache(CACHE_SIZE);
    cachedMark = mark;
    const asked = {
      params: pickStrings(request.params, Object.keys(request.params ?? {})),
      query: pickStrings(request.query, row.query ?? []),
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
    Object.assign(request.context.headers, cacheControl, headers);
    // CORS is for the API only, not for pages.
    delete request.context.headers['access-control-allow-origin'];
    const effort = freshSeconds < LASTING_SECONDS ? 'quick' : 'thorough';
    await sendPublic(request, reply, { type, ...body, effort });
  });
}

/** Paths of pages that show at most one creature or keeper. All others are lists, which any account deletion changes. */
const OF_ONE = /\{(?:id|username)\}|^\/(?:guides|keepsakes|species)\b/;

function hasDeparted({ departedCreatures, departedAgents }: HiddenContent, { params }: PageRequest): boolean {
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

/** Caches replies. Concurrent requests for one key share a promise; a failure is not cached. */
export class ResponseCache<Body> {
  readonly #entries: LruCache<{ readonly at: Instant; readonly body: Promise<Body> }>;

  constructor(capacity: number) {
    this.#entries = new LruCache(capacity);
  }

  get(key: string, freshSeconds: number, now: Instant, render: () => Promise<Body>): Promise<Body> {
    const known = this.#entries.get(key);
    if (known && now - known.at < freshSeconds * SECOND) return known.body;
    const entry = { at: now, body: render() };
    this.#entries.set(key, entry);
    entry.body.catch(() => this.#entries.deleteIf(key, entry));
    return entry.body;
  }
}

/** Reads the query of a page and collects the values it does not know, which the page reports. */
export class QueryReader {
  readonly #query: Readonly<Record<string, string>>;
  readonly unknown: UnknownWord[] = [];

  constructor(query: Readonly<Record<string, string>>) {
    this.#query = query;
  }

  /** A query parameter as a word of a closed list, or undefined. */
  word<Word extends string>(name: string, kind: QueryKind, known: readonly Word[]): Word | undefined {
    const given = this.text(name);
    const found = known.find((word) => word === given.toLowerCase());
    if (found === undefined && given !== '') this.noSuch(kind, given);
    return found;
  }

  /** The page number, from 1; 1 when invalid. */
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
