import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';

import { readLimited } from '../engine/fetch-json.ts';
import { errorForStatus, tooLarge } from './picture-errors.ts';
import { pinnedLookup, refusedAddress } from './ssrf-guard.ts';

interface FetchPictureOptions {
  /** The operator's own service: the one place that may be private. */
  readonly service: URL;
  readonly mostBytes: number;
  readonly signal: AbortSignal;
  readonly pinned?: (url: URL, signal: AbortSignal) => Promise<LookupFunction>;
}

/** Fetches a picture a service gave the address of: from that service itself or from the open internet, and nowhere else. */
export async function fetchPicture(
  address: string,
  { service, mostBytes, signal, pinned = pinnedLookup }: FetchPictureOptions,
): Promise<Buffer> {
  const url = parseWebUrl(address);
  const lookup = url.origin === service.origin ? undefined : await pinned(url, signal);
  const reply = await sendRequest(url, lookup, signal);
  // A redirect too: where it leads nobody has looked at.
  if (reply.statusCode !== 200) {
    reply.destroy();
    throw errorForStatus('the address of the picture', reply.statusCode ?? 0);
  }
  return readLimited(mostBytes, reply, tooLarge(mostBytes));
}

function parseWebUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw refusedAddress('no address of the web');
  if (url.username !== '' || url.password !== '') throw refusedAddress('an address with credentials in it');
  return url;
}

async function sendRequest(
  url: URL,
  lookup: LookupFunction | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const asked = request(url, {
    // A connection of its own: no other's is reused, and none is kept.
    agent: false,
    headers: { accept: 'image/png, image/jpeg, image/webp', 'accept-encoding': 'identity' },
    signal,
    ...(lookup && { lookup }),
  });
  // Whoever reads the reply learns of what breaks later; without a listener it would end the process as well.
  asked.on('error', () => undefined).end();
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  return reply;
}
