import type { IncomingMessage } from 'node:http';

import { isLoopback } from './client-address.ts';

const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * True for a program on this very machine: not for one that a proxy here speaks for, and not for a page from elsewhere
 * that a browser here has open, by whatever name it reached us.
 */
export function cameFromHere({ socket, headers }: IncomingMessage): boolean {
  if (!isLoopback(socket.remoteAddress ?? '')) return false;
  if (FORWARDED.some((name) => name in headers)) return false;
  return isLocal(`http://${headers.host ?? ''}`) && (headers.origin === undefined || isLocal(headers.origin));
}

function isLocal(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}
