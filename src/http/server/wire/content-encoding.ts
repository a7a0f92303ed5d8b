import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { LruCache } from '../../../core/engine/lru-cache.ts';

/** How a body may be packed, the best first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type ContentEncoding = (typeof ENCODINGS)[number];

/** How hard to pack: what is made anew every few seconds quickly, what stays for hours well. */
export type PackingEffort = 'quick' | 'thorough';

// One packet of the network carries about as much: less would not arrive any sooner.
const SMALLEST_PACKED_BYTES = 1024;
// No browser has that much to say about it, and reading it would take its time.
const LONGEST_HEADER = 1000;

/** Which encoding somebody would rather have; undefined for the plain bytes. */
export function preferredEncoding(header: string | undefined): ContentEncoding | undefined {
  if (header === undefined || header.length > LONGEST_HEADER) return undefined;
  const weights = encodingWeights(header);
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  const best = Math.max(...ENCODINGS.map(weightOf));
  // Plain is always welcome, but only those who give it a weight would rather have it than what they name.
  if (best === 0 || (weights.get('identity') ?? 0) > best) return undefined;
  return ENCODINGS.find((coding) => weightOf(coding) === best);
}

/** True when gzip is named, and not with a weight of nothing. */
export function acceptsGzip(header = ''): boolean {
  return (encodingWeights(header).get('gzip') ?? 0) > 0;
}

/** Accept-Encoding (RFC 9110, 12.5.3): what is named, and how much it is wanted. A weight that is no number is none. */
function encodingWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const range of header.split(',')) {
    const [coding = '', weight] = range.split(';', 2);
    const value = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1));
    if (coding.trim() !== '') weights.set(coding.trim().toLowerCase(), Number.isNaN(value) ? 0 : value);
  }
  return weights;
}

export function isWorthPacking(body: Buffer): boolean {
  return body.length >= SMALLEST_PACKED_BYTES;
}

/** The name of the packed bytes follows from that of the plain ones: each is a representation of its own (RFC 9110, 8.8.3.3). */
export function packedEtag(etag: string, encoding: ContentEncoding): string {
  return `${etag.slice(0, -1)}-${encoding}"`;
}

const KEPT = 512;
const packedByEtag = new LruCache<Promise<Buffer>>(KEPT);

/** The bytes of this name, packed: once for everybody who asks, and not on the thread that answers. */
export function pack(
  { body, etag }: { readonly body: Buffer; readonly etag: string },
  encoding: ContentEncoding,
  effort: PackingEffort,
): Promise<Buffer> {
  const name = packedEtag(etag, encoding);
  const known = packedByEtag.get(name);
  if (known) return known;
  const packed = PACKERS[encoding](body, effort);
  packedByEtag.set(name, packed);
  packed.catch(() => packedByEtag.deleteIf(name, packed));
  return packed;
}

const asBrotli = promisify(brotliCompress);
const asGzip = promisify<Buffer, { level: number }, Buffer>(gzip);
const QUALITY: Record<ContentEncoding, Record<PackingEffort, number>> = {
  br: { quick: 4, thorough: 9 },
  gzip: { quick: 6, thorough: 9 },
};

const PACKERS: Record<ContentEncoding, (body: Buffer, effort: PackingEffort) => Promise<Buffer>> = {
  br: (body, effort) =>
    asBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: QUALITY.br[effort],
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body, effort) => asGzip(body, { level: QUALITY.gzip[effort] }),
};
