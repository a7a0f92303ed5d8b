import type { IncomingMessage } from 'node:http';

import { isLoopback } from './client-address.ts';

// Whatever stands between a caller and us says so, each in its own words.
const FORWARDED =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|(?:x|true|cf|fly)-(?:client|connecting)-ip)$/;

/**
 * True for a program on this very machine: not for one that a proxy here speaks for, and not for a page from elsewhere
 * that a browser here has open, by whatever name it reached us.
 */
export function cameFromHere({ socket, headers }: IncomingMessage): boolean {
  if (!isLoopback(socket.remoteAddress ?? '')) return false;
  if (Object.keys(headers).some((name) => FORWARDED.test(name))) return false;
  return isLocal(`http://${headers.host ?? ''}`) && (headers.origin === undefined || isLocal(headers.origin));
}

function isLocal(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}
