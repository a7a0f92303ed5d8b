import { lookup as resolve } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP, type LookupFunction } from 'node:net';

import ipaddr from 'ipaddr.js';

import { PictureError } from './picture-maker.ts';

interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}
export type ResolveHost = (hostname: string) => Promise<readonly ResolvedAddress[]>;

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

export function refusedAddress(what: string): PictureError {
  return new PictureError(`the images service named ${what}`, { retry: false });
}

function literal(hostname: string): readonly ResolvedAddress[] | undefined {
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
