import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import { isLoopback } from './client-address.ts';

/** Browsers say where a form was sent from; what says nothing is no browser of our time. */
export function isSameOrigin({ origin, host = '', ...headers }: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}

// Whatever stands between a caller and us says so, each in its own words.
const FORWARDED_HEADER =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|(?:x|true|cf|fly)-(?:client|connecting)-ip)$/;

/**
 * True for a program on this very machine: not for one that a proxy here speaks for, and not for a page from elsewhere
 * that a browser here has open, by whatever name it reached us.
 */
export function isLocalRequest({ socket, headers }: IncomingMessage): boolean {
  if (!isLoopback(socket.remoteAddress ?? '')) return false;
  if (Object.keys(headers).some((name) => FORWARDED_HEADER.test(name))) return false;
  return (
    isLocalUrl(`http://${headers.host ?? ''}`) && (headers.origin === undefined || isLocalUrl(headers.origin))
  );
}

function isLocalUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

const PLAIN_HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i;

/**
 * True when a request names the address this house is known by, or this very machine, and comes from no other page: a
 * page from elsewhere that made its name point here could otherwise speak to a house that only this machine can reach.
 */
export function isOwnHostAndOrigin({ headers, socket }: IncomingMessage, baseUrl: URL): boolean {
  const { host = '', origin } = headers;
  const ours = (address: URL | undefined) => isOwnUrl(address, baseUrl, socket.localPort);
  if (!PLAIN_HOST.test(host) || !ours(parseUrl(`${baseUrl.protocol}//${host}`))) return false;
  return origin === undefined || ours(parseUrl(origin));
}

function isOwnUrl(address: URL | undefined, baseUrl: URL, port: number | undefined): boolean {
  if (!address) return false;
  if (address.origin === baseUrl.origin) return true;
  return isLocalHostname(address.hostname) && portOf(address) === port;
}

function isLocalHostname(hostname: string): boolean {
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

const USUAL_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

function portOf({ port, protocol }: URL): number | undefined {
  return port === '' ? USUAL_PORTS[protocol] : Number(port);
}

function parseUrl(address: string): URL | undefined {
  return URL.parse(address) ?? undefined;
}
