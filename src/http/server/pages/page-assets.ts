import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { House } from '../../../house/house.ts';
import { applyRateLimit } from '../rate-limit.ts';
import { isNotModified, etagOf, send } from '../send.ts';
import { minifyCss } from './minify-css.ts';

const ASSETS = {
  style: {
    files: ['../../../pages/style.css', '../../../pages/rooms.css'],
    name: 'style',
    ending: 'css',
    type: 'text/css; charset=utf-8',
  },
  icon: { files: ['../../../pages/icon.svg'], name: 'icon', ending: 'svg', type: 'image/svg+xml' },
  // The build puts it there, so that the page runs the very code of the core.
  script: {
    files: ['../../../../dist/browser/live.js'],
    name: 'live',
    ending: 'js',
    type: 'text/javascript; charset=utf-8',
  },
} as const;

export interface Asset {
  /** It holds a hash of the bytes: under this address they never change. */
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
}

export type Assets = Readonly<Record<keyof typeof ASSETS, Asset>>;

/** Everything pages load besides pictures, read once. */
export async function readAssets(): Promise<Assets> {
  const [style, icon, script] = await Promise.all([
    readAsset(ASSETS.style),
    readAsset(ASSETS.icon),
    readAsset(ASSETS.script),
  ]);
  return { style, icon, script };
}

async function readAsset({
  files,
  name,
  ending,
  type,
}: (typeof ASSETS)[keyof typeof ASSETS]): Promise<Asset> {
  const parts = await Promise.all(files.map((file) => readFile(new URL(file, import.meta.url), 'utf8')));
  const body = Buffer.from(ending === 'css' ? minifyCss(parts.join('')) : parts.join(''));
  const mark = hash('sha256', body, 'hex').slice(0, 12);
  return { path: `/assets/${name}-${mark}.${ending}`, type, body };
}

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' };

export function addAssets(app: FastifyInstance, house: House, assets: Assets): void {
  const onRequest = (request: FastifyRequest) => applyRateLimit(house, request, 'pictures');
  for (const { path, type, body } of Object.values(assets)) {
    const plain = { body, tag: etagOf(body), headers: {} };
    const packed = gzipped(body);
    app.get(path, { onRequest }, async (request, reply) => {
      const { headers } = request.visit;
      const chosen = /\bgzip\b/.test(String(request.headers['accept-encoding'])) ? packed : plain;
      Object.assign(headers, IMMUTABLE, chosen.headers);
      if (isNotModified(request, headers, chosen.tag)) send(request, reply, { status: 304 });
      else send(request, reply, { status: 200, type, body: chosen.body });
    });
  }
}

/** Packed once: they are asked for by everyone. */
function gzipped(whole: Buffer) {
  const body = gzipSync(whole, { level: 9 });
  return { body, tag: etagOf(body), headers: { 'content-encoding': 'gzip' } };
}
