import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, parse } from 'node:path';
import type { FastifyInstance } from 'fastify';

import type { RateLimitName } from '../api/rate-limits.ts';
import type { House } from '../features/house.ts';
import { type HiddenContent, readHiddenContent } from '../features/moderation/hidden-content.ts';
import { type Instant, SECOND } from '../rules/base/clock.ts';
import { LruCache } from '../rules/base/collections.ts';
import { sanitizeText } from '../rules/base/text.ts';
import { ProblemError } from '../rules/problem.ts';
import type { QueryKind, UnknownWord } from '../text/pages/page-words.ts';
import { fontFaceRule, FONTS, STYLE_SHEETS } from '../web/assets.ts';
import { type PageSite, type PageSpec, renderPage } from '../web/layout.tsx';
import { limitedBy } from './authenticate.ts';
import { routePath } from './handler.ts';
import * as replies from './send.ts';

interface PageRequest {
  readonly params: Readonly<Record<string, string>>;
  /** The first value of each query parameter that the row names; empty when absent. */
  readonly query: Readonly<Record<string, string>>;
  readonly now: Instant;
  readonly origin: string;
}

interface PublicRow<Shown> {
  readonly path: string;
  /** The query parameters that the page reads; all others are ignored. */
  readonly query?: readonly string[];
  /** How long the reply is cached, by this server and by HTTP caches. */
  readonly freshSeconds: number;
  /** How long HTTP caches may keep the reply, if that is longer. */
  readonly keepSeconds?: number;
  readonly headers?: replies.ReplyHeaders;
  show(house: House, asked: PageRequest): Promise<Shown | undefined>;
}

export type PageRow = PublicRow<PageSpec>;

/** Public content that is no page: a picture, a feed, figures for a page's script. */
export type FileRow = PublicRow<string> & { readonly type: string; readonly limit?: RateLimitName };

const CACHE_SIZE = 256;
// Replies that are cached for at least this long are compressed thoroughly.
const LASTING_SECONDS = 300;

interface PageHost {
  readonly app: FastifyInstance;
  readonly house: House;
  readonly site: PublicSite;
}

export function addPageRows(host: PageHost, rows: readonly PageRow[]): void {
  const { integrity } = host.site.facts().assets.script;
  const headers = {
    ...PAGE_HEADERS,
    'content-security-policy': replies.withScripts(replies.CSP.page, [integrity]),
  };
  for (const row of rows) {
    addFileRow(host, {
      headers,
      ...row,
      type: replies.HTML_TYPE,
      async show(house, asked) {
        const page = await row.show(house, asked);
        return page && renderPage(host.site.facts(), page);
      },
    });
  }
}

export function addFileRow({ app, house, site }: PageHost, row: FileRow): void {
  const { path, type, headers, limit = 'pages', freshSeconds, keepSeconds = freshSeconds } = row;
  let cache = new ResponseCache<replies.EtaggedBody>(CACHE_SIZE);
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
      return replies.withEtag(text);
    });
    const cacheControl = { 'cache-control': `public, max-age=${keepSeconds}` };
    Object.assign(request.context.headers, cacheControl, headers);
    // CORS is for the API only, not for pages.
    delete request.context.headers['access-control-allow-origin'];
    const effort = freshSeconds < LASTING_SECONDS ? 'quick' : 'thorough';
    await replies.sendPublic(request, reply, { type, ...body, effort });
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

export interface Asset extends replies.EtaggedBody {
  readonly path: string;
  readonly type: string;
}

type Assets = Awaited<ReturnType<typeof readAssets>>;

const CSS_TYPE = 'text/css; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

let reading: Promise<Assets> | undefined;

async function readAssets() {
  const fonts = await Promise.all(
    FONTS.map(({ name }) => readAsset(`../../dist/fonts/${name}.ttf`, name, 'font/ttf')),
  );
  const [style, icon, manifest, script, tryIt] = await Promise.all([
    readStyle(fonts),
    readAsset('../web/icon.svg', 'icon', 'image/svg+xml'),
    readAsset('../web/arkhouse.webmanifest', 'arkhouse', 'application/manifest+json'),
    readAsset('../../dist/browser/live.js', 'live', SCRIPT_TYPE),
    readAsset('../../dist/browser/try-it.js', 'try-it', SCRIPT_TYPE),
  ]);
  return { style, icon, manifest, script, tryIt, fonts };
}

