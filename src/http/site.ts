import type { FastifyInstance } from 'fastify';
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, parse } from 'node:path';

import type { Instant } from '../rules/base/clock.ts';
import { FONT_FILES, fontFaceRule, STYLE_SHEETS } from '../web/assets.ts';
import type { PageSite } from '../web/layout.tsx';
import { type LimitedHouse, limitedBy } from './limits.ts';
import {
  CSP,
  type EtaggedBody,
  integrityOf,
  LINK_HEADER,
  type ReplyHeaders,
  sendCacheable,
  sendPublic,
  withEtag,
} from './send.ts';

export interface Asset extends EtaggedBody {
  readonly path: string;
  readonly type: string;
}

type Assets = Awaited<ReturnType<typeof readAssets>>;

const CSS_TYPE = 'text/css; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

let reading: Promise<Assets> | undefined;

async function readAssets() {
  const fonts = await Promise.all(
    FONT_FILES.map(({ name }) => readAsset(`../../dist/fonts/${name}.ttf`, name, 'font/ttf')),
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
  const faces = FONT_FILES.map((font, at) => fontFaceRule(font, fonts[at]?.path ?? ''));
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

export const ICON_FILES = [
  { path: '/favicon.ico', type: 'image/vnd.microsoft.icon' },
  { path: '/apple-touch-icon.png', type: 'image/png' },
] as const;

let readingIcons: Promise<readonly Asset[]> | undefined;

export async function addIcons(app: FastifyInstance, house: LimitedHouse): Promise<void> {
  readingIcons ??= Promise.all(
    ICON_FILES.map(async (icon) => ({
      ...icon,
      ...withEtag(await readBeside(`../../dist/icons${icon.path}`)),
    })),
  );
  for (const { path, ...icon } of await readingIcons) {
    app.get(path, limitedBy(house, 'pictures'), async (request, reply) => {
      request.context.headers['cache-control'] = 'public, max-age=86400';
      sendCacheable(request, reply, icon);
    });
  }
}

export function addAssets(app: FastifyInstance, house: LimitedHouse, { fonts, ...others }: Assets): void {
  for (const { path, ...asset } of [...Object.values<Asset>(others), ...fonts]) {
    app.get(path, limitedBy(house, 'pictures'), async (request, reply) => {
      request.context.headers['cache-control'] = 'public, max-age=31536000, immutable';
      await sendPublic(request, reply, { ...asset, effort: 'thorough' });
    });
  }
}

export interface PublicSite {
  readonly assets: Assets;
  /** Facts for pages, made per request: the port of the origin may be unknown until the server listens. */
  facts(): PageSite;
}

interface TimedHouse {
  readonly clock: { now(): Instant };
  readonly sandbox?: { readonly scale: number } | undefined;
}

export async function createSite(house: TimedHouse, baseUrl: URL): Promise<PublicSite> {
  reading ??= readAssets();
  const assets = await reading;
  const paths = {
    style: assets.style.path,
    script: { src: assets.script.path, integrity: integrityOf(assets.script.body) },
    icon: assets.icon.path,
    manifest: assets.manifest.path,
    font: assets.fonts[0]?.path,
  };
  return {
    assets,
    facts: () => ({
      origin: baseUrl.origin,
      assets: paths,
      sandbox: house.sandbox && { now: house.clock.now(), scale: house.sandbox.scale },
    }),
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

export const FRAMED_PAGE_HEADERS: Readonly<ReplyHeaders> = {
  'content-security-policy': CSP.framed,
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  vary: 'Accept',
};

export const PICTURE_HEADERS: Readonly<ReplyHeaders> = {
  'content-security-policy': CSP.drawing,
  'cross-origin-resource-policy': 'cross-origin',
};
