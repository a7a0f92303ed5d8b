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

/** True for a caller on this very machine, and not for one that a proxy on this machine speaks for. */
export function cameFromHere(request: IncomingMessage): boolean {
  return isLoopback(request.socket.remoteAddress ?? '') && !FORWARDED.some((name) => name in request.headers);
}
