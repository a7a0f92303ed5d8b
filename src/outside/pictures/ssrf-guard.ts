import { lookup as resolve } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP, type LookupFunction, BlockList, isIPv4, isIPv6 } from 'node:net';

import { PictureError } from './picture-maker.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}
export type ResolveHost = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** A lookup for one host of the open internet, by the addresses that were looked at: asked again, a name may give others. */
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

/** Whether an address is one of the open internet, and no machine or network of the operator's own. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !RESERVED.check(address, 'ipv4');
  return isIPv6(address) && GLOBAL.check(address, 'ipv6') && !RESERVED_V6.check(address, 'ipv6');
}

function listOf(kind: 'ipv4' | 'ipv6', networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, bits] of networks) list.addSubnet(network, bits, kind);
  return list;
}

// IANA's registries of special-purpose addresses.
const RESERVED = listOf('ipv4', [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // behind a carrier's NAT
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's machines ask their host here
  ['169.254.0.0', 16], // link-local, and where clouds hand out credentials
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
]);

// Outside of it lie loopback, link-local, unique local, multicast, NAT64, and IPv4 written as IPv6.
const GLOBAL = listOf('ipv6', [['2000::', 3]]);

const RESERVED_V6 = listOf('ipv6', [
  ['2001::', 23], // protocol assignments, Teredo and ORCHID among them
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: an IPv4 address inside
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
]);
