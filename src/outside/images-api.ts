import ipaddr from 'ipaddr.js';
import type { LookupAddress } from 'node:dns';
import { lookup as resolve } from 'node:dns/promises';
import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

import { asRecord, readLimited, trimSlashes } from './fetch-json.ts';
import { type Picture, PictureError, type PictureMaker } from './picture-maker.ts';

function readAtMost(most: number, parts: Parameters<typeof readLimited>[1] | null): Promise<Buffer> {
  return readLimited(
    most,
    parts ?? [],
    () => new PictureError(`more came than ${most} bytes`, { retry: false }),
  );
}

// HTTP statuses of an image service that are worth a retry: request timeout, conflict, too early, too many requests.
const TOO_MANY = 429;
const PASSING = new Set([408, 409, 425, TOO_MANY]);
const USUAL_WAIT_MS = 60 * 1000;

function errorForStatus(who: string, status: number, why?: string, askedMs?: number): PictureError {
  return new PictureError(`${who} answered ${status}${why ? ` (${why})` : ''}`, {
    retry: status >= 500 || PASSING.has(status),
    retryAfterMs: askedMs ?? (status === TOO_MANY ? USUAL_WAIT_MS : undefined),
  });
}

const MOST_WAIT_MS = 24 * 60 * 60 * 1000;

/** Parses Retry-After: seconds, or a date relative to the service's own `date` header. */
function parseRetryAfter(headers: Headers): number | undefined {
  const asked = headers.get('retry-after')?.trim() ?? '';
  const ms = /^\d+$/.test(asked)
    ? Number(asked) * 1000
    : Date.parse(asked) - Date.parse(headers.get('date') ?? '');
  return ms >= 0 ? Math.min(ms, MOST_WAIT_MS) : undefined;
}

function toPictureError(error: unknown, time: AbortSignal, closing: AbortSignal | undefined): PictureError {
  if (error instanceof PictureError) return error;
  if (closing?.aborted) return new PictureError('the house closed meanwhile', { retry: true });
  if (time.aborted) return new PictureError('the images service took too long', { retry: true });
  const message = `the images service could not be reached${codeIn(error)}`;
  return new PictureError(message, { retry: true, cause: error });
}

function codeIn(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const known = [code, cause?.code].find((each) => typeof each === 'string');
  return known === undefined ? '' : ` (${known})`;
}

interface FetchPictureOptions {
  readonly service: URL;
  readonly mostBytes: number;
  readonly signal: AbortSignal;
  readonly pinned?: (url: URL, signal: AbortSignal) => Promise<LookupFunction>;
}

/** Fetches a picture from the URL that the image service answered with: from that service or the public internet only. */
export async function fetchPicture(
  address: string,
  { service, mostBytes, signal, pinned = pinnedLookup }: FetchPictureOptions,
): Promise<Buffer> {
  const url = parseWebUrl(address);
  const lookup = url.origin === service.origin ? undefined : await pinned(url, signal);
  const reply = await sendRequest(url, lookup, signal);
  // Redirects are refused: their target has not been checked.
  if (reply.statusCode !== 200) {
    reply.destroy();
    throw errorForStatus('the address of the picture', reply.statusCode ?? 0);
  }
  return readAtMost(mostBytes, reply);
}

function parseWebUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw refusedAddress('no address of the web');
  if (url.username !== '' || url.password !== '') throw refusedAddress('an address with credentials in it');
  return url;
}

async function sendRequest(url: URL, lookup: LookupFunction | undefined, signal: AbortSignal) {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const asked = request(url, {
    // No agent: a fresh connection that is not pooled.
    agent: false,
    headers: { accept: 'image/png, image/jpeg, image/webp', 'accept-encoding': 'identity' },
    signal,
    ...(lookup && { lookup }),
  });
  // Reading the reply reports later errors; without a listener they would end the process.
  asked.on('error', () => undefined).end();
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  return reply;
}

const LEAST_PX = 16;
const MOST_PX = 4096;