let readingAdminStyle: Promise<Asset> | undefined;

export function readAdminStyle(): Promise<Asset> {
  return (readingAdminStyle ??= readAsset('../web/operator/admin.css', 'desk', CSS_TYPE));
}

async function readStyle(fonts: readonly Asset[]): Promise<Asset> {
  const faces = FONTS.map((font, at) => fontFaceRule(font, fonts[at]?.path ?? ''));
  const sheets = await Promise.all(STYLE_SHEETS.map((sheet) => readBeside(`../web/${sheet}`)));
  return assetOf(Buffer.concat([Buffer.from(faces.join('')), ...sheets]), 'style.css', CSS_TYPE);
}

async function readAsset(file: string, name: string, type: string): Promise<Asset> {
  return assetOf(await readBeside(file), `${name}${extname(file)}`, type);
}

function readBeside(file: string): Promise<Buffer> {
  return readFile(new URL(file, import.meta.url));
}

function assetOf(body: Buffer, file: string, type: string): Asset {
  const { name, ext } = parse(file);
  const mark = hash('sha256', body, 'hex').slice(0, 12);
  return { path: `/assets/${name}-${mark}${ext}`, type, ...replies.withEtag(body) };
}

export const ICON_FILES = [
  { path: '/favicon.ico', type: 'image/vnd.microsoft.icon' },
  { path: '/apple-touch-icon.png', type: 'image/png' },
] as const;

let readingIcons: Promise<readonly Asset[]> | undefined;

export async function addIcons(app: FastifyInstance, house: House): Promise<void> {
  readingIcons ??= Promise.all(
    ICON_FILES.map(async (icon) => ({
      ...icon,
      ...replies.withEtag(await readBeside(`../../dist/icons${icon.path}`)),
    })),
  );
  for (const { path, ...icon } of await readingIcons) {
    app.get(path, limitedBy(house, 'pictures'), async (request, reply) => {
      request.context.headers['cache-control'] = 'public, max-age=86400';
      replies.sendCacheable(request, reply, icon);
    });
  }
}

export function addAssets(app: FastifyInstance, house: House, { fonts, ...others }: Assets): void {
  for (const { path, ...asset } of [...Object.values<Asset>(others), ...fonts]) {
    app.get(path, limitedBy(house, 'pictures'), async (request, reply) => {
      request.context.headers['cache-control'] = 'public, max-age=31536000, immutable';
      await replies.sendPublic(request, reply, { ...asset, effort: 'thorough' });
    });
  }
}

export interface PublicSite {
  readonly assets: Assets;
  /** Facts for pages, made per request: the port of the origin may be unknown until the server listens. */
  facts(): PageSite;
}

export async function createSite(house: House, baseUrl: URL): Promise<PublicSite> {
  reading ??= readAssets();
  const assets = await reading;
  const paths = {
    style: assets.style.path,
    script: { src: assets.script.path, integrity: replies.integrityOf(assets.script.body) },
    icon: assets.icon.path,
    manifest: assets.manifest.path,
    font: assets.fonts[0]?.path,
  };
  return {
    assets,
    facts: () => ({ origin: baseUrl.origin, assets: paths, sandbox: house.sandbox !== undefined }),
  };
}

export const PAGE_HEADERS: Readonly<replies.ReplyHeaders> = {
  link: replies.LINK_HEADER,
  'content-security-policy': replies.CSP.page,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  // Problems at the same URL are JSON for programs, so pages vary by Accept.
  vary: 'Accept',
};

export const FRAMED_PAGE_HEADERS: Readonly<replies.ReplyHeaders> = {
  'content-security-policy': replies.CSP.framed,
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  vary: 'Accept',
};

export const PICTURE_HEADERS: Readonly<replies.ReplyHeaders> = {
  'content-security-policy': replies.CSP.drawing,
  'cross-origin-resource-policy': 'cross-origin',
};
