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

/** SSRF guard: a DNS lookup pinned to the public addresses a host had when it was checked; asked again, a name may give others (DNS rebinding). */
export async function pinnedLookup(
  { protocol, port, hostname }: URL,
  signal: AbortSignal,
  resolveAll: ResolveHost = (name) => resolve(name, { all: true }),
): Promise<LookupFunction> {
  if (protocol !== 'https:' || port !== '') throw refusedAddress('an address that is not plain https');
  // Nothing calls a lookup back, so it is left behind when it takes too long.
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

// Azure's machines ask their host here: in no registry of special addresses, and private all the same.
const AZURE_HOST = '168.63.129.16';
// Beside it lie, among others, NAT64 and IPv4 written as IPv6.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is one of the open internet, and no machine or network of the operator's own. */
export function isPublicAddress(given: string): boolean {
  // Node says what is an address: ipaddr.js alone would also read 127.1 and 0x7f000001.
  if (isIP(given) === 0 || given.includes('%')) return false;
  const address = ipaddr.parse(given);
  // Everything in IANA's registries of special-purpose addresses has a range of another name.
  if (address.range() !== 'unicast' || given === AZURE_HOST) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}