/** Reads the type from the bytes, not from the label. Keeps metadata: it comes from the service, not from a camera. */
export function recognizePicture(bytes: Buffer): Picture {
  const kind = FORMATS.find(({ begins }) => begins(bytes));
  if (kind === undefined)
    throw new PictureError('the images service sent no PNG, JPEG or WebP', { retry: false });
  // A picture without its end marker is truncated.
  if (!kind.ends(bytes)) throw new PictureError('the picture does not end where it should', { retry: true });
  const { width, height } = kind.size(bytes) ?? { width: 0, height: 0 };
  if (![width, height].every((px) => px >= LEAST_PX && px <= MOST_PX))
    throw new PictureError(`the picture measures ${width} × ${height} pixels`, { retry: false });
  return { type: kind.type, bytes };
}

type PictureSize = Readonly<Record<'width' | 'height', number>>;

interface PictureFormat {
  readonly type: Picture['type'];
  readonly begins: (bytes: Buffer) => boolean;
  readonly ends: (bytes: Buffer) => boolean;
  readonly size: (bytes: Buffer) => PictureSize | undefined;
}

const PNG_BEGINS = '89504e470d0a1a0a0000000d49484452';
const PNG_ENDS = '0000000049454e44ae426082';

const FORMATS: readonly PictureFormat[] = [
  {
    type: 'image/png',
    begins: (bytes) => hex(bytes, 0, 16) === PNG_BEGINS,
    ends: (bytes) => bytes.length > 33 && hex(bytes, -12) === PNG_ENDS,
    size: (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  },
  {
    type: 'image/jpeg',
    begins: (bytes) => hex(bytes, 0, 3) === 'ffd8ff',
    ends: (bytes) => hex(bytes, -2) === 'ffd9',
    size: jpegSize,
  },
  {
    type: 'image/webp',
    begins: (bytes) => letters(bytes, 0, 4) === 'RIFF' && letters(bytes, 8, 15) === 'WEBPVP8',
    ends: (bytes) => bytes.length >= 30 && bytes.readUInt32LE(4) + 8 === bytes.length,
    size: webpSize,
  },
];

const hex = (bytes: Buffer, from: number, to?: number): string => bytes.subarray(from, to).toString('hex');
const letters = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

function jpegSize(bytes: Buffer): PictureSize | undefined {
  for (let place = 2; place + 9 <= bytes.length && bytes[place] === 0xff;) {
    const marker = bytes.readUInt8(place + 1);
    // C0–CF without the tables (C4, CC) and the reserved C8.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: bytes.readUInt16BE(place + 5), width: bytes.readUInt16BE(place + 7) };
    // Fill bytes (0xff) may precede a JPEG marker.
    place += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(place + 2);
  }
  return undefined;
}

function webpSize(bytes: Buffer): PictureSize | undefined {
  const kind = letters(bytes, 12, 16);
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== 'VP8L' || bytes[20] !== 0x2f) return undefined;
  const packed = bytes.readUInt32LE(21);
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
}

interface ImagesApiSettings {
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
  readonly perAgentDaily: number;
  readonly daily?: number | undefined;
}

export interface ImagesApiLimits {
  /** Timeout of one picture; image services take up to two minutes. */
  readonly timeoutMs: number;
  readonly mostBytes: number;
}

const USUAL: ImagesApiLimits = { timeoutMs: 150_000, mostBytes: 8 * 1024 * 1024 };
const SIZE = '1024x1024';
const MOST_COMPLAINT_BYTES = 64 * 1024;

