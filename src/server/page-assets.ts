import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, parse } from 'node:path';
import type { FastifyInstance } from 'fastify';

import type { House } from '../features/house.ts';
import { fontFaceRule, FONTS, STYLE_SHEETS } from '../web/assets.ts';
import type { PageSite } from '../web/page-spec.ts';
import { CSP, integrityOf, LINK_HEADER, type ReplyHeaders, withScripts } from './headers.ts';
import { limitedBy } from './rate-limit.ts';
import { type EtaggedBody, sendCacheable, sendPublic, withEtag } from './send.ts';

export interface Asset extends EtaggedBody {
  /** Path of the asset; contains a hash of the body, except for icons. */
  readonly path: string;
  readonly type: string;
}

interface Assets {
  readonly style: Asset;
  readonly icon: Asset;
  readonly script: Asset;
  readonly tryIt: Asset;
  /** The font files; every page preloads the first. */
  readonly fonts: readonly Asset[];
}

const CSS_TYPE = 'text/css; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

let reading: Promise<Assets> | undefined;

async function readAssets(): Promise<Assets> {
  const fonts = await Promise.all(
    FONTS.map(({ name }) => readAsset(`../../dist/fonts/${name}.ttf`, name, 'font/ttf')),
  );
  const [style, icon, script, tryIt] = await Promise.all([
    readStyle(fonts),
    readAsset('../web/icon.svg', 'icon', 'image/svg+xml'),
    readAsset('../../dist/browser/live.js', 'live', SCRIPT_TYPE),
    readAsset('../../dist/browser/try-it.js', 'try-it', SCRIPT_TYPE),
  ]);
  return { style, icon, script, tryIt, fonts };
}

let readingAdminStyle: Promise<Asset> | undefined;

export function readAdminStyle(): Promise<Asset> {
  readingAdminStyle ??= readAsset('../web/operator/admin.css', 'desk', CSS_TYPE);
  return readingAdminStyle;
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
  return { path: `/assets/${name}-${mark}${ext}`, type, ...withEtag(body) };
}

/** Icons, served at fixed paths. The build draws them. */
export const ICON_FILES = [
  { path: '/favicon.ico', type: 'image/vnd.microsoft.icon' },
  { path: '/apple-touch-icon.png', type: 'image/png' },
] as const;

const CACHED_A_DAY = { 'cache-control': 'public, max-age=86400' };

let readingIcons: Promise<readonly Asset[]> | undefined;

export async function addIcons(app: FastifyInstance, house: House): Promise<void> {
  readingIcons ??= Promise.all(
    ICON_FILES.map(async (icon) => ({
      ...icon,
      ...withEtag(await readBeside(`../../dist/icons${icon.path}`)),
    })),
  );
  for (const { path, ...icon } of await readingIcons) {
    app.get(path, limitedBy(house, 'pictures'), async (request, reply) => {
      Object.assign(request.context.headers, CACHED_A_DAY);
      sendCacheable(request, reply, icon);
    });
  }
}

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };

export function addAssets(app: FastifyInstance, house: House, { fonts, ...others }: Assets): void {
  for (const { path, ...asset } of [...Object.values<Asset>(others), ...fonts]) {
    app.get(path, limitedBy(house, 'pictures'), async (request, reply) => {
      Object.assign(request.context.headers, IMMUTABLE);
      await sendPublic(request, reply, { ...asset, effort: 'thorough' });
    });
  }
}

export interface PublicSite {
  readonly assets: Assets;
  /** Facts for pages, made per request: the port of the origin may be unknown until the server listens. */
  facts(): PageSite;
}

export async function createSite(house: House, baseUrl: URL): Promise<PublicSite> {
  // Assets are read once per process.
  reading ??= readAssets();
  const assets = await reading;
  const paths = {
    style: assets.style.path,
    script: { src: assets.script.path, integrity: integrityOf(assets.script.body) },
    icon: assets.icon.path,
    font: assets.fonts[0]?.path,
  };
  return {
    assets,
    facts: () => ({ origin: baseUrl.origin, assets: paths, sandbox: house.sandbox !== undefined }),
  };
}

export const PAGE_HEADERS: Readonly<ReplyHeaders> = {
  link: LINK_HEADER,
  'content-security-policy': CSP.page,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  // Problems at the same URL are JSON for programs, so pages vary by Accept.
  vary: 'Accept',
};

/** Headers of pages that other sites may frame: without scripts and forms. */
export const FRAMED_PAGE_HEADERS: Readonly<ReplyHeaders> = {
  'content-security-policy': CSP.framed,
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  vary: 'Accept',
};

/** Headers of pages with the live script. */
export function livePageHeaders(site: PublicSite): Readonly<ReplyHeaders> {
  const { integrity } = site.facts().assets.script;
  return { ...PAGE_HEADERS, 'content-security-policy': withScripts(CSP.page, [integrity]) };
}

export const PICTURE_HEADERS: Readonly<ReplyHeaders> = {
  'content-security-policy': CSP.drawing,
  'cross-origin-resource-policy': 'cross-origin',
};
