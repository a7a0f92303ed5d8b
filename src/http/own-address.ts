import type { IncomingMessage } from 'node:http';

import { isLoopback } from './client-address.ts';

const PLAIN_HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i;

/**
 * True when a request names the address this house is known by, or this very machine, and comes from no other page: a
 * page from elsewhere that made its name point here could otherwise speak to a house that only this machine can reach.
 */
export function namesThisHouse({ headers, socket }: IncomingMessage, baseUrl: URL): boolean {
  const { host = '', origin } = headers;
  const ours = (address: URL | undefined) => isOurs(address, baseUrl, socket.localPort);
  if (!PLAIN_HOST.test(host) || !ours(parsed(`${baseUrl.protocol}//${host}`))) return false;
  return origin === undefined || ours(parsed(origin));
}

function isOurs(address: URL | undefined, baseUrl: URL, port: number | undefined): boolean {
  if (!address) return false;
  if (address.origin === baseUrl.origin) return true;
  return isThisMachine(address.hostname) && portOf(address) === port;
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

const USUAL_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

function portOf({ port, protocol }: URL): number | undefined {
  return port === '' ? USUAL_PORTS[protocol] : Number(port);
}

function parsed(address: string): URL | undefined {
  return URL.parse(address) ?? undefined;
}
