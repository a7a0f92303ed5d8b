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
  /** The parts of the path that the row names; an absent one is empty. */
  readonly params: Readonly<Record<string, string>>;
  /** The words of the query that the row reads, each once; an absent one is empty. */
  readonly query: Readonly<Record<string, string>>;
  readonly now: Instant;
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

export interface PageRow extends PublicRow<PageSpec> {
  /** Where they are not those of every page. */
  readonly headers?: ReplyHeaders;
}

/** Anything else that is public and made from facts: a picture, a feed, a few numbers for the page's script. */
export interface FileRow extends PublicRow<string> {
  readonly type: string;
  readonly headers?: ReplyHeaders;
  readonly limit?: RateLimitName;
}

const CACHE_SIZE = 256;
// What stays for so long is worth packing well.
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
      ...row,
      type: HTML_TYPE,
      headers: row.headers ?? headers,
      limit: 'pages',
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
  let known: string | undefined;
  app.get(routePath(path), limitedBy(house, limit), async (request, reply) => {
    // What was made while something could be seen is not shown to anybody once it is hidden, or its writer has left.
    const hidden = await readHiddenContent(house);
    const seen = OF_ONE.test(path)
      ? hidden.sharedMark
      : `${hidden.sharedMark} ${hidden.departedCreatures.size}`;
    if (seen !== known) cache = new ResponseCache(CACHE_SIZE);
    known = seen;
    const asked = {
      params: pickStrings(request.params, Object.keys(request.params ?? {})),
      query: pickStrings(request.query, row.query ?? []),
      now: request.context.now,
      origin: site.facts().origin,
    };
    const key = JSON.stringify([asked.params, asked.query, hasDeparted(hidden, asked)]);
    const made = await cache.get(key, freshSeconds, asked.now, () => makeBody(house, row, asked));
    const cacheControl = { 'cache-control': `public, max-age=${keepSeconds}` };
    Object.assign(request.context.headers, cacheControl, headers);
    // Unlike the API, this is no business of other pages.
    delete request.context.headers['access-control-allow-origin'];
    await sendPublic(request, reply, {
      type,
      ...made,
      effort: freshSeconds < LASTING_SECONDS ? 'quick' : 'thorough',
    });
  });
}

/** Pages that show at most one creature or keeper; all other pages are lists, which any departure changes. */
const OF_ONE = /\{(?:id|username)\}|^\/(?:guides|keepsakes|species)\b/;

function hasDeparted({ departedCreatures, departedAgents }: HiddenContent, { params }: PageRequest): boolean {
  const { id = '', username = '' } = params;
  return departedCreatures.has(id) || departedAgents.has(username.toLowerCase());
}

async function makeBody(house: House, row: FileRow, asked: PageRequest): Promise<EtaggedBody> {
  const text = await row.show(house, asked);
  if (text === undefined) throw new ProblemError('no_such_route', {});
  return withEtag(text);
}

function pickStrings(given: unknown, names: readonly string[]): Record<string, string> {
  const found = (given ?? {}) as Readonly<Record<string, unknown>>;
  const picked = names.map((name) => {
    const [first]: unknown[] = [found[name]].flat();
    return [name, typeof first === 'string' ? first : ''];
  });
  return Object.fromEntries(picked) as Record<string, string>;
}

/** What was made for an address lately, so that many who ask at once cost as much as one. */
export class ResponseCache<Made> {
  readonly #made: LruCache<{ readonly at: Instant; readonly what: Promise<Made> }>;

  constructor(capacity: number) {
    this.#made = new LruCache(capacity);
  }

  /** What is known under the key, if it is fresh enough; made now otherwise. A failure is forgotten at once. */
  get(key: string, freshSeconds: number, now: Instant, make: () => Promise<Made>): Promise<Made> {
    const known = this.#made.get(key);
    if (known && now - known.at < freshSeconds * SECOND) return known.what;
    const made = { at: now, what: make() };
    this.#made.set(key, made);
    made.what.catch(() => this.#made.deleteIf(key, made));
    return made.what;
  }
}

/** Reads what somebody asked of a page, and remembers what it could make nothing of: the page says so. */
export class QueryReader {
  readonly #query: Readonly<Record<string, string>>;
  readonly #unknown: UnknownWord[] = [];

  constructor(query: Readonly<Record<string, string>>) {
    this.#query = query;
  }

  get unknown(): readonly UnknownWord[] {
    return this.#unknown;
  }

  /** A word of a closed list; undefined where there is none, or another. */
  word<Word extends string>(name: string, kind: QueryKind, known: readonly Word[]): Word | undefined {
    const given = this.text(name);
    const found = known.find((word) => word === given.toLowerCase());
    if (found === undefined && given !== '') this.noSuch(kind, given);
    return found;
  }

  /** The number of a page, from 1; what is none is the first. */
  page(): number {
    const given = this.text('page');
    const isNumber = /^\d{1,6}$/.test(given);
    if (given !== '' && !isNumber) this.noSuch('page', given);
    return Math.max(1, isNumber ? Number(given) : 1);
  }

  /** A stranger's words, cleaned and cut: what is left of a character that was cut in two is taken out as well. */
  text(name: string): string {
    return sanitizeText((this.#query[name] ?? '').slice(0, MOST_CHARACTERS));
  }

  noSuch(kind: QueryKind, given: string): void {
    this.#unknown.push({ kind, given });
  }
}

const MOST_CHARACTERS = 50;