/** An image model behind an OpenAI-compatible API; its answers are validated. */
export function imagesApi(
  api: ImagesApiSettings,
  { timeoutMs, mostBytes }: ImagesApiLimits = USUAL,
): PictureMaker {
  const { url, key, model, perAgentDaily, daily } = api;
  const address = url.endsWith('/images/generations') ? url : `${trimSlashes(url)}/images/generations`;
  let knowsSizes = true;

  async function ask(prompt: string, signal: AbortSignal): Promise<unknown> {
    const sized = knowsSizes;
    const reply = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      // No `response_format`: newer models reject it, older ones answer with a URL instead of base64.
      body: JSON.stringify({ model, prompt, n: 1, ...(sized && { size: SIZE }) }),
      // A redirect would send the API key elsewhere; it counts as an error status.
      redirect: 'manual',
      signal,
    });
    // Base64 adds a third to the picture.
    if (reply.ok) return parseJson(await readAtMost(Math.ceil(mostBytes * 1.4), reply.body));
    const complaint = String(await readAtMost(MOST_COMPLAINT_BYTES, reply.body).catch(() => ''));
    // Some image models have a fixed size and reject the parameter.
    if (sized && [400, 422].includes(reply.status) && /\bsize\b/i.test(complaint)) {
      knowsSizes = false;
      return ask(prompt, signal);
    }
    const askedMs = parseRetryAfter(reply.headers);
    throw errorForStatus('the images service', reply.status, errorCodeIn(complaint), askedMs);
  }

  async function draw({ prompt }: { readonly prompt: string }, closing?: AbortSignal): Promise<Picture> {
    const time = AbortSignal.timeout(timeoutMs);
    const signal = closing ? AbortSignal.any([time, closing]) : time;
    try {
      const sent = pictureIn(await ask(prompt, signal));
      const bytes =
        'base64' in sent
          ? await readAtMost(mostBytes, [Buffer.from(sent.base64, 'base64')])
          : await fetchPicture(sent.address, { service: new URL(address), mostBytes, signal });
      return recognizePicture(bytes);
    } catch (error) {
      throw toPictureError(error, time, closing);
    }
  }

  return { name: model, perAgentDaily, daily, portrait: draw, avatar: draw };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new PictureError('the images service answered something that is no JSON', { retry: true });
  }
}

function pictureIn(answer: unknown): { readonly base64: string } | { readonly address: string } {
  const rows = asRecord(answer)['data'];
  const { b64_json: base64, url: address } = asRecord(Array.isArray(rows) ? rows[0] : undefined);
  // Some image services send a data URL, whose prefix is removed.
  if (typeof base64 === 'string' && base64 !== '') return { base64: base64.replace(/^data:[^,]{0,60},/, '') };
  if (typeof address === 'string' && address !== '') return { address };
  throw new PictureError('the images service answered without a picture', { retry: true });
}

/** The error code of an image service, without its message, which may quote the prompt. */
function errorCodeIn(complaint: string): string | undefined {
  try {
    const { code, type } = asRecord(asRecord(JSON.parse(complaint))['error']);
    return [code, type]
      .filter((word) => typeof word === 'string')
      .find((word) => /^[a-z_]{3,60}$/.test(word));
  } catch {
    return undefined;
  }
}

export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

/** SSRF guard: a DNS lookup pinned to the public addresses that a host had when it was checked, against DNS rebinding. */
export async function pinnedLookup(
  { protocol, port, hostname }: URL,
  signal: AbortSignal,
  resolveAll: ResolveHost = (name) => resolve(name, { all: true }),
): Promise<LookupFunction> {
  if (protocol !== 'https:' || port !== '') throw refusedAddress('an address that is not plain https');
  // A DNS lookup cannot be cancelled, so it is abandoned on abort.
  const given = literal(hostname) ?? (await Promise.race([resolveAll(hostname), aborted(signal)]));
  const addresses = given.filter(({ address }) => isPublicAddress(address));
  const [first] = addresses;
  if (first === undefined) throw refusedAddress('an address that is not of the open internet');
  return (_, { all }, tell) => (all ? tell(null, addresses) : tell(null, first.address, first.family));
}

function refusedAddress(what: string): PictureError {
  return new PictureError(`the images service named ${what}`, { retry: false });
}

function literal(hostname: string): readonly LookupAddress[] | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(address);
  return family === 0 ? undefined : [{ address, family }];
}

async function aborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

// Address of Azure's host endpoint: private, but in no registry of special-purpose addresses.
const AZURE_HOST = '168.63.129.16';
// Public IPv6 addresses; excludes, among others, NAT64 and IPv4-mapped addresses.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

export function isPublicAddress(given: string): boolean {
  // isIP is checked first: ipaddr.js also parses 127.1 and 0x7f000001.
  if (isIP(given) === 0 || given.includes('%')) return false;
  const address = ipaddr.parse(given);
  // ipaddr.js calls public addresses `unicast`; every IANA special-purpose range has another name.
  if (address.range() !== 'unicast' || given === AZURE_HOST) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}
