import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, parse } from 'node:path';

import type { FastifyInstance } from 'fastify';

import type { House } from '../../../house/house.ts';
import { fontFaceRule, FONTS } from '../../../pages/fonts.ts';
import { STYLE_SHEETS } from '../../../pages/style-sheets.ts';
import { limitedBy } from '../rate-limit.ts';
import { sendCacheable, sendPublic, withEtag, type EtaggedBody } from '../send.ts';

export interface Asset extends EtaggedBody {
  /** But for icons it holds a hash of the bytes: under this address they never change. */
  readonly path: string;
  readonly type: string;
}

export interface Assets {
  readonly style: Asset;
  readonly icon: Asset;
  readonly script: Asset;
  /** What the forms of the API reference need. */
  readonly tryIt: Asset;
  /** The first is the one that every page needs. */
  readonly fonts: readonly Asset[];
}

const CSS_TYPE = 'text/css; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

let reading: Promise<Assets> | undefined;

/** Everything pages load besides pictures, read once for all houses of this process. */
export function readAssets(): Promise<Assets> {
  reading ??= readFiles();
  return reading;
}

async function readFiles(): Promise<Assets> {
  // The build makes them; the style names their addresses.
  const fonts = await Promise.all(
    FONTS.map(({ name }) => readAsset(`../../../../dist/fonts/${name}.ttf`, name, 'font/ttf')),
  );
  const [style, icon, script, tryIt] = await Promise.all([
    readStyle(fonts),
    readAsset('../../../pages/icon.svg', 'icon', 'image/svg+xml'),
    // The build puts them there, so that pages run the very code of the core.
    readAsset('../../../../dist/browser/live.js', 'live', SCRIPT_TYPE),
    readAsset('../../../../dist/browser/try-it.js', 'try-it', SCRIPT_TYPE),
  ]);
  return { style, icon, script, tryIt, fonts };
}

let readingAdminStyle: Promise<Asset> | undefined;

/** The style of the operator's pages, which nobody else loads. */
export function readAdminStyle(): Promise<Asset> {
  readingAdminStyle ??= readAsset('../../../pages/moderation/admin.css', 'desk', CSS_TYPE);
  return readingAdminStyle;
}

async function readStyle(fonts: readonly Asset[]): Promise<Asset> {
  const faces = FONTS.map((font, at) => fontFaceRule(font, fonts[at]?.path ?? ''));
  const sheets = await Promise.all(STYLE_SHEETS.map((sheet) => readBeside(`../../../pages/${sheet}`)));
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

/** What browsers and phones ask for at the same address everywhere. The build draws them. */
export const ICON_FILES = [
  { path: '/favicon.ico', type: 'image/vnd.microsoft.icon' },
  { path: '/apple-touch-icon.png', type: 'image/png' },
] as const;

const CACHED_A_DAY = { 'cache-control': 'public, max-age=86400' };

let readingIcons: Promise<readonly Asset[]> | undefined;

function readIcons(): Promise<readonly Asset[]> {
  readingIcons ??= Promise.all(
    ICON_FILES.map(async ({ path, type }) => ({
      path,
      type,
      ...withEtag(await readBeside(`../../../../dist/icons${path}`)),
    })),
  );
  return readingIcons;
}

export async function addIcons(app: FastifyInstance, house: House): Promise<void> {
  for (const { path, ...made } of await readIcons()) {
    app.get(path, limitedBy(house, 'pictures'), async (request, reply) => {
      Object.assign(request.context.headers, CACHED_A_DAY);
      sendCacheable(request, reply, made);
    });
  }
}

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };

export function addAssets(app: FastifyInstance, house: House, assets: Assets): void {
  const { fonts, ...others } = assets;
  for (const { path, ...made } of [...Object.values<Asset>(others), ...fonts]) {
    app.get(path, limitedBy(house, 'pictures'), async (request, reply) => {
      Object.assign(request.context.headers, IMMUTABLE);
      await sendPublic(request, reply, { ...made, effort: 'thorough' });
    });
  }
}
